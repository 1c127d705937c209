// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include <QSettings>
#include <QStandardPaths>

#include <array>

namespace sandglass::app {

namespace {

template<typename E> struct Name
{
    E value;
    const char *name;
};

constexpr std::array Themes{Name<ThemeChoice>{ThemeChoice::System, "system"},
                            Name<ThemeChoice>{ThemeChoice::Light, "light"},
                            Name<ThemeChoice>{ThemeChoice::Dark, "dark"}};
constexpr std::array CloseChoices{
    Name<CloseChoice>{CloseChoice::Ask, "ask"}, Name<CloseChoice>{CloseChoice::KeepRunning, "keep_running"},
    Name<CloseChoice>{CloseChoice::Pause, "pause"}, Name<CloseChoice>{CloseChoice::Delete, "delete"}};
constexpr std::array Densities{Name<Density>{Density::Comfortable, "comfortable"},
                               Name<Density>{Density::Compact, "compact"}};

template<typename E, std::size_t N> QString nameOf(const std::array<Name<E>, N> &rows, E value)
{
    for (const auto &row : rows) {
        if (row.value == value)
            return QLatin1StringView(row.name);
    }
    return {};
}

template<typename E, std::size_t N>
std::optional<E> valueOf(const std::array<Name<E>, N> &rows, QStringView name)
{
    for (const auto &row : rows) {
        if (name == QLatin1StringView(row.name))
            return row.value;
    }
    return std::nullopt;
}

} // namespace

std::optional<ThemeChoice> themeFromName(QStringView name)
{
    return valueOf(Themes, name);
}

SettingsFile::SettingsFile(QString path) : m_path(std::move(path))
{
    if (m_path.isEmpty())
        m_path = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                 QStringLiteral("/sandglass/console.ini");
}

ConsoleSettings SettingsFile::read() const
{
    const QSettings file(m_path, QSettings::IniFormat);
    const ConsoleSettings usual;
    const auto text = [&](const char *key) {
        return file.value(QLatin1StringView(key)).toString();
    };
    const auto bytes = [&](const char *key) {
        return file.value(QLatin1StringView(key)).toByteArray();
    };
    const auto flag = [&](const char *key, bool otherwise) {
        return file.value(QLatin1StringView(key), otherwise).toBool();
    };
    // Ids of templates are values here: as keys they would have to be escaped.
    QMap<QString, QStringList> history;
    for (const QVariant &each : file.value(QLatin1StringView("commands/history")).toList()) {
        const QStringList list = each.toStringList();
        if (!list.isEmpty())
            history.insert(list.constFirst(), list.mid(1));
    }
    return {.windowGeometry = bytes("window/geometry"),
            .windowState = bytes("window/state"),
            .splitterState = bytes("window/splitter"),
            .tableHeader = bytes("table/header"),
            .eventsHeader = bytes("events/header"),
            .theme = valueOf(Themes, text("look/theme")).value_or(usual.theme),
            .density = valueOf(Densities, text("look/density")).value_or(usual.density),
            .onClose = valueOf(CloseChoices, text("window/on_close")).value_or(usual.onClose),
            .reducedMotion = flag("look/reduced_motion", usual.reducedMotion),
            .screenFitsWindow = flag("screen/fits_window", usual.screenFitsWindow),
            .eventsOfSelectionOnly = flag("events/of_selection_only", usual.eventsOfSelectionOnly),
            .commandHistory = history};
}

void SettingsFile::write(const ConsoleSettings &settings) const
{
    QSettings file(m_path, QSettings::IniFormat);
    const auto set = [&](const char *key, const QVariant &value) {
        file.setValue(QLatin1StringView(key), value);
    };
    set("window/geometry", settings.windowGeometry);
    set("window/state", settings.windowState);
    set("window/splitter", settings.splitterState);
    set("table/header", settings.tableHeader);
    set("events/header", settings.eventsHeader);
    set("look/theme", nameOf(Themes, settings.theme));
    set("look/density", nameOf(Densities, settings.density));
    set("window/on_close", nameOf(CloseChoices, settings.onClose));
    set("look/reduced_motion", settings.reducedMotion);
    set("screen/fits_window", settings.screenFitsWindow);
    set("events/of_selection_only", settings.eventsOfSelectionOnly);
    QVariantList history;
    for (auto it = settings.commandHistory.begin(); it != settings.commandHistory.end(); ++it)
        history.append(QStringList(it.key()) + it.value());
    set("commands/history", history);
}

} // namespace sandglass::app
