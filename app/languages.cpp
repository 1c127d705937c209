// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/languages.h"

#include "translations/catalogue.h"

#include <QCoreApplication>
#include <QLocale>

namespace sandglass::app {

void speakLanguage(QCoreApplication &application, const QString &language)
{
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    if (!language.isEmpty())
        QLocale::setDefault(locale);
    installTranslations(application, locale);
}

} // namespace sandglass::app
