// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/download.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "backend/guest/agent/files.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/transfer/gzip.h"
#include "backend/guest/agent/transfer/headervalue.h"
#include "backend/guest/agent/transfer/httperror.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t pieceSize = 128 << 10;
constexpr std::uint64_t gzipLimit = 8 << 20;

// The file and where its reading has come to; in the disk threads, one call at a time.
struct Source
{
    FileDescriptor file;
    HttpError error;
    std::uint64_t size = 0;
    std::int64_t modified = 0;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> left; // nothing: to the file's end
    std::unique_ptr<GzipDeflater> deflater;
    std::string first; // of a file that says it is empty

    struct Piece
    {
        std::string bytes;
        bool last = false;
        bool failed = false;
    };
    Piece read();
};

std::shared_ptr<Source> openSource(const std::string &path)
{
    auto source = std::make_shared<Source>();
    source->file.reset(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status
    {
    };
    if (!source->file || ::fstat(source->file.get(), &status) != 0) {
        source->error = fileHttpError(errno, "cannot open", path);
        return source;
    }
    if (S_ISDIR(status.st_mode))
        source->error = {400, "path '" + path + "' is a directory"};
    else if (!S_ISREG(status.st_mode))
        source->error = {400, "path '" + path + "' is not a regular file"};
    source->size = static_cast<std::uint64_t>(status.st_size);
    source->modified = status.st_mtim.tv_sec;
    if (source->error.status == 0 && source->size == 0)
        source->first = source->read().bytes;
    return source;
}

Source::Piece Source::read()
{
    const std::size_t room =
        left ? static_cast<std::size_t>(std::min<std::uint64_t>(*left, pieceSize)) : pieceSize;
    Piece piece;
    piece.bytes.resize(room);
    ssize_t count = 0;
    do {
        count = ::pread(file.get(), piece.bytes.data(), room, static_cast<off_t>(offset));
    } while (count < 0 && errno == EINTR);
    piece.bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    offset += piece.bytes.size();
    if (left)
        *left -= piece.bytes.size();
    // A promised length that does not come is an error; the end of an unknown one is not.
    piece.failed = count < 0 || (count == 0 && room > 0 && left.has_value());
    piece.last = left ? *left == 0 : count == 0;
    if (deflater)
        piece.bytes = deflater->feed(piece.bytes, piece.last);
    return piece;
}

class Download : public std::enable_shared_from_this<Download>
{
public:
    Download(const std::shared_ptr<Exchange> &exchange, DiskPool &disk, std::string path)
        : m_exchange(exchange), m_disk(disk), m_path(std::move(path))
    {}

    void begin()
    {
        m_disk.run([path = m_path]() { return openSource(path); },
                   [self = shared_from_this()](std::shared_ptr<Source> source) {
                       self->m_source = std::move(source);
                       self->opened();
                   });
    }

private:
    void opened();
    bool isUnchanged(const Request &request) const;
    void plan(const Request &request, Coding coding, int &status, Headers &headers);
    void turn();
    void send(Source::Piece piece);

    std::weak_ptr<Exchange> m_exchange;
    DiskPool &m_disk;
    std::string m_path;
    std::shared_ptr<Source> m_source;
    bool m_busy = false;
    bool m_over = false;
};

bool Download::isUnchanged(const Request &request) const
{
    const auto since = parseHttpDate(request.header("if-modified-since"));
    return since && request.header("if-none-match").empty() && m_source->modified <= *since;
}

// Status, headers and the part of the file.
void Download::plan(const Request &request, Coding coding, int &status, Headers &headers)
{
    Source &source = *m_source;
    headers = {{"vary", "Accept-Encoding"},
               {"content-disposition", inlineDisposition(baseName(m_path))},
               {"content-type", std::string(contentType(m_path))},
               {"last-modified", httpDate(source.modified)}};
    const bool isKnown = source.size > 0 || source.first.empty();
    if (coding == Coding::Gzip) {
        source.deflater = std::make_unique<GzipDeflater>();
        source.offset = 0;
        headers.emplace_back("content-encoding", "gzip");
        return;
    }
    headers.emplace_back("accept-ranges", "bytes");
    if (!isKnown) {
        source.offset = 0;
        return;
    }
    const auto condition = request.header("if-range");
    const bool ranges = condition.empty() || parseHttpDate(condition) == source.modified;
    const ByteRange range = parseRange(ranges ? request.header("range") : "", source.size);
    const std::string size = std::to_string(source.size);
    if (range.kind == ByteRange::Kind::Unsatisfiable) {
        status = 416;
        headers.emplace_back("content-range", "bytes */" + size);
        return;
    }
    source.offset = range.begin;
    source.left = range.size;
    headers.emplace_back("content-length", std::to_string(range.size));
    if (range.kind == ByteRange::Kind::Part) {
        status = 206;
        headers.emplace_back("content-range", "bytes " + std::to_string(range.begin) + "-" +
                                                  std::to_string(range.begin + range.size - 1) + "/" + size);
    }
}

void Download::opened()
{
    const auto exchange = m_exchange.lock();
    if (!exchange || !exchange->isOpen())
        return;
    if (m_source->error.status != 0)
        return refuse(*exchange, m_source->error);
    const Request &request = exchange->request;
    auto coding = chooseCoding(request.header("accept-encoding"));
    if (!coding)
        return refuse(*exchange, {406, "no acceptable encoding found, supported: gzip"});
    const bool mustBeGzip = !chooseCoding(std::string(request.header("accept-encoding")) + ", gzip;q=0");
    const bool isPartial = !request.header("range").empty() || !request.header("if-modified-since").empty() ||
                           !request.header("if-none-match").empty() || !request.header("if-range").empty();
    if ((isPartial || m_source->size > gzipLimit) && !mustBeGzip)
        coding = Coding::Identity;
    int status = 200;
    Headers headers;
    if (isUnchanged(request)) {
        exchange->begin(304, {{"last-modified", httpDate(m_source->modified)}, {"vary", "Accept-Encoding"}});
        return exchange->finish();
    }
    plan(request, *coding, status, headers);
    if (status == 416) {
        headers.emplace_back("content-length", "0");
        exchange->begin(status, headers);
        return exchange->finish();
    }
    exchange->onDrained = [self = shared_from_this()]() {
        self->turn();
    };
    exchange->begin(status, headers);
    turn();
}

void Download::turn()
{
    const auto exchange = m_exchange.lock();
    if (!exchange || m_busy || m_over || !exchange->isOpen() || !exchange->wantsMore())
        return;
    m_busy = true;
    m_disk.run([source = m_source]() { return source->read(); },
               [self = shared_from_this()](Source::Piece piece) {
                   self->m_busy = false;
                   self->send(std::move(piece));
               });
}

void Download::send(Source::Piece piece)
{
    const auto exchange = m_exchange.lock();
    if (!exchange)
        return;
    if (piece.failed) {
        m_over = true;
        return exchange->reset();
    }
    exchange->write(std::move(piece.bytes));
    if (!piece.last)
        return turn();
    m_over = true;
    exchange->finish();
}

} // namespace

void sendFile(const std::shared_ptr<Exchange> &exchange, DiskPool &disk, const std::string &path)
{
    std::make_shared<Download>(exchange, disk, path)->begin();
}

} // namespace sandglass::guest
