#include "core/redis/values/hashslot.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"
#include "tests/support/servers/sentinelgroup.h"
#include "tests/support/servers/testserver.h"

#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>

// What watching a Cluster of six primaries costs and how soon a failover is followed, beside one
// server with as many keys; and how soon that of a Sentinel group is. Takes the number of keys as
// its argument, 1,000,000 without one; of fifty keys one is watched.

using namespace lockstep;

namespace {

constexpr int primaries = 6;
constexpr int keysPerWatched = 50;
constexpr int rounds = 3;
constexpr auto span = std::chrono::seconds(60);
constexpr auto settling = std::chrono::seconds(5);
constexpr auto pollEvery = std::chrono::milliseconds(2);

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

int beginOf(int primary)
{
    return primary * hashSlotCount / primaries;
}

std::size_t nodeOfSlot(int slot)
{
    int node = 0;
    while (node + 1 < primaries && slot >= beginOf(node + 1))
        ++node;
    return static_cast<std::size_t>(node);
}

void waitUntil(const char *what, const std::function<bool()> &holds)
{
    const auto begin = Clock::now();
    while (!holds()) {
        if (secondsSince(begin) > 120)
            qFatal("The Cluster does not %s.", what);
        QThread::msleep(20);
    }
}

// Six primaries, and a replica of the first one.
struct Cluster
{
    Cluster()
    {
        TestServer::Options node;
        node.cluster = true;
        node.arguments = {QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0"),
            QStringLiteral("--cluster-node-timeout"), QStringLiteral("60000")};
        for (int i = 0; i <= primaries; ++i)
            servers.push_back(std::make_unique<TestServer>(node));
        for (int i = 0; i < primaries; ++i) {
            Command add{"CLUSTER", "ADDSLOTS"};
            for (int slot = beginOf(i); slot < beginOf(i + 1); ++slot)
                add << QByteArray::number(slot);
            at(i).run(add);
            at(i).run({"CLUSTER", "SET-CONFIG-EPOCH", QByteArray::number(i + 1)});
        }
        const auto port = QByteArray::number(at(0).tcpPort());
        for (int i = 1; i <= primaries; ++i)
            at(i).run({"CLUSTER", "MEET", "127.0.0.1", port});
        for (int i = 0; i <= primaries; ++i) {
            waitUntil("come up", [&] {
                const auto nodes = at(i).run({"CLUSTER", "NODES"}).text;
                return nodes.count('\n') == primaries + 1 && !nodes.contains("handshake")
                    && at(i).run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
            });
        }
        at(primaries).run({"CLUSTER", "REPLICATE", at(0).run({"CLUSTER", "MYID"}).text});
        waitUntil("replicate", [&] {
            return at(primaries).run({"INFO", "replication"}).text.contains("link_status:up");
        });
    }
    TestServer &at(int which) { return *servers[static_cast<std::size_t>(which)]; }
    [[nodiscard]] Endpoint endpoint() const
    {
        Endpoint endpoint;
        endpoint.port = servers[1]->tcpPort();
        return endpoint;
    }

    std::vector<std::unique_ptr<TestServer>> servers;
};

// Each key's command goes where the key belongs.
void fill(int keys, const std::function<TestServer &(const QByteArray &key)> &serverOf)
{
    std::map<TestServer *, std::vector<Command>> commands;
    for (int n = 0; n < keys; ++n) {
        const auto number = QByteArray::number(n);
        const bool isWatched = n % keysPerWatched == 0;
        const QByteArray key =
            isWatched ? "lock:order:" + number : "cache:user:" + number + ":profile";
        Command set{"SET", key,
            isWatched ? "6f1b4c0e-9a53-4f6f-8c80-" + number.rightJustified(12, '0')
                      : R"({"id":)" + number + R"(,"roles":["reader","writer"]})"};
        if (isWatched)
            set << "PX"
                << "36000000";
        commands[&serverOf(key)].push_back(set);
    }
    for (const auto &[server, all] : commands) {
        for (const Reply &reply : server->runAll(all)) {
            if (reply.isError())
                qFatal("A server cannot be filled: %s", reply.text.constData());
        }
    }
}

double inventory(const Endpoint &endpoint, qint64 objects)
{
    WatchOptions options;
    options.serverTimeShare = 1;
    Watch watch(endpoint, builtInCatalogue(), options);
    const auto begin = Clock::now();
    runInventory(watch, objects);
    return secondsSince(begin);
}

// All calls of all commands that a client sent: what the nodes tell each other is none.
qint64 callsOf(TestServer &server)
{
    qint64 calls = 0;
    for (const auto &line : server.run({"INFO", "commandstats"}).text.split('\n')) {
        const auto at = line.indexOf(":calls=");
        if (at > 0 && !line.startsWith("cmdstat_replconf") && !line.startsWith("cmdstat_psync"))
            calls += line.mid(at + 7, line.indexOf(',') - at - 7).toLongLong();
    }
    return calls;
}

void measureIdle(Cluster &cluster, qint64 objects)
{
    Watch watch(cluster.endpoint(), builtInCatalogue());
    runInventory(watch, objects);
    runEventLoop(settling);
    std::array<qint64, primaries> before{};
    for (int i = 0; i < primaries; ++i)
        before.at(static_cast<std::size_t>(i)) = callsOf(cluster.at(i));
    runEventLoop(span);
    double most = 0;
    for (int i = 0; i < primaries; ++i) {
        const auto calls = callsOf(cluster.at(i)) - before.at(static_cast<std::size_t>(i)) - 1;
        most = std::max(most, double(calls) / 60);
    }
    print({"commands a second at the node that was asked most, no change, counted by it", most,
        "1/s", 0, "value <= 1", most <= 1});
}

const QByteArray newToken = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";

// The locks of the watch that the predicate takes.
std::vector<QByteArray> lockKeys(Watch &watch, const std::function<bool(const QByteArray &)> &takes)
{
    std::vector<QByteArray> keys;
    for (const ItemPtr &item : *watch.take().locks) {
        if (takes(item->key))
            keys.push_back(item->key);
    }
    if (keys.empty())
        qFatal("There is no lock to look at.");
    return keys;
}

// Gives the locks another holder, of which only the server that is asked can tell.
void handOver(const std::vector<QByteArray> &keys, TestServer &server)
{
    std::vector<Command> commands;
    for (const QByteArray &key : keys)
        commands.push_back({"SET", key, newToken, "PX", "36000000"});
    server.runAll(commands);
}

// How many locks the watch shows with that holder.
std::size_t handedOver(Watch &watch)
{
    const auto locks = watch.take().locks;
    return static_cast<std::size_t>(
        std::count_if(locks->begin(), locks->end(), [](const ItemPtr &item) {
            return item->reading.holder && item->reading.holder->token == newToken;
        }));
}

// Waits until so many locks are shown with their new holder. Calls `meanwhile` time and again.
void waitForHandedOver(
    Watch &watch, std::size_t count, const std::function<void()> &meanwhile = [] {})
{
    const auto begin = Clock::now();
    while (handedOver(watch) < count) {
        if (secondsSince(begin) > 120)
            qFatal("The new primary is not found.");
        meanwhile();
        runEventLoop(pollEvery);
    }
}

bool isPrimary(TestServer &server)
{
    return server.run({"INFO", "replication"}).text.contains("role:master");
}

// Prints how long after the first answer of a new primary the first row was shown that only it can
// have told, and how long after that all such rows were.
void printFailover(
    const char *first, const char *all, double named, double firstRow, double allRows)
{
    print({first, firstRow, "s", named, "value <= 2", firstRow <= 2});
    print({all, allRows, "s", firstRow, "", true});
}

// Of a node that is replaced after it was killed, from the moment at which its replica says that it
// is the primary.
void measureFailover(Cluster &cluster, qint64 objects)
{
    Watch watch(cluster.endpoint(), builtInCatalogue());
    runInventory(watch, objects);
    const auto keys =
        lockKeys(watch, [](const QByteArray &key) { return nodeOfSlot(hashSlot(key)) == 0; });
    TestServer &promoted = cluster.at(primaries);
    cluster.at(0).kill9();
    runEventLoop(settling);
    if (promoted.run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError())
        qFatal("The replica does not take over.");
    waitUntil("fail over", [&] { return isPrimary(promoted); });
    const auto answers = Clock::now();
    handOver(keys, promoted);
    waitForHandedOver(watch, 1);
    const double first = secondsSince(answers);
    waitForHandedOver(watch, keys.size());
    printFailover("from a new primary's first answer to the first row of it",
        "to all rows of it, beside the first one", 0, first, secondsSince(answers));
}

// The same of a primary that Sentinels replace after it was killed. The floor is when the first of
// them names the new one, which they do only after they have seen it answer and have told its other
// replica: nobody who asks them can know it sooner.
void measureSentinelFailover(int keys, qint64 objects)
{
    SentinelTestGroup group;
    fill(keys, [&](const QByteArray &) -> TestServer & { return group.server(0); });
    group.server(0).run({"WAIT", "2", "60000"});
    Watch watch(group.endpoint(), builtInCatalogue());
    runInventory(watch, objects);
    const auto locks = lockKeys(watch, [](const QByteArray &) { return true; });
    group.giveUpSoon();
    group.server(0).kill9();
    TestServer *promoted = nullptr;
    const auto killed = Clock::now();
    while (!promoted) {
        if (secondsSince(killed) > 120)
            qFatal("The Sentinels do not replace the primary.");
        runEventLoop(pollEvery);
        for (const std::size_t which : {1, 2}) {
            if (isPrimary(group.server(which)))
                promoted = &group.server(which);
        }
    }
    const auto answers = Clock::now();
    handOver(locks, *promoted);
    std::optional<double> named;
    const auto noteName = [&] {
        for (std::size_t which = 0; which < 3 && !named; ++which) {
            const auto address = group.sentinel(which).run(
                {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", SentinelTestGroup::name});
            if (address.elements.size() == 2
                && address.elements[1].text.toUShort() == promoted->tcpPort())
                named = secondsSince(answers);
        }
    };
    waitForHandedOver(watch, 1, noteName);
    const double first = secondsSince(answers);
    waitForHandedOver(watch, locks.size());
    printFailover("the same, of a Sentinel group, beside the moment at which a Sentinel names it",
        "to all rows of it, beside the first one", named.value_or(first), first,
        secondsSince(answers));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const int keys = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
    if (keys < keysPerWatched)
        qFatal("bench_cluster [KEYS]: the number of keys, %d at least", keysPerWatched);
    const qint64 objects = (keys + keysPerWatched - 1) / keysPerWatched;
    TestServer alone;
    fill(keys, [&](const QByteArray &) -> TestServer & { return alone; });
    Cluster cluster;
    fill(keys, [&](const QByteArray &key) -> TestServer & {
        return cluster.at(static_cast<int>(nodeOfSlot(hashSlot(key))));
    });

    std::vector<double> ratios;
    std::vector<double> floors;
    for (int round = 0; round < rounds; ++round) {
        floors.push_back(inventory(alone.endpoint(), objects));
        const double took = inventory(cluster.endpoint(), objects);
        ratios.push_back(took / floors.back());
        std::fprintf(stderr, "round %d: %.3f s, one server %.3f s\n", round, took, floors.back());
    }
    const double ratio = quantile(ratios, 0.5);
    const double floor = quantile(floors, 0.5);
    print({"inventory of a Cluster, beside one server with as many keys", ratio * floor, "s", floor,
        "ratio <= 1", ratio <= 1});
    measureIdle(cluster, objects);
    measureFailover(cluster, objects);
    measureSentinelFailover(keys, objects);
    return 0;
}
