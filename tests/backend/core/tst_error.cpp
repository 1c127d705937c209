// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/error.h"
#include "backend/core/result.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace sandglass;

// The closed set of codes and the values around it.
class TestError : public QObject
{
    Q_OBJECT

private slots:
    void unknownNamesAreNoCodes_data();
    void unknownNamesAreNoCodes();
    void everyCodeHasItsRow_data();
    void everyCodeHasItsRow();
    void namesAreUnique();
    void logLinesTellTheWholeChain();
    void equalityIgnoresTheCause();
    void failMakesTheErrorEnd();
};

void TestError::unknownNamesAreNoCodes_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QString();
    QTest::newRow("capital") << QStringLiteral("Not_found");
    QTest::newRow("prefix") << QStringLiteral("not_foun");
    QTest::newRow("longer") << QStringLiteral("not_found ");
    QTest::newRow("number") << QStringLiteral("3");
}

void TestError::unknownNamesAreNoCodes()
{
    QFETCH(QString, name);
    QVERIFY(!errorCodeFromName(name));
}

void TestError::everyCodeHasItsRow_data()
{
    QTest::addColumn<int>("code");
    for (int code = 0; code <= static_cast<int>(ErrorCode::CommandNotFound); ++code)
        QTest::newRow(errorTraits(static_cast<ErrorCode>(code)).name) << code;
}

void TestError::everyCodeHasItsRow()
{
    QFETCH(int, code);
    const auto value = static_cast<ErrorCode>(code);
    const ErrorTraits &traits = errorTraits(value);
    QCOMPARE(traits.code, value);
    QCOMPARE(errorCodeFromName(errorCodeName(value)), value);
    static const QRegularExpression SnakeCase(QStringLiteral("\\A[a-z]+(_[a-z]+)*\\z"));
    QVERIFY2(SnakeCase.match(errorCodeName(value)).hasMatch(), traits.name);
    QVERIFY2(traits.httpStatus >= 400 && traits.httpStatus < 600, traits.name);
}

void TestError::namesAreUnique()
{
    QSet<QString> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::CommandNotFound); ++code)
        names.insert(errorCodeName(static_cast<ErrorCode>(code)));
    QCOMPARE(names.size(), static_cast<int>(ErrorCode::CommandNotFound) + 1);
}

void TestError::logLinesTellTheWholeChain()
{
    const Error root(ErrorCode::DiskFull, QStringLiteral("/data"));
    const Error middle = Error(ErrorCode::StoreFailed).causedBy(root);
    const Error top = Error(ErrorCode::Internal, QStringLiteral("launch")).causedBy(middle);
    QCOMPARE(top.toLogLine(), QStringLiteral("internal: launch <- store_failed <- disk_full: /data"));
    QVERIFY(top.cause() && top.cause()->cause());
    QVERIFY(!top.cause()->cause()->cause());
}

void TestError::equalityIgnoresTheCause()
{
    const Error plain(ErrorCode::QemuFailed, QStringLiteral("exit 1"));
    const Error caused =
        Error(ErrorCode::QemuFailed, QStringLiteral("exit 1")).causedBy(Error(ErrorCode::DiskFull));
    QCOMPARE(plain, caused);
    QVERIFY(!(plain == Error(ErrorCode::QemuFailed, QStringLiteral("exit 2"))));
    QVERIFY(!(plain == Error(ErrorCode::GuestDied, QStringLiteral("exit 1"))));
}

void TestError::failMakesTheErrorEnd()
{
    const Result<int> result = fail(ErrorCode::NotFound, QStringLiteral("a"));
    QVERIFY(!result.has_value());
    QCOMPARE(result.error(), Error(ErrorCode::NotFound, QStringLiteral("a")));
    const Result<int> passedOn = fail(result.error());
    QCOMPARE(passedOn.error().code(), ErrorCode::NotFound);
}

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
