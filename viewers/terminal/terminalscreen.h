// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/terminals.h"
#include "viewers/terminal/scrollback.h"

#include <QByteArray>
#include <QPoint>

#include <functional>
#include <memory>

namespace sandglass::viewers {

enum class CursorShape { Block, Underline, Bar };

struct TerminalCursor
{
    int row = 0;
    int column = 0;
    CursorShape shape = CursorShape::Block;
    bool visible = true;
    bool blinks = true;

    friend bool operator==(const TerminalCursor &, const TerminalCursor &) = default;
};

// What a program wants to hear of the mouse.
enum class MouseReport { None, Clicks, Drags, Moves };

// Keys that are no characters.
enum class TerminalKey {
    Enter,
    Tab,
    Backspace,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Insert,
    Delete,
    Home,
    End,
    PageUp,
    PageDown
};

// What feed() and resize() changed since it was asked last.
struct ScreenChanges
{
    int firstRow = 0; // rows of the screen from..to (exclusive) look different
    int endRow = 0;
    bool cursor = false;
    bool scrolled = false; // the number of lines above the screen, or the screen itself (alternate)
    bool title = false;
    bool bell = false;

    [[nodiscard]] bool any() const { return firstRow < endRow || cursor || scrolled || title || bell; }
};

// A terminal without a window: bytes of a program in, a grid of cells out (libvterm: xterm's sequences as far
// as programs use them, ECMA-48), and what is typed encoded as the program asked for it. What comes in is
// hostile: sizes, titles and the scrollback are bounded, and no sequence reaches a clipboard, a file or the
// window (libvterm is given no way to, and unknown OSC and DCS are dropped). One thread; feed() takes time
// in proportion to its bytes, so it is given pieces.
class TerminalScreen
{
public:
    static constexpr TerminalSize SmallestSize{2, 1};
    static constexpr TerminalSize LargestSize{1000, 400};
    static constexpr qsizetype MaxTitle = 120;

    explicit TerminalScreen(TerminalSize size = {}, ScrollbackLimits limits = {});
    ~TerminalScreen();
    Q_DISABLE_COPY_MOVE(TerminalScreen)

    // Where answers to the program and what is typed go.
    void setSend(std::function<void(const QByteArray &)> send);
    void feed(QByteArrayView bytes);
    void resize(TerminalSize size);
    [[nodiscard]] TerminalSize size() const;
    [[nodiscard]] ScreenChanges takeChanges();

    // Lines by number: the scrollback's, then the screen's rows. On the alternate screen only the rows.
    [[nodiscard]] qint64 firstLine() const;
    [[nodiscard]] qint64 screenLine() const; // the number of row 0
    [[nodiscard]] qint64 endLine() const { return screenLine() + size().rows; }
    [[nodiscard]] TerminalLine line(qint64 number) const;

    [[nodiscard]] TerminalCursor cursor() const;
    [[nodiscard]] QString title() const; // without control characters
    [[nodiscard]] bool isAlternate() const;
    [[nodiscard]] bool isReversed() const;
    [[nodiscard]] MouseReport mouseReport() const;

    // Input.
    void typeText(const QString &text, Qt::KeyboardModifiers modifiers = {});
    void pressKey(TerminalKey key, Qt::KeyboardModifiers modifiers = {});
    void pressFunctionKey(int number, Qt::KeyboardModifiers modifiers = {}); // 1 to 24
    // Control characters are left out and line ends become the Enter key's; bracketed where the program
    // asked.
    void paste(const QString &text);
    void moveMouse(QPoint cell, Qt::KeyboardModifiers modifiers = {});
    // Buttons from 1; 4 and 5 are the wheel, which is only pressed.
    void clickMouse(int button, bool pressed, Qt::KeyboardModifiers modifiers = {});
    void tellFocus(bool focused);

    void clearScrollback();

private:
    struct Data;
    std::unique_ptr<Data> d;
};

} // namespace sandglass::viewers
