#include "core/redis/identity/settingsformat.h"
#include "core/redis/privateserver/privateserver.h"
#include "core/redis/privateserver/serverclock.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"
#include "tests/support/servers/blockingclient.h"
#include "tests/support/servers/clustergroup.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/sentinelgroup.h"
#include "tests/support/servers/testserver.h"

#include <QDateTime>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lockstep;

namespace {

QJsonObject only(const QJsonArray &array, const QString &key)
{
    for (const auto &value : array) {
        if (value.toObject().value(u"key") == key)
            return value.toObject();
    }
    return {};
}

// The system's language is Chinese.
QProcessEnvironment inChina()
{
    auto environment = withoutDisplay();
    environment.remove(u"LANGUAGE"_qs);
    environment.insert(u"LC_ALL"_qs, u"zh_CN.UTF-8"_qs);
    return environment;
}

QString clusterUri(const TestServer &node)
{
    return u"redis+cluster://127.0.0.1:%1"_qs.arg(node.tcpPort());
}

// Whether the names of that server's keys have been asked for.
bool isWatched(TestServer &server)
{
    return server.run({"INFO", "commandstats"}).text.contains("cmdstat_scan:");
}

} // namespace

class tst_commandline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSnapshotSaysWhatTheServerHolds();
    void sentinelsLeadToTheServer();
    void nodesLeadToTheirCluster();
    void theDemoShopIsOpenBeforeItsSnapshot();
    void theJournalIsFollowedLineByLine();
    void countersAreFollowedByTheirValues();
    void aCounterIsFollowedAcrossATimeInWhichItMayNotBeRead();
    void eachDigitOfALargeCounterIsTold();
    void aTimeOfZeroEndsWhenTheServerWasReached();
    void aGapInTheJournalIsMarkedAndTheReturnIsSaid();
    void aGapOfTheClocksAndOneOfSwapsAreSaid();
    void thePrintedUserMayWatch();
    void wrongUsageIsASentenceAndStatusTwo_data();
    void wrongUsageIsASentenceAndStatusTwo();
    void aServerThatIsNotThereIsASentenceAndStatusOne();
    void aWrongPasswordIsASentenceAndStatusOne();
    void messagesSpeakTheChosenLanguage_data();
    void messagesSpeakTheChosenLanguage();
    void withJsonAMistakeInAFileIsInEnglish();
    void aPictureSpeaksTheSystemsLanguage();
    void titlesSpeakTheSystemsLanguage();
    void jsonIsTheSameInEveryLanguage();
    void aLockIsReleasedByExactlyItsToken();
    void nothingIsReleasedInProduction();
    void withoutADisplayTheWindowNamesWhatWorks();
    void aStrayAddressIsNotEchoedWithItsPassword();
    void aPasswordIsNotSeenInTheProcessList();
    void passwordsComeFromTheEnvironmentAndFromAFile();
    void aPictureIsDrawnWithoutADisplay_data();
    void aPictureIsDrawnWithoutADisplay();
    void aPictureMayBeAsSmallAsTheWindow_data();
    void aPictureMayBeAsSmallAsTheWindow();
    void aPictureIsDrawnInSpiteOfAKeyThatIsTooLarge();
    void aPictureOfAClusterShowsThatANodeIsAway_data();
    void aPictureOfAClusterShowsThatANodeIsAway();
    void withoutAnyNodeThereIsNoPicture();
    void whatANodeServedIsWatchedAgain();
    void whatIsWaitedForIsSaid_data();
    void whatIsWaitedForIsSaid();
    void aPictureThatCannotBeWrittenIsASentence();
    void helpIsReadable();
    void whatCannotBePrintedIsASentence_data();
    void whatCannotBePrintedIsASentence();
    void aClosedPipeIsNoSentence();
    void aRuleNamesAKey();
};

void tst_commandline::aSnapshotSaysWhatTheServerHolds()
{
    TestServer server;
    server.run({"SET", "page_view", "42"});
    server.run({"SET", "lock:order:1", "285475da-8aa8-4f5c-9d5b-000000000001", "PX", "60000"});
    server.run({"HSET", "myLock", "285475da-8aa8-4f5c-9d5b-000000000002:7", "2"});
    server.run({"SET", "LIMITS:LIMITER/u1/search/5/1/minute", "5", "EX", "60"});

    const auto outcome =
        lockstepRun({u"watch"_qs, u"--uri"_qs, uri(server), u"--once"_qs, u"--json"_qs});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out.count('\n'), 1);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(snapshot[u"server"][u"mode"], QJsonValue(u"push"_qs));
    QCOMPARE(snapshot[u"server"][u"keysSeen"].toInt(), 4);
    QCOMPARE(snapshot[u"server"][u"address"], QJsonValue(uri(server)));
    QVERIFY(QDateTime::fromString(snapshot[u"at"].toString(), Qt::ISODateWithMs).isValid());
    QCOMPARE(only(snapshot[u"counters"].toArray(), u"page_view"_qs)[u"value"].toInt(), 42);
    const auto bucket = snapshot[u"buckets"].toArray().at(0).toObject();
    QCOMPARE(bucket[u"used"].toInt(), 5);
    QCOMPARE(bucket[u"limit"].toInt(), 5);
    QCOMPARE(bucket[u"windowMs"].toInt(), 60'000);
    QCOMPARE(bucket[u"state"], QJsonValue(u"exhausted"_qs));
    const auto lock = only(snapshot[u"locks"].toArray(), u"lock:order:1"_qs);
    QVERIFY(lock[u"ttlMs"].toInt() > 0 && lock[u"ttlMs"].toInt() <= 60'000);
    QCOMPARE(lock[u"state"], QJsonValue(u"held"_qs));
    const auto redisson = only(snapshot[u"locks"].toArray(), u"myLock"_qs);
    QCOMPARE(redisson[u"count"].toInt(), 2);
    QVERIFY(redisson[u"ttlMs"].isNull());
    QCOMPARE(redisson[u"state"], QJsonValue(u"immortal"_qs));
    QVERIFY(snapshot[u"cost"][u"commands"].toInt() > 0);
}

void tst_commandline::sentinelsLeadToTheServer()
{
    SentinelTestGroup group;
    const QByteArray token = "285475da-8aa8-4f5c-9d5b-000000000001";
    group.server(0).run({"SET", "lock:order:1", token, "PX", "600000"});
    for (size_t i = 0; i < 3; ++i)
        group.sentinel(i).run({"ACL", "SETUSER", "default", "resetpass", ">theirs"});
    const QString address = group.endpoint().display();
    const QStringList once{u"watch"_qs, u"--uri"_qs, address, u"--once"_qs, u"--json"_qs};
    const auto refused = lockstepRun(once + QStringList{u"--lang"_qs, u"en"_qs});
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("password of their own"), refused.err);

    const QTemporaryDir folder;
    QFile file(folder.filePath(u"password"_qs));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("theirs\n");
    file.close();
    const QStringList signedIn{u"--sentinel-password-file"_qs, file.fileName()};
    const auto outcome = lockstepRun(once + signedIn);
    QVERIFY2(outcome.status == 0, outcome.err);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(snapshot[u"server"][u"address"], QJsonValue(address));
    QCOMPARE(snapshot[u"server"][u"primary"], QJsonValue(addressOf(group.server(0))));
    QCOMPARE(snapshot[u"locks"].toArray().size(), 1);
    QStringList tables = once + signedIn + QStringList{u"--lang"_qs, u"en"_qs};
    tables.removeAll(u"--json"_qs);
    const auto shown = lockstepRun(tables);
    QVERIFY2(shown.out.contains(" · primary " + addressOf(group.server(0)).toUtf8()), shown.out);

    const auto printed = lockstepRun({u"acl"_qs, u"--sentinel"_qs, u"--user"_qs, u"asker"_qs});
    QCOMPARE(printed.status, 0);
    const Command user(printed.out.trimmed().replace("<password>", "s3cret").split(' '));
    const auto answers = group.sentinel(1).runAll({{"AUTH", "theirs"}, user});
    QCOMPARE(answers.back().text, QByteArray("OK"));
    Endpoint asking = group.endpoint();
    asking.sentinels.addresses = {asking.sentinels.addresses.at(1)};
    const auto asked = lockstepRun({u"watch"_qs, u"--uri"_qs,
        asking.display() + u"&sentinel-user=asker&sentinel-password=s3cret"_qs, u"--once"_qs,
        u"--json"_qs});
    QVERIFY2(asked.status == 0, asked.err);
    QVERIFY2(asked.out.contains("lock:order:1"), asked.out);

    // One of them tells an address that nobody reaches from here.
    group.sentinel(0).runAll(
        {{"AUTH", "theirs"}, {"SENTINEL", "MONITOR", "far", "127.0.0.1", "1", "1"}});
    Endpoint far = group.endpoint();
    far.sentinels.primary = u"far"_qs;
    const QStringList farOnce = QStringList{u"watch"_qs, u"--uri"_qs, far.display(), u"--once"_qs,
                                    u"--json"_qs, u"--lang"_qs, u"en"_qs}
        + signedIn;
    const auto unreachable = lockstepRun(farOnce);
    QCOMPARE(unreachable.status, 1);
    QVERIFY2(unreachable.err.contains("--map"), unreachable.err);
    QVERIFY2(unreachable.err.contains("127.0.0.1:1"), unreachable.err);
    const auto mapped = lockstepRun(farOnce
        + QStringList{u"--map"_qs, u"127.0.0.2:9=127.0.0.1:9"_qs, u"--map"_qs,
            u"127.0.0.1:1="_qs + addressOf(group.server(0))});
    QVERIFY2(mapped.status == 0, mapped.err);
    QCOMPARE(QJsonDocument::fromJson(mapped.out)[u"locks"_qs].toArray().size(), qsizetype(1));

    const auto unlocked =
        lockstepRun(QStringList{u"unlock"_qs, u"--uri"_qs, address, u"--key"_qs, u"lock:order:1"_qs,
                        u"--token"_qs, QString::fromLatin1(token), u"--yes"_qs, u"--possible"_qs}
            + signedIn);
    QVERIFY2(unlocked.status == 0, unlocked.err);
    QCOMPARE(group.server(0).run({"EXISTS", "lock:order:1"}).integer, qint64(0));

    const auto lab = lockstepRun(QStringList{u"lab"_qs, u"run"_qs, u"stock-lost-update"_qs,
                                     u"--uri"_qs, address, u"--yes"_qs, u"--lang"_qs, u"en"_qs}
        + signedIn);
    QCOMPARE(lab.status, 1);
    QVERIFY2(lab.err.contains("address of one server"), lab.err);
}

// One node has all slots, and is known to the others, if there were any, by an address that nobody
// reaches from here.
void tst_commandline::nodesLeadToTheirCluster()
{
    TestServer::Options options;
    options.cluster = true;
    options.arguments << u"--cluster-announce-ip"_qs << u"127.0.0.9"_qs
                      << u"--cluster-announce-port"_qs << u"7"_qs;
    TestServer node(options);
    QVERIFY(!node.run({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"}).isError());
    const auto isUp = [&] {
        return node.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isUp(), 60'000);
    const QByteArray token = "285475da-8aa8-4f5c-9d5b-000000000001";
    node.run({"SET", "lock:order:1", token, "PX", "600000"});
    TestServer::Options single;
    single.tcp = true;
    TestServer gone(single);
    const QString reached = u"127.0.0.1:%1"_qs.arg(node.tcpPort());
    const QString address = u"redis+cluster://127.0.0.1:%1,"_qs.arg(gone.tcpPort()) + reached;
    const auto once = [](const QString &uri) {
        return QStringList{
            u"watch"_qs, u"--uri"_qs, uri, u"--once"_qs, u"--json"_qs, u"--lang"_qs, u"en"_qs};
    };
    const auto refused = lockstepRun(once(address));
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("no node of a cluster"), refused.err);
    gone.kill9();
    const auto unreachable = lockstepRun(once(address));
    QCOMPARE(unreachable.status, 1);
    QVERIFY2(unreachable.err.contains("--map"), unreachable.err);
    QVERIFY2(unreachable.err.contains("127.0.0.9:7"), unreachable.err);

    const QStringList map{u"--map"_qs, u"127.0.0.9:7="_qs + reached};
    const auto outcome = lockstepRun(once(address) + map);
    QVERIFY2(outcome.status == 0, outcome.err);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(snapshot[u"server"][u"address"], QJsonValue(address));
    QCOMPARE(snapshot[u"server"][u"nodes"][0][u"address"], QJsonValue(u"127.0.0.9:7"_qs));
    QCOMPARE(snapshot[u"locks"].toArray().size(), qsizetype(1));

    const QTemporaryDir folder;
    const QString picture = folder.filePath(u"cluster.png"_qs);
    const auto shot = lockstepRun(
        QStringList{u"shot"_qs, u"server"_qs, u"-o"_qs, picture, u"--uri"_qs, address} + map);
    QVERIFY2(shot.status == 0, shot.err);
    QVERIFY(QFile::exists(picture));

    const auto unlocked =
        lockstepRun(QStringList{u"unlock"_qs, u"--uri"_qs, address, u"--key"_qs, u"lock:order:1"_qs,
                        u"--token"_qs, QString::fromLatin1(token), u"--yes"_qs, u"--possible"_qs}
            + map);
    QVERIFY2(unlocked.status == 0, unlocked.err);
    QCOMPARE(node.run({"EXISTS", "lock:order:1"}).integer, qint64(0));

    const auto lab = lockstepRun(QStringList{u"lab"_qs, u"run"_qs, u"stock-lost-update"_qs,
        u"--uri"_qs, address, u"--yes"_qs, u"--lang"_qs, u"en"_qs});
    QCOMPARE(lab.status, 1);
    QVERIFY2(lab.err.contains("address of one server"), lab.err);
}

void tst_commandline::theDemoShopIsOpenBeforeItsSnapshot()
{
    const auto outcome = lockstepRun({u"watch"_qs, u"--once"_qs, u"--json"_qs});
    QCOMPARE(outcome.status, 0);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    for (const QString &family : {u"counters"_qs, u"buckets"_qs, u"locks"_qs})
        QVERIFY2(!snapshot.value(family).toArray().isEmpty(), qPrintable(family));
}

void tst_commandline::theJournalIsFollowedLineByLine()
{
    TestServer server;
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(
        programPath(), {u"watch"_qs, u"--uri"_qs, uri(server), u"--follow"_qs, u"--json"_qs});
    // Writing begins when the tracking is on: the scanner is the last to ask for it.
    QTRY_VERIFY(server.run({"INFO", "clients"}).text.contains("tracking_clients:2"));
    server.run({"SET", "lock:order:9", "285475da-8aa8-4f5c-9d5b-000000000009", "PX", "30000"});
    QByteArray out;
    const auto saw = [&](const char *event) {
        out += process.readAllStandardOutput();
        return out.contains(QByteArray("\"event\":\"") + event + '"');
    };
    QTRY_VERIFY(process.waitForReadyRead(50) || saw("acquired") || saw("appeared"));
    QTRY_VERIFY(saw("acquired") || saw("appeared"));
    server.run({"PEXPIRE", "lock:order:9", "90000"});
    QTRY_VERIFY(saw("renewed"));
    server.run({"DEL", "lock:order:9"});
    QTRY_VERIFY(saw("released"));

    process.terminate(); // as Ctrl-C
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    for (const auto &line : out.split('\n')) {
        if (!line.isEmpty())
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line.constData());
    }
}

void tst_commandline::countersAreFollowedByTheirValues()
{
    TestServer server;
    server.run({"SET", "page_view", "42"});
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(
        programPath(), {u"watch"_qs, u"--uri"_qs, uri(server), u"--follow"_qs, u"--json"_qs});
    QByteArray out;
    const auto saw = [&](const char *event, int value) {
        process.waitForReadyRead(50);
        out += process.readAllStandardOutput();
        for (const QByteArray &line : out.split('\n')) {
            const auto object = QJsonDocument::fromJson(line).object();
            if (object[u"event"] == QLatin1String(event) && object[u"key"] == u"page_view"_qs
                && object[u"family"] == u"counter"_qs && object[u"value"].toInt(-1) == value)
                return true;
        }
        return false;
    };
    QTRY_VERIFY(saw("appeared", 42));
    server.run({"INCRBY", "page_view", "8"});
    QTRY_VERIFY(saw("changed", 50));
    QVERIFY(!saw("changed", 42)); // its first value is no change
    // What comes within a moment is told at once: the last value, never none.
    for (int i = 0; i < 100; ++i)
        server.run({"INCR", "page_view"});
    QTRY_VERIFY(saw("changed", 150));
    QVERIFY(out.count("\"changed\"") < 50);
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
}

void tst_commandline::aCounterIsFollowedAcrossATimeInWhichItMayNotBeRead()
{
    TestServer server;
    server.run({"SET", "page_view", "42"});
    server.run({"SET", "orders:count", "7"});
    server.run({"ACL", "SETUSER", "weak", "on", "nopass", "~*", "&*", "+@all"});
    QProcess process;
    QProcessEnvironment environment = withoutDisplay();
    environment.insert(u"REDISCLI_AUTH"_qs, u"any"_qs);
    process.setProcessEnvironment(environment);
    process.start(programPath(),
        {u"watch"_qs, u"--uri"_qs, u"unix://weak@"_qs + server.socketPath(), u"--follow"_qs,
            u"--json"_qs});
    QByteArray out;
    QByteArray messages;
    const auto saw = [&](const char *event, const QString &key, int value) {
        process.waitForReadyRead(50);
        out += process.readAllStandardOutput();
        messages += process.readAllStandardError();
        for (const QByteArray &line : out.split('\n')) {
            const auto object = QJsonDocument::fromJson(line).object();
            if (object[u"event"] == QLatin1String(event) && object[u"key"] == key
                && object[u"value"].toInt(-1) == value)
                return true;
        }
        return false;
    };
    QTRY_VERIFY(saw("appeared", u"page_view"_qs, 42));
    server.run({"ACL", "SETUSER", "weak", "resetkeys", "~orders:*"});
    server.run({"INCR", "page_view"});
    QTRY_VERIFY(!saw("changed", u"page_view"_qs, 43) && messages.contains("GETRANGE"));
    server.run({"INCR", "orders:count"}); // once this is told, the counters have been compared
    QTRY_VERIFY(saw("changed", u"orders:count"_qs, 8));
    server.run({"ACL", "SETUSER", "weak", "~*"});
    QTRY_VERIFY_WITH_TIMEOUT(saw("changed", u"page_view"_qs, 43), 60'000);
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
}

void tst_commandline::aTimeOfZeroEndsWhenTheServerWasReached()
{
    const TestServer server;
    const QStringList line{u"watch"_qs, u"--follow"_qs, u"--json"_qs, u"--for"_qs, u"0"_qs};
    const auto reached = lockstepRun(line + QStringList{u"--uri"_qs, uri(server)});
    QVERIFY2(reached.status == 0, reached.err.constData());
    const auto shop = lockstepRun(line);
    QVERIFY2(shop.status == 0, shop.err.constData());
    const auto nobody = lockstepRun(line + QStringList{u"--uri"_qs, u"redis://127.0.0.1:1"_qs});
    QCOMPARE(nobody.status, 1);
    QVERIFY2(nobody.err.contains("127.0.0.1:1"), nobody.err.constData());
}

void tst_commandline::aGapInTheJournalIsMarkedAndTheReturnIsSaid()
{
    TestServer server;
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"watch"_qs, u"--uri"_qs, uri(server), u"--follow"_qs, u"--json"_qs, u"--lang"_qs,
            u"en"_qs});
    QTRY_VERIFY(server.run({"INFO", "clients"}).text.contains("tracking_clients:2"));
    QByteArray out;
    QByteArray err;
    const auto has = [&](const char *words) {
        process.waitForReadyRead(20);
        out += process.readAllStandardOutput();
        err += process.readAllStandardError();
        return out.contains(words) || err.contains(words);
    };
    // What it prints shows that it knows itself connected.
    server.run({"SET", "lock:order:9", "285475da-8aa8-4f5c-9d5b-000000000009", "PX", "30000"});
    QTRY_VERIFY(has("lock:order:9"));
    server.run({"DEL", "lock:order:9"});
    QTRY_VERIFY(has("\"event\":\"released\""));
    const auto lines = out.count('\n');
    server.kill9();
    // Only the latest trouble is told: maybe it was refused already when it was to tell the loss.
    QTRY_VERIFY2(has("was closed by the other side") || has("Nothing accepts connections at"),
        err.constData());
    QVERIFY(!has(" again. Changes since "));
    server.restart();
    QTRY_VERIFY(has(" again. Changes since "));
    QTRY_VERIFY(has("\"event\":\"unseen\""));
    QTRY_VERIFY(has("\"event\":\"restarted\""));
    QCOMPARE(out.count('\n'), lines + 2);
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
}

void tst_commandline::aGapOfTheClocksAndOneOfSwapsAreSaid()
{
    auto server = PrivateServer::start({.clock = PrivateServer::Clock::Shifted});
    QVERIFY(server);
    const auto clock = ServerClock::open((*server)->endpoint());
    QVERIFY(clock);
    BlockingClient client((*server)->endpoint().path);
    client.run({"SET", "lock:a", "285475da-8aa8-4f5c-9d5b-000000000001", "PX", "600000"});
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"watch"_qs, u"--uri"_qs, (*server)->endpoint().display(), u"--follow"_qs, u"--json"_qs,
            u"--lang"_qs, u"en"_qs});
    QByteArray out;
    QByteArray err;
    const auto has = [&](const char *words) {
        process.waitForReadyRead(20);
        out += process.readAllStandardOutput();
        err += process.readAllStandardError();
        return out.contains(words) || err.contains(words);
    };
    QTRY_VERIFY(has("lock:a"));
    (*clock)->shift(3'600'000);
    QTRY_VERIFY(has("\"cause\":\"clock\""));
    QTRY_VERIFY(has("a clock was set. Changes since "));
    client.run({"SWAPDB", "0", "1"});
    QTRY_VERIFY(has("\"cause\":\"swap\""));
    QTRY_VERIFY(has(" were swapped. Changes since "));
    QVERIFY(err.contains(" UTC were not seen.\n"));
    QCOMPARE(out.count("\"since\":\"20"), 2);
    process.terminate();
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 0);
}

void tst_commandline::thePrintedUserMayWatch()
{
    TestServer server;
    const auto printed = lockstepRun({u"acl"_qs, u"--user"_qs, u"monitor"_qs});
    QCOMPARE(printed.status, 0);
    auto line = printed.out.trimmed();
    line.replace("<password>", "s3cret");
    QVERIFY(line.startsWith("ACL SETUSER monitor "));
    QCOMPARE(server.run(Command(QByteArrayList(line.split(' ')))).text, QByteArray("OK"));

    server.run({"SET", "lock:a", "285475da-8aa8-4f5c-9d5b-000000000001", "PX", "60000"});
    const auto outcome = lockstepRun({u"watch"_qs, u"--uri"_qs,
        u"unix://monitor:s3cret@"_qs + server.socketPath(), u"--once"_qs, u"--json"_qs});
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    QCOMPARE(outcome.status, 0);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(snapshot[u"server"][u"mode"], QJsonValue(u"push"_qs));
    QCOMPARE(snapshot[u"locks"].toArray().size(), 1);
    QVERIFY(server.run({"SET", "still", "mine"}).text == "OK");
}

void tst_commandline::wrongUsageIsASentenceAndStatusTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown command") << QStringList{u"wtach"_qs} << u"wtach"_qs;
    QTest::newRow("an address without --uri") << QStringList{u"watch"_qs,
        u"redis://:s3cret@host"_qs} << u"“redis://host:6379”: an address stands behind --uri"_qs;
    QTest::newRow("a host without --uri") << QStringList{u"watch"_qs, u"host:6379"_qs}
                                          << u"“host:6379”: an address stands behind --uri"_qs;
    QTest::newRow("an address where none is taken")
        << QStringList{u"acl"_qs, u"redis://host"_qs} << u"“redis://host:6379”."_qs;
    for (const char *const command : {"notify \"a b", "\"", "\"\"\"\" x"})
        QTest::addRow("a program in %s", command) << QStringList{u"watch"_qs, u"--on-alert"_qs,
            QString::fromUtf8(command)} << u"is not closed"_qs;
    QTest::newRow("a program that is not found") << QStringList{u"watch"_qs, u"--on-alert"_qs,
        u"nosuchprog --quiet"_qs} << u"no program “nosuchprog”"_qs;
    QTest::newRow("a program that cannot be started")
        << QStringList{u"watch"_qs, u"--on-alert"_qs, u"/dev/null"_qs} << u"“/dev/null”"_qs;
    QTest::newRow("unknown option") << QStringList{u"watch"_qs, u"--onec"_qs} << u"onec"_qs;
    QTest::newRow("once and follow")
        << QStringList{u"watch"_qs, u"--once"_qs, u"--follow"_qs, u"--json"_qs} << u"--follow"_qs;
    QTest::newRow("neither once nor follow")
        << QStringList{u"watch"_qs, u"--json"_qs} << u"--once"_qs;
    QTest::newRow("sorted JSON") << QStringList{u"watch"_qs, u"--once"_qs, u"--json"_qs,
        u"--sort"_qs, u"key"_qs} << u"--sort"_qs;
    QTest::newRow("sorted by what is no column")
        << QStringList{u"watch"_qs, u"--sort"_qs, u"colour"_qs} << u"rate"_qs;
    QTest::newRow("sorted by the column of another table")
        << QStringList{u"watch"_qs, u"--family"_qs, u"lock"_qs, u"--sort"_qs, u"rate"_qs}
        << u"rate"_qs;
    QTest::newRow("unknown family")
        << QStringList{u"watch"_qs, u"--family"_qs, u"limits"_qs} << u"bucket"_qs;
    QTest::newRow("metrics of a snapshot")
        << QStringList{u"watch"_qs, u"--once"_qs, u"--metrics"_qs, u"9400"_qs} << u"--metrics"_qs;
    for (const char *const address :
        {"9400x", "65536", "-1", "", ":9400", "127.0.0.1", "127.0.0.1:", "1.2.3.4.5:80",
            "example.com:9400", "::1:9400", "[127.0.0.1]:9400", "[::1]"})
        QTest::addRow("metrics at “%s”", address) << QStringList{u"watch"_qs, u"--metrics"_qs,
            QString::fromUtf8(address)} << u"127.0.0.1:9400"_qs;
    QTest::newRow("no rows") << QStringList{u"watch"_qs, u"--top"_qs, u"0"_qs} << u"--top"_qs;
    QTest::newRow("a filter with a state that is none")
        << QStringList{u"watch"_qs, u"--filter"_qs, u"state:burning"_qs} << u"immortal"_qs;
    QTest::newRow("a journal filtered by state") << QStringList{u"watch"_qs, u"--follow"_qs,
        u"--filter"_qs, u"state:immortal"_qs} << u"--filter"_qs;
    QTest::newRow("option of another command")
        << QStringList{u"acl"_qs, u"--theme"_qs, u"dark"_qs} << u"theme"_qs;
    QTest::newRow("a user of servers and of Sentinels")
        << QStringList{u"acl"_qs, u"--release"_qs, u"--sentinel"_qs} << u"--sentinel"_qs;
    QTest::newRow("unknown page") << QStringList{u"shot"_qs, u"lab"_qs, u"-o"_qs, u"x.png"_qs}
                                  << u"server"_qs;
    QTest::newRow("page without its scenario") << QStringList{u"shot"_qs, u"lab"_qs, u"--seed"_qs,
        u"3"_qs, u"-o"_qs, u"x.png"_qs} << u"lab:ID"_qs;
    QTest::newRow("a mapping of a single server") << QStringList{u"watch"_qs, u"--once"_qs,
        u"--json"_qs, u"--uri"_qs, u"redis://h"_qs, u"--map"_qs, u"a:1=b:1"_qs}
                                                  << u"redis+cluster://"_qs;
    QTest::newRow("several hosts of one server") << QStringList{u"watch"_qs, u"--once"_qs,
        u"--uri"_qs, u"redis://a,b"_qs} << u"redis+cluster://host1,host2"_qs;
    QTest::newRow("a mapping of one side") << QStringList{u"watch"_qs, u"--once"_qs, u"--json"_qs,
        u"--uri"_qs, u"redis-sentinel://h?master=m"_qs, u"--map"_qs, u"a:1"_qs}
                                           << u"HOST:PORT=HOST:PORT"_qs;
    QTest::newRow("no file for the picture") << QStringList{u"shot"_qs, u"watch"_qs} << u"-o"_qs;
    QTest::newRow("wrong theme") << QStringList{u"shot"_qs, u"watch"_qs, u"-o"_qs, u"x.png"_qs,
        u"--theme"_qs, u"pink"_qs}
                                 << u"dark"_qs;
    QTest::newRow("wrong scale") << QStringList{u"shot"_qs, u"watch"_qs, u"-o"_qs, u"x.png"_qs,
        u"--scale"_qs, u"0"_qs} << u"--scale"_qs;
    QTest::newRow("wrong size") << QStringList{u"shot"_qs, u"watch"_qs, u"-o"_qs, u"x.png"_qs,
        u"--size"_qs, u"12"_qs} << u"--size"_qs;
    QTest::newRow("wrong duration") << QStringList{u"watch"_qs, u"--follow"_qs, u"--json"_qs,
        u"--for"_qs, u"ever"_qs} << u"ever"_qs;
    QTest::newRow("wrong scheme") << QStringList{u"watch"_qs, u"--uri"_qs, u"http://x"_qs,
        u"--once"_qs, u"--json"_qs}
                                  << u"redis://"_qs;
    QTest::newRow("wrong port") << QStringList{u"watch"_qs, u"--uri"_qs, u"redis://x:99999"_qs,
        u"--once"_qs, u"--json"_qs}
                                << u"65535"_qs;
    QTest::newRow("TLS option without TLS") << QStringList{u"watch"_qs, u"--uri"_qs,
        u"redis://x"_qs, u"--cacert"_qs, u"ca.pem"_qs, u"--once"_qs, u"--json"_qs}
                                            << u"rediss://"_qs;
    QTest::newRow("rules that are not there")
        << QStringList{u"watch"_qs, u"--rules"_qs, u"/nowhere.json"_qs, u"--once"_qs, u"--json"_qs}
        << u"/nowhere.json"_qs;
}

void tst_commandline::wrongUsageIsASentenceAndStatusTwo()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto outcome = lockstepRun(arguments);
    const bool unreadable = says == u"/nowhere.json";
    QCOMPARE(outcome.status, unreadable ? 1 : 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.startsWith("lockstep: "), outcome.err.constData());
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
}

void tst_commandline::aServerThatIsNotThereIsASentenceAndStatusOne()
{
    const auto outcome = lockstepRun(
        {u"watch"_qs, u"--uri"_qs, u"redis://127.0.0.1:1"_qs, u"--once"_qs, u"--json"_qs});
    QCOMPARE(outcome.status, 1);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains("127.0.0.1:1"), outcome.err.constData());
}

void tst_commandline::aWrongPasswordIsASentenceAndStatusOne()
{
    TestServer server;
    server.run({"CONFIG", "SET", "requirepass", "right"});
    const auto outcome = lockstepRun({u"watch"_qs, u"--uri"_qs,
        u"unix://:wr0ng@"_qs + server.socketPath(), u"--once"_qs, u"--json"_qs});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(!outcome.err.contains("wr0ng"), outcome.err.constData());
    QVERIFY(!outcome.err.isEmpty());
}

void tst_commandline::messagesSpeakTheChosenLanguage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QStringList chinese{u"--lang"_qs, u"zh_CN"_qs};
    const QStringList once{u"watch"_qs, u"--once"_qs, u"--json"_qs, u"--uri"_qs};
    QTest::newRow("a server that is not there")
        << once + QStringList{u"redis://127.0.0.1:1"_qs} + chinese << u"没有程序接受连接"_qs;
    QTest::newRow("wrong usage, found before --lang")
        << QStringList{u"watch"_qs, u"--onec"_qs} + chinese << u"未知选项“--onec”"_qs;
    QTest::newRow("a part of an address")
        << QStringList{u"watch"_qs, u"--uri"_qs, u"redis://%zz@x"_qs} + chinese
        << u"用户名中的“%”后面"_qs;
    QTest::newRow("an address that is none") << QStringList{u"watch"_qs, u"--lang=zh_CN"_qs,
        u"--uri"_qs, u"http://x"_qs} << u"无法使用"_qs;
    QTest::newRow("no display") << chinese << u"没有可用于窗口的显示器"_qs;
    QTest::newRow("acl") << QStringList{u"acl"_qs} + chinese << u"密码"_qs;
    QTest::newRow("a picture that cannot be written")
        << QStringList{u"shot"_qs, u"watch"_qs, u"-o"_qs, u"/nowhere/x.png"_qs} + chinese
        << u"无法写入"_qs;
}

void tst_commandline::messagesSpeakTheChosenLanguage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto words = QString::fromUtf8(lockstepRun(arguments).err);
    QVERIFY2(words.contains(says), qPrintable(words));
    arguments.removeOne(u"zh_CN"_qs);
    arguments.removeOne(u"--lang"_qs);
    arguments.removeOne(u"--lang=zh_CN"_qs);
    QVERIFY(!QString::fromUtf8(lockstepRun(arguments).err).contains(says));
    const auto inTheSystems = QString::fromUtf8(lockstepRun(arguments, inChina()).err);
    QVERIFY2(inTheSystems.contains(says), qPrintable(inTheSystems));
}

// What a document of JSON may have is English to its last part, which is Qt's here.
void tst_commandline::withJsonAMistakeInAFileIsInEnglish()
{
    QTemporaryDir folder;
    QFile rules(folder.filePath(u"rules.json"_qs));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write("{\"ignore\": [}");
    rules.close();
    const QStringList watch{u"watch"_qs, u"--once"_qs, u"--rules"_qs, rules.fileName()};
    const auto people = lockstepRun(watch, inChina());
    QVERIFY2(people.err.contains("逗号后缺少对象"), people.err);
    const auto programs = lockstepRun(watch + QStringList{u"--json"_qs}, inChina());
    QVERIFY2(programs.err.contains("line 1: expected JSON (object is missing after a comma)"),
        programs.err);
}

// Fonts, and with them the layout, are those of the system's language, whatever the texts are in.
void tst_commandline::aPictureSpeaksTheSystemsLanguage()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"picture.svg"_qs);
    const auto languageOfPicture = [&path](const QStringList &more) {
        QFile::remove(path);
        const auto outcome = lockstepRun(
            QStringList{u"shot"_qs, u"lab:lock-lease-expires:A1"_qs, u"-o"_qs, path} + more,
            inChina());
        QFile file(path);
        if (outcome.status != 0 || !file.open(QIODevice::ReadOnly))
            return outcome.err;
        const QByteArray picture = file.readAll();
        return picture.contains(">步骤</text>") ? QByteArray("Chinese")
            : picture.contains(">steps</text>") ? QByteArray("English")
                                                : picture;
    };
    QCOMPARE(languageOfPicture({}), QByteArray("Chinese"));
    QCOMPARE(languageOfPicture({u"--lang"_qs, u"en"_qs}), QByteArray("English"));
}

void tst_commandline::titlesSpeakTheSystemsLanguage()
{
    const QStringList list{u"lab"_qs, u"list"_qs};
    const auto chinese = lockstepRun(list + QStringList{u"--lang"_qs, u"zh_CN"_qs});
    QCOMPARE(lockstepRun(list, inChina()).out, chinese.out);
    QVERIFY(lockstepRun(list).out != chinese.out);
}

void tst_commandline::jsonIsTheSameInEveryLanguage()
{
    TestServer server;
    server.run({"SET", "page_view", "42"});
    server.run({"SET", "lock:a", "285475da-8aa8-4f5c-9d5b-000000000001"});
    const auto keys = [&](const char *language) {
        const auto outcome = lockstepRun({u"watch"_qs, u"--uri"_qs, uri(server), u"--once"_qs,
            u"--json"_qs, u"--lang"_qs, QString::fromLatin1(language)});
        auto snapshot = QJsonDocument::fromJson(outcome.out).object();
        snapshot.remove(u"cost"_qs);
        snapshot.remove(u"at"_qs);
        auto lock = snapshot[u"locks"].toArray().at(0).toObject();
        lock.remove(u"ageMs"_qs);
        snapshot[u"locks"_qs] = QJsonArray{lock};
        return snapshot;
    };
    const auto english = keys("en");
    QVERIFY(!english.isEmpty());
    QCOMPARE(keys("zh_CN"), english);
}

void tst_commandline::aLockIsReleasedByExactlyItsToken()
{
    TestServer server;
    const QByteArray raw("\xff\0raw bytes of a token", 23);
    server.run({"SET", "lock:a", "mine", "PX", "60000"});
    server.run({"SET", "lock:raw", raw, "PX", "60000"});
    // Of a name and a token like these no more can be said.
    const QStringList line{u"unlock"_qs, u"--uri"_qs, uri(server), u"--possible"_qs, u"--key"_qs};
    const auto asked = lockstepRun(line + QStringList{u"lock:a"_qs, u"--token"_qs, u"mine"_qs});
    QCOMPARE(asked.status, 2); // nobody to ask
    QVERIFY(asked.err.contains("--yes"));
    const auto wrong =
        lockstepRun(line + QStringList{u"lock:a"_qs, u"--token"_qs, u"min"_qs, u"--yes"_qs});
    QCOMPARE(wrong.status, 1);
    QVERIFY(wrong.err.contains("mine"));
    QCOMPARE(server.run({"GET", "lock:a"}).text, QByteArray("mine"));
    QCOMPARE(lockstepRun(line + QStringList{u"lock:a"_qs, u"--token"_qs, u"mine"_qs, u"--yes"_qs})
                 .status,
        0);
    QCOMPARE(lockstepRun(line
                 + QStringList{u"lock:raw"_qs, u"--token-base64"_qs,
                     QString::fromLatin1(raw.toBase64()), u"--yes"_qs})
                 .status,
        0);
    QCOMPARE(server.run({"DBSIZE"}).integer, qint64(0));
    const auto gone =
        lockstepRun(line + QStringList{u"lock:a"_qs, u"--token"_qs, u"mine"_qs, u"--yes"_qs});
    QCOMPARE(gone.status, 1);
    QVERIFY(gone.err.contains("Nobody holds"));
}

void tst_commandline::nothingIsReleasedInProduction()
{
    TestServer server;
    server.run({"SET", "lock:a", "mine"});
    QTemporaryDir settings;
    auto environment = withoutDisplay();
    environment.insert(u"XDG_CONFIG_HOME"_qs, settings.path());
    QSettings file(settings.filePath(u"lockstep/lockstep.conf"_qs), settingsFormat());
    file.setValue(u"productionServers"_qs, QStringList{server.socketPath()});
    file.sync();
    const auto refused = lockstepRun({u"unlock"_qs, u"--uri"_qs, uri(server), u"--key"_qs,
                                         u"lock:a"_qs, u"--token"_qs, u"mine"_qs, u"--yes"_qs},
        environment);
    QCOMPARE(refused.status, 1);
    QVERIFY(refused.err.contains("production"));
    QCOMPARE(server.run({"GET", "lock:a"}).text, QByteArray("mine"));
}

void tst_commandline::withoutADisplayTheWindowNamesWhatWorks()
{
    const auto outcome = lockstepRun({});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(outcome.err.contains("watch") && outcome.err.contains("shot"));

    auto dead = withoutDisplay();
    dead.insert(u"DISPLAY"_qs, u":4711"_qs);
    QCOMPARE(lockstepRun({}, dead).status, 1);
}

void tst_commandline::aStrayAddressIsNotEchoedWithItsPassword()
{
    const auto address = QStringLiteral("redis://:s3cr3t@localhost");
    for (const auto &arguments : {QStringList{address},
             QStringList{QStringLiteral("watch"), QStringLiteral("--once"),
                 QStringLiteral("--json"), address}}) {
        const auto outcome = lockstepRun(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY(!outcome.err.isEmpty());
        QVERIFY2(!outcome.err.contains("s3cr3t"), outcome.err.constData());
    }
}

void tst_commandline::eachDigitOfALargeCounterIsTold()
{
    TestServer server;
    server.run({"SET", "page_view", "9007199254740990"});
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(
        programPath(), {u"watch"_qs, u"--uri"_qs, uri(server), u"--follow"_qs, u"--json"_qs});
    QByteArray out;
    const auto saw = [&](const char *value) {
        out += process.readAllStandardOutput();
        return out.contains(QByteArray("\"value\":") + value + '}');
    };
    QTRY_VERIFY(saw("9007199254740990"));
    for (const char *value : {"9007199254740991", "9007199254740992", "9007199254740993",
             "9007199254740994", "9007199254740995"}) {
        server.run({"INCR", "page_view"});
        QTRY_VERIFY2(saw(value), out.constData());
    }
    for (const char *value :
        {"9223372036854775806", "9223372036854775807", "-9223372036854775808"}) {
        server.run({"SET", "page_view", value});
        QTRY_VERIFY2(saw(value), out.constData());
    }
    // One that is there already, as large as one of these.
    server.run({"SET", "stats:old", "9007199254740997"});
    QTRY_VERIFY2(saw("9007199254740997"), out.constData());
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
}

void tst_commandline::aPasswordIsNotSeenInTheProcessList()
{
    TestServer server;
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"watch"_qs, u"--uri"_qs, u"unix://default:s3cr3t@"_qs + server.socketPath(),
            u"--follow"_qs, u"--json"_qs});
    const auto commandLine = [&] {
        return contentsOf(u"/proc/%1/cmdline"_qs.arg(process.processId()));
    };
    QTRY_VERIFY(commandLine().contains("unix://default:******@"));
    QVERIFY(!commandLine().contains("s3cr3t"));
    process.kill();
    process.waitForFinished();
}

void tst_commandline::passwordsComeFromTheEnvironmentAndFromAFile()
{
    TestServer server;
    server.run({"CONFIG", "SET", "requirepass", "right"});
    const QStringList once{u"watch"_qs, u"--uri"_qs, uri(server), u"--once"_qs, u"--json"_qs};
    QCOMPARE(lockstepRun(once).status, 1);

    auto environment = withoutDisplay();
    environment.insert(u"REDISCLI_AUTH"_qs, u"right"_qs);
    QCOMPARE(lockstepRun(once, environment).status, 0);

    const QTemporaryDir folder;
    QFile file(folder.filePath(u"password"_qs));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("right\n");
    file.close();
    QCOMPARE(lockstepRun(once + QStringList{u"--password-file"_qs, file.fileName()}).status, 0);
    QCOMPARE(lockstepRun(once + QStringList{u"--password-file"_qs, u"/nowhere"_qs}).status, 2);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(64 * 1024 + 1, 'x')); // would not be sent whole
    file.close();
    const auto tooLong = lockstepRun(once + QStringList{u"--password-file"_qs, file.fileName()});
    QCOMPARE(tooLong.status, 2);
    QVERIFY2(tooLong.err.contains("is no password"), tooLong.err.constData());
}

void tst_commandline::aPictureIsDrawnWithoutADisplay_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("scale");
    QTest::newRow("watch, light, English") << u"watch"_qs << u"light"_qs << u"en"_qs << 1;
    QTest::newRow("watch, dark, Chinese") << u"watch"_qs << u"dark"_qs << u"zh_CN"_qs << 2;
    QTest::newRow("server, light, Chinese") << u"server"_qs << u"light"_qs << u"zh_CN"_qs << 1;
    QTest::newRow("server, dark, English") << u"server"_qs << u"dark"_qs << u"en"_qs << 2;
}

void tst_commandline::aPictureIsDrawnWithoutADisplay()
{
    QFETCH(QString, page);
    QFETCH(QString, theme);
    QFETCH(QString, language);
    QFETCH(int, scale);
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"picture.png"_qs);
    const auto outcome = lockstepRun({u"shot"_qs, page, u"-o"_qs, file, u"--theme"_qs, theme,
        u"--lang"_qs, language, u"--scale"_qs, QString::number(scale), u"--after"_qs, u"2"_qs});
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    const QImage picture(file);
    QCOMPARE(picture.size(), QSize(1280, 720) * scale);

    QHash<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            ++counts[picture.pixel(x, y)];
    }
    const bool dark = theme == u"dark";
    const QRgb ground = dark ? qRgb(0x14, 0x18, 0x1D) : qRgb(0xF5, 0xF6, 0xF8);
    const QRgb panel = dark ? qRgb(0x1B, 0x20, 0x27) : qRgb(0xFF, 0xFF, 0xFF);
    const QRgb holding = dark ? qRgb(0x80, 0xF4, 0xEF) : qRgb(0x00, 0x55, 0x23);
    const int all = picture.width() * picture.height();
    QVERIFY(counts.value(ground) > all / 50);
    QVERIFY(counts.value(panel) > all / 3);
    if (page == u"watch")
        QVERIFY(counts.value(holding) > 1000 * scale); // bars of time left, of few locks at first
}

void tst_commandline::aPictureMayBeAsSmallAsTheWindow_data()
{
    QTest::addColumn<QString>("page");
    for (const char *page : {"watch", "server", "lab:lock-lease-expires:A1 T B1"})
        QTest::newRow(page) << QString::fromLatin1(page);
}

void tst_commandline::aPictureMayBeAsSmallAsTheWindow()
{
    QFETCH(const QString, page);
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"small.png"_qs);
    QStringList words{u"shot"_qs, page, u"-o"_qs, file, u"--size"_qs, u"640x480"_qs};
    if (!page.startsWith(u"lab"))
        words << u"--after"_qs << u"1"_qs;
    const auto outcome = lockstepRun(words);
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    QCOMPARE(QImage(file).size(), QSize(640, 480));
    words[words.indexOf(u"640x480"_qs)] = u"639x480"_qs;
    const auto refused = lockstepRun(words);
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("640x480"), refused.err.constData());
}

// The connection is closed when it meets that key, and opened again.
void tst_commandline::aPictureIsDrawnInSpiteOfAKeyThatIsTooLarge()
{
    TestServer server;
    server.run({"SETRANGE", "big", QByteArray::number(70 * 1024 * 1024), "x"});
    server.run({"EVAL",
        "for i=1,100000 do redis.call('ZADD',KEYS[1],i,i) end "
        "redis.call('ZADD',KEYS[1],1e9,redis.call('GET',KEYS[2]))",
        "2", "ratelimit:trap", "big"});
    server.run({"DEL", "big"});
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"picture.png"_qs);
    const auto outcome = lockstepRun({u"shot"_qs, u"server"_qs, u"--uri"_qs, uri(server),
        u"--after"_qs, u"1"_qs, u"-o"_qs, file});
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    QVERIFY(!QImage(file).isNull());
}

void tst_commandline::aPictureOfAClusterShowsThatANodeIsAway_data()
{
    QTest::addColumn<bool>("isFromTheBeginning");
    QTest::addColumn<QString>("giveUpAfter"); // ms until the others call the Cluster down
    QTest::addColumn<QString>("after"); // of the picture
    QTest::newRow("from the beginning") << true << u"120000"_qs << u"1"_qs;
    QTest::newRow("while it is waited for") << false << u"120000"_qs << u"8"_qs;
    QTest::newRow("and so the Cluster is down") << false << u"3000"_qs << u"20"_qs;
}

void tst_commandline::aPictureOfAClusterShowsThatANodeIsAway()
{
    QFETCH(const bool, isFromTheBeginning);
    QFETCH(const QString, giveUpAfter);
    QFETCH(const QString, after);
    ClusterTestGroup cluster;
    for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i) {
        cluster.server(i).run({"CONFIG", "SET", "cluster-node-timeout", giveUpAfter.toLatin1()});
        cluster.server(i).run({"CONFIG", "SET", "cluster-replica-no-failover", "yes"});
        cluster.server(i).run({"CONFIG", "SET", "cluster-require-full-coverage", "yes"});
    }
    const QTemporaryDir folder;
    const auto picture = folder.filePath(u"cluster.svg"_qs);
    if (isFromTheBeginning)
        cluster.server(1).kill9();
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"shot"_qs, u"server"_qs, u"--uri"_qs, clusterUri(cluster.server(0)), u"--after"_qs, after,
            u"-o"_qs, picture, u"--lang"_qs, u"en"_qs});
    if (!isFromTheBeginning) {
        QTRY_VERIFY(isWatched(cluster.server(1)));
        cluster.server(1).kill9();
    }
    QVERIFY(process.waitForFinished(240'000));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 0, said);
    QVERIFY(contentsOf(picture).contains("cluster of 3 primaries, 2 answer"));
    const auto isDown = [&] {
        return cluster.server(0).run({"CLUSTER", "INFO"}).text.contains("cluster_state:fail");
    };
    QCOMPARE(isDown(), giveUpAfter == u"3000");
}

void tst_commandline::withoutAnyNodeThereIsNoPicture()
{
    ClusterTestGroup cluster;
    const QTemporaryDir folder;
    const auto picture = folder.filePath(u"cluster.png"_qs);
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"shot"_qs, u"server"_qs, u"--uri"_qs, clusterUri(cluster.server(0)), u"--after"_qs,
            u"60"_qs, u"-o"_qs, picture, u"--lang"_qs, u"en"_qs});
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        QTRY_VERIFY(isWatched(cluster.server(i)));
    for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i)
        cluster.server(i).kill9();
    QVERIFY(process.waitForFinished(240'000));
    const QByteArray said = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 1);
    bool isNodeNamed = false;
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        isNodeNamed |= said.contains(addressOf(cluster.server(i)).toUtf8());
    QVERIFY2(isNodeNamed && !said.contains("redis+cluster"), said);
    QVERIFY(!QFile::exists(picture));
}

// The node itself stays away: a replica takes over.
void tst_commandline::whatANodeServedIsWatchedAgain()
{
    ClusterTestGroup cluster;
    for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i)
        cluster.server(i).run({"CONFIG", "SET", "cluster-node-timeout", "1000"});
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"watch"_qs, u"--uri"_qs, clusterUri(cluster.server(0)), u"--follow"_qs, u"--lang"_qs,
            u"en"_qs});
    QTRY_VERIFY(isWatched(cluster.server(1)));
    cluster.server(1).kill9();
    QByteArray said;
    QTRY_VERIFY2_WITH_TIMEOUT(
        (said += process.readAllStandardError(), said.contains(" watched again.")), said, 60'000);
    process.terminate();
    QVERIFY(process.waitForFinished());
    const QByteArray node = cluster.toldAddress(1).display().toUtf8();
    QVERIFY2(said.contains("What " + node + " served is watched again."), said);
    QVERIFY2(!said.contains('\n' + node + " is watched again."), said);
}

void tst_commandline::whatIsWaitedForIsSaid_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("a picture") << QStringList{
        u"shot"_qs, u"watch"_qs, u"--after"_qs, u"0"_qs, u"-o"_qs, u"picture.png"_qs};
    QTest::newRow("a snapshot") << QStringList{u"watch"_qs, u"--once"_qs, u"--json"_qs};
}

void tst_commandline::whatIsWaitedForIsSaid()
{
    QFETCH(const QStringList, command);
    TestServer server;
    server.run({"EVAL", "for i = 1, 20000 do redis.call('SET', 'page:' .. i, 'text') end", "0"});
    FaultyRelay relay(server.socketPath());
    relay.limitRate(20'000); // the names alone take more than ten seconds
    const QTemporaryDir folder;
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.setWorkingDirectory(folder.path());
    process.start(
        programPath(), command + QStringList{u"--uri"_qs, u"unix://"_qs + relay.endpoint().path});
    QByteArray said;
    QTRY_VERIFY2((said += process.readAllStandardError(), said.contains("of 20\u202F000 keys")),
        said.constData());
    QCOMPARE(process.state(), QProcess::Running);
    relay.limitRate(0);
    QVERIFY(process.waitForFinished(240'000));
    QCOMPARE(process.exitCode(), 0);
    const auto printed = process.readAllStandardOutput();
    QVERIFY(command.contains(u"shot") ? !QImage(folder.filePath(u"picture.png"_qs)).isNull()
                                      : QJsonDocument::fromJson(printed).isObject());
}

void tst_commandline::aPictureThatCannotBeWrittenIsASentence()
{
    TestServer server;
    const auto outcome = lockstepRun({u"shot"_qs, u"watch"_qs, u"--uri"_qs, uri(server),
        u"--after"_qs, u"0"_qs, u"-o"_qs, u"/nowhere/picture.png"_qs});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.contains("/nowhere/picture.png"), outcome.err.constData());
}

void tst_commandline::helpIsReadable()
{
    for (const QString &command : {u"help"_qs, u"lab --help"_qs, u"lab run --help"_qs}) {
        const auto said = lockstepRun(command.split(u' '));
        QCOMPARE(said.status, 0);
        QVERIFY2(said.out.contains("lockstep lab run ID… [options]"), said.out.constData());
    }
}

void tst_commandline::whatCannotBePrintedIsASentence_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command : {"--help", "--version", "acl", "acl --lab", "lab list",
             "lab list --json", "lab replay counter-get-set A1", "lab explore counter-get-set",
             "lab run counter-get-set --clients 2 --for 1", "watch --once --json"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

void tst_commandline::whatCannotBePrintedIsASentence()
{
    QFETCH(const QString, command);
    const TestServer server;
    QStringList arguments = command.split(u' ');
    if (arguments.first() == u"watch")
        arguments << u"--uri"_qs << uri(server);
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(u"/dev/full"_qs);
    process.start(programPath(), arguments << u"--lang"_qs << u"en"_qs);
    QVERIFY(process.waitForFinished(240'000));
    QCOMPARE(process.exitCode(), 1);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("standard output cannot be written: No space left on device"),
        said.constData());
    QVERIFY2(said.toLower().count("cannot be written") == 1, said.constData());
}

void tst_commandline::aClosedPipeIsNoSentence()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    ::close(ends[0]); // nobody reads
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.setChildProcessModifier([out = ends[1]] { ::dup2(out, STDOUT_FILENO); });
    process.start(programPath(), {u"lab"_qs, u"list"_qs});
    QVERIFY(process.waitForFinished(240'000));
    ::close(ends[1]);
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(process.readAllStandardError(), QByteArray());
}

void tst_commandline::aRuleNamesAKey()
{
    TestServer server;
    server.run({"SET", "ar:north", "59", "EX", "300"});
    const QTemporaryDir folder;
    QFile rules(folder.filePath(u"rules.json"_qs));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(R"({"rules":[{"glob":"ar:*","family":"bucket","limit":60}]})");
    rules.close();
    const auto outcome = lockstepRun({u"watch"_qs, u"--uri"_qs, uri(server), u"--rules"_qs,
        rules.fileName(), u"--once"_qs, u"--json"_qs});
    QCOMPARE(outcome.status, 0);
    const auto bucket =
        QJsonDocument::fromJson(outcome.out).object()[u"buckets"].toArray().at(0).toObject();
    QCOMPARE(bucket[u"limit"].toInt(), 60);
    QCOMPARE(bucket[u"used"].toInt(), 59);
}

QTEST_GUILESS_MAIN(tst_commandline)
#include "tst_commandline.moc"
