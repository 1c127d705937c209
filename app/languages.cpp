// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/languages.h"

#include <QCoreApplication>
#include <QLocale>
#ifdef SANDGLASS_HAS_CATALOGUES
#include "translations/catalogue.h"
#endif

namespace sandglass::app {

void speakLanguage(QCoreApplication &application, const QString &language)
{
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    if (!language.isEmpty())
        QLocale::setDefault(locale);
#ifdef SANDGLASS_HAS_CATALOGUES
    installTranslations(application, locale);
#else
    Q_UNUSED(application)
#endif
}

} // namespace sandglass::app
