#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/productionservers.h"
#include "tests/bench/figure.h"
#include "tests/support/servers/testserver.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <chrono>

// What clients of a free run do in a second, against redis-benchmark with as many connections on
// the same server in turns with them; what a history takes; how often reading and then writing
// oversells.

using namespace lockstep;

namespace {

constexpr int rounds = 3; // of value and floor in turns

const char *const getting = R"(
return {
  id = "getting", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 50, 1, 5000 }, times = { 1000, 1, 1000000 } }, keys = { "floor" },
  setup = function(p) redis.call("SET", "floor", "v") end,
  client = function(p, me)
    for i = 1, p.times do redis.call("GET", "floor") end
  end,
  always = { count_at_most("none", 1) },
}
)";

const char *const flashSale = R"(
return {
  id = "flash-sale", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 50, 1, 5000 }, stock = 1000000 }, keys = { "lock", "line", "stock" },
  setup = function(p) redis.call("SET", "stock", p.stock) end,
  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", 30000)
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.script("lock-release", { "lock", "line" }, { me.token })
  end,
  always = { count_at_most("sold", "stock"), holders_at_most("lock", 1)%1 },
}
)";

// Looks at a TTL, which is known to some milliseconds. The one holds; the other one is possible in
// nearly each state, and tried in all combinations there are.
const char *const lookingAtTtl = R"(, function(v)
    local left = v.ttl("lock")
    if left and left > 60000 or #v.inside("lock") > 1 then return "too long" end
  end)";
const char *const possibleAtTtl = R"(, function(v)
    local left = v.ttl("lock")
    if left and left % 2 == 0 then return "even" end
  end)";

const char *const readThenWrite = R"(
return {
  id = "read-then-write", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 2, 1, 5000 }, stock = 1 }, keys = { "stock" },
  setup = function(p) redis.call("SET", "stock", p.stock) end,
  client = function(p, me)
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
  end,
  always = { count_at_most("sold", "stock") },
}
)";

// Of a server that nobody has marked.
RunTarget placeAt(const Endpoint &server)
{
    const QTemporaryDir folder;
    QSettings noMarks(folder.filePath(QStringLiteral("marks.ini")), QSettings::IniFormat);
    return RunTarget::onUsersServer(server, {}, ProductionServers(&noMarks), [] {
        return true;
    }).value();
}

RunPtr play(
    const QByteArray &text, const std::function<void(RunOptions &)> &prepare, RunTarget place)
{
    const auto scenario = scenarioFromText(text, QStringLiteral("bench.lua"));
    if (!scenario)
        qFatal("%s", qPrintable(scenario.error().detail));
    RunOptions options = RunOptions::of(**scenario);
    options.seed = 1;
    prepare(options);
    FreeRunSession run(*scenario, options, place);
    RunPtr result;
    QEventLoop loop;
    QObject::connect(&run, &FreeRunSession::finished, &loop, [&](const RunPtr &ended) {
        result = ended;
        loop.quit();
    });
    QObject::connect(&run, &FreeRunSession::failed, &loop,
        [](const Error &error) { qFatal("%s", qPrintable(error.detail)); });
    if (const auto begun = run.start(); !begun)
        qFatal("%s", qPrintable(begun.error().detail));
    loop.exec();
    return result;
}

double benchmarkGets(const QStringList &where, int clients, int operations)
{
    QProcess bench;
    bench.start(QStandardPaths::findExecutable(QStringLiteral("redis-benchmark")),
        where
            + QStringList{QStringLiteral("-c"), QString::number(clients), QStringLiteral("-n"),
                QString::number(operations), QStringLiteral("--csv"), QStringLiteral("GET"),
                QStringLiteral("floor")});
    if (!bench.waitForFinished(120'000))
        qFatal("redis-benchmark: %s", qPrintable(bench.errorString()));
    const QByteArray last = bench.readAllStandardOutput().trimmed().split('\n').last();
    const double perSecond = last.split(',').value(1).replace('"', "").toDouble();
    if (perSecond <= 0)
        qFatal("redis-benchmark said: %s", last.constData());
    return perSecond;
}

void measureGets(TestServer &server, bool tcp, int clients, double target, const char *name,
    const char *targetWords)
{
    constexpr int operations = 100'000;
    const QStringList where = tcp
        ? QStringList{QStringLiteral("-p"), QString::number(server.tcpPort())}
        : QStringList{QStringLiteral("-s"), server.socketPath()};
    std::vector<std::pair<double, Figure>> figures;
    double bytes = 0;
    for (int round = 0; round < rounds; ++round) {
        const RunPtr run = play(
            getting,
            [&](RunOptions &options) {
                options.settings["clients"] = clients;
                options.settings["times"] = operations / clients;
            },
            placeAt(tcp ? server.tcpEndpoint() : server.endpoint()));
        const auto done = double(run->history.operations.size());
        const double value = done / std::chrono::duration<double>(run->busy).count();
        const double floor = benchmarkGets(where, clients, operations);
        bytes = double(run->history.memory()) / done;
        figures.push_back({value / floor,
            {name, value, "operations/s", floor, targetWords, value / floor >= target}});
    }
    std::sort(figures.begin(), figures.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    Figure middle = figures[figures.size() / 2].second;
    print(middle);
    if (clients == 50 && !tcp)
        print({"history of GETs alone, an operation", bytes, "bytes", 0, "value <= 100",
            bytes <= 100});
}

QByteArray flashSaleWith(const char *check)
{
    return QByteArray(flashSale).replace("%1", check);
}

void measureFlashSale()
{
    const RunPtr run =
        play(flashSaleWith(""), [](RunOptions &options) { options.repeats = 100; }, {});
    const double bytes = double(run->history.memory()) / double(run->history.operations.size());
    print({"history of a flash sale with locks, tokens and exact values, an operation", bytes,
        "bytes", 0, "value <= 100", bytes <= 100});
    if (run->violatedRounds > 0 || run->counts.at("sold") != 50 * 100)
        qFatal("the lock does not hold");
}

// A whole run, the order of execution and the checks included; the floor has no function.
void measureFunction(const char *check, double target, const char *name, const char *targetWords)
{
    const auto seconds = [](const char *with) { // few enough states that each is looked at
        const auto begin = std::chrono::steady_clock::now();
        play(flashSaleWith(with), [](RunOptions &options) { options.repeats = 20; }, {});
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    std::vector<std::pair<double, double>> taken; // without, with
    for (int round = 0; round < rounds; ++round)
        taken.emplace_back(seconds(""), seconds(check));
    std::sort(taken.begin(), taken.end(),
        [](const auto &a, const auto &b) { return a.second * b.first < b.second * a.first; });
    const auto &[floor, value] = taken[taken.size() / 2];
    print({name, value, "s", floor, targetWords, value / floor <= target});
}

void measureOversell()
{
    constexpr int times = 1000;
    const RunPtr run = play(readThenWrite, [](RunOptions &options) { options.rounds = times; }, {});
    const double part = 100.0 * run->violatedRounds / times;
    print({"rounds of reading then writing that oversell, 2 clients, stock 1", part, "%", 0,
        "value >= 95", part >= 95});
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server({.arguments = {QStringLiteral("--maxclients"), QStringLiteral("11000")},
        .tcp = true,
        .tls = {}});
    server.run({"SET", "floor", "v"});
    measureGets(server, false, 50, 1.6, "GETs of 50 clients, unix socket", "ratio >= 1.6");
    measureGets(server, false, 500, 1.6, "GETs of 500 clients, unix socket", "ratio >= 1.6");
    measureGets(server, false, 5000, 1.3, "GETs of 5000 clients, unix socket", "ratio >= 1.3");
    measureGets(server, true, 50, 1.4, "GETs of 50 clients, TCP", "ratio >= 1.4");
    measureGets(server, true, 500, 1.4, "GETs of 500 clients, TCP", "ratio >= 1.4");
    measureFlashSale();
    measureFunction(lookingAtTtl, 2, "a flash sale with a function that holds", "ratio <= 2");
    measureFunction(possibleAtTtl, 2, "a flash sale with a function that is possible in each state",
        "ratio <= 2");
    measureOversell();
    return 0;
}
