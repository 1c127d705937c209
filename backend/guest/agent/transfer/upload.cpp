// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/upload.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "backend/guest/agent/transfer/headervalue.h"

namespace sandglass::guest {

namespace {

// A disk thread is woken for a good piece, not for each page that arrives: where processors are emulated,
// waking costs more than writing.
constexpr std::size_t goodPiece = 256 << 10;
constexpr std::chrono::milliseconds patience{20};

class Upload : public std::enable_shared_from_this<Upload>
{
public:
    Upload(const std::shared_ptr<Exchange> &exchange, DiskPool &disk, UploadPlan plan)
        : m_exchange(exchange), m_disk(disk), m_job(std::make_shared<UploadJob>(std::move(plan))),
          m_patience(disk.agent())
    {}

    void take(std::string_view piece)
    {
        const auto exchange = m_exchange.lock();
        if (m_over)
            return exchange->consumed(piece.size());
        m_pending.append(piece);
        consider(*exchange);
    }

    void end()
    {
        m_ended = true;
        turn();
    }

private:
    void consider(const Exchange &exchange)
    {
        // Never so much that the peer must wait for it to be taken.
        if (m_ended || m_pending.size() >= std::min(goodPiece, exchange.window() / 4))
            return turn();
        if (m_busy || m_pending.empty() || std::exchange(m_patient, true))
            return;
        m_patience.expires_after(patience);
        m_patience.async_wait([weak = weak_from_this()](const boost::system::error_code &) {
            if (const auto self = weak.lock()) {
                self->m_patient = false;
                self->turn();
            }
        });
    }

    void turn()
    {
        if (m_busy || m_over || (m_pending.empty() && !m_ended))
            return;
        m_busy = true;
        const bool last = m_ended;
        const std::size_t size = m_pending.size();
        m_disk.run(
            [job = m_job, bytes = std::exchange(m_pending, {}), last]() { return job->take(bytes, last); },
            [self = shared_from_this(), size](const std::optional<UploadJob::End> &end) {
                self->taken(size, end);
            });
    }

    void taken(std::size_t size, const std::optional<UploadJob::End> &end)
    {
        m_busy = false;
        const auto exchange = m_exchange.lock();
        if (!exchange)
            return;
        exchange->consumed(size);
        if (!end)
            return consider(*exchange);
        m_over = true;
        m_job.reset();
        exchange->consumed(std::exchange(m_pending, {}).size());
        exchange->respond(end->status,
                          end->status == 200 ? "application/json" : "application/json; charset=utf-8",
                          end->body);
    }

    std::weak_ptr<Exchange> m_exchange; // it owns this
    DiskPool &m_disk;
    std::shared_ptr<UploadJob> m_job;
    boost::asio::steady_timer m_patience;
    std::string m_pending; // bounded by the stream's window
    bool m_patient = false;
    bool m_busy = false;
    bool m_ended = false;
    bool m_over = false;
};

} // namespace

HttpError readUploadHead(const Request &request, UploadPlan &plan)
{
    const std::string encoding = lowerCase(request.header("content-encoding"));
    if (!encoding.empty() && encoding != "identity" && encoding != "gzip")
        return {400, "unsupported Content-Encoding: " + encoding};
    plan.isGzip = encoding == "gzip";
    const auto type = parseHeaderValue(request.header("content-type"));
    if (type && type->value == "application/octet-stream") {
        if (!plan.path)
            return {400, "path query parameter is required for raw body upload"};
        return {};
    }
    if (!type || !type->value.starts_with("multipart/"))
        return {400, "unsupported content type: " + std::string(request.header("content-type")) +
                         ", expected multipart/form-data or application/octet-stream"};
    plan.boundary = type->parameter("boundary");
    if (!plan.boundary || plan.boundary->empty() || plan.boundary->size() > MultipartParser::boundaryLimit)
        return {400, "error parsing multipart form: no multipart boundary param in Content-Type"};
    return {};
}

void takeUpload(const std::shared_ptr<Exchange> &exchange, DiskPool &disk, UploadPlan plan)
{
    const auto upload = std::make_shared<Upload>(exchange, disk, std::move(plan));
    exchange->onBody = [upload](std::string_view piece) {
        upload->take(piece);
    };
    exchange->onEnd = [upload]() {
        upload->end();
    };
}

} // namespace sandglass::guest
