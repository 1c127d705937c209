// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/alerts/tst_alertengine.h"
#include "tests/models/alerts/tst_alertrules.h"

#include <QCoreApplication>
#include <QTest>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    sandglass::test::TestAlertRules rules;
    sandglass::test::TestAlertEngine engine;
    const int failed = QTest::qExec(&rules, argc, argv);
    return QTest::qExec(&engine, argc, argv) + failed;
}
