// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/themecolors.h"

namespace sandglass {

namespace {

QColor rgb(const char *text)
{
    return QColor::fromString(QLatin1StringView(text));
}

ThemeColors makeLight()
{
    ThemeColors c;
    c.window = rgb("#f3f5f7");
    c.base = rgb("#ffffff");
    c.alternate = rgb("#f8f9fb");
    c.hover = rgb("#eef2f8");
    c.selection = rgb("#dbe7fa");
    c.button = rgb("#ffffff");
    c.field = rgb("#ffffff");
    c.border = rgb("#dde1e7");
    c.strongBorder = rgb("#7d8793");
    c.text = rgb("#1a1f26");
    c.muted = rgb("#525c69");
    c.disabled = rgb("#99a1ab");
    c.accent = rgb("#2558bf");
    c.onAccent = rgb("#ffffff");
    c.running = rgb("#146a2e");
    c.starting = rgb("#075e96");
    c.ending = rgb("#7f5000");
    c.paused = rgb("#6d3fb5");
    c.stopped = rgb("#4f5963");
    c.error = rgb("#b3182a");
    c.deleted = rgb("#5c656f");
    c.warning = rgb("#7f5000");
    c.errorSurface = rgb("#fdebec");
    c.warningSurface = rgb("#fdf3dc");
    c.infoSurface = rgb("#e8effb");
    c.series = {rgb("#2558bf"), rgb("#b3531b"), rgb("#146a2e"),
                rgb("#6d3fb5"), rgb("#0b6e7a"), rgb("#a02c6d")};
    return c;
}

ThemeColors makeDark()
{
    ThemeColors c;
    c.window = rgb("#16191d");
    c.base = rgb("#1c2025");
    c.alternate = rgb("#20242a");
    c.hover = rgb("#262b33");
    c.selection = rgb("#2a3b5e");
    c.button = rgb("#272c33");
    c.field = rgb("#1c2025");
    c.border = rgb("#31373f");
    c.strongBorder = rgb("#77818d");
    c.text = rgb("#e5e9ee");
    c.muted = rgb("#a7b0bc");
    c.disabled = rgb("#656e79");
    c.accent = rgb("#82acff");
    c.onAccent = rgb("#0b1526");
    c.running = rgb("#57cb78");
    c.starting = rgb("#62baf5");
    c.ending = rgb("#e8b04a");
    c.paused = rgb("#c3a5fa");
    c.stopped = rgb("#aab3be");
    c.error = rgb("#ff8e88");
    c.deleted = rgb("#a0aab6");
    c.warning = rgb("#e8b04a");
    c.errorSurface = rgb("#3a1d20");
    c.warningSurface = rgb("#382b12");
    c.infoSurface = rgb("#1d2a42");
    c.series = {rgb("#82acff"), rgb("#f0a06a"), rgb("#57cb78"),
                rgb("#c3a5fa"), rgb("#5cc8d4"), rgb("#f08ec0")};
    return c;
}

} // namespace

const QColor &ThemeColors::status(Status which) const
{
    switch (which) {
    case Status::Pending:
    case Status::Creating:
    case Status::Resuming:
        return starting;
    case Status::Running:
        return running;
    case Status::Pausing:
    case Status::Stopping:
        return ending;
    case Status::Paused:
        return paused;
    case Status::Stopped:
        return stopped;
    case Status::Error:
        return error;
    case Status::Deleted:
        return deleted;
    }
    Q_UNREACHABLE();
}

const ThemeColors &lightColors()
{
    static const ThemeColors colors = makeLight();
    return colors;
}

const ThemeColors &darkColors()
{
    static const ThemeColors colors = makeDark();
    return colors;
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness() <
           palette.color(QPalette::Active, QPalette::WindowText).lightness();
}

const ThemeColors &themeColors(const QPalette &palette)
{
    return isDark(palette) ? darkColors() : lightColors();
}

QPalette makePalette(const ThemeColors &c)
{
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.base);
    p.setColor(QPalette::AlternateBase, c.alternate);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.muted);
    p.setColor(QPalette::Button, c.button);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.error);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::ToolTipBase, c.base);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Light, c.base);
    p.setColor(QPalette::Midlight, c.hover);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, c.strongBorder);
    p.setColor(QPalette::Shadow, QColor(0, 0, 0, 90));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::Link})
        p.setColor(QPalette::Disabled, role, c.disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, c.muted);
    return p;
}

} // namespace sandglass
