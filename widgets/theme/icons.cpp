// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icons.h"

#include "widgets/theme/themecolors.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <array>

// Resources of a static library are registered on demand; the macro must be used outside of a namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(sandglass);
}

namespace sandglass {

namespace {

constexpr std::array Files{
    "add",        "all",    "browser",    "camera",   "check",    "chevron-down", "chevron-right",
    "chevron-up", "clock",  "close",      "code",     "columns",  "control",      "copy",
    "cost",       "delete", "desktop",    "detach",   "download", "edit",         "engine",
    "error",      "events", "file",       "filter",   "fit",      "folder",       "fullscreen",
    "hand-back",  "help",   "info",       "jobs",     "key",      "keyboard",     "launch",
    "menu",       "mobile", "one-to-one", "palette",  "pause",    "pin",          "quit",
    "remove-row", "renew",  "resume",     "save",     "screen",   "search",       "sidebar",
    "start",      "stop",   "sun",        "terminal", "up",       "upload",       "warning"};

QString fileName(Icon icon)
{
    return QLatin1StringView(Files[static_cast<std::size_t>(icon)]);
}

QByteArray source(Icon icon)
{
    registerResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(fileName(icon)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap render(Icon icon, const QColor &color, const QSize &pixels)
{
    const QString key = QStringLiteral("sandglass/%1/%2/%3x%4")
                            .arg(fileName(icon), color.name())
                            .arg(pixels.width())
                            .arg(pixels.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QByteArray svg = source(icon);
    svg.replace("#000000", color.name().toLatin1());
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(svg).render(&painter);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

// Asks the palette at paint time.
class ThemeIconEngine final : public QIconEngine
{
public:
    explicit ThemeIconEngine(Icon icon) : m_icon(icon) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        QPixmap picture = pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state);
        painter->drawPixmap(rect, picture);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        const ThemeColors &colors = themeColors(QGuiApplication::palette());
        return render(m_icon, mode == QIcon::Disabled ? colors.disabled : colors.text, size);
    }
    [[nodiscard]] QIconEngine *clone() const override { return new ThemeIconEngine(m_icon); }
    QString key() const override { return QStringLiteral("sandglass"); }
    bool isNull() override { return false; }

private:
    Icon m_icon;
};

} // namespace

QIcon themeIcon(Icon icon)
{
    return QIcon(new ThemeIconEngine(icon));
}

QPixmap tintedPixmap(Icon icon, const QColor &color, int side, qreal devicePixelRatio)
{
    const int pixels = qRound(side * devicePixelRatio);
    QPixmap pixmap = render(icon, color, QSize(pixels, pixels));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

QIcon applicationIcon()
{
    registerResources();
    return QIcon(QStringLiteral(":/icons/sandglass.svg"));
}

QStringList iconFileNames()
{
    QStringList names;
    for (const char *file : Files)
        names.append(QLatin1StringView(file));
    return names;
}

} // namespace sandglass
