#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/servermonitor.h"
#include "tests/support/servers/testserver.h"

#include "core/redis/connection/connection.h"
#include "core/watch/link/allowlist.h"
#include "tests/support/patience.h"

#include <QDateTime>
#include <QTest>

#include <set>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

namespace {

// MONITOR: everything the server executes. Commands that came over TCP are the watcher's, for the
// test itself uses the unix socket. AUTH and commands for administrators are not shown by MONITOR;
// INFO commandstats counts those, and refused ones too.
class Recorder
{
public:
    explicit Recorder(TestServer *server)
        : m_monitor(server)
    {
    }

    std::vector<Command> commands()
    {
        std::vector<Command> all;
        for (const auto &line : m_monitor.lines()) {
            const auto from = line.indexOf('[');
            const auto to = line.indexOf("] ", from);
            if (from >= 0 && to >= 0 && line.mid(from, to - from).contains(" 127.0.0.1:"))
                all.push_back(parse(line.mid(to + 2)));
        }
        return all;
    }
    void forget() { m_monitor.forgetLines(); }

private:
    // "GET" "with \"quotes\" and \x00 bytes"
    static Command parse(const QByteArray &text)
    {
        Command command;
        QByteArray word;
        bool inside = false;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] == '"') {
                if (std::exchange(inside, !inside))
                    command << std::exchange(word, QByteArray());
            } else if (inside && text[i] == '\\' && i + 1 < text.size()) {
                const char c = text[++i];
                const auto known = QByteArray("nrtab").indexOf(c);
                if (c == 'x') {
                    word += QByteArray::fromHex(text.mid(i + 1, 2));
                    i += 2;
                } else {
                    word += known >= 0 ? "\n\r\t\a\b"[known] : c;
                }
            } else if (inside) {
                word += text[i];
            }
        }
        return command;
    }

    ServerMonitor m_monitor;
};

QByteArray namesOf(const std::vector<Command> &commands)
{
    std::set<QByteArray> names;
    for (const auto &command : commands) {
        const auto &words = command.words();
        names.insert(words.first() == "CLIENT" ? words.mid(0, 2).join(' ') : words.first());
    }
    return QByteArrayList(names.begin(), names.end()).join(", ");
}

// calls and rejected calls of each command so far, "client|id" among them
std::set<QByteArray> everCalled(TestServer &server)
{
    std::set<QByteArray> names;
    for (const auto &line : server.run({"INFO", "commandstats"}).text.split('\n')) {
        if (line.startsWith("cmdstat_"))
            names.insert(line.mid(8, line.indexOf(':') - 8));
    }
    return names;
}

} // namespace

// What a Watch sends, seen from the server's side.
class TestWatchCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingLeavesThatIsNotOnTheList();
    void aConnectionWithTheListSendsNothingElse();
    void anIdleServerIsAskedForNothingButItsHeartbeat();

private:
    Endpoint user(const QByteArray &name, const QByteArrayList &rules);
    void live(WatchLog &log);

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestWatchCommands::init()
{
    m_server = std::make_unique<TestServer>(TestServer::Options{{}, true, {}});
}

Endpoint TestWatchCommands::user(const QByteArray &name, const QByteArrayList &rules)
{
    auto line = aclLine(name).replace("<password>", "secret") + ' ' + rules.join(' ');
    const auto reply = m_server->run(Command(line.trimmed().split(' ')));
    if (reply.isError())
        qFatal("%s", reply.text.constData());
    auto endpoint = m_server->tcpEndpoint();
    endpoint.user = name;
    endpoint.password = "secret";
    return endpoint;
}

// A little of everything, a lost connection and a flush included.
void TestWatchCommands::live(WatchLog &log)
{
    m_server->run({"FLUSHALL"});
    m_server->runAll({{"SET", "page_view", "1"}, {"SET", "lock:a", m_token, "PX", "60000"},
        {"SADD", "users:online", "bob"}, {"SETBIT", "active:today", "9", "1"},
        {"PFADD", "visitors", "a", "b"}, {"HSET", "the-crown", m_token + ":42", "1"},
        {"PEXPIRE", "the-crown", "60000"}, {"SET", "10.0.0.7:1795222798", "3", "PX", "9000"},
        {"ZADD", "ratelimit:zset", "1", "a"}, {"RPUSH", "ratelimit:list", "a"},
        {"XADD", "stream", "*", "a", "b"}, {"SET", QByteArray("lock:\0\n\xff", 8), m_token}});
    QVERIFY(log.startAndWait());
    for (int i = 2; i < 20; ++i) {
        m_server->runAll({{"INCR", "page_view"}, {"PEXPIRE", "lock:a", "70000"},
            {"SET", "lock:" + QByteArray::number(i), m_token, "PX", "300"}});
        QVERIFY(log.waitFor([&] { return log.value("page_view") == i; }));
    }
    m_server->run({"CLIENT", "KILL", "SKIPME", "yes", "TYPE", "pubsub"});
    m_server->run(
        {"CLIENT", "KILL", "USER", log.status().user.isEmpty() ? "default" : log.status().user});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) >= 1; }));
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 20; }));
    m_server->run({"FLUSHALL"});
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
}

void TestWatchCommands::nothingLeavesThatIsNotOnTheList()
{
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    // The test's own commands and nobody else's.
    const std::set<QByteArray> own{"config|set", "acl|setuser", "flushall", "set", "sadd", "setbit",
        "pfadd", "hset", "pexpire", "zadd", "rpush", "xadd", "incr", "client|kill", "monitor",
        "echo", "select"};
    WatchOptions quick;
    quick.heartbeat = 50ms;
    quick.inventoryEvery = 200ms;
    quick.serverTimeShare = 1; // pauses grow with the load of this machine
    const auto watch = [&](const Endpoint &endpoint, WatchMode mode) {
        Recorder recorder(m_server.get());
        WatchLog log(endpoint, quick);
        live(log);
        QCOMPARE(log.status().mode, mode);
        const auto commands = recorder.commands();
        QVERIFY2(commands.size() > 100, namesOf(commands));
        for (const auto &command : commands) {
            QVERIFY2(isAllowedForWatching(command),
                command.words().join(' ') + " among " + namesOf(commands));
        }
        QVERIFY2(namesOf(commands).contains("GETRANGE"), namesOf(commands));
    };
    watch(user("one", {}), WatchMode::Push);
    watch(user("two", {"-client|tracking", "+config|get", "+psubscribe", "allchannels"}),
        WatchMode::Notifications);
    watch(user("three", {"-client|tracking"}), WatchMode::Polling);
    watch(user("four", {"-@all", "+scan", "+type", "+pttl", "+getrange", "+strlen", "+ping"}),
        WatchMode::Polling);

    const auto line = aclLine("x");
    for (const auto &name : everCalled(*m_server)) {
        const bool allowed = own.contains(name) || line.contains(" +" + name)
            || QByteArrayList{"auth", "client|no-touch", "config|get", "psubscribe"}.contains(name);
        QVERIFY2(allowed, name);
    }
}

void TestWatchCommands::aConnectionWithTheListSendsNothingElse()
{
    ConnectionOptions options;
    options.permit = isAllowedForWatching;
    Connection connection(m_server->endpoint(), options);
    connection.keepOpen();
    QTRY_COMPARE(connection.state(), Connection::State::Open);
    std::vector<ErrorCode> codes;
    const std::vector<Command> refused{{"EVAL", "return redis.call('SET','a','b')", "0"},
        {"eval", "return 1", "0"}, {"SET", "a", "b"}, {"GETRANGE", "a", "0", "-1"},
        {QByteArray("PING\0", 5)}, {"PING\r\nSET a b"}};
    for (const auto &command : refused) {
        connection.send(command, [&](const Result<Reply> &reply) {
            codes.push_back(reply ? ErrorCode::ServerError : reply.error().code);
        });
    }
    QCOMPARE(codes, std::vector<ErrorCode>(refused.size(), ErrorCode::NotAllowed));
    bool answered = false;
    connection.send({"PING"}, [&](const Result<Reply> &reply) { answered = reply.has_value(); });
    QTRY_VERIFY(answered);
    const auto called = everCalled(*m_server);
    QVERIFY(called.contains("ping"));
    QVERIFY(!called.contains("eval") && !called.contains("set") && !called.contains("getrange"));
    QCOMPARE(m_server->run({"DBSIZE"}).integer, qint64(0));
}

void TestWatchCommands::anIdleServerIsAskedForNothingButItsHeartbeat()
{
    std::vector<Command> fill;
    for (int i = 0; i < 1'000; ++i)
        fill.push_back({"SET", "lock:" + QByteArray::number(i), m_token, "PX", "600000"});
    // Permits with an end, in a key that has none.
    const qint64 end = QDateTime::currentMSecsSinceEpoch() + 600'000;
    fill.push_back({"ZADD", "semaphore:gpu", QByteArray::number(end), "worker"});
    fill.push_back({"ZADD", "semaphore:disk", QByteArray::number(end / 1'000), "worker"});
    m_server->runAll(fill);
    WatchLog log(m_server->tcpEndpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(1'002));
    Recorder recorder(m_server.get());
    recorder.forget();
    const auto from = log.now().takenAt;
    QVERIFY(log.waitFor([&] { return log.now().takenAt - from > 4s; }));
    const auto commands = recorder.commands();
    // A PING or an INFO every 2 s.
    const auto beats = (log.now().takenAt - from) / WatchOptions().heartbeat + 1;
    QVERIFY2(commands.size() >= 1 && qint64(commands.size()) <= 1 + beats, namesOf(commands));
    for (const auto &command : commands) {
        const auto &name = command.words().first();
        QVERIFY2(name == "PING" || name == "INFO", name);
    }
}

QTEST_GUILESS_MAIN(TestWatchCommands)
#include "tst_watchcommands.moc"
