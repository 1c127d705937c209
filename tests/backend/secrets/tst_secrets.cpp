// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/secrets/chosensecrets.h"
#include "tests/support/fakesecrets.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using namespace sandglass::secrets;
using sandglass::test::FakeSecrets;

namespace {

template<typename T> Result<T> wait(const Pending<T> &pending)
{
    (void)QTest::qWaitFor([&] { return pending.isFinished(); }, 30'000);
    return pending.isFinished() ? pending.result() : Result<T>(fail(ErrorCode::TimedOut));
}

const auto Others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup |
                    QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther;

} // namespace

class TestSecrets : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void filesRefuseNames_data();
    void filesRefuseNames();
    void filesAreForTheirOwnerAlone();
    void filesThatCannotBeWrittenSaySo();
    void aRefusedKeyringIsNoReasonForFiles();
    void noKeyringMeansFiles();
    void aKeyringStaysTheKeyring();
    void whatLayInFilesMovesIn();
    void whoAsksWhileItIsLockedWaits();
    void withoutAKeyringByChoice();

private:
    [[nodiscard]] QString folder() const { return m_folder->filePath(QStringLiteral("secrets")); }
    // Owned by what is returned; the fake stays in reach.
    [[nodiscard]] std::unique_ptr<ChosenSecrets> chosen(FakeSecrets **fake)
    {
        auto keyring = std::make_unique<FakeSecrets>();
        *fake = keyring.get();
        return std::make_unique<ChosenSecrets>(std::move(keyring), folder());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSecrets::filesRefuseNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QString();
    QTest::newRow("a path") << QStringLiteral("../evil");
    QTest::newRow("hidden") << QStringLiteral(".x");
    QTest::newRow("upper case") << QStringLiteral("A");
}

void TestSecrets::filesRefuseNames()
{
    QFETCH(QString, name);
    PrivateFiles files(folder());
    QCOMPARE(files.write(name, "x").result().error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(files.read(name).result().error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(files.remove(name).result().error().code(), ErrorCode::InvalidArgument);
    QVERIFY(!QDir(folder()).exists());
}

void TestSecrets::filesAreForTheirOwnerAlone()
{
    PrivateFiles files(folder());
    QCOMPARE(files.read(QStringLiteral("a")).result().error().code(), ErrorCode::NotFound);
    const QByteArray secret("line\n\0byte", 10);
    QVERIFY(files.write(QStringLiteral("a"), secret).result());
    QCOMPARE(files.read(QStringLiteral("a")).result().value(), secret);
    QCOMPARE(QFile::permissions(folder()) & Others, QFileDevice::Permissions());
    QCOMPARE(QFile::permissions(folder() + QStringLiteral("/a")) & Others, QFileDevice::Permissions());
    QVERIFY(files.write(QStringLiteral("a"), "other").result());
    QCOMPARE(files.read(QStringLiteral("a")).result().value(), QByteArray("other"));
    QVERIFY(files.remove(QStringLiteral("a")).result());
    QVERIFY(files.remove(QStringLiteral("a")).result());
    QVERIFY(QDir(folder()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot));
}

void TestSecrets::filesThatCannotBeWrittenSaySo()
{
    QFile inTheWay(folder());
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    PrivateFiles files(folder());
    QCOMPARE(files.write(QStringLiteral("a"), "x").result().error().code(), ErrorCode::StoreFailed);
}

void TestSecrets::aRefusedKeyringIsNoReasonForFiles()
{
    FakeSecrets *keyring = nullptr;
    const auto secrets = chosen(&keyring);
    keyring->failure = ErrorCode::PermissionDenied;
    QCOMPARE(wait(secrets->write(QStringLiteral("a"), "x")).error().code(), ErrorCode::PermissionDenied);
    QVERIFY(!QDir(folder()).exists());
    keyring->failure.reset(); // the user unlocks it after all
    QVERIFY(wait(secrets->write(QStringLiteral("a"), "x")));
    QCOMPARE(keyring->kept.value(QStringLiteral("a")), QByteArray("x"));
}

void TestSecrets::noKeyringMeansFiles()
{
    FakeSecrets *keyring = nullptr;
    const auto secrets = chosen(&keyring);
    keyring->failure = ErrorCode::Unsupported;
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("no keyring here.*secrets are kept in")));
    QVERIFY(wait(secrets->write(QStringLiteral("a"), "x")));
    QCOMPARE(secrets->place(), SecretStore::Place::PrivateFiles);
    QCOMPARE(wait(secrets->read(QStringLiteral("a"))).value(), QByteArray("x"));
    QVERIFY(wait(secrets->remove(QStringLiteral("a"))));
    QCOMPARE(wait(secrets->read(QStringLiteral("a"))).error().code(), ErrorCode::NotFound);
}

void TestSecrets::aKeyringStaysTheKeyring()
{
    FakeSecrets *keyring = nullptr;
    {
        const auto secrets = chosen(&keyring);
        QVERIFY(wait(secrets->write(QStringLiteral("a"), "x")));
        QCOMPARE(secrets->place(), SecretStore::Place::Keyring);
    }
    const auto later = chosen(&keyring);
    keyring->failure = ErrorCode::Unsupported; // say, a session without its bus
    QCOMPARE(wait(later->read(QStringLiteral("a"))).error().code(), ErrorCode::Unsupported);
    QCOMPARE(wait(later->write(QStringLiteral("a"), "y")).error().code(), ErrorCode::Unsupported);
    QCOMPARE(QDir(folder()).entryList(QDir::Files), QStringList{QStringLiteral("in-keyring")});
}

void TestSecrets::whatLayInFilesMovesIn()
{
    PrivateFiles files(folder());
    QVERIFY(files.write(QStringLiteral("a"), "x").result());
    FakeSecrets *keyring = nullptr;
    const auto secrets = chosen(&keyring);
    QCOMPARE(wait(secrets->read(QStringLiteral("a"))).value(), QByteArray("x"));
    QCOMPARE(keyring->kept.value(QStringLiteral("a")), QByteArray("x"));
    QCOMPARE(files.read(QStringLiteral("a")).result().error().code(), ErrorCode::NotFound);
    QCOMPARE(wait(secrets->read(QStringLiteral("a"))).value(), QByteArray("x"));
    QCOMPARE(wait(secrets->read(QStringLiteral("b"))).error().code(), ErrorCode::NotFound);
}

void TestSecrets::whoAsksWhileItIsLockedWaits()
{
    FakeSecrets *keyring = nullptr;
    const auto secrets = chosen(&keyring);
    keyring->isLocked = true;
    keyring->kept.insert(QStringLiteral("a"), "x");
    const auto first = secrets->read(QStringLiteral("a"));
    const auto second = secrets->write(QStringLiteral("b"), "y");
    QTest::qWait(50);
    QVERIFY(!first.isFinished() && !second.isFinished());
    keyring->unlock();
    QCOMPARE(wait(first).value(), QByteArray("x"));
    QVERIFY(wait(second));
}

void TestSecrets::withoutAKeyringByChoice()
{
    const auto secrets = openSecrets(folder(), false);
    QVERIFY(wait(secrets->write(QStringLiteral("a"), "x")));
    QCOMPARE(secrets->place(), SecretStore::Place::PrivateFiles);
    QCOMPARE(wait(openSecrets(folder(), false)->read(QStringLiteral("a"))).value(), QByteArray("x"));
}

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
