// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations/catalogue.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

// Resources of a static library are registered on demand; the macro must be used outside of a namespace.
static void registerCatalogues()
{
    Q_INIT_RESOURCE(catalogues);
}

namespace sandglass {

namespace {

bool install(QCoreApplication &app, const QLocale &locale, const QString &name, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>(&app);
    if (!translator->load(locale, name, QStringLiteral("_"), folder))
        return false;
    return QCoreApplication::installTranslator(translator.release());
}

} // namespace

bool installTranslations(QCoreApplication &app, const QLocale &locale)
{
    registerCatalogues();
    QLocale::setDefault(locale);
    // English underneath, so that its plurals are there whatever the language lacks.
    install(app, QLocale(QLocale::English), QStringLiteral("sandglass"), QStringLiteral(":/i18n"));
    install(app, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    return locale.language() == QLocale::English ||
           install(app, locale, QStringLiteral("sandglass"), QStringLiteral(":/i18n"));
}

} // namespace sandglass
