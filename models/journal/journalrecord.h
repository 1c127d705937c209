// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/event.h"
#include "backend/domain/sandbox.h"

#include <QDataStream>

#include <variant>

namespace sandglass {

// What a sandbox is, as far as it seldom changes: what an event is understood by long after the sandbox is
// gone.
struct SandboxFacts
{
    SandboxKey key;
    QString name;
    Kind kind = Kind::Code;
    TemplateId templateId;
    Mode mode = Mode::Ephemeral;
    WallTime createdAt{};
    Resources resources;
    Metadata metadata;

    [[nodiscard]] static SandboxFacts of(const Sandbox &sandbox);
    // The sandbox as these say, in a status.
    [[nodiscard]] Sandbox in(Status status, WallTime since) const;
    friend bool operator==(const SandboxFacts &, const SandboxFacts &) = default;
};

// Somebody began to write here; between the record before and this moment nobody listened.
struct JournalStart
{
    WallTime at{};

    friend bool operator==(const JournalStart &, const JournalStart &) = default;
};

// So many events came too quickly to be written.
struct JournalLoss
{
    WallTime at{};
    quint64 count = 0;

    friend bool operator==(const JournalLoss &, const JournalLoss &) = default;
};

using JournalRecord = std::variant<Event, SandboxFacts, JournalStart, JournalLoss>;

[[nodiscard]] WallTime timeOf(const JournalRecord &record); // facts have none

// A record as bytes: length, checksum, contents. Names, not numbers, stand for states and codes, so that
// files outlive versions.
[[nodiscard]] QByteArray encodeRecord(const JournalRecord &record);
// The record at `at`, which moves behind it; a sound one that a later version wrote and this one does not
// know is passed over. Nothing at the end, and where the file is cut or damaged: what follows cannot be told
// apart from rubbish.
[[nodiscard]] std::optional<JournalRecord> decodeRecord(QByteArrayView bytes, qsizetype &at);

} // namespace sandglass
