#include "tests/bench/figure.h"
#include "tests/bench/population.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>

// What watching costs a server where nothing happens. The commands are counted twice, by us and by
// the server, and both must say the same.

using namespace lockstep;

namespace {

constexpr int watched = 10'000;
constexpr auto span = std::chrono::seconds(60);
constexpr auto settling = std::chrono::seconds(5);
constexpr int comparisons = 5; // in further seconds, should a command be between the two counts

// All calls of all commands, this one not yet among them.
qint64 callsOf(TestServer &server)
{
    qint64 calls = 0;
    const auto lines = server.run({"INFO", "commandstats"}).text.split('\n');
    for (const auto &line : lines) {
        const auto at = line.indexOf(":calls=");
        if (at > 0)
            calls += line.mid(at + 7, line.indexOf(',') - at - 7).toLongLong();
    }
    return calls;
}

struct Count
{
    qint64 ours = 0;
    qint64 servers = 0;
};

Count count(Watch &watch, TestServer &server)
{
    const auto stale = watch.take(); // so that updated() comes again
    QEventLoop loop; // until a snapshot that is new
    QObject::connect(&watch, &Watch::updated, &loop, &QEventLoop::quit);
    loop.exec();
    return {watch.take().status.commands, callsOf(server)};
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server;
    addRecognised(server, watched);
    Watch watch(server.endpoint(), builtInCatalogue());
    runInventory(watch, watched);
    runEventLoop(settling);

    const auto before = count(watch, server);
    runEventLoop(span);
    Count sent;
    for (int i = 1; i <= comparisons; ++i) {
        const auto now = count(watch, server);
        sent = {now.ours - before.ours, now.servers - before.servers - i}; // our own INFO
        if (sent.ours == sent.servers)
            break;
    }
    print({"commands in 60 s, 10,000 watched keys, no change, counted by the server",
        double(sent.servers), "commands", 0, "value <= 60", sent.servers <= 60});
    print({"the same, counted by ourselves", double(sent.ours), "commands", double(sent.servers),
        "ratio = 1", sent.ours == sent.servers});
    return 0;
}
