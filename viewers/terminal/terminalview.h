// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/terminal/terminalpainter.h"

#include <QAbstractScrollArea>
#include <QQueue>
#include <QTimer>

namespace sandglass::viewers {

// A terminal: what a program printed, and a keyboard for it. write() takes bytes in any amount and works on
// them in pieces of a few milliseconds; `consumed` tells how far it is, so that the source can be held back.
// With the focus all keys are the program's, Tab and the console's shortcuts too, except: Ctrl+Shift+C and
// +V (copy, paste), Shift with PageUp, PageDown, Home and End (scroll), Ctrl+Shift+F (find); and
// Ctrl+Alt+Shift, let go without another key, leaves. Links open with Ctrl+click. What the program prints
// reaches nothing but these pixels. GUI thread; owned by its Qt parent.
class TerminalView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TerminalView(QWidget *parent = nullptr, ScrollbackLimits limits = {});
    ~TerminalView() override;

    void write(const QByteArray &bytes);
    [[nodiscard]] qsizetype backlog() const { return m_backlog; }
    // No keys any more: the program has ended. The lines stay.
    void setEnded(bool ended);

    void setColors(const TerminalColors &colors);
    void setTerminalFont(const QFont &font);
    [[nodiscard]] QFont terminalFont() const { return m_painter.font(); }
    void setBlinking(bool blinking);

    [[nodiscard]] TerminalSize terminalSize() const { return m_screen.size(); }
    [[nodiscard]] const TerminalScreen &screen() const { return m_screen; }
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] bool hasSelection() const { return !m_selection.isEmpty(); }
    void copySelection() const;
    void paste();
    void selectEverything();
    void clearScrollback();
    // Shows where `text` stands next, seen from the last place found or from the end; false: nowhere.
    bool find(const QString &text, bool upwards);
    void clearFound();
    [[nodiscard]] static QString leaveChord(); // for a label

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;

signals:
    void typed(const QByteArray &bytes); // for the program
    void consumed(qsizetype bytes);
    void sizeChanged(sandglass::TerminalSize size);
    void titleChanged(const QString &title);
    void bellRang();
    void selectionChanged();
    void linkActivated(const QUrl &url);
    void findRequested();
    void leaveRequested();
    void menuRequested(const QPoint &globalPosition);

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    static constexpr int Margin = 4;

    void beginClick(QMouseEvent *event, int clicks);
    void consumeSome();
    void takeChanges();
    void updateScrollBar();
    void fitToViewport();
    void restartBlink();
    void repaintLines(qint64 from, qint64 to);
    [[nodiscard]] bool handleOwnKey(const QKeyEvent &event);
    [[nodiscard]] TerminalPlace placeAt(QPoint position, bool between) const;
    [[nodiscard]] QPoint cellOf(const TerminalPlace &place) const;
    [[nodiscard]] QRect cursorRect() const;
    [[nodiscard]] TerminalPainter::RowMarks marksOf(qint64 line) const;
    [[nodiscard]] bool reportsMouse(Qt::KeyboardModifiers modifiers) const;
    void updateLink(QPoint position, Qt::KeyboardModifiers modifiers);
    void extendSelection(QPoint position);
    void showLine(qint64 line);
    void pasteText(const QString &text);

    TerminalScreen m_screen;
    TerminalPainter m_painter;
    QQueue<QByteArray> m_waiting;
    qsizetype m_backlog = 0;
    QTimer m_work;
    QTimer m_blink;
    QTimer m_autoScroll;
    TerminalSelection m_selection;
    std::optional<TerminalSpan> m_found;
    std::optional<TerminalLink> m_link;
    QString m_composed;
    qint64 m_top = 0; // the line at the top of the view
    bool m_follows = true;
    bool m_cursorLit = true;
    bool m_blinking = true;
    bool m_ended = false;
    bool m_selecting = false;
    bool m_leaveArmed = false;
    int m_wheel = 0;
    int m_clicks = 0;
    QPoint m_pointer;
    qint64 m_clickedAt = 0;
};

} // namespace sandglass::viewers
