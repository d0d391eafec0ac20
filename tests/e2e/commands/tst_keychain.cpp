#include "core/redis/secrets/keychain.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/e2e/commands/terminal.h"
#include "tests/support/servers/secretservice.h"
#include "tests/support/servers/testserver.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace lockstep;

// Passwords of profiles in a real keychain: gnome-keyring on a bus of its own.
class tst_keychain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aPasswordIsKeptThereAndNowhereElse();
    void aRemovedProfileTakesItsPasswordAlong();
    void twoProfilesOfOneServerShareItsPassword();
    void anotherAddressGetsNoPassword();
    void anImportedPasswordIsKept();
    void whatIsGivenComesFirst();
    void aKeychainThatIsNotThereIsSaid();
    void aLockedKeychainIsLeftLockedAndSaid();
    void aLockedKeychainIsSaidOnceForAllThatAreImported();
    void aKeychainThatDoesNotAnswerIsSaid();
    void whoMayBeAskedAndRefusesIsTakenAtHisWord();
    void aWatchGoesOnWhenItsUserSignsOut();
    void aTypedPasswordIsKeptIfOneWants();
    void anotherAddressTakesTheOldPasswordAway();
    void aKeychainThatHasEndedIsSaid();

private:
    Outcome run(const QStringList &arguments) const
    {
        return lockstepRun(arguments + QStringList{u"--lang"_qs, u"en"_qs}, m_environment);
    }
    Outcome add(const QString &name, const QString &user = u":s3cret@"_qs) const
    {
        return run({u"profiles"_qs, u"add"_qs, name, u"--uri"_qs, address(user),
            u"--environment"_qs, u"development"_qs});
    }
    Outcome watch(const QString &name) const
    {
        return run({u"watch"_qs, u"--profile"_qs, name, u"--once"_qs});
    }
    QString address(const QString &user) const
    {
        return u"redis://"_qs + user + u"127.0.0.1:%1"_qs.arg(m_server->tcpPort());
    }
    // The first file below the folder in which the password can be read; empty: none.
    static QString fileWithPassword(const QString &folder)
    {
        QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            const QByteArray contents = file.readAll();
            if (contents.contains("s3cret") || contents.contains(QByteArray("s3cret").toBase64()))
                return file.fileName();
        }
        return {};
    }
    void startUnlocked() { QVERIFY2(m_keychain->startUnlocked(), qPrintable(m_keychain->why())); }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<SecretService> m_keychain;
    std::unique_ptr<QTemporaryDir> m_home;
    QProcessEnvironment m_environment;
};

void tst_keychain::init()
{
    TestServer::Options options;
    options.tcp = true;
    m_server = std::make_unique<TestServer>(options);
    m_server->run({"CONFIG", "SET", "requirepass", "s3cret"});
    m_keychain = std::make_unique<SecretService>();
    m_home = std::make_unique<QTemporaryDir>();
    m_environment = withoutDisplay();
    m_environment.insert(u"XDG_CONFIG_HOME"_qs, m_home->filePath(u"config"_qs));
    m_environment.insert(u"HOME"_qs, m_home->path());
    m_environment.insert(
        u"DBUS_SESSION_BUS_ADDRESS"_qs, QString::fromUtf8(m_keychain->busAddress()));
    QVERIFY2(m_keychain->why().isEmpty(), qPrintable(m_keychain->why()));
}

void tst_keychain::aPasswordIsKeptThereAndNowhereElse()
{
    startUnlocked();
    const auto added = add(u"shop"_qs);
    QVERIFY2(added.status == 0 && added.err.contains("1 password kept"), added.err);
    const auto watched = watch(u"shop"_qs);
    QVERIFY2(watched.status == 0, watched.err);
    QCOMPARE(fileWithPassword(m_home->path()), QString());
    QCOMPARE(fileWithPassword(m_keychain->folder()), QString());
}

void tst_keychain::aRemovedProfileTakesItsPasswordAlong()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    const auto removed = run({u"profiles"_qs, u"remove"_qs, u"shop"_qs});
    QVERIFY2(removed.status == 0 && removed.err.contains("was removed"), removed.err);
    QCOMPARE(add(u"shop"_qs, {}).status, 0);
    const auto watched = watch(u"shop"_qs);
    QCOMPARE(watched.status, 1);
    QVERIFY2(watched.err.contains("requires a password"), watched.err);
}

void tst_keychain::twoProfilesOfOneServerShareItsPassword()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    QCOMPARE(add(u"shop as well"_qs, {}).status, 0);
    QCOMPARE(watch(u"shop as well"_qs).status, 0);
    QCOMPARE(run({u"profiles"_qs, u"remove"_qs, u"shop"_qs}).status, 0);
    QCOMPARE(watch(u"shop as well"_qs).status, 0);
}

// Whoever may write the file of the profiles could have the password sent to a server of his.
void tst_keychain::anotherAddressGetsNoPassword()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    QFile file(m_home->filePath(u"config/lockstep/lockstep/profiles.json"_qs));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray contents = file.readAll().replace("127.0.0.1", "localhost");
    QVERIFY(file.resize(0) && file.seek(0) && file.write(contents) == contents.size());
    file.close();
    const auto watched = watch(u"shop"_qs);
    QCOMPARE(watched.status, 1);
    QVERIFY2(watched.err.contains("requires a password"), watched.err);
}

void tst_keychain::anImportedPasswordIsKept()
{
    startUnlocked();
    const QString path = m_home->filePath(u"list"_qs);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("shop " + address(u":s3cret@"_qs).toUtf8() + '\n');
    file.close();
    const auto read = run({u"profiles"_qs, u"import"_qs, path, u"--environment"_qs, u"staging"_qs});
    QVERIFY2(read.status == 0, read.err);
    QVERIFY(QFile::remove(path));
    QCOMPARE(watch(u"shop"_qs).status, 0);
    QCOMPARE(fileWithPassword(m_home->path()), QString());
}

void tst_keychain::whatIsGivenComesFirst()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    m_server->run({"CONFIG", "SET", "requirepass", "another"});
    QCOMPARE(watch(u"shop"_qs).status, 1);
    m_environment.insert(u"REDISCLI_AUTH"_qs, u"another"_qs);
    const auto watched = watch(u"shop"_qs);
    QVERIFY2(watched.status == 0, watched.err);
}

void tst_keychain::aKeychainThatIsNotThereIsSaid()
{
    m_environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_qs, u"unix:path=/nonexistent"_qs);
    const auto added = add(u"shop"_qs);
    QCOMPARE(added.status, 0); // the profile is there, without its password
    QVERIFY2(added.err.contains("keychain cannot be used"), added.err);
    QVERIFY2(added.err.contains("The password was not kept"), added.err);
    QCOMPARE(fileWithPassword(m_home->path()), QString());
    const auto refused = watch(u"shop"_qs);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("keychain cannot be used"), refused.err);
    QVERIFY2(refused.err.contains("requires a password"), refused.err);
    m_environment.insert(u"REDISCLI_AUTH"_qs, u"s3cret"_qs);
    const auto watched = watch(u"shop"_qs);
    QVERIFY2(watched.status == 0 && !watched.err.contains("keychain"), watched.err);
}

void tst_keychain::aLockedKeychainIsLeftLockedAndSaid()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    m_keychain->end();
    QVERIFY2(m_keychain->startLocked(), qPrintable(m_keychain->why()));
    QVERIFY(m_keychain->startWatchingQuestions());
    const auto refused = watch(u"shop"_qs);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("requires a password"), refused.err);
    QVERIFY2(refused.err.contains("is locked, and was left so"), refused.err);
    const auto added = add(u"shop again"_qs);
    QCOMPARE(added.status, 0);
    QVERIFY2(added.err.contains("is locked, and was left so"), added.err);
    const auto removed = run({u"profiles"_qs, u"remove"_qs, u"shop again"_qs});
    QCOMPARE(removed.status, 0);
    QCOMPARE(run({u"profiles"_qs, u"remove"_qs, u"shop"_qs}).err.count("stays"), 1);
    QVERIFY(!m_keychain->wasToAskItsUser());
    QCOMPARE(fileWithPassword(m_home->path()), QString());
    QCOMPARE(add(u"shop"_qs, {}).status, 0);
    m_environment.insert(u"REDISCLI_AUTH"_qs, u"s3cret"_qs);
    QCOMPARE(watch(u"shop"_qs).status, 0);
}

void tst_keychain::aLockedKeychainIsSaidOnceForAllThatAreImported()
{
    QVERIFY2(m_keychain->startLocked(), qPrintable(m_keychain->why()));
    const QString path = m_home->filePath(u"list"_qs);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 20; ++i)
        file.write("redis://:s3cret@host" + QByteArray::number(i) + '\n');
    file.close();
    const auto read = run({u"profiles"_qs, u"import"_qs, path, u"--environment"_qs, u"staging"_qs});
    QVERIFY2(read.status == 0 && read.err.contains("20 profiles added"), read.err);
    QCOMPARE(read.err.count("keychain is locked"), 1);
    QVERIFY2(read.err.contains("20 passwords were not kept"), read.err);
}

void tst_keychain::aKeychainThatDoesNotAnswerIsSaid()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    m_keychain->stop();
    const auto refused = watch(u"shop"_qs);
    m_keychain->goOn();
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("did not answer in time"), refused.err);
    QVERIFY2(refused.err.contains("requires a password"), refused.err);
}

// As from the window. The keyring of the test has nobody to ask, which it takes for a refusal. The
// keychain's library has one bus in each process, so this is the only test that calls it itself.
void tst_keychain::whoMayBeAskedAndRefusesIsTakenAtHisWord()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    m_keychain->end();
    QVERIFY2(m_keychain->startLocked(), qPrintable(m_keychain->why()));
    QVERIFY(m_keychain->startWatchingQuestions());
    qputenv("DBUS_SESSION_BUS_ADDRESS", m_keychain->busAddress());
    Endpoint endpoint = *Endpoint::fromUri(address(u":s3cret@"_qs));
    Keychain keychain(Keychain::Questions::Allowed);
    const auto read = QCoro::waitFor(keychain.read(endpoint));
    QVERIFY(!read);
    QCOMPARE(int(read.error().reason), int(KeychainTrouble::Reason::Denied));
    QVERIFY(m_keychain->wasToAskItsUser());
    const auto kept = QCoro::waitFor(keychain.keep(endpoint));
    QVERIFY(!kept);
    QCOMPARE(int(kept.error().reason), int(KeychainTrouble::Reason::Denied));
}

void tst_keychain::aWatchGoesOnWhenItsUserSignsOut()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    QProcess program;
    program.setProcessEnvironment(m_environment);
    program.start(
        programPath(), {u"watch"_qs, u"--profile"_qs, u"shop"_qs, u"--follow"_qs, u"--json"_qs});
    QByteArray printed;
    int lock = 0; // each a new one, which is told once it is watched
    const auto isSeen = [&](const QByteArray &name) {
        m_server->run(
            {"SET", name + QByteArray::number(++lock), "token-of-the-holder-1", "PX", "600000"});
        program.waitForReadyRead(200);
        printed += program.readAllStandardOutput();
        return printed.contains(name);
    };
    QTRY_VERIFY(isSeen("lock:before:"));
    m_keychain->endBus();
    QTRY_VERIFY(isSeen("lock:after:"));
    QCOMPARE(program.state(), QProcess::Running);
    program.kill();
    program.waitForFinished();
}

void tst_keychain::aTypedPasswordIsKeptIfOneWants()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs, {}).status, 0);
    const auto watchTyping = [this](const QByteArray &password, const QByteArray &answer) {
        QByteArrayList line;
        for (const char *name : {"XDG_CONFIG_HOME", "HOME", "DBUS_SESSION_BUS_ADDRESS"})
            line << name + QByteArray("=") + m_environment.value(QLatin1String(name)).toUtf8();
        line << programPath().toLocal8Bit() << "watch"
             << "--profile"
             << "shop"
             << "--once"
             << "--lang"
             << "en";
        Terminal terminal(line, {}, "env");
        QTRY_VERIFY(terminal.shown().contains("Password for "));
        QTRY_VERIFY(!terminal.echoes());
        terminal.type(password + '\n');
        QTRY_VERIFY(terminal.shown().contains("Type yes to keep it"));
        terminal.type(answer + '\n');
        QTRY_VERIFY(terminal.hasEnded());
        QCOMPARE(
            terminal.shown().contains("1 password kept"), password == "s3cret" && answer == "yes");
        QCOMPARE(terminal.exitCode(), password == "s3cret" ? 0 : 1);
    };
    watchTyping("wrong", "yes");
    QCOMPARE(watch(u"shop"_qs).status, 1);
    watchTyping("s3cret", "no");
    QCOMPARE(watch(u"shop"_qs).status, 1);
    watchTyping("s3cret", "yes");
    QCOMPARE(watch(u"shop"_qs).status, 0);
    QCOMPARE(fileWithPassword(m_home->path()), QString());
}

void tst_keychain::anotherAddressTakesTheOldPasswordAway()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    const QString elsewhere = u"redis://:s3cret@localhost:%1"_qs.arg(m_server->tcpPort());
    const auto edited = run({u"profiles"_qs, u"edit"_qs, u"shop"_qs, u"--uri"_qs, elsewhere});
    QVERIFY2(edited.status == 0 && edited.err.contains("was removed"), edited.err);
    QVERIFY2(edited.err.contains("1 password kept"), edited.err);
    QCOMPARE(watch(u"shop"_qs).status, 0);
    QCOMPARE(add(u"old"_qs, {}).status, 0);
    QCOMPARE(watch(u"old"_qs).status, 1);
}

void tst_keychain::aKeychainThatHasEndedIsSaid()
{
    startUnlocked();
    QCOMPARE(add(u"shop"_qs).status, 0);
    m_keychain->end();
    const auto refused = watch(u"shop"_qs);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("keychain cannot be used"), refused.err);
    QVERIFY2(refused.err.contains("requires a password"), refused.err);
    m_environment.insert(u"REDISCLI_AUTH"_qs, u"s3cret"_qs);
    QCOMPARE(watch(u"shop"_qs).status, 0);
}

QTEST_GUILESS_MAIN(tst_keychain)
#include "tst_keychain.moc"
