// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetwords.h"

#include <map>

namespace sandglass {

// The place of a sandbox in a FleetStore: stable while the sandbox is there, used again afterwards.
using Slot = quint32;

// Some hundred sandboxes by column: what is asked of many rows lies together. Numbers are FleetWords'.
struct FleetChunk
{
    static constexpr std::size_t Size = 512;
    static constexpr std::size_t LabelRoom = 8; // more of a row's labels are in moreLabels
    static constexpr quint8 Free = 0xff;
    enum Flag : quint16 {
        Pinned = 1,
        Expires = 2,
        HasLeft = 4,
        PausedExpires = 8,
        KeepsDiskOnly = 16,
        Runs = 32,
        Frozen = 64,
        HasRare = 128,
    };
    template<typename T> using Column = std::array<T, Size>;
    using Time = qint64; // milliseconds since the epoch, or of a span

    // What few rows have.
    struct Rare
    {
        std::optional<Error> error;
        QString consoleTail;
        std::optional<Origin> origin;
        AgentId agent;
        QString owner;
        std::optional<std::chrono::seconds> hibernateAfter;
        std::optional<WallTime> activeAt;
        std::optional<int> queuePosition;
        QStringList lost;
    };

    FleetChunk() { status.fill(Free); }

    Column<quint8> status;
    Column<quint8> kind{};
    Column<quint8> mode{};
    Column<quint8> labelCount{};
    Column<quint16> flags{};
    Column<quint32> context{};
    Column<quint32> templateId{};
    Column<quint32> shape{};
    Column<PackedText> name;
    Column<PackedText> id;
    Column<std::array<quint32, LabelRoom>> labels{};
    Column<std::array<quint16, LabelRoom>> labelKeys{}; // of each; the last one stands for all later keys
    Column<Time> createdAt{};
    Column<Time> statusSince{};
    Column<Time> granted{}; // seconds
    Column<Time> expiresAt{};
    Column<Time> left{}; // seconds
    Column<Time> pausedExpireAt{};
    Column<Time> ran{};
    Column<Time> frozen{};
    Column<Time> runningSince{};
    Column<Time> frozenSince{};
    Column<qint64> egress{};
    Column<quint64> revision{};
    std::map<quint16, std::vector<quint32>> moreLabels; // by row
    std::map<quint16, Rare> rare;                       // by row

    static constexpr quint32 LastKey = 0xffff;

    // Calls with the number of each label.
    template<typename See> void forEachLabel(std::size_t row, const See &see) const
    {
        const std::size_t here = std::min<std::size_t>(labelCount[row], LabelRoom);
        for (std::size_t i = 0; i < here; ++i)
            see(labels[row][i]);
        if (labelCount[row] > LabelRoom) {
            for (const quint32 label : moreLabels.at(static_cast<quint16>(row)))
                see(label);
        }
    }
};

// One row as a value, and back. `labels` are the sandbox's, in the order of its keys.
[[nodiscard]] Sandbox readRow(const FleetChunk &chunk, std::size_t row, const WordTables &words);
void writeRow(FleetChunk &chunk, std::size_t row, const Sandbox &sandbox, FleetWords &words,
              const std::vector<quint32> &labels);
void clearRow(FleetChunk &chunk, std::size_t row);
// The row is this sandbox's but for its figures: names, labels, template and shape are the same. The usual
// change; it costs a tenth of the other.
[[nodiscard]] bool differsInFiguresOnly(const FleetChunk &chunk, std::size_t row, const Sandbox &sandbox,
                                        const WordTables &words);
void writeFigures(FleetChunk &chunk, std::size_t row, const Sandbox &sandbox);

// The parts that money and time left are worked out from, without texts: a tenth of readRow's time.
void readFigures(const FleetChunk &chunk, std::size_t row, const WordTables &words, Sandbox &into);

} // namespace sandglass
