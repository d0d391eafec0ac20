#include "core/watch/formats/rules.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"
#include "tests/support/servers/testserver.h"

#include <QCoreApplication>

#include <malloc.h>

#include <ctime>

// What limits cost that fall by themselves while nobody writes: 20,000 that are half used, a third
// GCRA, a third buckets that are refilled, both worked out from the replies that are kept, and a
// third sliding logs, which only the server can count. The floor is the same number of fixed
// windows in another watch, of which nothing changes. All are full again after an hour, so each of
// the first two has a hundredth that is worth telling every 36 s.

using namespace lockstep;

namespace {

constexpr int each = 6'667;
constexpr auto span = std::chrono::seconds(30);
constexpr auto settling = std::chrono::seconds(15);
constexpr double limit = 10;
constexpr Milliseconds fullAfter = std::chrono::hours(1);

struct Cost
{
    double commandsPerSecond = 0;
    double processorShare = 0; // of one processor, ours
    double serverShare = 0; // the server's
    double bytesPerLimit = 0;
};

double allocated()
{
    malloc_trim(0);
    const auto info = mallinfo2();
    return double(info.uordblks + info.hblkhd);
}

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

double serverSeconds(TestServer &server)
{
    double seconds = 0;
    for (const auto &line : server.run({"INFO", "cpu"}).text.split('\n')) {
        if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
            seconds += line.mid(line.indexOf(':') + 1).trimmed().toDouble();
    }
    return seconds;
}

void addFalling(TestServer &server)
{
    const qint64 now = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                           .count();
    const QByteArray gcra =
        QByteArray::number(now + std::chrono::microseconds(fullAfter).count() / 2);
    const QByteArray bucket = "5 " + QByteArray::number(now);
    const QByteArray lifetime = QByteArray::number(qint64(fullAfter.count()));
    for (int i = 0; i < each; ++i) {
        const QByteArray number = QByteArray::number(i);
        server.run({"SET", "gcra:" + number, gcra, "PX",
            QByteArray::number(qint64(fullAfter.count() / 2))});
        server.run({"SET", "tokens:" + number, bucket, "PX", lifetime});
        for (int entry = 0; entry < 5; ++entry) {
            const QByteArray moment = QByteArray::number(now - qint64(entry) * 1'000'000);
            server.run({"ZADD", "limit:" + number, moment, moment});
        }
        server.run({"PEXPIRE", "limit:" + number, lifetime});
    }
}

void addFixed(TestServer &server)
{
    for (int i = 0; i < 3 * each; ++i)
        server.run({"SET", "ratelimit:user:" + QByteArray::number(i), "5", "PX",
            QByteArray::number(qint64(fullAfter.count()))});
}

std::shared_ptr<const Catalogue> catalogue()
{
    std::vector<Rule> rules;
    for (const char *glob : {"gcra:*", "tokens:*", "limit:*"}) {
        Rule rule;
        rule.glob = Glob(QByteArray(glob));
        rule.bounds.limit = limit;
        if (!rule.glob.pattern().startsWith("tokens"))
            rule.bounds.window = fullAfter;
        rules.push_back(std::move(rule));
    }
    return builtInCatalogue()->withRules({rules, {}});
}

Cost costOf(TestServer &server)
{
    WatchOptions options;
    options.serverTimeShare = 1;
    const auto formats = catalogue();
    const double before = allocated();
    Watch watch(server.endpoint(), formats, options);
    runInventory(watch, 3 * each);
    runEventLoop(settling);
    Cost cost;
    const qint64 commands = watch.take().status.commands;
    const double ours = processorSeconds();
    const double servers = serverSeconds(server);
    // As a window does: it takes what is published.
    const auto taking = QObject::connect(
        &watch, &Watch::updated, &watch, [&watch] { static_cast<void>(watch.take()); });
    runEventLoop(span);
    QObject::disconnect(taking);
    const double seconds = double(span.count());
    cost.processorShare = (processorSeconds() - ours) / seconds;
    cost.serverShare = (serverSeconds(server) - servers) / seconds;
    const auto snapshot = watch.take();
    cost.commandsPerSecond = double(snapshot.status.commands - commands) / seconds;
    cost.bytesPerLimit = (allocated() - before) / (3 * each);
    return cost;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer still;
    addFixed(still);
    const Cost floor = costOf(still);
    TestServer falling;
    addFalling(falling);
    const Cost cost = costOf(falling);

    print({"commands a second, 20,000 limits that fall by themselves, no writes",
        cost.commandsPerSecond, "commands/s", floor.commandsPerSecond, "value <= 210",
        cost.commandsPerSecond <= 210});
    print({"share of a processor for them, ours", cost.processorShare, "", floor.processorShare,
        "value <= 0.1", cost.processorShare <= 0.1});
    print({"share of a processor for them, the server's", cost.serverShare, "", floor.serverShare,
        "value <= 0.05", cost.serverShare <= 0.05});
    print({"memory for each of them", cost.bytesPerLimit, "bytes", floor.bytesPerLimit,
        "value <= floor + 1000", cost.bytesPerLimit <= floor.bytesPerLimit + 1000});
    return 0;
}
