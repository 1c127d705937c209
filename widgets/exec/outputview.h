// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/outputtext.h"

#include <QPlainTextEdit>
#include <QTimer>

namespace sandglass {

// What a program printed, in two colours, with notes of ours between. Bounded: old lines go, endless ones are
// broken. Pieces are gathered and shown at most 30 times a second; `shown` tells how many bytes left the
// waiting ones. GUI thread.
class OutputView : public QPlainTextEdit
{
    Q_OBJECT

public:
    enum class Kind { Output, Error, Note };
    static constexpr int MostLines = 20'000;
    static constexpr qsizetype LongestLine = 8'000;

    explicit OutputView(QWidget *parent = nullptr);

    void add(Kind kind, const QByteArray &bytes);
    void addNote(const QString &text);
    void forget();
    [[nodiscard]] qsizetype waiting() const { return m_waitingBytes; }

signals:
    void shown();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Piece
    {
        Kind kind;
        QByteArray bytes;
    };

    void flush();
    void write(Kind kind, const QString &text);
    void write(QTextCursor &cursor, const QString &text);
    void tint();

    QList<Piece> m_waiting;
    qsizetype m_waitingBytes = 0;
    QTimer m_timer;
    OutputText m_output;
    OutputText m_error;
    bool m_rewrites = false; // the line is written over by what comes
    qsizetype m_column = 0;
};

} // namespace sandglass
