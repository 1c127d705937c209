// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/themecolors.h"

namespace sandglass {

namespace {

QColor rgb(const char *text)
{
    return QColor::fromString(QLatin1StringView(text));
}

// A surface that has a little of each mark.
void tint(ThemeColors &c, float share)
{
    for (std::size_t i = 0; i < c.ruleMarks.size(); ++i) {
        const auto mixed = [&](float ground, float mark) {
            return ground * (1 - share) + mark * share;
        };
        c.ruleSurfaces[i] = QColor::fromRgbF(mixed(c.base.redF(), c.ruleMarks[i].redF()),
                                             mixed(c.base.greenF(), c.ruleMarks[i].greenF()),
                                             mixed(c.base.blueF(), c.ruleMarks[i].blueF()));
    }
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
    c.ruleMarks = {rgb("#cc2b33"), rgb("#c4570d"), rgb("#947200"), rgb("#1f8a3f"),
                   rgb("#0b7f8c"), rgb("#2f6ae0"), rgb("#8a4fd3"), rgb("#6f7985")};
    tint(c, 0.1F);
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
    c.ruleMarks = {rgb("#ff6b6b"), rgb("#ff9a4d"), rgb("#e6c229"), rgb("#57cb78"),
                   rgb("#4fc3cf"), rgb("#6fa3ff"), rgb("#b98bff"), rgb("#98a3b0")};
    tint(c, 0.13F);
    return c;
}

ThemeColors makeContrastLight()
{
    ThemeColors c;
    c.highContrast = true;
    c.window = rgb("#ffffff");
    c.base = rgb("#ffffff");
    c.alternate = rgb("#ececec");
    c.hover = rgb("#e6e6e6");
    c.selection = rgb("#d6e6ff");
    c.button = rgb("#ffffff");
    c.field = rgb("#ffffff");
    c.border = rgb("#767676");
    c.strongBorder = rgb("#000000");
    c.text = rgb("#000000");
    c.muted = rgb("#2b2b2b");
    c.disabled = rgb("#595959");
    c.accent = rgb("#00008f");
    c.onAccent = rgb("#ffffff");
    c.running = rgb("#004719");
    c.starting = rgb("#003d73");
    c.ending = rgb("#553000");
    c.paused = rgb("#4a1591");
    c.stopped = rgb("#333333");
    c.error = rgb("#860000");
    c.deleted = rgb("#3a3a3a");
    c.warning = rgb("#402400");
    c.errorSurface = rgb("#ffe3e3");
    c.warningSurface = rgb("#fff0c9");
    c.infoSurface = rgb("#e2ecff");
    c.series = {rgb("#00008f"), rgb("#6e2a00"), rgb("#004719"),
                rgb("#4a1591"), rgb("#00464f"), rgb("#75144a")};
    c.ruleMarks = {rgb("#a30010"), rgb("#8a3a00"), rgb("#5c5200"), rgb("#006322"),
                   rgb("#005c66"), rgb("#0038b8"), rgb("#6a20c0"), rgb("#4d4d4d")};
    tint(c, 0.06F);
    return c;
}

ThemeColors makeContrastDark()
{
    ThemeColors c;
    c.highContrast = true;
    c.window = rgb("#000000");
    c.base = rgb("#000000");
    c.alternate = rgb("#1a1a1a");
    c.hover = rgb("#262626");
    c.selection = rgb("#00264d");
    c.button = rgb("#000000");
    c.field = rgb("#000000");
    c.border = rgb("#767676");
    c.strongBorder = rgb("#ffffff");
    c.text = rgb("#ffffff");
    c.muted = rgb("#e0e0e0");
    c.disabled = rgb("#a6a6a6");
    c.accent = rgb("#ffdd33");
    c.onAccent = rgb("#000000");
    c.running = rgb("#5cff8a");
    c.starting = rgb("#80d4ff");
    c.ending = rgb("#ffc04d");
    c.paused = rgb("#dbbdff");
    c.stopped = rgb("#e0e0e0");
    c.error = rgb("#ffa3a3");
    c.deleted = rgb("#cccccc");
    c.warning = rgb("#ffcc66");
    c.errorSurface = rgb("#400000");
    c.warningSurface = rgb("#332200");
    c.infoSurface = rgb("#001d3d");
    c.series = {rgb("#ffdd33"), rgb("#ffa366"), rgb("#5cff8a"),
                rgb("#dbbdff"), rgb("#5ce6f2"), rgb("#ff9ed1")};
    c.ruleMarks = {rgb("#ff8080"), rgb("#ff9d3d"), rgb("#ffe14d"), rgb("#5cff8a"),
                   rgb("#4de8f5"), rgb("#80b0ff"), rgb("#c89cff"), rgb("#bfbfbf")};
    tint(c, 0.12F);
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

const ThemeColors &contrastLightColors()
{
    static const ThemeColors colors = makeContrastLight();
    return colors;
}

const ThemeColors &contrastDarkColors()
{
    static const ThemeColors colors = makeContrastDark();
    return colors;
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness() <
           palette.color(QPalette::Active, QPalette::WindowText).lightness();
}

const ThemeColors &themeColors(const QPalette &palette)
{
    // Only high contrast has windows of pure black or white.
    const QRgb window = palette.color(QPalette::Active, QPalette::Window).rgb();
    if (isDark(palette))
        return window == contrastDarkColors().window.rgb() ? contrastDarkColors() : darkColors();
    return window == contrastLightColors().window.rgb() ? contrastLightColors() : lightColors();
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
