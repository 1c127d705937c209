// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/json.h"
#include "backend/core/error.h"

#include <QStringList>

namespace sandglass::cli {

// Where a command speaks: results to standard output (text, or JSON for programs), faults to standard error.
// Writing blocks when the reader is slow, which is meant: the command then reads no more from the engine.
class Output
{
public:
    explicit Output(bool json) : m_json(json) {}

    [[nodiscard]] bool isJson() const { return m_json; }
    void line(const QString &text) const;
    void json(const wire::Json &value) const;
    // Columns as wide as their widest cell; the last one is not padded.
    void table(const QStringList &heads, const QList<QStringList> &rows) const;
    void fault(const QString &sentence) const;
    // The sentence for people, and with --json also {"error": {...}} on standard output.
    void failure(const Error &error, const QString &subject = {}) const;
    static void bytes(int descriptor, const QByteArray &data);

private:
    bool m_json;
};

// Cells of a terminal that a text takes: East Asian characters take two.
[[nodiscard]] int cellWidth(const QString &text);

} // namespace sandglass::cli
