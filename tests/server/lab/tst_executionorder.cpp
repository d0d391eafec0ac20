#include "core/lab/order/executionorder.h"
#include "core/lab/order/monitorstream.h"
#include "core/lab/wire/requestwire.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QElapsedTimer>
#include <QTest>

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <hiredis/hiredis.h>
#include <map>
#include <sys/socket.h>
#include <thread>

using namespace lockstep;

namespace {

const QByteArray prefix = "{lab:7}:";
using Words = std::vector<QByteArray>;

Moment now()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// A socket that is connected to the port from the given one of its own; 0: any. When it is closed,
// that port is free at once.
int connectedSocket(quint16 port, quint16 ownPort)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const int yes = 1;
    const linger atOnce{1, 0};
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(ownPort);
    if (bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        qFatal("bind: %s", strerror(errno));
    address.sin_port = htons(port);
    if (connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        qFatal("connect: %s", strerror(errno));
    return socket;
}

// A blocking connection over TCP that notes what it sends.
class RawClient
{
public:
    RawClient(quint16 port, quint32 number, quint16 ownPort = 0)
        : m_number(number)
        , m_context(redisConnectFd(connectedSocket(port, ownPort)))
    {
        sockaddr_in own{};
        socklen_t length = sizeof own;
        getsockname(m_context->fd, reinterpret_cast<sockaddr *>(&own), &length);
        m_ownPort = ntohs(own.sin_port);
        m_address = "127.0.0.1:" + QByteArray::number(m_ownPort);
    }
    ~RawClient() { close(); }
    Q_DISABLE_COPY_MOVE(RawClient)

    struct Noted
    {
        Operation operation;
        QByteArray words;
        QByteArray reply;
    };

    // All of them are one operation, with the reply of the last.
    QByteArray run(const std::vector<Words> &commands, const QByteArray &named = {})
    {
        Noted noted;
        noted.operation.client = m_number;
        std::string readable; // as a program's commands are noted
        for (const Words &words : commands) {
            std::vector<const char *> texts;
            std::vector<size_t> lengths;
            for (const QByteArray &word : words) {
                texts.push_back(word.constData());
                lengths.push_back(size_t(word.size()));
                const bool isOurs = word.startsWith(prefix);
                appendReadable(&readable, viewOf(isOurs ? word.sliced(prefix.size()) : word));
            }
            if (commands.size() > 1)
                readable += ';';
            redisAppendCommandArgv(m_context, int(words.size()), texts.data(), lengths.data());
        }
        noted.words = named.isEmpty() ? QByteArray::fromStdString(readable) : named;
        noted.operation.called = now();
        for (size_t i = 0; i < commands.size(); ++i)
            noted.reply = readReply();
        noted.operation.returned = now();
        m_noted.push_back(noted);
        return noted.reply;
    }
    QByteArray run(const Words &words) { return run(std::vector<Words>{words}); }
    // As every connection of a run begins; no operation.
    void authenticate()
    {
        run(Words{"AUTH", "secret"});
        m_noted.pop_back();
    }
    void close() { redisFree(std::exchange(m_context, nullptr)); }

    [[nodiscard]] quint16 ownPort() const { return m_ownPort; }
    [[nodiscard]] const QByteArray &address() const { return m_address; }
    [[nodiscard]] const std::vector<Noted> &noted() const { return m_noted; }

private:
    QByteArray readReply()
    {
        void *raw = nullptr;
        if (redisGetReply(m_context, &raw) != REDIS_OK)
            return "(error) connection lost";
        const std::unique_ptr<redisReply, void (*)(void *)> reply(
            static_cast<redisReply *>(raw), freeReplyObject);
        switch (reply->type) {
        case REDIS_REPLY_INTEGER:
            return QByteArray::number(reply->integer);
        case REDIS_REPLY_ERROR:
            return "(error) " + QByteArray(reply->str, qsizetype(reply->len));
        case REDIS_REPLY_NIL:
            return "(nil)";
        case REDIS_REPLY_ARRAY:
            return "(array)";
        default:
            return {reply->str, qsizetype(reply->len)};
        }
    }

    const quint32 m_number;
    redisContext *m_context;
    quint16 m_ownPort = 0;
    QByteArray m_address;
    std::vector<Noted> m_noted;
};

// The MONITOR stream of a server, up to the moment of stop().
class Monitor
{
public:
    explicit Monitor(TestServer &server)
        : m_server(server)
        , m_context(redisConnect("127.0.0.1", server.tcpPort()))
    {
        const QByteArray command = "MONITOR\r\n";
        (void)send(m_context->fd, command.data(), size_t(command.size()), 0);
        m_reader = std::thread([this] { read(); });
        while (!m_begun)
            std::this_thread::yield();
    }
    ~Monitor()
    {
        if (m_reader.joinable())
            (void)stop();
        redisFree(m_context);
    }
    Q_DISABLE_COPY_MOVE(Monitor)

    QByteArray stop()
    {
        m_server.run({"ECHO", "the-end"});
        m_reader.join();
        return m_bytes;
    }

private:
    void read()
    {
        std::vector<char> buffer(1 << 20);
        while (!m_bytes.endsWith("\"the-end\"\r\n")) {
            const ssize_t size = recv(m_context->fd, buffer.data(), buffer.size(), 0);
            if (size <= 0)
                return;
            m_bytes.append(buffer.data(), size);
            m_begun = true;
        }
    }

    TestServer &m_server;
    redisContext *m_context;
    std::thread m_reader;
    std::atomic<bool> m_begun = false;
    QByteArray m_bytes;
};

History historyOf(const std::vector<std::unique_ptr<RawClient>> &clients, Moment begin)
{
    History history;
    Round round;
    round.begin = begin;
    round.end = now();
    history.rounds.push_back(round);
    for (const auto &client : clients) {
        history.clients.push_back({"C", "client", 0});
        for (const RawClient::Noted &each : client->noted()) {
            Operation operation = each.operation;
            operation.command = history.texts.add(each.words);
            operation.reply = history.texts.add(each.reply);
            history.operations.push_back(operation);
        }
    }
    std::sort(history.operations.begin(), history.operations.end(),
        [](const Operation &a, const Operation &b) { return a.returned < b.returned; });
    return history;
}

bool always()
{
    return true;
}

} // namespace

class TestExecutionOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsEveryEscape();
    void ordersAHundredThousandConcurrentOperations();
    void transactionsAreOneOperation();
    void scriptsAreExecutedByWhatTheyCalled();
    void aScriptSentTwiceIsOneOperation_data();
    void aScriptSentTwiceIsOneOperation();
    void anEvalBehindAnEvalShaIsAnotherOperation_data();
    void anEvalBehindAnEvalShaIsAnotherOperation();
    void valuesAreAnyBytes();
    void wordsThatMonitorDoesNotTellAreNotGuessed();
    void deadlinesAreThoseOfTheFirstExecution();
    void theSameDeadlineSetAgainIsAChange();
    void everyCommandThatSetsADeadline();
    void aServerThatTellsNoDeadlines();
    void keysThatExpiredComeAgain();
    void aHundredLeasesThatExpired();
    void commandsOfManyWords();
    void commandsThatBlockDoNot();
    void everyNodeHasKeysOfItsOwn();
    void aClockThatGoesBackChangesNothing();
    void refusedCommandsHaveNoLine();
    void aRestartedNodeForgets();
    void theSetupIsNobodys();
    void theSetupIsWhatWasExecutedBeforeTheFirstClient();
    void aRefusedScriptIsNotOfTheSetup();
    void aSlowScriptKeepsItsCommands();
    void aScriptThatReachesOtherKeysIsNotGuessed_data();
    void aScriptThatReachesOtherKeysIsNotGuessed();
    void otherClientsAreLeftOut();
    void anAddressThatIsUsedAgainIsAnotherConnection();
    void saysWhatDoesNotFit();
    void endsWhenToldTo();

private:
    RawClient &client(size_t number);
    // Stops the monitor and applies the order.
    History applied(Result<void> *result = nullptr, const std::function<bool()> &goOn = always);
    [[nodiscard]] std::vector<KeyChange> of(const History &history, const QByteArray &key) const;

    TestServer m_server{{{}, true, {}}};
    std::unique_ptr<Monitor> m_monitor;
    std::vector<std::unique_ptr<RawClient>> m_clients;
    std::unique_ptr<ExecutionOrder> m_order;
    Moment m_begin = 0;
    QByteArray m_said; // by MONITOR, until applied() was called
    bool m_escapes = true; // false: quotes and backslashes stand as Valkey 8.1.0 writes them
};

void TestExecutionOrder::init()
{
    m_server.run({"FLUSHALL"});
    m_clients.clear();
    m_monitor.reset();
    m_monitor = std::make_unique<Monitor>(m_server);
    m_order = std::make_unique<ExecutionOrder>(prefix, QList<QByteArray>());
    m_begin = now();
    m_escapes = true;
}

RawClient &TestExecutionOrder::client(size_t number)
{
    while (m_clients.size() <= number) {
        const auto next = quint32(m_clients.size());
        m_clients.push_back(std::make_unique<RawClient>(m_server.tcpPort(), next));
        m_order->addConnection(0, m_clients.back()->address(), next, 0);
    }
    return *m_clients[number];
}

History TestExecutionOrder::applied(Result<void> *result, const std::function<bool()> &goOn)
{
    m_said = m_monitor->stop();
    if (!m_escapes)
        m_said.replace("\\\"", "\"").replace("\\\\", "\\");
    m_order->feed(0, m_said);
    History history = historyOf(m_clients, m_begin);
    for (const Operation &each : history.operations) { // only these are sent twice here
        if (history.texts[each.command] == "count n")
            m_order->addUnknownScript(each);
    }
    const auto done = m_order->apply(history, 0, m_server.endpoint(), goOn);
    if (result != nullptr)
        *result = done;
    else if (!done)
        QTest::qFail(done.error().detail.toUtf8().constData(), __FILE__, __LINE__);
    return history;
}

std::vector<KeyChange> TestExecutionOrder::of(const History &history, const QByteArray &key) const
{
    std::vector<KeyChange> result;
    for (const KeyChange &each : history.changes) {
        if (history.texts[each.key] == key)
            result.push_back(each);
    }
    return result;
}

void TestExecutionOrder::readsEveryEscape()
{
    MonitorLine line;
    const QByteArray text =
        R"(1700000000.000123 [0 unix:/tmp/a.sock] "set" "a\"b\\\x00\xff\n\r\t\a\b")";
    QVERIFY(MonitorLine::parse(text, line));
    QCOMPARE(line.micros, 1'700'000'000'000'123);
    QCOMPARE(line.source, "unix:/tmp/a.sock");
    MonitorWords reader;
    QCOMPARE(reader.command(line.words), "SET");
    const std::vector<QByteArrayView> words = reader.read(line.words);
    QCOMPARE(words.size(), 2U);
    QCOMPARE(words[1], QByteArray("a\"b\\\0\xff\n\r\t\a\b", 11));
    QVERIFY(!MonitorLine::parse("OK", line));
    QVERIFY(!MonitorLine::parse("", line));
    QVERIFY(!MonitorLine::parse("1700000000.000123 [0 ", line));
    for (const char *const untold : {R"("cut off\)", R"("cut off)", R"("a"b")", R"("a" b")",
             R"("a"  "b")", R"("a""b")", R"("\a\)", R"("\d")", R"("\")"})
        QVERIFY2(reader.read(untold).empty(), untold);
}

void TestExecutionOrder::ordersAHundredThousandConcurrentOperations()
{
    constexpr size_t crowd = 10;
    constexpr int each = 10'000;
    client(crowd - 1);
    std::vector<std::thread> threads;
    for (size_t i = 0; i < crowd; ++i) {
        threads.emplace_back([this, i] {
            for (int k = 0; k < each; ++k)
                m_clients[i]->run(Words{k % 2 == 0 ? "INCR" : "GET", prefix + "n"});
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QElapsedTimer timer;
    timer.start();
    const History history = applied();
    qInfo() << "applied in" << timer.elapsed() << "ms";

    std::vector<const Operation *> ordered(history.operations.size());
    for (const Operation &operation : history.operations) {
        QVERIFY(operation.order < ordered.size());
        ordered[operation.order] = &operation;
    }
    qint64 value = 0;
    for (const Operation *operation : ordered) {
        QVERIFY(operation != nullptr);
        value += history.texts[operation->command].startsWith("INCR") ? 1 : 0;
        const QByteArray expected = value == 0 ? QByteArray("(nil)") : QByteArray::number(value);
        QCOMPARE(history.texts[operation->reply], expected);
    }
    QCOMPARE(history.changes.size(), crowd * each / 2);
    Moment last = 0;
    for (const KeyChange &change : history.changes) {
        const Operation &operation = history.operations[change.operation];
        QCOMPARE(QByteArray::number(change.number), history.texts[operation.reply].toByteArray());
        QVERIFY(change.isNumber && change.exists && change.deadline == never);
        QVERIFY(operation.called <= change.at && change.at <= operation.returned);
        QVERIFY(change.at >= last);
        last = change.at;
    }
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 1); // of the run; nothing else is left
    QVERIFY(!m_server.run({"INFO", "keyspace"}).text.contains("db8"));
}

void TestExecutionOrder::transactionsAreOneOperation()
{
    RawClient &a = client(0);
    RawClient &b = client(1);
    const std::vector<Words> both{
        {"MULTI"}, {"INCR", prefix + "x"}, {"INCRBY", prefix + "x", "10"}, {"EXEC"}};
    a.run(both);
    a.run(Words{"WATCH", prefix + "x"});
    b.run(Words{"SET", prefix + "x", "5"});
    QCOMPARE(a.run(both), "(nil)"); // aborted
    a.run(std::vector<Words>{{"MULTI"}, {"NOSUCH"}, {"EXEC"}});
    a.run({{"MULTI"}, {"EVAL", "return redis.call('INCR', KEYS[1])", "1", prefix + "x"},
        {"LPUSH", prefix + "x", "1"}, {"EXEC"}});
    const History history = applied();
    const auto changes = of(history, "x");
    QCOMPARE(changes.size(), 3U);
    QCOMPARE(changes[0].number, 11);
    QCOMPARE(changes[1].number, 5);
    QCOMPARE(changes[2].number, 6);
    QCOMPARE(history.operations[changes[0].operation].client, 0U);
    QCOMPARE(history.operations[changes[1].operation].client, 1U);
    for (const Operation &operation : history.operations)
        QVERIFY(operation.order != none);
}

void TestExecutionOrder::scriptsAreExecutedByWhatTheyCalled()
{
    RawClient &a = client(0);
    a.run(Words{"EVAL",
        "local t = redis.call('TIME') redis.call('SET', KEYS[1], t[2], 'PX', 5000) "
        "redis.call('INCR', KEYS[2]) return redis.call('GET', KEYS[1])",
        "2", prefix + "clock", prefix + "n"});
    const auto source = contentsOf(QStringLiteral(":/lockstep/scripts/fixed-window.lua"));
    QVERIFY(!source.isEmpty());
    const QByteArray sha = m_server.run({"SCRIPT", "LOAD", source}).text;
    for (int i = 0; i < 3; ++i) {
        a.run({{"EVALSHA", sha, "1", prefix + "limit", "2", "60000", "1", "0"}},
            "fixed-window limit 2 60000 1 0");
    }
    const History history = applied();
    const auto clock = of(history, "clock");
    QCOMPARE(clock.size(), 1U);
    QCOMPARE(history.texts[clock[0].value], history.texts[history.operations[0].reply]);
    const auto limit = of(history, "limit");
    QCOMPARE(limit.size(), 2U); // the third was refused
    QCOMPARE(limit[1].number, 2);
    const Moment left = limit[0].deadline - limit[0].at;
    QVERIFY2(left > 58'500'000'000 && left < 61'500'000'000, QByteArray::number(left));
    QCOMPARE(limit[1].deadline, limit[0].deadline);
}

void TestExecutionOrder::aScriptSentTwiceIsOneOperation_data()
{
    QTest::addColumn<bool>("escapes");
    QTest::newRow("told") << true;
    QTest::newRow("source not told") << false;
}

void TestExecutionOrder::aScriptSentTwiceIsOneOperation()
{
    QFETCH(bool, escapes);
    m_escapes = escapes;
    m_server.run({"SCRIPT", "FLUSH"});
    RawClient &a = client(0);
    const QByteArray source = R"(return redis.call("INCR", KEYS[1]) -- "unknown" \d so far)";
    const QByteArray sha = QCryptographicHash::hash(source, QCryptographicHash::Sha1).toHex();
    a.run(Words{"SET", prefix + "n", "1"});
    a.run({{"EVALSHA", sha, "1", prefix + "n"}, {"EVAL", source, "1", prefix + "n"}}, "count n");
    a.run(Words{"DEL", prefix + "n"});
    const History history = applied();
    QCOMPARE(of(history, "n").size(), 3U);
    QCOMPARE(of(history, "n")[1].operation, 1U);
    QCOMPARE(of(history, "n")[1].number, 2);
}

void TestExecutionOrder::anEvalBehindAnEvalShaIsAnotherOperation_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("the script calls nothing") << QByteArray("return KEYS[1]") << true;
    QTest::newRow("the script calls nothing in one case")
        << QByteArray("if #ARGV == 0 then return 0 end return redis.call('INCR', KEYS[1])") << true;
    QTest::newRow("the server does not know the script, and the program goes on")
        << QByteArray("return redis.call('INCR', KEYS[1])") << false;
}

// A program that sends both by itself.
void TestExecutionOrder::anEvalBehindAnEvalShaIsAnotherOperation()
{
    QFETCH(QByteArray, source);
    QFETCH(bool, isKnown);
    m_server.run({"SCRIPT", "FLUSH"});
    if (isKnown)
        m_server.run({"SCRIPT", "LOAD", source});
    RawClient &a = client(0);
    const QByteArray sha = QCryptographicHash::hash(source, QCryptographicHash::Sha1).toHex();
    a.run(Words{"EVALSHA", sha, "1", prefix + "n"});
    a.run(Words{"EVAL", source, "1", prefix + "n"});
    a.run(Words{"SET", prefix + "n", "7"});
    const History history = applied();
    QVERIFY(history.operations[1].order != none);
    QVERIFY(history.operations[1].order < history.operations[2].order);
    if (isKnown)
        QVERIFY(history.operations[0].order < history.operations[1].order);
    const auto changes = of(history, "n");
    QVERIFY(!changes.empty());
    QCOMPARE(changes.back().number, 7);
    QCOMPARE(changes.back().operation, 2U);
}

void TestExecutionOrder::valuesAreAnyBytes()
{
    RawClient &a = client(0);
    QByteArray all;
    for (int i = 0; i < 100; ++i)
        all.append(char(i * 2 + 1)).append('"').append('\\');
    const QByteArray start = all.first(150);
    a.run(Words{"SET", prefix + "v", start});
    a.run(Words{"SET", prefix + "v", all});
    a.run(Words{"SET", prefix + "v", all + "x"});
    a.run(Words{"HSET", prefix + "h", "token", "1"});
    a.run(Words{"HSET", prefix + "h", "token", "2"});
    a.run(Words{"RPUSH", prefix + "l", "1", "2", "3"});
    Result<void> done;
    const History history = applied(&done);
    const QByteArray who = m_server.run({"INFO", "server"}).text;
    if (who.contains("\nvalkey_version:8.1.0\r") || who.contains("\nvalkey_version:8.1.1\r")) {
        QVERIFY(!done && done.error().detail.contains(QStringLiteral("quotes")));
        return;
    }
    QVERIFY2(done, done ? "" : qPrintable(done.error().detail));
    const auto changes = of(history, "v");
    QCOMPARE(changes.size(), 3U);
    QCOMPARE(history.texts[changes[0].value], start);
    QCOMPARE(changes[0].number, 150);
    QCOMPARE(history.texts[changes[1].value], all);
    QCOMPARE(changes[2].number, 301);
    QCOMPARE(of(history, "h").size(), 2U);
    QCOMPARE(history.texts[of(history, "h")[1].value], "token");
    QCOMPARE(of(history, "l").at(0).number, 3);
    QVERIFY(!of(history, "l").at(0).isNumber);
}

void TestExecutionOrder::wordsThatMonitorDoesNotTellAreNotGuessed()
{
    m_escapes = false;
    RawClient &a = client(0);
    a.run(Words{"SET", prefix + "v", R"({"a": 1})"});
    Result<void> done;
    const History history = applied(&done);
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::BadInput);
    QVERIFY(done.error().detail.contains(QStringLiteral("Valkey 8.1.0")));
    QVERIFY(history.changes.empty());
}

void TestExecutionOrder::deadlinesAreThoseOfTheFirstExecution()
{
    RawClient &a = client(0);
    const auto lease = [](const KeyChange &change) {
        return change.deadline == never ? -1 : (change.deadline - change.at) / 1'000'000;
    };
    a.run(Words{"SET", prefix + "k", "1", "PX", "30000"});
    a.run(Words{"SET", prefix + "k", "2", "KEEPTTL"});
    a.run(Words{"PEXPIRE", prefix + "k", "10000", "GT"}); // refused
    a.run(Words{"PEXPIRE", prefix + "k", "20000", "LT"});
    a.run(Words{"RENAME", prefix + "k", prefix + "r"});
    a.run(Words{"PERSIST", prefix + "r"});
    const qint64 before = QDateTime::currentMSecsSinceEpoch();
    a.run(Words{"PEXPIREAT", prefix + "r", QByteArray::number(before + 7000)});
    const qint64 took = QDateTime::currentMSecsSinceEpoch() - before;
    const History history = applied();
    const auto k = of(history, "k");
    QCOMPARE(k.size(), 4U);
    QCOMPARE(qRound(double(lease(k[0])) / 100), 300);
    QCOMPARE(k[1].deadline, k[0].deadline);
    QCOMPARE(history.texts[k[1].value], "2");
    QCOMPARE(qRound(double(lease(k[2])) / 100), 200);
    QVERIFY(!k[3].exists);
    const auto r = of(history, "r");
    QCOMPARE(r.size(), 3U);
    QCOMPARE(r[0].deadline, k[2].deadline);
    QCOMPARE(r[1].deadline, never);
    QVERIFY2(lease(r[2]) >= 6950 - took && lease(r[2]) < 7050,
        QByteArray::number(lease(r[2])).constData());
}

void TestExecutionOrder::theSameDeadlineSetAgainIsAChange()
{
    RawClient &a = client(0);
    RawClient &b = client(1);
    const QByteArray instant = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 30'000);
    a.run(Words{"SET", prefix + "k", "1", "PXAT", instant});
    b.run(Words{"SET", prefix + "k", "1", "KEEPTTL"}); // nothing changes
    b.run(Words{"PEXPIREAT", prefix + "k", instant});
    const History history = applied();
    QCOMPARE(of(history, "k").size(), 2U);
    QCOMPARE(of(history, "k")[1].deadline, of(history, "k")[0].deadline);
    QCOMPARE(history.operations[of(history, "k")[1].operation].client, 1U);
}

void TestExecutionOrder::everyCommandThatSetsADeadline()
{
    RawClient &a = client(0);
    const QByteArray k = prefix + "k";
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    a.run(Words{"SETEX", k, "10", "1"});
    a.run(Words{"psetex", k, "20000", "EX"});
    a.run(Words{"GETEX", k, "EX", "30"});
    a.run(Words{"GETEX", k, "PERSIST"});
    a.run(Words{"EXPIREAT", k, QByteArray::number(now / 1000 + 40)});
    a.run(Words{"EXPIRE", k, "50"});
    a.run(Words{"SET", k, "2", "EXAT", QByteArray::number(now / 1000 + 60), "GET"});
    a.run(Words{"PEXPIRE", k, "70000", "NX"}); // refused
    a.run(Words{"EXPIRE", k, "-1"}); // it goes at once
    a.run(Words{"SET", k, "3", "PX", "80000"});
    a.run(Words{"COPY", k, prefix + "copy"});
    a.run(Words{"PEXPIREAT", k, QByteArray::number(now - 1)});
    a.run(Words{"SET", k, "4", "PX", "0"}); // refused
    a.run(Words{"EXPIRE", prefix + "copy", "99999999999"}); // 3168 years
    const History history = applied();
    const auto changes = of(history, "k");
    QCOMPARE(changes.size(), 10U);
    const std::array seconds{10, 20, 30, -1, 40, 50, 60, 0, 80, 0};
    for (size_t i = 0; i < seconds.size(); ++i) {
        QCOMPARE(changes[i].exists, seconds[i] != 0);
        const bool has = changes[i].deadline != never;
        QCOMPARE(has, seconds[i] > 0);
        const Moment left = has ? changes[i].deadline - changes[i].at : 0;
        QVERIFY2(!has || std::abs(left - Moment(seconds[i]) * 1'000'000'000) < 1'500'000'000,
            QByteArray::number(left));
    }
    QCOMPARE(of(history, "copy").at(0).deadline, changes[8].deadline);
    QVERIFY(of(history, "copy").at(1).deadline > changes[8].deadline);
}

void TestExecutionOrder::aServerThatTellsNoDeadlines()
{
    m_server.run({"ACL", "SETUSER", "default", "-pexpiretime"}); // as before 7.0
    deadlinesAreThoseOfTheFirstExecution();
    m_server.run({"ACL", "SETUSER", "default", "+pexpiretime"});
}

void TestExecutionOrder::aHundredLeasesThatExpired()
{
    RawClient &a = client(0);
    const QByteArray key = prefix + "lease";
    int taken = 0;
    for (int i = 0; i < 20'000 && taken < 100; ++i)
        taken += a.run(Words{"SET", key, QByteArray::number(i), "NX", "PX", "2"}) == "OK" ? 1 : 0;
    const History history = applied();
    int come = 0;
    for (const KeyChange &change : of(history, "lease"))
        come += change.exists ? 1 : 0;
    // One that was judged within a microsecond of the deadline may be missing.
    QVERIFY2(come >= taken - 2 && come <= taken + 2, QByteArray::number(come));
}

void TestExecutionOrder::commandsOfManyWords()
{
    RawClient &a = client(0);
    Words words{"RPUSH", prefix + "list"};
    Words keys{"MSET"};
    for (int i = 0; i < 20'000; ++i) {
        words.push_back(QByteArray::number(i));
        keys.push_back(prefix + "k" + QByteArray::number(i));
        keys.push_back("1");
    }
    a.run({words}, "RPUSH list …");
    a.run({keys}, "MSET …");
    const History history = applied();
    QCOMPARE(of(history, "list").at(0).number, 20'000);
    QCOMPARE(of(history, "k19999").size(), 1U);
    QCOMPARE(history.changes.size(), 20'001U);
}

void TestExecutionOrder::commandsThatBlockDoNot()
{
    RawClient &a = client(0);
    a.run(Words{"RPUSH", prefix + "list", "1", "2"});
    a.run(Words{"BLPOP", prefix + "list", "0"});
    a.run(Words{"BLPOP", prefix + "none", "0.001"});
    a.run(Words{"LPOP", prefix + "list"});
    const History history = applied();
    const auto list = of(history, "list");
    QCOMPARE(list.size(), 3U);
    QCOMPARE(list[1].number, 1);
    QVERIFY(!list[2].exists);
}

void TestExecutionOrder::everyNodeHasKeysOfItsOwn()
{
    TestServer second{{{}, true, {}}};
    Monitor monitor(second);
    RawClient &a = client(0);
    m_clients.push_back(std::make_unique<RawClient>(second.tcpPort(), 1U));
    RawClient &b = *m_clients[1];
    m_order->addConnection(1, b.address(), 1, 0);
    for (int i = 0; i < 3; ++i) {
        a.run(Words{"INCR", prefix + "k"});
        b.run(Words{"INCRBY", prefix + "k", "10"});
    }
    b.run(Words{"SET", prefix + "k", "B", "PX", "1"});
    QTRY_COMPARE(b.run(Words{"EXISTS", prefix + "k"}), "0");
    a.run(Words{"DEL", prefix + "k"});
    m_order->feed(0, m_monitor->stop());
    m_order->feed(1, monitor.stop());
    m_order->nodeRestarted(1);
    History history = historyOf(m_clients, m_begin);
    for (Operation &operation : history.operations)
        operation.node = quint8(operation.client);
    const auto done = m_order->apply(history, 0, m_server.endpoint(), always);
    QVERIFY2(done, done ? "" : qPrintable(done.error().detail));
    std::vector<qint64> first;
    std::vector<qint64> other;
    for (const KeyChange &change : of(history, "k"))
        (change.node == 0 ? first : other).push_back(change.exists ? change.number : -1);
    QCOMPARE(first, (std::vector<qint64>{1, 2, 3, -1}));
    QCOMPARE(other, (std::vector<qint64>{10, 20, 30, 1, -1}));
    for (const KeyChange &change : history.changes) {
        if (change.operation != none)
            QCOMPARE(quint32(change.node), history.operations[change.operation].client);
    }
}

void TestExecutionOrder::keysThatExpiredComeAgain()
{
    RawClient &a = client(0);
    RawClient &b = client(1);
    a.run(Words{"SET", prefix + "lock", "A", "NX", "PX", "30"});
    bool taken = false;
    QTRY_VERIFY(
        taken = taken || b.run(Words{"SET", prefix + "lock", "B", "NX", "PX", "50"}) == "OK");
    QTRY_COMPARE(a.run(Words{"EXISTS", prefix + "lock"}), "0");
    const History history = applied();
    const auto lock = of(history, "lock");
    QCOMPARE(lock.size(), 4U);
    QVERIFY(lock[0].exists && !lock[1].exists && lock[2].exists && !lock[3].exists);
    QCOMPARE(lock[1].operation, none);
    QCOMPARE(history.texts[lock[2].value], "B");
    QVERIFY(lock[1].at >= lock[0].deadline && lock[1].at <= lock[2].at);
    QCOMPARE(lock[3].operation, none);
}

// The servers stamp their lines by the clock of the wall, which somebody sets back by an hour.
void TestExecutionOrder::aClockThatGoesBackChangesNothing()
{
    TestServer second{{{}, true, {}}};
    Monitor monitor(second);
    RawClient &a = client(0);
    m_clients.push_back(std::make_unique<RawClient>(second.tcpPort(), 1U));
    RawClient &b = *m_clients[1];
    m_order->addConnection(1, b.address(), 1, 0);
    const QByteArray setBack = "set-back";
    for (int i = 0; i < 10; ++i) {
        if (i == 5) {
            m_server.run({"ECHO", setBack});
            second.run({"ECHO", setBack});
        }
        a.run(Words{"SET", prefix + "k", QByteArray::number(i + 1)});
        b.run(Words{"SET", prefix + "k", QByteArray::number(10 * (i + 1))});
    }
    int node = 0;
    for (const QByteArray &said : {m_monitor->stop(), monitor.stop()}) {
        bool isBack = false;
        for (QByteArray line : said.split('\n')) {
            isBack = isBack || line.contains(setBack);
            const qsizetype dot = line.indexOf('.');
            if (isBack && line.startsWith('+') && dot > 1)
                line = '+' + QByteArray::number(line.sliced(1, dot - 1).toLongLong() - 3600)
                    + line.sliced(dot);
            m_order->feed(node, line + '\n');
        }
        ++node;
    }
    History history = historyOf(m_clients, m_begin);
    for (Operation &operation : history.operations)
        operation.node = quint8(operation.client);
    const auto done = m_order->apply(history, 0, m_server.endpoint(), always);
    QVERIFY2(done, done ? "" : qPrintable(done.error().detail));
    quint32 order = 0;
    for (const Operation &operation : history.operations) // each was answered before the next
        QCOMPARE(operation.order, order++);
    std::vector<qint64> first;
    std::vector<qint64> other;
    for (const KeyChange &change : of(history, "k"))
        (change.node == 0 ? first : other).push_back(change.number);
    QCOMPARE(first, (std::vector<qint64>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    QCOMPARE(other, (std::vector<qint64>{10, 20, 30, 40, 50, 60, 70, 80, 90, 100}));
}

void TestExecutionOrder::refusedCommandsHaveNoLine()
{
    RawClient &a = client(0);
    a.run(Words{"SET", prefix + "k", "text"});
    a.run(Words{"GET"});
    a.run(Words{"INCR", prefix + "k"});
    a.run(Words{"NOSUCHCOMMAND", prefix + "k"});
    a.run(Words{"DEL", prefix + "k"});
    const History history = applied();
    QCOMPARE(of(history, "k").size(), 2U);
    QCOMPARE(history.operations[1].order, none);
    QVERIFY(history.operations[2].order != none);
    QCOMPARE(of(history, "k")[1].operation, 4U);
}

void TestExecutionOrder::aRestartedNodeForgets()
{
    RawClient &a = client(0);
    a.run(Words{"SET", prefix + "k", "1", "PX", "60000"});
    m_order->feed(0, m_monitor->stop());
    m_order->nodeRestarted(0);
    m_monitor = std::make_unique<Monitor>(m_server);
    m_server.run({"FLUSHALL"});
    a.run(Words{"SET", prefix + "k", "2", "NX"});
    const History history = applied();
    const auto k = of(history, "k");
    QCOMPARE(k.size(), 3U);
    QVERIFY(!k[1].exists);
    QCOMPARE(k[1].operation, none);
    QCOMPARE(history.texts[k[2].value], "2");
}

void TestExecutionOrder::theSetupIsNobodys()
{
    RawClient setup(m_server.tcpPort(), none);
    m_order->addConnection(0, setup.address(), none, 0);
    setup.run(Words{"SET", prefix + "stock", "5"});
    m_begin = now();
    client(0).run(Words{"DECR", prefix + "stock"});
    const History history = applied();
    const auto stock = of(history, "stock");
    QCOMPARE(stock.size(), 2U);
    QCOMPARE(stock[0].number, 5);
    QCOMPARE(stock[0].operation, none);
    QVERIFY(stock[0].at <= m_begin);
    QCOMPARE(stock[1].number, 4);
}

// However late the clocks make it.
void TestExecutionOrder::theSetupIsWhatWasExecutedBeforeTheFirstClient()
{
    RawClient setup(m_server.tcpPort(), none);
    m_order->addConnection(0, setup.address(), none, 0);
    m_begin = now();
    setup.run(Words{"SET", prefix + "stock", "5"});
    client(0).run(Words{"DECR", prefix + "stock"});
    const Moment answered = now();
    while (now() < answered + 5'000'000) { } // more than the two clocks' error, in ns
    setup.run(Words{"SET", prefix + "stock", "9"});
    const History history = applied();
    const auto stock = of(history, "stock");
    QCOMPARE(stock.size(), 3U);
    QVERIFY(stock[0].at <= m_begin);
    QVERIFY(stock[1].at > m_begin);
    QCOMPARE(stock[2].number, 9);
    QVERIFY(stock[2].at > stock[1].at); // it has a moment of its own, which is not the beginning
}

// Else the clocks would lie as far apart as the round is old.
void TestExecutionOrder::aRefusedScriptIsNotOfTheSetup()
{
    m_server.run({"SCRIPT", "FLUSH"});
    const QByteArray source = "return redis.call('INCR', KEYS[1])";
    const QByteArray sha = QCryptographicHash::hash(source, QCryptographicHash::Sha1).toHex();
    m_begin = now() - 3'600'000'000'000;
    client(0).run(
        {{"EVALSHA", sha, "1", prefix + "n"}, {"EVAL", source, "1", prefix + "n"}}, "count n");
    const History history = applied();
    QCOMPARE(of(history, "n").size(), 1U);
    const Operation &operation = history.operations[0];
    constexpr Moment ofDeadlines = 2'000'000; // whole milliseconds
    QVERIFY(history.rounds[0].deadlineError <= operation.returned - operation.called + ofDeadlines);
}

// While a script is slow the server lets others log in, in the middle of it.
void TestExecutionOrder::aSlowScriptKeepsItsCommands()
{
    m_server.run({"CONFIG", "SET", "lua-time-limit", "1"});
    RawClient &a = client(0);
    std::atomic<bool> isOver = false;
    std::thread others([&] {
        while (!isOver) {
            RawClient other(m_server.tcpPort(), 9);
            other.authenticate();
        }
    });
    a.run(
        Words{"EVAL", "for i = 1, 3e7 do end redis.call('SET', KEYS[1], 'v')", "1", prefix + "k"});
    isOver = true;
    others.join();
    m_server.run({"CONFIG", "SET", "lua-time-limit", "5000"});
    const History history = applied();
    const qsizetype begin = m_said.indexOf("\"EVAL\"");
    const qsizetype login = m_said.indexOf("\"AUTH\"", begin);
    QVERIFY2(login > begin && login < m_said.indexOf("lua]"), m_said); // else it shows nothing
    QCOMPARE(of(history, "k").size(), 1U);
}

void TestExecutionOrder::aScriptThatReachesOtherKeysIsNotGuessed_data()
{
    QTest::addColumn<QByteArray>("calls");
    QTest::newRow("SELECT") << QByteArray("redis.call('SELECT', 1) redis.call('SET', KEYS[1], 9)");
    QTest::newRow("FLUSHALL") << QByteArray("redis.call('FLUSHALL')");
    QTest::newRow("FLUSHDB") << QByteArray("redis.call('FLUSHDB')");
    QTest::newRow("SWAPDB") << QByteArray("redis.call('SWAPDB', 0, 1)");
    QTest::newRow("MOVE") << QByteArray("redis.call('MOVE', KEYS[1], 1)");
    QTest::newRow("an id of the server's")
        << QByteArray("redis.call('XADD', KEYS[1] .. 's', '5-*', 'f', 'v')");
}

void TestExecutionOrder::aScriptThatReachesOtherKeysIsNotGuessed()
{
    QFETCH(QByteArray, calls);
    RawClient &a = client(0);
    a.run(Words{"SET", prefix + "k", "1"});
    a.run(Words{"EVAL", calls, "1", prefix + "k"});
    a.run(Words{"SET", prefix + "k", "2"});
    const History history = applied();
    const auto changes = of(history, "k");
    QCOMPARE(changes.size(), 1U); // what came after it is not known
    QVERIFY(history.rounds[0].valuesUntil < history.rounds[0].end);
    m_server.run({"FLUSHALL"});
}

void TestExecutionOrder::otherClientsAreLeftOut()
{
    RawClient &a = client(0);
    RawClient other(m_server.tcpPort(), 1);
    a.run(Words{"SET", prefix + "k", "1"});
    other.run(Words{"SET", prefix + "k", "2"});
    other.run(Words{"EVAL", "redis.call('SET', KEYS[1], '3')", "1", prefix + "k"});
    const History history = applied();
    QCOMPARE(of(history, "k").size(), 1U);
}

// The second one may take the address, for the first has let it go.
void TestExecutionOrder::anAddressThatIsUsedAgainIsAnotherConnection()
{
    quint16 ownPort = 0;
    for (quint32 number = 0; number < 2; ++number) {
        m_clients.push_back(std::make_unique<RawClient>(m_server.tcpPort(), number, ownPort));
        RawClient &client = *m_clients.back();
        m_order->addConnection(0, client.address(), number, 0);
        client.authenticate();
        client.run(Words{"SET", prefix + "k", QByteArray::number(number)});
        client.run(Words{"SET", prefix + "own" + QByteArray::number(number), "1"});
        ownPort = client.ownPort();
        client.close();
    }
    QCOMPARE(m_clients[1]->address(), m_clients[0]->address());
    const History history = applied();
    const auto changes = of(history, "k");
    QCOMPARE(changes.size(), 2U);
    for (quint32 number = 0; number < 2; ++number)
        QCOMPARE(history.operations[changes[number].operation].client, number);
    QCOMPARE(of(history, "own1").size(), 1U);
}

void TestExecutionOrder::saysWhatDoesNotFit()
{
    RawClient &a = client(0);
    a.run({{"SET", prefix + "k", "1"}}, "GET k");
    Result<void> result;
    applied(&result);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::BadInput); // the server has done nothing wrong
    QVERIFY(result.error().detail.startsWith(QStringLiteral("a mistake of Lockstep")));
    QVERIFY(
        result.error().detail.endsWith(QStringLiteral("MONITOR shows SET where GET k was sent")));
}

void TestExecutionOrder::endsWhenToldTo()
{
    RawClient &a = client(0);
    a.run(Words{"SET", prefix + "k", "1"});
    Result<void> result;
    const History history = applied(&result, [] { return false; });
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(history.changes.empty());
}

QTEST_GUILESS_MAIN(TestExecutionOrder)
#include "tst_executionorder.moc"
