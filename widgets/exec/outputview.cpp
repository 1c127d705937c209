// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/exec/outputview.h"

#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QScrollBar>
#include <QTextBlock>

#include <chrono>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds BetweenFrames{33};
constexpr qsizetype AtOnce = 256 * 1024; // bytes of one frame
constexpr int KindProperty = QTextFormat::UserProperty;

} // namespace

OutputView::OutputView(QWidget *parent) : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("execOutput"));
    setAccessibleName(tr("What the command printed"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(MostLines);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setFrameShape(QFrame::NoFrame);
    setWordWrapMode(QTextOption::WrapAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_timer.setSingleShot(true);
    m_timer.setInterval(BetweenFrames);
    connect(&m_timer, &QTimer::timeout, this, &OutputView::flush);
}

void OutputView::add(Kind kind, const QByteArray &bytes)
{
    if (!m_waiting.isEmpty() && m_waiting.constLast().kind == kind)
        m_waiting.last().bytes += bytes;
    else
        m_waiting.append({kind, bytes});
    m_waitingBytes += bytes.size();
    if (!m_timer.isActive())
        m_timer.start();
}

void OutputView::addNote(const QString &text)
{
    add(Kind::Note, text.toUtf8());
}

void OutputView::forget()
{
    m_waiting.clear();
    m_waitingBytes = 0;
    m_output = {};
    m_error = {};
    m_rewrites = false;
    m_column = 0;
    clear();
}

void OutputView::flush()
{
    const bool follows = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 1;
    qsizetype left = AtOnce;
    while (!m_waiting.isEmpty() && left > 0) {
        Piece &piece = m_waiting.first();
        const QByteArray bytes = piece.bytes.first(qMin(left, piece.bytes.size()));
        const Kind kind = piece.kind;
        piece.bytes.remove(0, bytes.size());
        if (piece.bytes.isEmpty())
            m_waiting.removeFirst();
        left -= bytes.size();
        m_waitingBytes -= bytes.size();
        if (kind == Kind::Note) {
            write(kind, (m_column > 0 ? QStringLiteral("\n") : QString()) + QString::fromUtf8(bytes) + u'\n');
        } else {
            write(kind, (kind == Kind::Error ? m_error : m_output).add(bytes));
        }
    }
    if (!m_waiting.isEmpty())
        m_timer.start();
    if (follows)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    emit shown();
}

void OutputView::write(Kind kind, const QString &text)
{
    const ThemeColors &colors = themeColors(QApplication::palette());
    QTextCharFormat format;
    format.setForeground(kind == Kind::Error  ? colors.error
                         : kind == Kind::Note ? colors.muted
                                              : colors.text);
    format.setProperty(KindProperty, static_cast<int>(kind));
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.setCharFormat(format);
    cursor.beginEditBlock();
    qsizetype begin = 0;
    for (qsizetype at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text.at(at) != u'\r')
            continue;
        write(cursor, text.mid(begin, at - begin));
        if (at < text.size())
            m_rewrites = true;
        begin = at + 1;
    }
    cursor.endEditBlock();
}

// A line that was ended by a carriage return is replaced by the next text.
void OutputView::write(QTextCursor &cursor, const QString &text)
{
    if (text.isEmpty())
        return;
    if (std::exchange(m_rewrites, false) && text.at(0) != u'\n') {
        cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
        m_column = 0;
    }
    qsizetype begin = 0;
    while (begin < text.size()) {
        qsizetype end = text.indexOf(u'\n', begin);
        const bool ends = end >= 0;
        end = ends ? end + 1 : text.size();
        const qsizetype room = LongestLine - m_column;
        if (end - begin > room) {
            cursor.insertText(text.mid(begin, room) + u'\n');
            begin += room;
            m_column = 0;
            continue;
        }
        cursor.insertText(text.mid(begin, end - begin));
        m_column = ends ? 0 : m_column + end - begin;
        begin = end;
    }
}

// The colours were given to the text when it came; after a change of theme they are given again.
void OutputView::tint()
{
    const ThemeColors &colors = themeColors(QApplication::palette());
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QList<std::pair<int, int>> parts;
        QList<int> kinds;
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            parts.append({it.fragment().position(), it.fragment().length()});
            kinds.append(it.fragment().charFormat().intProperty(KindProperty));
        }
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const auto kind = static_cast<Kind>(kinds.at(i));
            QTextCharFormat format;
            format.setForeground(kind == Kind::Error  ? colors.error
                                 : kind == Kind::Note ? colors.muted
                                                      : colors.text);
            cursor.setPosition(parts.at(i).first);
            cursor.setPosition(parts.at(i).first + parts.at(i).second, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(format);
        }
    }
    cursor.endEditBlock();
}

void OutputView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        tint();
}

} // namespace sandglass
