// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

// The command line's own sentences, in one translation context. Use as `Words::tr("...")`.
namespace sandglass::cli {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

} // namespace sandglass::cli
