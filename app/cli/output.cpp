// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "backend/api/wire/rpcmessage.h"
#include "backend/api/wire/sandboxcodec.h"
#include "models/wording.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace sandglass::cli {

void Output::line(const QString &text) const
{
    bytes(STDOUT_FILENO, text.toUtf8() + '\n');
}

void Output::json(const wire::Json &value) const
{
    bytes(STDOUT_FILENO, wire::jsonText(value) + '\n');
}

void Output::table(const QStringList &heads, const QList<QStringList> &rows) const
{
    QList<int> widths(heads.size());
    const auto widen = [&](const QStringList &row) {
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], cellWidth(row[i]));
    };
    widen(heads);
    std::ranges::for_each(rows, widen);
    const auto print = [&](const QStringList &row) {
        QString text;
        for (qsizetype i = 0; i < row.size(); ++i) {
            text += row[i];
            if (i + 1 < row.size())
                text += QString(widths[i] - cellWidth(row[i]) + 2, u' ');
        }
        while (text.endsWith(u' '))
            text.chop(1);
        line(text);
    };
    print(heads);
    std::ranges::for_each(rows, print);
}

void Output::fault(const QString &sentence) const
{
    bytes(STDERR_FILENO, "sandglass: " + sentence.toUtf8() + '\n');
}

void Output::failure(const Error &error, const QString &subject) const
{
    const QString sentence = wording::errorSentence(error);
    fault(subject.isEmpty() ? sentence : QStringLiteral("%1: %2").arg(subject, sentence));
    if (m_json)
        json({{"error", wire::encode(error)}, {"subject", wire::encode(subject)}});
}

void Output::bytes(int descriptor, const QByteArray &data)
{
    for (qsizetype at = 0; at < data.size();) {
        const ssize_t written =
            write(descriptor, data.constData() + at, static_cast<size_t>(data.size() - at));
        if (written < 0 && errno == EPIPE) {
            // Nobody reads any more: that ends us as it ends other programs, though Qt's sockets ignore it.
            std::signal(SIGPIPE, SIG_DFL);
            std::raise(SIGPIPE);
        }
        if (written < 0 && errno != EINTR)
            return;
        at += std::max<ssize_t>(written, 0);
    }
}

int cellWidth(const QString &text)
{
    int width = 0;
    for (const char32_t c : text.toUcs4()) {
        const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
                          (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
                          (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                          (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
        width += wide ? 2 : 1;
    }
    return width;
}

} // namespace sandglass::cli
