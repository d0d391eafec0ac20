#include "core/redis/identity/settingsformat.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/servers/secretservice.h"
#include "tests/support/servers/testserver.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSettings>
#include <QTest>

#include <functional>

#include <signal.h>

using namespace lockstep;

namespace {

constexpr QRgb holding = qRgb(0x00, 0x55, 0x23);
constexpr QRgb ground = qRgb(0xF5, 0xF6, 0xF8);
constexpr int patience = 60'000; // ms

int count(const QImage &picture, QRgb colour)
{
    int pixels = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            pixels += (picture.pixel(x, y) & RGB_MASK) == (colour & RGB_MASK) ? 1 : 0;
    }
    return pixels;
}

QImage tables(const QImage &picture)
{
    return picture.copy(0, 100, 1280, 420);
}

// Left of the summary, which goes on changing, is nothing but ground, unless a banner is there.
QImage marginOf(const QImage &picture)
{
    return picture.copy(68, 46, 8, 20);
}

} // namespace

// The built program on an X server of its own, with the demo shop, driven by key and mouse.
class tst_window : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();

    void aDisplayThatRefusesIsASentence();
    void locksAreOnScreenAndMove();
    void spaceFreezesTheScreenAndFreesItAgain();
    void theFilterLeavesWhatItNames();
    void theServerPageIsAClickAway();
    void quittingEndsTheProgramAndItsServer();
    void theTitleNamesTheServerAndNeverThePassword();
    void theServerThatWasWatchedLastIsOpenedAgain();
    void aServerThatIsKilledIsABannerAndItsReturnIsSeen();
    void profilesAreOfferedWhereNoServerIsNamed();
    void anotherWindowShowsAnotherServer();
    void anotherWindowIsAnsweredByTheKeychain();
    void anotherWindowLooksLikeTheOneThatOpenedIt_data();
    void anotherWindowLooksLikeTheOneThatOpenedIt();

private:
    QByteArray xdotool(const QStringList &arguments);
    QImage picture();
    // The first one that fits, to be looked at further: the next may be another one. Nothing in
    // time: a null picture.
    QImage pictureThat(const std::function<bool(const QImage &)> &fits);
    bool waitForLocks(int atLeast = 3000);
    void start(const QStringList &arguments = {}, const QString &theme = u"light"_qs);
    QString windowNamed(const QString &name); // empty: none
    void writeProfile(const QString &address);
    void openProfileInAnotherWindow(const QString &dialogTitle);
    void key(const char *name) { xdotool({u"key"_qs, QString::fromLatin1(name)}); }

    QProcess m_xServer;
    QProcess m_program;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    std::unique_ptr<QTemporaryDir> m_home;
    QString m_window;
    QString m_another; // the window of another program, which that of the test has started
    qint64 m_anotherProgram = 0;
};

void tst_window::initTestCase()
{
    // Without -noreset the server starts anew when its last client is gone, and meanwhile refuses
    // the next.
    m_xServer.start(u"Xvfb"_qs,
        {u"-displayfd"_qs, u"1"_qs, u"-screen"_qs, u"0"_qs, u"1280x800x24"_qs, u"-noreset"_qs,
            u"-nolisten"_qs, u"tcp"_qs});
    QByteArray number;
    QTRY_VERIFY_WITH_TIMEOUT(
        (m_xServer.waitForReadyRead(20), number += m_xServer.readAllStandardOutput(),
            number.endsWith('\n')),
        patience);
    m_environment.insert(u"DISPLAY"_qs, u':' + QString::fromLatin1(number.trimmed()));
    m_environment.insert(u"LC_ALL"_qs, u"C.UTF-8"_qs);
    for (const auto *name :
        {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_CONFIG_HOME", "REDISCLI_AUTH"})
        m_environment.remove(QString::fromLatin1(name));
}

// Qt would end the program with a signal.
void tst_window::aDisplayThatRefusesIsASentence()
{
    QProcess server;
    const QString key = m_home->filePath(u"key"_qs);
    QProcess xauth;
    xauth.start(u"xauth"_qs,
        {u"-f"_qs, key, u"add"_qs, u":0"_qs, u"."_qs, u"00112233445566778899aabbccddeeff"_qs});
    QVERIFY(xauth.waitForFinished());
    server.start(
        u"Xvfb"_qs, {u"-displayfd"_qs, u"1"_qs, u"-auth"_qs, key, u"-nolisten"_qs, u"tcp"_qs});
    QByteArray number;
    QTRY_VERIFY_WITH_TIMEOUT((server.waitForReadyRead(20), number += server.readAllStandardOutput(),
                                 number.endsWith('\n')),
        patience);
    auto environment = m_environment;
    environment.insert(u"DISPLAY"_qs, u':' + QString::fromLatin1(number.trimmed()));
    environment.insert(u"XAUTHORITY"_qs, u"/dev/null"_qs);
    m_program.setProcessEnvironment(environment);
    m_program.start(programPath(), {u"--lang"_qs, u"en"_qs});
    QVERIFY(m_program.waitForFinished(patience));
    const QByteArray said = m_program.readAllStandardError();
    QCOMPARE(m_program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(m_program.exitCode(), 1);
    QVERIFY2(said.contains("refuses") && !said.contains("Qt"), said.constData());
    server.terminate();
    server.waitForFinished();
}

void tst_window::cleanupTestCase()
{
    m_xServer.terminate();
    m_xServer.waitForFinished();
}

void tst_window::init()
{
    m_home = std::make_unique<QTemporaryDir>(); // a first start each time
    m_environment.insert(u"HOME"_qs, m_home->path());
    m_window.clear();
}

void tst_window::cleanup()
{
    if (QTest::currentTestFailed()) {
        qWarning("the program %s; it said:\n%s",
            m_program.state() == QProcess::Running ? "runs" : "has ended",
            m_program.readAllStandardError().constData());
    }
    m_program.kill();
    m_program.waitForFinished();
    if (const auto other = std::exchange(m_anotherProgram, 0); other > 0)
        kill(pid_t(other), SIGKILL);
}

QByteArray tst_window::xdotool(const QStringList &arguments)
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.start(u"xdotool"_qs, arguments);
    process.waitForFinished();
    return process.readAllStandardOutput().trimmed();
}

QImage tst_window::picture()
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.start(u"import"_qs, {u"-window"_qs, u"root"_qs, u"png:-"_qs});
    process.waitForFinished();
    return QImage::fromData(process.readAllStandardOutput()).convertToFormat(QImage::Format_RGB32);
}

QImage tst_window::pictureThat(const std::function<bool(const QImage &)> &fits)
{
    const QDeadlineTimer limit(patience);
    do {
        QCoreApplication::processEvents();
        const auto seen = picture();
        if (!seen.isNull() && fits(seen))
            return seen;
    } while (!limit.hasExpired());
    return {};
}

bool tst_window::waitForLocks(int atLeast)
{
    return !pictureThat([=](const QImage &seen) {
        return count(seen, holding) > atLeast;
    }).isNull();
}

void tst_window::start(const QStringList &arguments, const QString &theme)
{
    m_program.setProcessEnvironment(m_environment);
    m_program.start(programPath(), QStringList{u"--theme"_qs, theme} + arguments);
    QTRY_VERIFY_WITH_TIMEOUT(m_program.state() == QProcess::Running
            && !(m_window = QString::fromLatin1(
                     xdotool({u"search"_qs, u"--onlyvisible"_qs, u"--name"_qs, u"Lockstep"_qs})
                         .split('\n')
                         .first()))
                    .isEmpty(),
        patience);
    // There is no window manager to do it.
    xdotool({u"windowmove"_qs, m_window, u"0"_qs, u"0"_qs});
    xdotool({u"windowfocus"_qs, m_window});
}

void tst_window::locksAreOnScreenAndMove()
{
    start();
    const auto before = pictureThat([](const QImage &seen) { return count(seen, holding) > 3000; });
    QVERIFY(!before.isNull());
    QVERIFY(count(before, ground) > 10'000);
    QVERIFY(!pictureThat([&](const QImage &seen) { return seen != before; }).isNull());
}

void tst_window::spaceFreezesTheScreenAndFreesItAgain()
{
    start();
    QVERIFY(waitForLocks());
    key("space");
    // The tables are still: only the status line below them goes on.
    QImage last;
    int alike = 0; // looks in a row
    QVERIFY(!pictureThat([&](const QImage &seen) {
        const auto next = tables(seen);
        alike = next == last ? alike + 1 : 0;
        last = next;
        return alike == 5;
    }).isNull());
    key("space");
    QVERIFY(!pictureThat([&](const QImage &seen) { return tables(seen) != last; }).isNull());
}

void tst_window::theFilterLeavesWhatItNames()
{
    start();
    QVERIFY(waitForLocks());
    key("ctrl+f");
    xdotool({u"type"_qs, u"no-such-key"_qs});
    QVERIFY(!pictureThat([](const QImage &seen) {
        return count(tables(seen), holding) == 0;
    }).isNull());
    key("ctrl+a");
    xdotool({u"type"_qs, u"lock:invoice"_qs});
    QVERIFY(!pictureThat([](const QImage &seen) {
        return count(tables(seen), holding) > 100;
    }).isNull());
}

void tst_window::theServerPageIsAClickAway()
{
    start();
    QVERIFY(waitForLocks());
    xdotool({u"mousemove"_qs, u"32"_qs, u"80"_qs, u"click"_qs, u"1"_qs});
    QVERIFY(!pictureThat([](const QImage &seen) { return count(seen, holding) < 1500; }).isNull());
    key("ctrl+1");
    QVERIFY(waitForLocks());
}

void tst_window::quittingEndsTheProgramAndItsServer()
{
    start();
    QVERIFY(waitForLocks());
    const auto children = [this] {
        QProcess process;
        process.start(u"pgrep"_qs, {u"-P"_qs, QString::number(m_program.processId())});
        process.waitForFinished();
        return process.readAllStandardOutput().trimmed();
    };
    const qint64 server = children().split('\n').first().toLongLong();
    QVERIFY(server > 0);
    QVERIFY(processRuns(server));
    key("ctrl+q");
    QVERIFY(m_program.waitForFinished(patience));
    QCOMPARE(m_program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(m_program.exitCode(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!processRuns(server), patience);
}

void tst_window::theTitleNamesTheServerAndNeverThePassword()
{
    TestServer server;
    start({u"--uri"_qs, u"unix://default:s3cr3t@"_qs + server.socketPath()});
    QTRY_VERIFY_WITH_TIMEOUT(
        xdotool({u"getwindowname"_qs, m_window}).contains("redis.sock"), patience);
    QVERIFY(!xdotool({u"getwindowname"_qs, m_window}).contains("s3cr3t"));
}

void tst_window::theServerThatWasWatchedLastIsOpenedAgain()
{
    TestServer server;
    const auto title = [this] { return xdotool({u"getwindowname"_qs, m_window}); };
    const auto isRemembered = [this] {
        QSettings settings(
            m_home->filePath(u".config/lockstep/lockstep.conf"_qs), settingsFormat());
        return settings.contains(u"lastServer"_qs);
    };
    start({u"--uri"_qs, u"unix://"_qs + server.socketPath()});
    QTRY_VERIFY_WITH_TIMEOUT(isRemembered(), patience);
    m_program.terminate();
    QVERIFY(m_program.waitForFinished(patience));
    start();
    QTRY_VERIFY_WITH_TIMEOUT(title().contains("redis.sock"), patience);
    m_program.terminate();
    QVERIFY(m_program.waitForFinished(patience));
    start({u"--demo"_qs});
    QTRY_VERIFY_WITH_TIMEOUT(title().contains("Demo shop"), patience);
}

void tst_window::aServerThatIsKilledIsABannerAndItsReturnIsSeen()
{
    TestServer server;
    server.run({"SET", "lock:a", "285475da-8aa8-4f5c-9d5b-000000000001", "PX", "600000"});
    start({u"--uri"_qs, u"unix://"_qs + server.socketPath()});
    const auto calm = pictureThat([](const QImage &seen) { return count(seen, holding) > 300; });
    QVERIFY(!calm.isNull());
    server.kill9();
    // The tables move down to make room for the banner.
    QVERIFY(!pictureThat([&](const QImage &seen) {
        return marginOf(seen) != marginOf(calm);
    }).isNull());
    QCOMPARE(m_program.state(), QProcess::Running);
    server.restart();
    QVERIFY(server.waitUntilReady());
    server.run({"SET", "lock:b", "285475da-8aa8-4f5c-9d5b-000000000002", "PX", "600000"});
    QVERIFY(waitForLocks(300));
}

QString tst_window::windowNamed(const QString &name)
{
    return QString::fromLatin1(xdotool({u"search"_qs, u"--onlyvisible"_qs, u"--name"_qs, name}));
}

// Makes second-one the only profile.
void tst_window::writeProfile(const QString &address)
{
    const QString profiles = m_home->filePath(u".config/lockstep/lockstep/profiles.json"_qs);
    QVERIFY(QDir().mkpath(QFileInfo(profiles).path()));
    QFile file(profiles);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version": 1, "profiles": [{"name": "second-one", "environment": "production",
        "address": ")"
        + address.toUtf8() + R"("}]})");
}

void tst_window::profilesAreOfferedWhereNoServerIsNamed()
{
    TestServer server;
    writeProfile(u"unix://"_qs + server.socketPath());
    const auto dialog = [this] { return windowNamed(u"Connect to a server"_qs); };
    start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog().isEmpty(), patience);
    xdotool({u"windowfocus"_qs, dialog()});
    // The first key may come before the dialog has the focus.
    QTRY_VERIFY_WITH_TIMEOUT((key("space"), !windowNamed(u"second-one"_qs).isEmpty()), patience);
    QTRY_VERIFY_WITH_TIMEOUT(dialog().isEmpty(), patience);
    m_program.kill(); // the server is the one that was watched last now
    QVERIFY(m_program.waitForFinished(patience));
    start();
    QTRY_VERIFY_WITH_TIMEOUT(!windowNamed(u"second-one"_qs).isEmpty(), patience);
    QVERIFY(dialog().isEmpty());
}

// From the window of the program, as the user does it.
void tst_window::openProfileInAnotherWindow(const QString &dialogTitle)
{
    key("ctrl+shift+n");
    QString dialog;
    QTRY_VERIFY_WITH_TIMEOUT(!(dialog = windowNamed(dialogTitle)).isEmpty(), patience);
    xdotool({u"windowfocus"_qs, dialog});
    // The first key may come before the dialog has the focus.
    QTRY_VERIFY_WITH_TIMEOUT(
        (key("space"), !(m_another = windowNamed(u"second-one"_qs)).isEmpty()), patience);
    m_anotherProgram = xdotool({u"getwindowpid"_qs, m_another}).toLongLong();
    QVERIFY(m_anotherProgram > 0 && m_anotherProgram != m_program.processId());
}

void tst_window::anotherWindowShowsAnotherServer()
{
    TestServer first;
    TestServer second;
    writeProfile(u"unix://"_qs + second.socketPath());
    start({u"--uri"_qs, u"unix://"_qs + first.socketPath()});
    openProfileInAnotherWindow(u"Open in a new window"_qs);
    kill(pid_t(m_anotherProgram), SIGTERM);
    // What ends the one does not end the other.
    QTRY_VERIFY_WITH_TIMEOUT(windowNamed(u"second-one"_qs).isEmpty(), patience);
    QVERIFY(xdotool({u"getwindowname"_qs, m_window}).contains("redis.sock"));
}

// The keychain's library needs a dispatcher that the first window's own threads do without.
void tst_window::anotherWindowIsAnsweredByTheKeychain()
{
    TestServer first;
    TestServer::Options options;
    options.tcp = true;
    TestServer second(options);
    second.run({"CONFIG", "SET", "requirepass", "s3cret"});
    SecretService keychain;
    QVERIFY2(keychain.startUnlocked(), qPrintable(keychain.why()));
    const QString bus = u"DBUS_SESSION_BUS_ADDRESS"_qs;
    const QString before = m_environment.value(bus);
    m_environment.insert(bus, QString::fromUtf8(keychain.busAddress()));
    const auto putBack = qScopeGuard([&] { m_environment.insert(bus, before); });
    const auto added = lockstepRun({u"profiles"_qs, u"add"_qs, u"second-one"_qs, u"--uri"_qs,
                                       u"redis://:s3cret@127.0.0.1:%1"_qs.arg(second.tcpPort()),
                                       u"--environment"_qs, u"development"_qs},
        m_environment);
    QVERIFY2(added.status == 0 && added.err.contains("1 password kept"), added.err);
    start({u"--uri"_qs, u"unix://"_qs + first.socketPath()});
    openProfileInAnotherWindow(u"Open in a new window"_qs);
    // A refused command is counted, too, but not as a call.
    const auto isWatched = [&] {
        return second.run({"INFO", "commandstats"}).text.contains("cmdstat_scan:calls=");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWatched(), patience);
}

void tst_window::anotherWindowLooksLikeTheOneThatOpenedIt_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << u"light"_qs;
    QTest::newRow("as the desktop is, which is light") << u"system"_qs;
}

// The settings name another language and theme, as when they were chosen in a third window.
void tst_window::anotherWindowLooksLikeTheOneThatOpenedIt()
{
    QFETCH(const QString, theme);
    TestServer first;
    TestServer second;
    writeProfile(u"unix://"_qs + second.socketPath());
    {
        QSettings settings(
            m_home->filePath(u".config/lockstep/lockstep.conf"_qs), settingsFormat());
        settings.setValue(u"language"_qs, u"en"_qs);
        settings.setValue(u"theme"_qs, u"dark"_qs);
    }
    start({u"--uri"_qs, u"unix://"_qs + first.socketPath(), u"--lang"_qs, u"zh_CN"_qs}, theme);
    openProfileInAnotherWindow(u"在新窗口中打开"_qs);
    xdotool({u"windowmove"_qs, m_another, u"0"_qs, u"0"_qs});
    xdotool({u"windowfocus"_qs, m_another});
    QVERIFY(!pictureThat([](const QImage &seen) { return count(seen, ground) > 10'000; }).isNull());
    key("ctrl+o");
    QTRY_VERIFY_WITH_TIMEOUT(!windowNamed(u"连接服务器"_qs).isEmpty(), patience);
}

QTEST_GUILESS_MAIN(tst_window)
#include "tst_window.moc"
