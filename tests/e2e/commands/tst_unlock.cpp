// `lockstep unlock` on a real server: what it releases, what it refuses, and what it leaves behind.

#include "core/redis/identity/settingsformat.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clustergroup.h"
#include "tests/support/servers/testserver.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

const QByteArray pythonToken = "b1946ac92492d2347c6235b4d2611184"; // uuid1().hex has this form, too

qint64 bytesSent(TestServer &server)
{
    const QByteArray stats = server.run({"INFO", "stats"}).text;
    const auto at = stats.indexOf("total_net_output_bytes:");
    return stats.mid(at + 23, stats.indexOf('\r', at) - at - 23).toLongLong();
}

// As redis-py makes it: 32 hex digits that tell when they were made.
QByteArray uuid1Of(std::chrono::system_clock::time_point at)
{
    using Ticks = std::chrono::duration<qint64, std::ratio<1, 10'000'000>>;
    constexpr qint64 gregorian = 0x01b21dd213814000; // 1582-10-15, seen from 1970
    const qint64 ticks =
        std::chrono::duration_cast<Ticks>(at.time_since_epoch()).count() + gregorian;
    const auto hex = [](qint64 value, int digits) {
        return QByteArray::number(value, 16).rightJustified(digits, '0').right(digits);
    };
    return hex(ticks & 0xffffffff, 8) + hex((ticks >> 32) & 0xffff, 4) + '1'
        + hex((ticks >> 48) & 0xfff, 3) + "8a3b0242ac120002";
}

const QByteArray redissonHolder = "285475da-9b36-4b7c-a12b-3c9f0f8a2c11:52";
const QByteArray redissonWaiter = "7f1c9d5a-1a2b-4c3d-8e4f-5a6b7c8d9e0f:7";

} // namespace

class tst_unlock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsNoLockIsRefusedWithWhatItIs_data();
    void whatIsNoLockIsRefusedWithWhatItIs();
    void whatIsOnlyPossiblyALockNeedsMoreThanYes();
    void aRuleMakesItALock();
    void aHugeValueIsNotLoaded_data();
    void aHugeValueIsNotLoaded();
    void percentSignsInKeyAndTokenStayWhatTheyAre();
    void foreignTextDoesNotReachTheTerminalRaw();
    void aMarkIsOfTheServerAndNotOfItsAddress_data();
    void aMarkIsOfTheServerAndNotOfItsAddress();
    void aMarkOutlivesARestart();
    void inAClusterTheKeysNodeIsAsked();
    void inAClusterTheMarkOfTheKeysNodeCounts();
    void aReleaseIsWrittenDown();
    void anAuditThatCannotBeWrittenIsSaid();
    void whatOneDecidesByIsSaid();
    void whatOnlyAWatchKnowsIsUnknown();
    void theAclLineForReleasingIsEnough_data();
    void theAclLineForReleasingIsEnough();
    void eachRightForReleasingIsNeeded_data();
    void eachRightForReleasingIsNeeded();
    void aRefusalNamesAllRights();

private:
    Outcome unlock(const QString &uri, const QByteArray &key, const QByteArray &token,
        const QStringList &more = {u"--yes"_qs});
    Outcome unlock(
        const QByteArray &key, const QByteArray &token, const QStringList &more = {u"--yes"_qs})
    {
        return unlock(lockstep::uri(*m_server), key, token, more);
    }
    void mark(const QStringList &marks);
    // The user that `acl --release` prints, and then these rules; the address with which it signs
    // in.
    QString releasingUser(const QByteArray &rules = {});
    // As the libraries write them, with somebody who waits for each.
    void takeLocks(BlockingClient &waiter);

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<QTemporaryDir> m_home;
};

void tst_unlock::init()
{
    TestServer::Options options;
    options.tcp = true;
    m_server = std::make_unique<TestServer>(options);
    m_home = std::make_unique<QTemporaryDir>();
}

Outcome tst_unlock::unlock(
    const QString &uri, const QByteArray &key, const QByteArray &token, const QStringList &more)
{
    auto environment = withoutDisplay();
    environment.insert(u"XDG_CONFIG_HOME"_qs, m_home->filePath(u"config"_qs));
    environment.insert(u"XDG_DATA_HOME"_qs, m_home->filePath(u"data"_qs));
    return lockstepRun(QStringList{u"unlock"_qs, u"--lang"_qs, u"en"_qs, u"--uri"_qs, uri,
                           u"--key-base64"_qs, QString::fromLatin1(key.toBase64()),
                           u"--token-base64"_qs, QString::fromLatin1(token.toBase64())}
            + more,
        environment);
}

void tst_unlock::mark(const QStringList &marks)
{
    QSettings file(m_home->filePath(u"config/lockstep/lockstep.conf"_qs), settingsFormat());
    file.setValue(u"productionServers"_qs, marks);
    file.sync();
}

void tst_unlock::whatIsNoLockIsRefusedWithWhatItIs_data()
{
    QTest::addColumn<QList<QByteArray>>("write");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QByteArray>("says");
    using Words = QList<QByteArray>;
    QTest::newRow("any string") << Words{"SET", "k", "world"} << QByteArray("world")
                                << QByteArray("a string");
    QTest::newRow("a number") << Words{"SET", "page_view", "42"} << QByteArray("42")
                              << QByteArray("counter");
    QTest::newRow("a rate limit") << Words{"SET", "LIMITS:LIMITER/u1/search/5/1/minute", "5", "EX",
        "60"} << QByteArray("5") << QByteArray("rate limit");
    QTest::newRow("any hash") << Words{"HSET", "person", "age", "7"} << QByteArray("age")
                              << QByteArray("a hash");
    QTest::newRow("a sorted set") << Words{"ZADD", "online:users", "1", "a"} << QByteArray("a")
                                  << QByteArray("sorted set");
    QTest::newRow("permits of a semaphore")
        << Words{"SET", "lockstep:bounded", "3"} << QByteArray("3") << QByteArray("");
}

void tst_unlock::whatIsNoLockIsRefusedWithWhatItIs()
{
    QFETCH(const QList<QByteArray>, write);
    QFETCH(const QByteArray, token);
    QFETCH(const QByteArray, says);
    const QByteArray key = write.at(1);
    m_server->run(Command(write));
    const auto refused = unlock(key, token, {u"--yes"_qs, u"--possible"_qs});
    QVERIFY2(refused.status == 1, refused.err.constData());
    QVERIFY2(refused.err.contains("Nothing was released"), refused.err.constData());
    QVERIFY2(refused.err.contains(says), refused.err.constData());
    QCOMPARE(m_server->run({"EXISTS", key}).integer, qint64(1));
}

void tst_unlock::whatIsOnlyPossiblyALockNeedsMoreThanYes()
{
    m_server->run({"SET", "lock:a", "mine"});
    const auto refused = unlock("lock:a", "mine");
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("--possible"), refused.err.constData());
    QCOMPARE(m_server->run({"GET", "lock:a"}).text, QByteArray("mine"));
    const auto released = unlock("lock:a", "mine", {u"--yes"_qs, u"--possible"_qs});
    QVERIFY2(released.status == 0, released.err.constData());
    QCOMPARE(m_server->run({"EXISTS", "lock:a"}).integer, qint64(0));
}

void tst_unlock::aRuleMakesItALock()
{
    m_server->run({"SET", "job:7", "world"});
    QFile rules(m_home->filePath(u"rules.json"_qs));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(R"({"rules":[{"glob":"job:*","family":"lock"}]})");
    rules.close();
    const auto released = unlock("job:7", "world", {u"--yes"_qs, u"--rules"_qs, rules.fileName()});
    QVERIFY2(released.status == 0, released.err.constData());
    QCOMPARE(m_server->run({"EXISTS", "job:7"}).integer, qint64(0));
}

void tst_unlock::aHugeValueIsNotLoaded_data()
{
    QTest::addColumn<bool>("isHash");
    QTest::newRow("a string") << false;
    QTest::newRow("the field of a hash") << true;
}

void tst_unlock::aHugeValueIsNotLoaded()
{
    QFETCH(const bool, isHash);
    m_server->run({"SETRANGE", "lock:huge", "50000000", "x"});
    if (isHash)
        m_server->run({"EVAL",
            "local name = redis.call('GET', KEYS[1]) redis.call('DEL', KEYS[1]) "
            "redis.call('HSET', KEYS[1], name, 1)",
            "1", "lock:huge"});
    const qint64 before = bytesSent(*m_server);
    const auto refused = unlock("lock:huge", "x", {u"--yes"_qs, u"--possible"_qs});
    const qint64 sent = bytesSent(*m_server) - before;
    QCOMPARE(refused.status, 1);
    QVERIFY2(sent < 1'000'000,
        qPrintable(u"%1 bytes: %2"_qs.arg(sent).arg(QString::fromUtf8(refused.err.left(400)))));
    QCOMPARE(m_server->run({"EXISTS", "lock:huge"}).integer, qint64(1));
}

void tst_unlock::percentSignsInKeyAndTokenStayWhatTheyAre()
{
    const QByteArray key = "lock:%1%2%3";
    const QStringList sure{u"--yes"_qs, u"--possible"_qs};
    m_server->run({"SET", key, "x%1y", "PX", "60000"});
    const auto another = unlock(key, "%2%3", sure);
    QVERIFY2(another.err.contains(key), another.err.constData());
    QVERIFY2(another.err.contains("%2%3"), another.err.constData());
    const auto released = unlock(key, "x%1y", sure);
    QVERIFY2(released.status == 0, released.err.constData());
    QVERIFY2(released.err.contains(key), released.err.constData());
    QVERIFY2(released.err.contains("x%1y"), released.err.constData());
}

void tst_unlock::foreignTextDoesNotReachTheTerminalRaw()
{
    // C1 control, right-to-left override, line separator, escape
    const QByteArray key = "lock:\xc2\x9b\x31m\xe2\x80\xae\xe2\x80\xa8\x1b[2J";
    m_server->run({"SET", key, key, "PX", "60000"});
    const auto read =
        lockstepRun({u"watch"_qs, u"--once"_qs, u"--json"_qs, u"--uri"_qs, uri(*m_server)});
    QCOMPARE(read.status, 0);
    const auto refused = unlock(key, "x", {u"--yes"_qs, u"--possible"_qs});
    for (const QByteArray &text : {read.out, refused.err}) {
        for (const char *const raw : {"\xc2\x9b", "\xe2\x80\xae", "\xe2\x80\xa8", "\x1b"})
            QVERIFY2(!text.contains(raw), text.toPercentEncoding(" \n{}[]\":,").constData());
    }
    // It is the same JSON still.
    const auto locks = QJsonDocument::fromJson(read.out).object().value(u"locks"_qs).toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks.at(0)[u"key"].toString().toUtf8(), key);
}

void tst_unlock::aMarkIsOfTheServerAndNotOfItsAddress_data()
{
    QTest::addColumn<QString>("marked");
    QTest::addColumn<QString>("used");
    QTest::newRow("marked by its port, used by its socket") << u"tcp"_qs << u"unix"_qs;
    QTest::newRow("marked by its socket, used by its port") << u"unix"_qs << u"tcp"_qs;
    QTest::newRow("another spelling of an IPv6 address") << u"mapped"_qs << u"tcp"_qs;
}

void tst_unlock::aMarkIsOfTheServerAndNotOfItsAddress()
{
    QFETCH(const QString, marked);
    QFETCH(const QString, used);
    m_server->run({"SET", "lock:a", pythonToken, "PX", "60000"});
    const QString port = QString::number(m_server->tcpPort());
    const QHash<QString, QString> addresses{{u"tcp"_qs, u"redis://127.0.0.1:"_qs + port},
        {u"unix"_qs, uri(*m_server)}, {u"mapped"_qs, u"redis://[::ffff:127.0.0.1]:"_qs + port}};
    mark({marked == u"unix" ? m_server->socketPath() : u"localhost:"_qs + port});
    // Seen under the name that it was marked by, the server is known from then on.
    const auto seen = unlock(addresses[marked], "lock:a", pythonToken);
    QCOMPARE(seen.status, 1);
    const auto refused =
        unlock(addresses[used], "lock:a", pythonToken, {u"--yes"_qs, u"--possible"_qs});
    QVERIFY2(refused.status == 1, refused.err.constData());
    QVERIFY2(refused.err.contains("production"), refused.err.constData());
    QCOMPARE(m_server->run({"GET", "lock:a"}).text, pythonToken);
}

// The identity of a process is gone with it, and the address still counts.
void tst_unlock::aMarkOutlivesARestart()
{
    mark({m_server->socketPath()});
    QCOMPARE(unlock("lock:a", "mine").status, 1);
    m_server->restart();
    m_server->run({"SET", "lock:a", "mine"});
    const QStringList sure{u"--yes"_qs, u"--possible"_qs};
    QVERIFY(unlock("lock:a", "mine", sure).err.contains("production"));
    const auto elsewhere =
        unlock(u"redis://127.0.0.1:%1"_qs.arg(m_server->tcpPort()), "lock:a", "mine", sure);
    QVERIFY2(elsewhere.err.contains("production"), elsewhere.err.constData());
}

void tst_unlock::inAClusterTheKeysNodeIsAsked()
{
    ClusterTestGroup cluster;
    const QByteArray key = "lock:a";
    const size_t owner = cluster.ownerOf(key);
    TestServer &other = cluster.server((owner + 1) % ClusterTestGroup::primaries);
    TestServer &itsReplica = cluster.server(ClusterTestGroup::primaries + owner);
    const auto port = [](const TestServer &server) {
        return u"127.0.0.1:"_qs + QString::number(server.tcpPort());
    };
    for (const QString &asked :
        {u"redis://"_qs + port(other), uri(other), u"redis://"_qs + port(itsReplica)}) {
        cluster.server(owner).run({"SET", key, pythonToken, "PX", "600000"});
        const auto outcome = unlock(asked, key, pythonToken, {u"--yes"_qs, u"--possible"_qs});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains(port(cluster.server(owner)).toLatin1()),
            outcome.err.constData()); // the question is about that node
        QCOMPARE(cluster.server(owner).run({"EXISTS", key}).integer, qint64(0));
    }
}

void tst_unlock::inAClusterTheMarkOfTheKeysNodeCounts()
{
    ClusterTestGroup cluster;
    const QByteArray key = "lock:a";
    const size_t owner = cluster.ownerOf(key);
    TestServer &other = cluster.server((owner + 1) % ClusterTestGroup::primaries);
    cluster.server(owner).run({"SET", key, pythonToken, "PX", "600000"});
    mark({u"127.0.0.1:%1"_qs.arg(cluster.server(owner).tcpPort())});
    const auto refused = unlock(uri(other), key, pythonToken, {u"--yes"_qs, u"--possible"_qs});
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("production"), refused.err.constData());
    QCOMPARE(cluster.server(owner).run({"GET", key}).text, pythonToken);
}

void tst_unlock::aReleaseIsWrittenDown()
{
    m_server->run({"SET", "lock:a", "secret-token", "PX", "60000"});
    QCOMPARE(unlock("lock:a", "another", {u"--yes"_qs, u"--possible"_qs}).status, 1);
    QCOMPARE(unlock("lock:a", "secret-token", {u"--yes"_qs, u"--possible"_qs}).status, 0);
    QFile audit(m_home->filePath(u"data/lockstep/lockstep/releases.jsonl"_qs));
    QVERIFY(audit.open(QIODevice::ReadOnly));
    const QByteArray text = audit.readAll();
    QVERIFY(!text.contains("secret-token"));
    QCOMPARE(text.count('\n'), 1);
    const auto line = QJsonDocument::fromJson(text).object();
    QCOMPARE(line[u"key"].toString(), u"lock:a"_qs);
    QCOMPARE(line[u"outcome"].toString(), u"released"_qs);
    QCOMPARE(line[u"user"].toString().isEmpty(), false);
    QVERIFY(line[u"server"].toString().contains(m_server->socketPath()));
    QCOMPARE(line[u"tokenSha256"].toString(),
        QString::fromLatin1(
            QCryptographicHash::hash("secret-token", QCryptographicHash::Sha256).toHex()));
    QVERIFY(QDateTime::fromString(line[u"at"].toString(), Qt::ISODateWithMs).isValid());
    QVERIFY(!audit.permissions().testFlag(QFile::ReadOther));
}

void tst_unlock::anAuditThatCannotBeWrittenIsSaid()
{
    m_server->run({"SET", "lock:a", "mine", "PX", "60000"});
    QVERIFY(QDir(m_home->path()).mkpath(u"data/lockstep/lockstep"_qs));
    QVERIFY(QFile::link(
        u"/dev/full"_qs, m_home->filePath(u"data/lockstep/lockstep/releases.jsonl"_qs)));
    const auto released = unlock("lock:a", "mine", {u"--yes"_qs, u"--possible"_qs});
    QVERIFY2(released.err.contains("releases.jsonl"), released.err.constData());
    QVERIFY2(released.err.contains("No space left on device"), released.err.constData());
    QCOMPARE(m_server->run({"EXISTS", "lock:a"}).integer, qint64(0));
}

void tst_unlock::whatOneDecidesByIsSaid()
{
    const auto since = std::chrono::system_clock::now() - std::chrono::seconds(4000);
    const QByteArray token = uuid1Of(since);
    m_server->run({"SELECT", "3"});
    m_server->run({"SET", "lock:old", token, "PX", "60000"});
    const auto released = unlock(
        lockstep::uri(*m_server) + u"?db=3"_qs, "lock:old", token, {u"--yes"_qs, u"--possible"_qs});
    QVERIFY2(released.status == 0, released.err.constData());
    const QByteArray server = "Server: unix://" + m_server->socketPath().toUtf8() + ", database 3";
    for (const QByteArray &said : {server, QByteArray("Held for: 1 h 06 m")})
        QVERIFY2(released.err.contains(said), released.err.constData());
}

void tst_unlock::whatOnlyAWatchKnowsIsUnknown()
{
    BlockingClient waiter(m_server->socketPath());
    m_server->run({"HSET", "the-lock", redissonHolder, "1"});
    m_server->run({"PEXPIRE", "the-lock", "60000"});
    waiter.run({"SUBSCRIBE", "redisson_lock__channel:{the-lock}"});
    const auto released = unlock("the-lock", redissonHolder);
    QVERIFY2(released.status == 0, released.err.constData());
    for (const char *const said :
        {"database 0", "Waiting: 1\n", "Held for: unknown", "Renewals: unknown"})
        QVERIFY2(released.err.contains(said), released.err.constData());
}

QString tst_unlock::releasingUser(const QByteArray &rules)
{
    const auto printed = lockstepRun({u"acl"_qs, u"--release"_qs, u"--user"_qs, u"medic"_qs});
    QByteArray line = printed.out.trimmed().replace("<password>", "secret");
    if (!rules.isEmpty())
        line += ' ' + rules;
    const Reply made = m_server->run(Command(line.split(' ')));
    if (made.isError())
        qFatal("%s: %s%s", line.constData(), made.text.constData(), printed.err.constData());
    // As `acl` says; before 7.2 it is refused, and the command is not known either.
    m_server->run({"ACL", "SETUSER", "medic", "+client|no-touch"});
    return u"redis://medic:secret@127.0.0.1:%1"_qs.arg(m_server->tcpPort());
}

void tst_unlock::takeLocks(BlockingClient &waiter)
{
    m_server->run({"SET", "lock:a", pythonToken, "PX", "60000"});
    // One of ours that counts fencing tokens, with a place in the line behind it.
    m_server->run({"SET", "lock:fenced", pythonToken, "PX", "60000"});
    m_server->run({"SET", "{lock:fenced}:fence", "7"});
    m_server->run({"RPUSH", "{lock:fenced}:waiters", "lockstep:wake:one 1 60000 the-next-token"});
    m_server->run({"HSET", "redissons", redissonHolder, "2"});
    m_server->run({"PEXPIRE", "redissons", "60000"});
    m_server->run({"HSET", "fair", redissonHolder, "1"});
    m_server->run({"PEXPIRE", "fair", "60000"});
    m_server->run({"RPUSH", "redisson_lock_queue:{fair}", redissonWaiter});
    waiter.run({"SUBSCRIBE", "lockstep:wake:one"});
    m_server->run({"ACL", "LOG", "RESET"});
}

void tst_unlock::theAclLineForReleasingIsEnough_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("a string") << QByteArray("lock:a") << pythonToken;
    QTest::newRow("one of ours, handed to the next in line")
        << QByteArray("lock:fenced") << pythonToken;
    QTest::newRow("Redisson's") << QByteArray("redissons") << redissonHolder;
    QTest::newRow("Redisson's fair one") << QByteArray("fair") << redissonHolder;
}

void tst_unlock::theAclLineForReleasingIsEnough()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QByteArray, token);
    BlockingClient waiter(m_server->socketPath());
    takeLocks(waiter);
    const QString medic = releasingUser();
    const auto released = unlock(medic, key, token, {u"--yes"_qs, u"--possible"_qs});
    QVERIFY2(released.status == 0, released.err.constData());
    QVERIFY2(!released.err.contains("PUBLISH"), released.err.constData());
    if (key == "lock:fenced")
        QCOMPARE(m_server->run({"GET", key}).text, QByteArray("the-next-token"));
    else
        QCOMPARE(m_server->run({"EXISTS", key}).integer, qint64(0));
    const auto seen = lockstepRun({u"watch"_qs, u"--once"_qs, u"--json"_qs, u"--uri"_qs, medic});
    QVERIFY2(seen.status == 0, seen.err.constData());
    const auto log = m_server->run({"ACL", "LOG"});
    for (const Reply &entry : log.elements)
        QCOMPARE(entry.elements.at(5).text, QByteArray()); // what was refused
}

void tst_unlock::eachRightForReleasingIsNeeded_data()
{
    QTest::addColumn<QByteArray>("without");
    const auto both = {u"acl"_qs, u"--user"_qs, u"medic"_qs};
    const auto watching = lockstepRun(QStringList(both)).out.trimmed().split(' ');
    const auto releasing =
        lockstepRun(QStringList(both) + QStringList{u"--release"_qs}).out.trimmed().split(' ');
    for (const QByteArray &rule : releasing) {
        if (rule.startsWith('+') && !watching.contains(rule) && rule != "+cluster|myid")
            QTest::newRow(rule.constData()) << '-' + rule.mid(1);
    }
}

void tst_unlock::eachRightForReleasingIsNeeded()
{
    QFETCH(const QByteArray, without);
    BlockingClient waiter(m_server->socketPath());
    takeLocks(waiter);
    const QString medic = releasingUser(without);
    for (const auto &[key, token] : {std::pair(QByteArray("lock:a"), pythonToken),
             std::pair(QByteArray("lock:fenced"), pythonToken),
             std::pair(QByteArray("redissons"), redissonHolder),
             std::pair(QByteArray("fair"), redissonHolder)})
        unlock(medic, key, token, {u"--yes"_qs, u"--possible"_qs});
    QVERIFY(!m_server->run({"ACL", "LOG"}).elements.empty());
}

void tst_unlock::aRefusalNamesAllRights()
{
    m_server->run({"SET", "lock:a", pythonToken, "PX", "60000"});
    const auto watching = lockstepRun({u"acl"_qs, u"--user"_qs, u"weak"_qs});
    const QByteArray line = watching.out.trimmed().replace("<password>", "secret");
    QVERIFY(!m_server->run(Command(line.split(' '))).isError());
    const QString weak = u"redis://weak:secret@127.0.0.1:%1"_qs.arg(m_server->tcpPort());
    const QStringList sure{u"--yes"_qs, u"--possible"_qs};
    const auto refused = unlock(weak, "lock:a", pythonToken, sure);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("Nothing was released"), refused.err.constData());
    QCOMPARE(m_server->run({"EXISTS", "lock:a"}).integer, qint64(1));
    // What it says is sent to the server as it stands, and is enough.
    const qsizetype from = refused.err.indexOf("ACL SETUSER weak");
    QVERIFY2(from > 0, refused.err.constData());
    const QByteArray told = refused.err.mid(from, refused.err.indexOf('\n', from) - from);
    const Reply added = m_server->run(Command(told.trimmed().split(' ')));
    QVERIFY2(!added.isError(), told.constData());
    const auto released = unlock(weak, "lock:a", pythonToken, sure);
    QVERIFY2(released.status == 0, released.err.constData());
}

QTEST_GUILESS_MAIN(tst_unlock)
#include "tst_unlock.moc"
