// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCoreApplication;

namespace sandglass::app {

// Makes the program speak `language` ("zh_CN") or, if it is empty, the system's. Before the first sentence.
void speakLanguage(QCoreApplication &application, const QString &language);

} // namespace sandglass::app
