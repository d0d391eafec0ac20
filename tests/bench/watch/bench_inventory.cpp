#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"
#include "tests/bench/population.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>
#include <QProcess>

// How long a whole inventory takes: names judged, 20,000 of a million keys probed, recognised and
// read. Rounds of ours and of the floors alternate, so that a machine that is busy with other
// things is busy for all; what counts is the median of the rounds' ratios.
//
// The first floor is a bare loop of SCAN with the same COUNT, which reads no key: the five commands
// for each of the 20,000 take the server a third as long as the walk. The second floor has these
// commands, too. Against redis-cli the bare loop itself comes to three to four times.

using namespace lockstep;

namespace {

constexpr int unrecognised = 980'000;
constexpr int recognised = 20'000;
constexpr int rounds = 7;
constexpr int cliRounds = 2;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// In seconds. Processor times are told beside the others, because a machine that is busy with other
// things leaves them nearly as they are.
struct Took
{
    double all = 0;
    double server = 0; // processor time
    double ours = 0; // likewise
};

double processorTimeOf(TestServer &server)
{
    const auto info = server.run({"INFO", "cpu"}).text;
    double seconds = 0;
    for (const auto &line : info.split('\n')) {
        if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
            seconds += line.mid(line.indexOf(':') + 1).trimmed().toDouble();
    }
    return seconds;
}

template <typename Work> Took measured(TestServer &server, Work work)
{
    const double serverBefore = processorTimeOf(server);
    timespec before{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    Took took;
    took.all = work();
    timespec after{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    took.ours = double(after.tv_sec - before.tv_sec) + double(after.tv_nsec - before.tv_nsec) / 1e9;
    took.server = processorTimeOf(server) - serverBefore;
    return took;
}

double bareScan(const TestServer &server)
{
    const auto link = bareLink(server.socketPath());
    const auto begin = Clock::now();
    qint64 names = 0;
    std::string cursor = "0";
    do {
        redisAppendCommand(link.get(), "SCAN %s COUNT 1000", cursor.c_str());
        const auto reply = nextReply(link);
        cursor = reply->element[0]->str;
        names += static_cast<qint64>(reply->element[1]->elements);
    } while (cursor != "0");
    const double took = secondsSince(begin);
    if (names < unrecognised + recognised)
        qFatal("SCAN found %lld names only.", static_cast<long long>(names));
    return took;
}

bool isRecognised(QByteArrayView name)
{
    return name.startsWith("lock:order:") || name.startsWith("views:article:")
        || name.startsWith("ratelimit:user:");
}

// The walk, and the commands of a first look and a reading of each key that is worth them.
double bareInventory(const TestServer &server)
{
    const auto link = bareLink(server.socketPath());
    const auto begin = Clock::now();
    qint64 read = 0;
    std::string cursor = "0";
    do {
        redisAppendCommand(link.get(), "SCAN %s COUNT 1000", cursor.c_str());
        const auto reply = nextReply(link);
        cursor = reply->element[0]->str;
        const qint64 readBefore = read;
        for (size_t i = 0; i < reply->element[1]->elements; ++i) {
            const redisReply *name = reply->element[1]->element[i];
            if (!isRecognised({name->str, qsizetype(name->len)}))
                continue;
            ++read;
            for (const char *command :
                {"TYPE %b", "PTTL %b", "GETRANGE %b 0 255", "GETRANGE %b 0 255", "PTTL %b"})
                redisAppendCommand(link.get(), command, name->str, name->len);
        }
        for (qint64 i = 0; i < 5 * (read - readBefore); ++i)
            nextReply(link);
    } while (cursor != "0");
    const double took = secondsSince(begin);
    if (read < recognised)
        qFatal("%lld keys were read only.", static_cast<long long>(read));
    return took;
}

double cliScan(const TestServer &server)
{
    QProcess cli;
    cli.setStandardOutputFile(QProcess::nullDevice());
    const auto begin = Clock::now();
    cli.start(QStringLiteral("redis-cli"),
        {QStringLiteral("-s"), server.socketPath(), QStringLiteral("--scan")});
    if (!cli.waitForFinished(120'000) || cli.exitCode() != 0)
        qFatal("redis-cli --scan failed: %s", qPrintable(cli.errorString()));
    return secondsSince(begin);
}

double inventory(const TestServer &server, const std::shared_ptr<const Catalogue> &catalogue)
{
    WatchOptions options;
    options.serverTimeShare = 1;
    Watch watch(server.endpoint(), catalogue, options);
    const auto begin = Clock::now();
    runInventory(watch, recognised);
    return secondsSince(begin);
}

// More names than can wait for a look: none of them is dropped.
constexpr int manyLimits = 500'000;
constexpr int manyLocks = 300;

double foundOfMany(const std::shared_ptr<const Catalogue> &catalogue)
{
    TestServer server;
    const auto reply = server.run({"EVAL",
        "for i=1,ARGV[1] do redis.call('SET','ratelimit:'..i,1,'EX',36000) end"
        " for i=1,ARGV[2] do redis.call('HSET','order:'..i,ARGV[3],1)"
        " redis.call('PEXPIRE','order:'..i,36000000) end",
        "0", QByteArray::number(manyLimits), QByteArray::number(manyLocks),
        "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:42"});
    if (reply.isError())
        qFatal("The server cannot be filled: %s", reply.text.constData());
    WatchOptions options;
    options.serverTimeShare = 1;
    Watch watch(server.endpoint(), catalogue, options);
    QEventLoop loop;
    QObject::connect(&watch, &Watch::inventoryFinished, &loop, &QEventLoop::quit);
    watch.start();
    loop.exec();
    return double(watch.take().status.objects);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server;
    addUnrecognised(server, unrecognised);
    addRecognised(server, recognised);
    const auto catalogue = builtInCatalogue();

    std::vector<double> ours;
    std::vector<double> floors;
    std::vector<double> ratios;
    std::vector<double> readingFloors;
    std::vector<double> readingRatios;
    std::vector<double> processorRatios;
    for (int round = 0; round < rounds; ++round) {
        const Took bare = measured(server, [&] { return bareScan(server); });
        const Took whole = measured(server, [&] { return inventory(server, catalogue); });
        const Took reading = measured(server, [&] { return bareInventory(server); });
        readingFloors.push_back(reading.all);
        readingRatios.push_back(whole.all / reading.all);
        processorRatios.push_back((whole.server + whole.ours) / (reading.server + reading.ours));
        floors.push_back(bare.all);
        ours.push_back(whole.all);
        ratios.push_back(ours.back() / floors.back());
        std::fprintf(stderr,
            "round %d: %.3f s (processor time: server %.3f, ours %.3f), bare SCAN COUNT 1000 "
            "%.3f s (server %.3f, ours %.3f), with the readings %.3f s (server %.3f, ours %.3f)\n",
            round, whole.all, whole.server, whole.ours, bare.all, bare.server, bare.ours,
            reading.all, reading.server, reading.ours);
    }
    const double ratio = quantile(ratios, 0.5);
    const double floor = quantile(floors, 0.5);
    print({"inventory of 1,000,000 keys, 20,000 of them read", ratio * floor, "s", floor,
        "ratio <= 1.5", ratio <= 1.5});

    const double readingRatio = quantile(readingRatios, 0.5);
    const double readingFloor = quantile(readingFloors, 0.5);
    print({"the same against the same commands without a watch", readingRatio * readingFloor, "s",
        readingFloor, "ratio <= 1.5", readingRatio <= 1.5});
    const double processorRatio = quantile(processorRatios, 0.5);
    print({"its processor time, the server's and ours, against theirs", processorRatio, "", 1,
        "ratio <= 1.5", processorRatio <= 1.5});

    std::vector<double> cli;
    for (int round = 0; round < cliRounds; ++round)
        cli.push_back(cliScan(server));
    const double slow = quantile(cli, 0.5);
    const double took = quantile(ours, 0.5);
    print({"the same against redis-cli --scan", took, "s", slow, "ratio <= 0.2", took <= slow / 5});

    const double found = foundOfMany(catalogue);
    constexpr double many = manyLimits + manyLocks;
    print({"found of 500,000 limits and 300 locks without a typical name", found, "objects", many,
        "ratio = 1", found == many});
    return 0;
}
