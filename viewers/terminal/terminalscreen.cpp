// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalscreen.h"

#include "viewers/terminal/terminalfilter.h"
#include "viewers/terminal/vtermvalues.h"

#include <algorithm>
#include <optional>

namespace sandglass::viewers {

namespace {

TerminalSize bounded(TerminalSize size)
{
    return {
        std::clamp(size.columns, TerminalScreen::SmallestSize.columns, TerminalScreen::LargestSize.columns),
        std::clamp(size.rows, TerminalScreen::SmallestSize.rows, TerminalScreen::LargestSize.rows)};
}

// What a terminal's Ctrl makes of a character, as xterm has it; nothing where it makes nothing of it.
std::optional<char> controlOf(char32_t c)
{
    if (c >= U'a' && c <= U'z')
        return static_cast<char>(c - U'a' + 1);
    if (c >= U'@' && c <= U'_')
        return static_cast<char>(c - U'@');
    switch (c) {
    case U' ':
    case U'2':
    case U'`':
        return '\0';
    case U'3':
        return '\x1b';
    case U'4':
        return '\x1c';
    case U'5':
        return '\x1d';
    case U'6':
    case U'~':
        return '\x1e';
    case U'7':
    case U'/':
        return '\x1f';
    case U'8':
    case U'?':
        return '\x7f';
    default:
        return std::nullopt;
    }
}

#if VTERM_VERSION_MAJOR > 0 || VTERM_VERSION_MINOR >= 2
#define SANDGLASS_VTERM_FRAGMENTS
#endif

} // namespace

struct TerminalScreen::Data
{
    Data(TerminalSize size, ScrollbackLimits limits);
    ~Data() { vterm_free(terminal); }
    Q_DISABLE_COPY_MOVE(Data)

    void damage(int from, int to);
    void takeProperty(VTermProp property, const VTermValue &value);
    void takeTitle(const VTermValue &value);
    void readCursor();
    [[nodiscard]] TerminalLine row(int number) const;
    void write(const QByteArray &bytes) const
    {
        vterm_input_write(terminal, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    }
    void output(const QByteArray &bytes) const
    {
        if (send && !bytes.isEmpty())
            send(bytes);
    }

    VTerm *terminal;
    VTermScreen *screen;
    VTermState *state;
    VTermScreenCallbacks callbacks{};
    TerminalFilter filter;
    Scrollback scrollback;
    ScreenChanges changes;
    TerminalCursor cursor;
    QByteArray rawTitle;
    QString title;
    bool alternate = false;
    bool reversed = false;
    MouseReport mouse = MouseReport::None;
    std::function<void(const QByteArray &)> send;
};

namespace {

// libvterm's callbacks, each with the screen's Data as `user`.
template<typename Data> struct Hooks
{
    static Data &of(void *user) { return *static_cast<Data *>(user); }
    static int damage(VTermRect rect, void *user)
    {
        of(user).damage(rect.start_row, rect.end_row);
        return 1;
    }
    static int moveCursor(VTermPos, VTermPos, int, void *user)
    {
        of(user).changes.cursor = true; // where to is read when all was taken
        return 1;
    }
    static int property(VTermProp which, VTermValue *value, void *user)
    {
        of(user).takeProperty(which, *value);
        return 1;
    }
    static int bell(void *user)
    {
        of(user).changes.bell = true;
        return 1;
    }
    static int pushLine(int columns, const VTermScreenCell *cells, void *user)
    {
        TerminalLine line;
        line.cells.reserve(static_cast<std::size_t>(columns));
        for (int i = 0; i < columns; ++i)
            appendCell(line, cells[i]);
        line.trim();
        line.cells.shrink_to_fit();
        of(user).scrollback.push(std::move(line));
        of(user).changes.scrolled = true;
        return 1;
    }
    static int popLine(int columns, VTermScreenCell *cells, void *user)
    {
        Scrollback &lines = of(user).scrollback;
        if (lines.begin() == lines.end())
            return 0;
        const TerminalLine line = lines.pop();
        for (int i = 0; i < columns; ++i)
            cells[i] = cellFor(line, static_cast<std::size_t>(i));
        // A wide character that was cut by a narrower screen has no room for its other half.
        if (columns > 0 && cells[columns - 1].width == 2)
            cells[columns - 1] = cellFor({}, 0);
        of(user).changes.scrolled = true;
        return 1;
    }
    static int clearLines(void *user)
    {
        of(user).scrollback.clear();
        of(user).changes.scrolled = true;
        return 1;
    }
    static void output(const char *bytes, size_t size, void *user)
    {
        of(user).output(QByteArray(bytes, static_cast<qsizetype>(size)));
    }
};

} // namespace

TerminalScreen::Data::Data(TerminalSize size, ScrollbackLimits limits)
    : terminal(vterm_new(size.rows, size.columns)), screen(vterm_obtain_screen(terminal)),
      state(vterm_obtain_state(terminal)), scrollback(limits)
{
    using Hook = Hooks<Data>;
    vterm_set_utf8(terminal, 1);
    vterm_output_set_callback(terminal, &Hook::output, this);
    callbacks.damage = &Hook::damage;
    callbacks.movecursor = &Hook::moveCursor;
    callbacks.settermprop = &Hook::property;
    callbacks.bell = &Hook::bell;
    callbacks.sb_pushline = &Hook::pushLine;
    callbacks.sb_popline = &Hook::popLine;
#if VTERM_VERSION_MAJOR > 0 || VTERM_VERSION_MINOR >= 3
    callbacks.sb_clear = &Hook::clearLines;
#endif
    vterm_screen_set_callbacks(screen, &callbacks, this);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_set_damage_merge(screen, VTERM_DAMAGE_SCREEN);
    vterm_screen_reset(screen, 1);
    damage(0, size.rows);
}

void TerminalScreen::Data::damage(int from, int to)
{
    const bool none = changes.firstRow >= changes.endRow;
    changes.firstRow = none ? from : std::min(changes.firstRow, from);
    changes.endRow = none ? to : std::max(changes.endRow, to);
}

void TerminalScreen::Data::takeProperty(VTermProp property, const VTermValue &value)
{
    switch (property) {
    case VTERM_PROP_CURSORVISIBLE:
        cursor.visible = value.boolean != 0;
        changes.cursor = true;
        break;
    case VTERM_PROP_CURSORBLINK:
        cursor.blinks = value.boolean != 0;
        changes.cursor = true;
        break;
    case VTERM_PROP_CURSORSHAPE:
        cursor.shape = value.number == VTERM_PROP_CURSORSHAPE_UNDERLINE  ? CursorShape::Underline
                       : value.number == VTERM_PROP_CURSORSHAPE_BAR_LEFT ? CursorShape::Bar
                                                                         : CursorShape::Block;
        changes.cursor = true;
        break;
    case VTERM_PROP_ALTSCREEN:
        alternate = value.boolean != 0;
        changes.scrolled = true;
        break;
    case VTERM_PROP_REVERSE: {
        int rows = 0;
        int columns = 0;
        vterm_get_size(terminal, &rows, &columns);
        reversed = value.boolean != 0;
        damage(0, rows);
        break;
    }
    case VTERM_PROP_MOUSE:
        mouse = static_cast<MouseReport>(std::clamp(value.number, 0, int(MouseReport::Moves)));
        break;
    case VTERM_PROP_TITLE:
        takeTitle(value);
        break;
    default:
        break;
    }
}

// What is told of each move is also told of places outside, which are left again at once.
void TerminalScreen::Data::readCursor()
{
    VTermPos place{};
    vterm_state_get_cursorpos(state, &place);
    int rows = 0;
    int columns = 0;
    vterm_get_size(terminal, &rows, &columns);
    cursor.row = std::clamp(place.row, 0, rows - 1);
    cursor.column = std::clamp(place.col, 0, columns - 1);
}

void TerminalScreen::Data::takeTitle(const VTermValue &value)
{
#ifdef SANDGLASS_VTERM_FRAGMENTS
    if (value.string.initial)
        rawTitle.clear();
    const qsizetype room = std::max<qsizetype>(0, 4 * MaxTitle - rawTitle.size());
    rawTitle.append(value.string.str, std::min<qsizetype>(room, static_cast<qsizetype>(value.string.len)));
    if (!value.string.final)
        return;
#else
    rawTitle = QByteArray(value.string).left(4 * MaxTitle);
#endif
    title.clear();
    const QString text = QString::fromUtf8(rawTitle);
    for (const QChar c : text) {
        if (title.size() < MaxTitle && c.isPrint())
            title += c;
    }
    changes.title = true;
}

TerminalLine TerminalScreen::Data::row(int number) const
{
    TerminalLine line;
    int rows = 0;
    int columns = 0;
    vterm_get_size(terminal, &rows, &columns);
    line.cells.reserve(static_cast<std::size_t>(columns));
    for (int column = 0; column < columns; ++column) {
        VTermScreenCell cell{};
        if (vterm_screen_get_cell(screen, {number, column}, &cell) == 0)
            break;
        appendCell(line, cell);
    }
    line.trim();
    return line;
}

TerminalScreen::TerminalScreen(TerminalSize size, ScrollbackLimits limits)
    : d(std::make_unique<Data>(bounded(size), limits))
{}

TerminalScreen::~TerminalScreen() = default;

void TerminalScreen::setSend(std::function<void(const QByteArray &)> send)
{
    d->send = std::move(send);
}

void TerminalScreen::feed(QByteArrayView bytes)
{
    d->write(d->filter.pass(bytes));
    vterm_screen_flush_damage(d->screen);
    d->readCursor();
}

// libvterm 0.1.4 keeps margins that a smaller grid does not have, may put the cursor above it, and then
// writes outside of it. So margins are reset before (as xterm does), and the cursor is brought back after.
void TerminalScreen::resize(TerminalSize wanted)
{
    const TerminalSize size = bounded(wanted);
    if (size == this->size())
        return;
    VTermPos place{};
    vterm_state_get_cursorpos(d->state, &place);
    d->write(d->filter.interrupt() + "\x1b[s\x1b[r\x1b[" + QByteArray::number(place.row + 1) + ';' +
             QByteArray::number(place.col + 1) + 'H');
    vterm_set_size(d->terminal, size.rows, size.columns);
    d->write(TerminalFilter::ToScreen);
    vterm_screen_flush_damage(d->screen);
    d->damage(0, size.rows);
    d->readCursor();
    d->changes.cursor = true;
    d->changes.scrolled = true;
}

TerminalSize TerminalScreen::size() const
{
    TerminalSize size;
    vterm_get_size(d->terminal, &size.rows, &size.columns);
    return size;
}

ScreenChanges TerminalScreen::takeChanges()
{
    return std::exchange(d->changes, {});
}

qint64 TerminalScreen::firstLine() const
{
    return d->alternate ? d->scrollback.end() : d->scrollback.begin();
}

qint64 TerminalScreen::screenLine() const
{
    return d->scrollback.end();
}

TerminalLine TerminalScreen::line(qint64 number) const
{
    if (number >= screenLine() && number < endLine())
        return d->row(static_cast<int>(number - screenLine()));
    return d->scrollback.at(number);
}

TerminalCursor TerminalScreen::cursor() const
{
    return d->cursor;
}

QString TerminalScreen::title() const
{
    return d->title;
}

bool TerminalScreen::isAlternate() const
{
    return d->alternate;
}

bool TerminalScreen::isReversed() const
{
    return d->reversed;
}

MouseReport TerminalScreen::mouseReport() const
{
    return d->mouse;
}

// Not libvterm's own way: it writes what only few programs read (CSI u) for much that people type.
void TerminalScreen::typeText(const QString &text, Qt::KeyboardModifiers modifiers)
{
    QByteArray bytes;
    const auto characters = text.toUcs4();
    for (const char32_t c : characters) {
        if (modifiers.testFlag(Qt::AltModifier))
            bytes += '\x1b';
        const auto control = modifiers.testFlag(Qt::ControlModifier) ? controlOf(c) : std::nullopt;
        bytes += control ? QByteArray(1, *control) : QString::fromUcs4(&c, 1).toUtf8();
    }
    d->output(bytes);
}

void TerminalScreen::pressKey(TerminalKey key, Qt::KeyboardModifiers modifiers)
{
    switch (key) {
    case TerminalKey::Backspace:
        d->output((modifiers.testFlag(Qt::AltModifier) ? QByteArray("\x1b") : QByteArray()) +
                  (modifiers.testFlag(Qt::ControlModifier) ? '\b' : '\x7f'));
        return;
    case TerminalKey::Enter:
    case TerminalKey::Escape:
        modifiers &= Qt::AltModifier;
        break;
    default:
        break;
    }
    vterm_keyboard_key(d->terminal, keyOf(key), modifiersOf(modifiers));
}

void TerminalScreen::pressFunctionKey(int number, Qt::KeyboardModifiers modifiers)
{
    if (number >= 1 && number <= 24)
        vterm_keyboard_key(d->terminal, static_cast<VTermKey>(VTERM_KEY_FUNCTION(number)),
                           modifiersOf(modifiers));
}

void TerminalScreen::paste(const QString &text)
{
    QString clean;
    clean.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (c == u'\n')
            clean += u'\r';
        else if (c == u'\r')
            clean += i + 1 < text.size() && text.at(i + 1) == u'\n' ? QString() : QStringLiteral("\r");
        else if (c == u'\t' || c.category() != QChar::Other_Control)
            clean += c;
    }
    vterm_keyboard_start_paste(d->terminal);
    d->output(clean.toUtf8());
    vterm_keyboard_end_paste(d->terminal);
}

void TerminalScreen::moveMouse(QPoint cell, Qt::KeyboardModifiers modifiers)
{
    const TerminalSize size = this->size();
    vterm_mouse_move(d->terminal, std::clamp(cell.y(), 0, size.rows - 1),
                     std::clamp(cell.x(), 0, size.columns - 1), modifiersOf(modifiers));
}

void TerminalScreen::clickMouse(int button, bool pressed, Qt::KeyboardModifiers modifiers)
{
    // libvterm reports a button also when nobody asked.
    if (d->mouse != MouseReport::None)
        vterm_mouse_button(d->terminal, button, pressed, modifiersOf(modifiers));
}

void TerminalScreen::tellFocus(bool focused)
{
    if (focused)
        vterm_state_focus_in(d->state);
    else
        vterm_state_focus_out(d->state);
}

void TerminalScreen::clearScrollback()
{
    d->scrollback.clear();
    d->changes.scrolled = true;
}

} // namespace sandglass::viewers
