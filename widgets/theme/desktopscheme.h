// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QVariant>

class QDBusVariant;

namespace sandglass {

// Whether the desktop wants dark windows and high contrast, and when that changes. Sources, the first that
// answers: Qt's own style hints (from Qt 6.5), the desktop portal's settings org.freedesktop.appearance
// color-scheme and contrast (the latter has no other source), and the lightness of the palette that the
// platform gave at start. Never waits: the portal's answers come as `changed`. GUI thread; make it before the
// program sets a palette of its own.
class DesktopScheme : public QObject
{
    Q_OBJECT

public:
    explicit DesktopScheme(QObject *parent = nullptr);

    [[nodiscard]] bool prefersDark() const { return m_dark; }
    [[nodiscard]] bool prefersHighContrast() const { return m_highContrast; }

signals:
    void changed();

private slots:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void followStyleHints();
    void askPortal();
    void takePortalValue(const QString &key, const QVariant &value);
    void setDark(bool dark);
    void setHighContrast(bool wanted);

    bool m_dark = false;
    bool m_highContrast = false;
};

} // namespace sandglass
