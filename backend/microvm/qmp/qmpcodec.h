// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"

#include <QByteArray>
#include <QString>

#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace sandglass::microvm {

// One message from QEMU's monitor (docs/interop/qmp-spec): what it is, and its body.
struct QmpMessage
{
    enum class Kind { Greeting, Answer, Failure, Event };

    Kind kind = Kind::Event;
    std::optional<quint64> id; // of the command that is answered
    QString name;              // event: its name; failure: its class
    QString description;       // failure: QEMU's words
    nlohmann::json body;       // answer: the return value; event: its data; greeting: the QMP object
};

// Cuts a byte stream into QMP messages, in pieces of any size. A line that is too long, too deep, not JSON or
// no QMP message is a ProtocolViolation, after which the stream is of no more use. Pure; any thread.
class QmpParser
{
public:
    static constexpr qsizetype MaxLine = 4 * 1024 * 1024;
    static constexpr int MaxDepth = 64;

    [[nodiscard]] Result<std::vector<QmpMessage>> feed(QByteArrayView chunk);
    [[nodiscard]] qsizetype buffered() const { return m_line.size(); }

private:
    QByteArray m_line;
};

[[nodiscard]] QByteArray qmpCommandLine(const QString &command, const nlohmann::json &arguments, quint64 id);

} // namespace sandglass::microvm
