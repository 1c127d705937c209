// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/memory/deltaformat.h"

#include "backend/microvm/memory/crc32c.h"

#include <QtEndian>

#include <cstring>

namespace sandglass::microvm {

namespace {

constexpr QByteArrayView Magic("SGDELTA\0", 8);
constexpr quint32 Version = 1;
constexpr qsizetype IndexEntry = 24;
constexpr quint32 ZeroFlag = 1;
// More than any guest has; keeps every sum of sizes far from an overflow.
constexpr quint64 MostBytes = quint64(1) << 46;

// QEMU's migration/savevm.c: magic, version, then a section's kind.
constexpr QByteArrayView StreamMagic("QEVM");
constexpr qsizetype StreamKindAt = 8;
constexpr char ConfigurationKind = 0x07;

template<typename T> void put(QByteArray &to, T value)
{
    const T little = qToLittleEndian(value);
    to.append(reinterpret_cast<const char *>(&little), sizeof little);
}

// Reads one number after the other; the caller has checked the length.
class Taker
{
public:
    explicit Taker(QByteArrayView bytes) : m_rest(bytes) {}

    template<typename T> [[nodiscard]] T take()
    {
        const T value = qFromLittleEndian<T>(m_rest.data());
        m_rest = m_rest.sliced(sizeof(T));
        return value;
    }
    [[nodiscard]] QByteArray take(qsizetype length)
    {
        const QByteArray taken = m_rest.first(length).toByteArray();
        m_rest = m_rest.sliced(length);
        return taken;
    }

private:
    QByteArrayView m_rest;
};

std::span<const std::byte> asBytes(QByteArrayView view)
{
    return std::as_bytes(std::span(view.data(), static_cast<std::size_t>(view.size())));
}

tl::unexpected<Error> broken(const char *what)
{
    return fail(ErrorCode::CheckpointBroken, QStringLiteral("saved memory: ") + QLatin1StringView(what));
}

constexpr qsizetype ChecksumAt = DeltaPage - static_cast<qsizetype>(sizeof(quint32));

} // namespace

qint64 DeltaHeader::indexBytes() const
{
    return static_cast<qint64>(runs) * IndexEntry;
}

QByteArray encodeHeader(const DeltaHeader &header)
{
    QByteArray page(Magic.data(), Magic.size());
    put(page, Version);
    put(page, static_cast<quint32>(DeltaPage));
    page.append(header.base.leftJustified(FingerprintBytes, '\0', true));
    put(page, static_cast<quint64>(header.memory.value));
    put(page, header.dataBytes);
    put(page, header.deviceBytes);
    put(page, header.deviceChecksum);
    put(page, header.runs);
    put(page, header.indexChecksum);
    page.append(ChecksumAt - page.size(), '\0');
    put(page, crc32c(asBytes(page)));
    return page;
}

Result<DeltaHeader> decodeHeader(QByteArrayView page, qint64 fileBytes)
{
    if (page.size() < DeltaPage)
        return broken("cut short");
    page = page.first(DeltaPage);
    if (!isDelta(page))
        return broken("not a delta");
    if (crc32c(asBytes(page.first(ChecksumAt))) != Taker(page.sliced(ChecksumAt)).take<quint32>())
        return broken("header's checksum");
    Taker taker(page.sliced(Magic.size()));
    if (taker.take<quint32>() != Version)
        return broken("another version's");
    if (taker.take<quint32>() != DeltaPage)
        return broken("another page size");
    DeltaHeader header;
    header.base = taker.take(FingerprintBytes);
    const auto memory = taker.take<quint64>();
    header.dataBytes = taker.take<quint64>();
    header.deviceBytes = taker.take<quint64>();
    header.deviceChecksum = taker.take<quint32>();
    header.runs = taker.take<quint32>();
    header.indexChecksum = taker.take<quint32>();
    if (memory > MostBytes || memory % DeltaPage != 0 || header.dataBytes > memory ||
        header.deviceBytes > MostBytes || header.runs > memory / DeltaPage)
        return broken("impossible sizes");
    header.memory = Bytes{static_cast<qint64>(memory)};
    if (header.fileBytes() != fileBytes)
        return broken("cut short or grown");
    return header;
}

QByteArray encodeIndex(std::span<const DeltaRun> runs)
{
    QByteArray index;
    index.reserve(static_cast<qsizetype>(runs.size()) * IndexEntry);
    for (const DeltaRun &run : runs) {
        put(index, run.firstPage);
        put(index, run.pages);
        put(index, run.zero ? ZeroFlag : quint32(0));
        put(index, run.checksum);
        put(index, quint32(0));
    }
    return index;
}

Result<std::vector<DeltaRun>> decodeIndex(QByteArrayView index, const DeltaHeader &header)
{
    if (index.size() != header.indexBytes())
        return broken("index cut short");
    if (crc32c(asBytes(index)) != header.indexChecksum)
        return broken("index's checksum");
    const quint64 allPages = static_cast<quint64>(header.memory.value / DeltaPage);
    std::vector<DeltaRun> runs;
    runs.reserve(header.runs);
    quint64 free = 0; // the first page that no run has named
    quint64 dataBytes = 0;
    Taker taker(index);
    for (quint32 i = 0; i < header.runs; ++i) {
        DeltaRun run;
        run.firstPage = taker.take<quint64>();
        run.pages = taker.take<quint32>();
        const auto flags = taker.take<quint32>();
        run.checksum = taker.take<quint32>();
        const auto spare = taker.take<quint32>();
        run.zero = flags == ZeroFlag;
        if (run.pages == 0 || run.pages > DeltaRunPages || flags > ZeroFlag || spare != 0)
            return broken("impossible run");
        if (run.firstPage < free || run.firstPage >= allPages || run.pages > allPages - run.firstPage)
            return broken("run out of place");
        free = run.firstPage + run.pages;
        dataBytes += run.zero ? 0 : quint64(run.pages) * DeltaPage;
        runs.push_back(run);
    }
    if (dataBytes != header.dataBytes)
        return broken("index and data disagree");
    return runs;
}

bool isDelta(QByteArrayView begin)
{
    return begin.size() >= Magic.size() && begin.first(Magic.size()) == Magic;
}

bool streamHasConfiguration(QByteArrayView begin)
{
    return begin.size() > StreamKindAt && begin.first(StreamMagic.size()) == StreamMagic &&
           begin[StreamKindAt] == ConfigurationKind;
}

} // namespace sandglass::microvm
