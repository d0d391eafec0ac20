#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>

#include <atomic>
#include <map>
#include <random>
#include <thread>

// What watching adds to a server that works: 2,300 commands a second of an application that takes,
// renews and releases locks, counts calls against limits, and reads and writes a cache. Two servers
// are worked on alike at the same time, and one of them is watched: what is added is what that one
// counts itself, less what the other counts. So whatever else the machine does is in both.
//
// Why the first target is not reached is said in core/watch/README.md; with --low-load it is, and
// holds are missed.

using namespace lockstep;

namespace {

constexpr int commandsPerSecond = 2'300;
constexpr auto span = std::chrono::seconds(30);
constexpr auto settling = std::chrono::seconds(8);
constexpr auto tick = std::chrono::milliseconds(1);

using Clock = std::chrono::steady_clock;

// One command of the application. Of a hundred, ten are about locks, fifteen about limits, five
// about counters; the rest is the cache.
void append(const BareLink &link, std::mt19937 &random)
{
    const auto below = [&](unsigned limit) { return int(random() % limit); };
    const int kind = below(100);
    if (kind < 3)
        redisAppendCommand(
            link.get(), "SET lock:order:%d token-%d NX PX 30000", below(150), below(9));
    else if (kind < 8)
        redisAppendCommand(link.get(), "PEXPIRE lock:order:%d 30000", below(150));
    else if (kind < 10)
        redisAppendCommand(link.get(), "DEL lock:order:%d", below(150));
    else if (kind < 25)
        redisAppendCommand(link.get(), "INCR ratelimit:user:%d", below(100));
    else if (kind < 30)
        redisAppendCommand(link.get(), "INCR views:article:%d", below(30));
    else if (kind < 50)
        redisAppendCommand(
            link.get(), "SET cache:user:%d:profile {\"id\":%d} EX 300", below(5'000), below(5'000));
    else
        redisAppendCommand(link.get(), "GET cache:user:%d:profile", below(5'000));
}

void work(const QString &socketPath, const std::atomic<bool> &isOver)
{
    const auto link = bareLink(socketPath);
    std::mt19937 random(1);
    const auto begin = Clock::now();
    qint64 sent = 0;
    for (auto turn = begin; !isOver; turn += tick) {
        std::this_thread::sleep_until(turn);
        const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
        const auto due = qint64(elapsed * commandsPerSecond);
        const auto replies = due - sent;
        for (; sent < due; ++sent)
            append(link, random);
        for (qint64 i = 0; i < replies; ++i)
            nextReply(link);
    }
}

struct Used
{
    double commands = 0;
    double processorSeconds = 0;
    Clock::time_point at = Clock::now();
    std::map<QByteArray, double> calls{}; // of each command
};

Used usedBy(TestServer &server)
{
    Used used;
    const auto info = server.run({"INFO", "all"}).text;
    const bool isTold = info.contains("used_cpu_user_main_thread:");
    for (const auto &line : info.split('\n')) {
        const auto value = line.mid(line.indexOf(':') + 1).trimmed();
        const auto name = line.left(line.indexOf(':'));
        const QByteArray ending = isTold ? "_main_thread" : "";
        if (name == "used_cpu_user" + ending || name == "used_cpu_sys" + ending)
            used.processorSeconds += value.toDouble();
        else if (name == "total_commands_processed")
            used.commands = value.toDouble();
        else if (name.startsWith("cmdstat_"))
            used.calls[name.mid(8)] = value.mid(6).split(',').first().toDouble();
    }
    return used;
}

// A second.
Used between(const Used &before, const Used &after)
{
    const double seconds = std::chrono::duration<double>(after.at - before.at).count();
    Used used{(after.commands - before.commands) / seconds,
        (after.processorSeconds - before.processorSeconds) / seconds};
    for (const auto &[name, calls] : after.calls) {
        const auto known = before.calls.find(name);
        used.calls[name] = (calls - (known == before.calls.end() ? 0 : known->second)) / seconds;
    }
    return used;
}

// Which commands are more than on the other server, a second.
void printAdded(const Used &watched, const Used &alone)
{
    for (const auto &[name, calls] : watched.calls) {
        const auto other = alone.calls.find(name);
        const double added = calls - (other == alone.calls.end() ? 0 : other->second);
        if (added >= 0.1)
            std::fprintf(stderr, "%s %.1f a second more\n", name.constData(), added);
    }
}

struct Added
{
    Used watched;
    Used alone;
    double shown = 0; // the mean of the shares that are shown
};

// By a watch with those options, once it has settled.
Added addedBy(TestServer &server, TestServer &other, const WatchOptions &options)
{
    Watch watch(server.endpoint(), builtInCatalogue(), options);
    watch.start();
    runEventLoop(settling);
    const auto begin = usedBy(server);
    const auto otherBegin = usedBy(other);
    Added added;
    // What is shown is of the last seconds: its mean is compared.
    for (int second = 0; second < span.count(); ++second) {
        runEventLoop(std::chrono::seconds(1));
        added.shown += watch.take().status.serverTimeShare / double(span.count());
    }
    added.watched = between(begin, usedBy(server));
    added.alone = between(otherBegin, usedBy(other));
    return added;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server;
    TestServer other;
    std::atomic<bool> isOver = false;
    std::thread worker([&] { work(server.socketPath(), isOver); });
    std::thread otherWorker([&] { work(other.socketPath(), isOver); });
    const auto [watched, alone, shown] = addedBy(server, other, {});
    WatchOptions sparing;
    sparing.locksMayRest = true;
    const auto spared = addedBy(server, other, sparing);
    isOver = true;
    worker.join();
    otherWorker.join();

    printAdded(watched, alone);
    std::fprintf(stderr, "with --low-load:\n");
    printAdded(spared.watched, spared.alone);
    const double commands = watched.commands - alone.commands;
    print({"commands that a watch adds to 2,300 a second", commands, "commands/s", alone.commands,
        "ratio <= 0.1", commands <= 0.1 * alone.commands});
    const double fewer = spared.watched.commands - spared.alone.commands;
    print({"the same with --low-load", fewer, "commands/s", spared.alone.commands, "ratio <= 0.1",
        fewer <= 0.1 * spared.alone.commands});
    const double processor = watched.processorSeconds - alone.processorSeconds;
    print({"processor time that a watch adds to the server, in a second", processor, "s",
        alone.processorSeconds, "ratio <= 0.05", processor <= 0.05 * alone.processorSeconds});
    const double less = spared.watched.processorSeconds - spared.alone.processorSeconds;
    print({"the same with --low-load", less, "s", spared.alone.processorSeconds, "ratio <= 0.05",
        less <= 0.05 * spared.alone.processorSeconds});
    print({"the share of the server's time that is shown", shown, "", processor,
        "0.5 <= ratio <= 2", shown >= 0.5 * processor && shown <= 2 * processor});
    return 0;
}
