// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "widgets/theme/consolestyle.h"
#include "widgets/theme/desktopscheme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QToolTip>

namespace sandglass {

Theme::Theme(QObject *parent) : QObject(parent), m_desktop(new DesktopScheme(this))
{
    if (!qobject_cast<ConsoleStyle *>(QApplication::style()))
        QApplication::setStyle(new ConsoleStyle); // the application owns it
    connect(m_desktop, &DesktopScheme::changed, this, &Theme::apply);
}

bool Theme::dark() const
{
    return m_choice == ThemeChoice::Dark || m_choice == ThemeChoice::ContrastDark ||
           (m_choice == ThemeChoice::System && m_desktop->prefersDark());
}

bool Theme::highContrast() const
{
    return m_choice == ThemeChoice::ContrastLight || m_choice == ThemeChoice::ContrastDark ||
           (m_choice == ThemeChoice::System && m_desktop->prefersHighContrast());
}

void Theme::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

void Theme::apply()
{
    const ThemeColors &colors = highContrast() ? (dark() ? contrastDarkColors() : contrastLightColors())
                                : dark()       ? darkColors()
                                               : lightColors();
    const QPalette palette = makePalette(colors);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    emit changed();
}

QFont tabularFont(QFont font)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature(QFont::Tag("tnum"), 1);
#endif
    return font;
}

QFont titleFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smallFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.92);
    return font;
}

} // namespace sandglass
