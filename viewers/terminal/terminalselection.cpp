// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalselection.h"

#include <QRegularExpression>

#include <algorithm>

namespace sandglass::viewers {

namespace {

constexpr qint64 MostJoined = 64; // rows of one logical line that are looked at

// Rows that belong together as one text, with the place of each of its UTF-16 units.
struct JoinedLine
{
    QString text;
    std::vector<TerminalPlace> places;
    qint64 endLine = 0;

    [[nodiscard]] TerminalPlace placeAt(qsizetype unit) const
    {
        if (unit < text.size())
            return places[static_cast<std::size_t>(unit)];
        return places.empty() ? TerminalPlace{endLine - 1, 0}
                              : TerminalPlace{places.back().line, places.back().column + 1};
    }
};

JoinedLine joinedAt(const TerminalScreen &screen, qint64 line)
{
    qint64 first = line;
    while (first > screen.firstLine() && line - first < MostJoined && goesOn(screen, first - 1))
        --first;
    JoinedLine joined;
    qint64 at = first;
    for (bool more = true; more && at < screen.endLine() && at - first < 2 * MostJoined; ++at) {
        const TerminalLine row = screen.line(at);
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
            const QString text = row.textOf(row.cells[column]);
            joined.text += text;
            joined.places.insert(joined.places.end(), static_cast<std::size_t>(text.size()),
                                 {at, static_cast<int>(column)});
        }
        more = goesOn(screen, at);
    }
    joined.endLine = at;
    return joined;
}

int kindOf(char32_t c)
{
    if (c == 0 || c == U' ')
        return 0;
    if (QChar::isLetterOrNumber(c) || c > 0x7f)
        return 1;
    // What paths, addresses and options are made of.
    return QStringView(u"_-./~:@%+#?&=").contains(QChar(static_cast<char16_t>(c))) ? 1 : 2;
}

char32_t baseAt(const TerminalLine &line, int column)
{
    while (column > 0 && column < static_cast<int>(line.cells.size()) &&
           line.cells[static_cast<std::size_t>(column)].width == 0)
        --column;
    return column < static_cast<int>(line.cells.size())
               ? line.cells[static_cast<std::size_t>(column)].character
               : 0;
}

} // namespace

bool goesOn(const TerminalScreen &screen, qint64 number)
{
    if (number + 1 >= screen.endLine())
        return false;
    const TerminalLine line = screen.line(number);
    if (static_cast<int>(line.cells.size()) < screen.size().columns)
        return false;
    const TerminalCell &last = line.cells.back();
    return last.width == 0 || (last.character != 0 && last.character != U' ');
}

QString textOf(const TerminalScreen &screen, const TerminalSpan &span)
{
    QString text;
    for (qint64 number = std::max(span.from.line, screen.firstLine()); number <= span.to.line; ++number) {
        const TerminalLine line = screen.line(number);
        const int from = number == span.from.line ? span.from.column : 0;
        const bool isLast = number == span.to.line;
        const int to = isLast ? span.to.column : static_cast<int>(line.cells.size());
        QString part = line.text(from, to);
        const bool whole = to >= static_cast<int>(line.cells.size());
        const bool more = !isLast && goesOn(screen, number);
        while (whole && !more && part.endsWith(u' '))
            part.chop(1);
        text += part;
        if (!isLast && !more)
            text += u'\n';
    }
    return text;
}

TerminalSpan wordAt(const TerminalScreen &screen, TerminalPlace place)
{
    const TerminalLine line = screen.line(place.line);
    const int kind = kindOf(baseAt(line, place.column));
    int from = place.column;
    int to = place.column + 1;
    while (from > 0 && kindOf(baseAt(line, from - 1)) == kind)
        --from;
    const int end = kind == 0 ? screen.size().columns : static_cast<int>(line.cells.size());
    while (to < end && kindOf(baseAt(line, to)) == kind)
        ++to;
    return {{place.line, from}, {place.line, to}};
}

TerminalSpan lineAt(const TerminalScreen &screen, TerminalPlace place)
{
    qint64 first = place.line;
    qint64 last = place.line;
    while (first > screen.firstLine() && goesOn(screen, first - 1))
        --first;
    while (goesOn(screen, last))
        ++last;
    return {{first, 0}, {last, screen.size().columns}};
}

std::optional<TerminalLink> linkAt(const TerminalScreen &screen, TerminalPlace place)
{
    static const QRegularExpression address(QStringLiteral(R"(https?://[^\s<>"'`|{}\\^\x{2500}-\x{257f}]+)"),
                                            QRegularExpression::CaseInsensitiveOption);
    const JoinedLine line = joinedAt(screen, place.line);
    for (auto found = address.globalMatch(line.text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString text = match.captured();
        // Punctuation behind an address belongs to the sentence, a bracket only when it was opened in it.
        while (!text.isEmpty() && (QStringView(u".,;:!?").contains(text.back()) ||
                                   (text.endsWith(u')') && !text.contains(u'(')) ||
                                   (text.endsWith(u']') && !text.contains(u'['))))
            text.chop(1);
        const TerminalSpan span{line.placeAt(match.capturedStart()),
                                line.placeAt(match.capturedStart() + text.size())};
        if (!span.contains(place))
            continue;
        const QUrl url(text, QUrl::StrictMode);
        if (url.isValid() && !url.host().isEmpty())
            return TerminalLink{span, url};
    }
    return std::nullopt;
}

std::optional<TerminalSpan> findText(const TerminalScreen &screen, const QString &text, TerminalPlace place,
                                     bool upwards)
{
    const qint64 first = screen.firstLine();
    const qint64 count = screen.endLine() - first;
    if (text.isEmpty() || count <= 0)
        return std::nullopt;
    const qint64 start = std::clamp(place.line, first, screen.endLine() - 1) - first;
    // The starting line is looked at twice: first on one side of the place, at last on the other.
    for (qint64 step = 0; step <= count; ++step) {
        const qint64 offset = upwards ? start - step : start + step;
        const qint64 number = first + ((offset % count) + count) % count;
        const TerminalLine row = screen.line(number);
        JoinedLine line;
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
            const QString piece = row.textOf(row.cells[column]);
            line.text += piece;
            line.places.insert(line.places.end(), static_cast<std::size_t>(piece.size()),
                               {number, static_cast<int>(column)});
        }
        std::optional<TerminalSpan> best;
        for (qsizetype at = line.text.indexOf(text, 0, Qt::CaseInsensitive); at >= 0;
             at = line.text.indexOf(text, at + 1, Qt::CaseInsensitive)) {
            const TerminalSpan span{line.placeAt(at), line.placeAt(at + text.size())};
            const bool isBehind = upwards ? span.from < place : span.from > place;
            if (step == 0 && !isBehind)
                continue;
            best = span;
            if (!upwards)
                break;
        }
        if (best)
            return best;
    }
    return std::nullopt;
}

void TerminalSelection::begin(const TerminalScreen &screen, TerminalPlace place, By by)
{
    m_by = by;
    m_anchor = by == By::Word   ? wordAt(screen, place)
               : by == By::Line ? lineAt(screen, place)
                                : TerminalSpan{place, place};
    m_span = m_anchor;
}

void TerminalSelection::extend(const TerminalScreen &screen, TerminalPlace place)
{
    const TerminalSpan here = m_by == By::Word   ? wordAt(screen, place)
                              : m_by == By::Line ? lineAt(screen, place)
                                                 : TerminalSpan{place, place};
    m_span = {std::min(m_anchor.from, here.from), std::max(m_anchor.to, here.to)};
}

void TerminalSelection::set(const TerminalSpan &span)
{
    m_by = By::Character;
    m_anchor = span;
    m_span = span;
}

} // namespace sandglass::viewers
