#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"
#include "tests/support/servers/lockclient.h"

#include <QCoreApplication>
#include <QCoroTask>
#include <QEventLoop>
#include <QStandardPaths>
#include <QTimer>

#include <sched.h>

// What a lock costs over a unix socket, against what the same server does for redis-benchmark and
// for the bare library. Everything of ours runs on one thread, on the dispatcher that the program's
// threads have (see WorkerThread).
//
// The floor of a pair of commands is half of redis-benchmark's SET key value NX PX 30000 on one
// connection. All but its first find the key there, which costs the server the same look-up and
// reply, and saves it the writing: it is the stricter floor.
//
// A round trip to another processor is mostly the time that it takes to wake up, several times as
// long as all the work in a virtual machine, and whether the system puts both programs on one
// processor is chance. So pairs are measured on one processor, where only work counts.

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = 7; // of value and floor in turns
constexpr int pairsInARound = 10'000;
constexpr int handOversInARound = 5'000;
constexpr int clients = 20;
constexpr auto patience = 1min;

// Keeps this thread, and the children it begins, on the processor that the server is kept on, as
// long as it lives.
class OneProcessor
{
public:
    explicit OneProcessor(const TestServer &server)
        : m_server(pid_t(server.pid()))
    {
        sched_getaffinity(0, sizeof m_before, &m_before);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        keepOn(one);
    }
    ~OneProcessor() { keepOn(m_before); }
    Q_DISABLE_COPY_MOVE(OneProcessor)

private:
    void keepOn(const cpu_set_t &processors) const
    {
        for (const pid_t process : {pid_t(0), m_server}) {
            if (sched_setaffinity(process, sizeof processors, &processors) != 0)
                qFatal("%s", qPrintable(qt_error_string()));
        }
    }

    pid_t m_server;
    cpu_set_t m_before{};
};

double secondsSince(LeaseClock::time_point start)
{
    return std::chrono::duration<double>(LeaseClock::now() - start).count();
}

// Pairs a second, of one connection that has nothing else to do.
double floorPairs(const TestServer &server)
{
    QProcess bench;
    bench.start(QStandardPaths::findExecutable(QStringLiteral("redis-benchmark")),
        {QStringLiteral("-s"), server.socketPath(), QStringLiteral("-c"), QStringLiteral("1"),
            QStringLiteral("-n"), QString::number(2 * pairsInARound), QStringLiteral("--csv"),
            QStringLiteral("SET"), QStringLiteral("floor"), QStringLiteral("v"),
            QStringLiteral("NX"), QStringLiteral("PX"), QStringLiteral("30000")});
    if (!bench.waitForFinished())
        qFatal("redis-benchmark: %s", qPrintable(bench.errorString()));
    const QByteArray last = bench.readAllStandardOutput().trimmed().split('\n').last();
    const double persecond = last.split(',').value(1).replace('"', "").toDouble();
    if (persecond <= 0)
        qFatal("redis-benchmark said: %s", last.constData());
    return persecond / 2;
}

template <typename T> T require(Result<T> result)
{
    if (!result)
        qFatal("A command failed: %s", qPrintable(result.error().detail));
    return std::move(*result);
}

std::unique_ptr<Connection> openConnection(const TestServer &server)
{
    auto connection = std::make_unique<Connection>(server.endpoint());
    if (!QCoro::waitFor(connection->open()))
        qFatal("No connection to the server.");
    return connection;
}

void open(const LockClient &client)
{
    QEventLoop loop;
    QTimer look;
    look.callOnTimeout(&look, [&] {
        if (client.isReady())
            loop.quit();
    });
    look.start(1ms);
    loop.exec();
}

QCoro::Task<double> pairs(Lock *lock, int count)
{
    const auto start = LeaseClock::now();
    for (int i = 0; i < count; ++i) {
        auto lease = require(co_await lock->tryAcquire());
        if (!lease)
            qFatal("The lock is not free.");
        if (!require(co_await lease->release()))
            qFatal("The lock was not ours.");
    }
    co_return count / secondsSince(start);
}

// What the clients of one hot lock have seen.
struct HotLock
{
    int left = 0; // hand-overs to come
    bool isHeld = false;
    LeaseClock::time_point released;
    std::vector<double> gaps{}; // from release to the next holder, in seconds
};

QCoro::Task<bool> contend(Lock *lock, HotLock *hot)
{
    while (hot->left > 0) {
        const auto lease = require(co_await lock->acquire(patience));
        if (!lease || std::exchange(hot->isHeld, true))
            qFatal("The lock has no holder or two.");
        if (--hot->left < handOversInARound - clients)
            hot->gaps.push_back(secondsSince(hot->released));
        hot->released = LeaseClock::now();
        hot->isHeld = false;
        require(co_await lease->release());
    }
    co_return true;
}

QCoro::Task<bool> contendAll(std::vector<Lock *> locks, HotLock *hot)
{
    std::vector<QCoro::Task<bool>> running;
    for (Lock *lock : locks)
        running.push_back(contend(lock, hot));
    for (auto &each : running)
        co_await each;
    co_return true;
}

double threeRoundTrips99(const TestServer &server)
{
    const BareLink link = bareLink(server.socketPath());
    std::vector<double> spans;
    for (int i = 0; i < handOversInARound; ++i) {
        const auto start = LeaseClock::now();
        for (int trip = 0; trip < 3; ++trip) {
            redisAppendCommand(link.get(), "GET floor");
            nextReply(link);
        }
        spans.push_back(secondsSince(start));
    }
    return quantile(spans, 0.99);
}

struct Median
{
    std::vector<double> values{};
    std::vector<double> floors{};

    void add(double value, double floor)
    {
        values.push_back(value);
        floors.push_back(floor);
    }
    // The pair of the median ratio.
    [[nodiscard]] std::pair<double, double> get() const
    {
        std::vector<size_t> order(values.size());
        for (size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::sort(order.begin(), order.end(),
            [this](size_t a, size_t b) { return values[a] / floors[a] < values[b] / floors[b]; });
        const size_t middle = order[order.size() / 2];
        return {values[middle], floors[middle]};
    }
};

void measurePairs(TestServer &server, Lock &lock)
{
    const OneProcessor processor(server);
    Median median;
    for (int round = 0; round < rounds; ++round)
        median.add(QCoro::waitFor(pairs(&lock, pairsInARound)), floorPairs(server));
    const auto [value, floor] = median.get();
    print({"acquire and release, nobody else, 1 connection, 1 processor", value, "pairs/s", floor,
        "ratio >= 0.8", value / floor >= 0.8});
}

void measureHandOvers(TestServer &server, const char *name, const std::vector<Lock *> &locks)
{
    Median perSecond;
    Median gap;
    for (int round = 0; round < rounds; ++round) {
        HotLock hot;
        hot.left = handOversInARound;
        const auto start = LeaseClock::now();
        QCoro::waitFor(contendAll(locks, &hot));
        const double handOvers = handOversInARound / secondsSince(start);
        perSecond.add(handOvers, floorPairs(server));
        gap.add(quantile(hot.gaps, 0.99) * 1e6, threeRoundTrips99(server) * 1e6);
    }
    const auto [value, floor] = perSecond.get();
    print({name, value, "hand-overs/s", floor, "ratio >= 0.3", value / floor >= 0.3});
    const auto [gap99, trips99] = gap.get();
    print({"from release to the next holder, p99, 20 waiters (floor: three round trips of hiredis)",
        gap99, "us", trips99, "ratio <= 2", gap99 <= 2 * trips99});
}

QCoro::Task<qint64> commandsOfAWait(LockClient *client, Lock *lock)
{
    const auto sent = [client] {
        return client->commands.traffic().commands + client->listening.traffic().commands;
    };
    const qint64 before = sent();
    const auto lease = require(co_await lock->acquire(10s));
    if (lease)
        qFatal("The lock was to be held.");
    co_return sent() - before;
}

void measureWaiting(TestServer &server, LockClient &client)
{
    Lock holding(&client.commands, "held for long");
    const auto lease = require(QCoro::waitFor(holding.tryAcquire()));
    Lock lock(&client.channel, "held for long");
    const qint64 commands = QCoro::waitFor(commandsOfAWait(&client, &lock));
    require(QCoro::waitFor(client.commands.request({"PING"}))); // it has left the line by then
    if (server.run({"EXISTS", "{held for long}:waiters"}).integer != 0)
        qFatal("A waiter was left in line.");
    // The holder's renewal lies before the tenth second, one command of the same connection.
    print({"commands of one waiter in 10 s, leaving the line included", double(commands),
        "commands", 0, "value <= 5", commands <= 5});
}

std::vector<Lock *> pointers(const std::vector<std::unique_ptr<Lock>> &locks)
{
    std::vector<Lock *> all;
    for (const auto &lock : locks)
        all.push_back(lock.get());
    return all;
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_NO_GLIB", "1");
    const QCoreApplication application(argc, argv);
    TestServer server;
    server.run({"SET", "floor", "v"});
    {
        const auto connection = openConnection(server);
        Lock alone(connection.get(), "alone");
        measurePairs(server, alone);
    }
    LockClient process(server.endpoint());
    open(process);

    {
        std::vector<std::unique_ptr<Lock>> locks;
        for (int i = 0; i < clients; ++i)
            locks.push_back(std::make_unique<Lock>(&process.channel, "hot"));
        measureHandOvers(
            server, "hand-overs of one lock, 20 clients in a process", pointers(locks));
    }
    {
        std::vector<std::unique_ptr<Connection>> connections;
        std::vector<std::unique_ptr<Lock>> locks;
        for (int i = 0; i < clients; ++i) {
            connections.push_back(openConnection(server));
            locks.push_back(
                std::make_unique<Lock>(&process.channel, connections.back().get(), "hot"));
        }
        measureHandOvers(
            server, "the same, each client with a connection of its own", pointers(locks));
    }
    measureWaiting(server, process);
    return 0;
}
