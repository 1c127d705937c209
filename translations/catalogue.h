// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCoreApplication;
class QLocale;

namespace sandglass {

// Makes the program speak the language of `locale`, as far as there is a translation, and Qt's own texts with
// it. English is a translation too (its plurals). Call it once, before the first text; answers whether the
// language is known. The translators belong to `app`.
bool installTranslations(QCoreApplication &app, const QLocale &locale);

} // namespace sandglass
