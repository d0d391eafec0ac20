// Exploring, measured against blocking round trips of the same commands one by one on one unix
// socket: every transition executed; answers remembered; from the button to the counterexample;
// what a state takes of memory; how many states are kept apart that nothing tells apart. An
// argument, an ID: only what concerns that scenario.

#include "core/lab/explore/explorer.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/privateserver/privateserver.h"
#include "tests/bench/figure.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>

#include <hiredis/hiredis.h>

#include <chrono>
#include <cstdlib>
#include <initializer_list>

using namespace lockstep;

namespace {

struct Subject
{
    const char *executed; // names of figures
    const char *remembered;
    const char *id;
    Settings settings;
    Bounds bounds;
    double target; // of the executed ones
    const char *targetWords;
    std::vector<QByteArray> commands; // that its clients send
};

[[noreturn]] void giveUp(const QString &why)
{
    std::fprintf(stderr, "%s\n", qPrintable(why));
    std::exit(1);
}

double seconds(std::chrono::nanoseconds span)
{
    return std::chrono::duration<double>(span).count();
}

redisContext *connected(const Endpoint &server)
{
    redisContext *const context = redisConnectUnix(server.path.toLocal8Bit().constData());
    if (!context || context->err)
        giveUp(QStringLiteral("no connection"));
    return context;
}

// The call of a script of the shipped scenarios, which the server knows from then on.
QByteArray calling(const Endpoint &server, const char *script, const QByteArray &arguments)
{
    QFile file(QStringLiteral(":/lockstep/scripts/%1.lua").arg(QLatin1String(script)));
    if (!file.open(QIODevice::ReadOnly))
        giveUp(file.errorString());
    const QByteArray source = file.readAll();
    redisContext *const context = connected(server);
    auto *const reply = static_cast<redisReply *>(
        redisCommand(context, "SCRIPT LOAD %b", source.constData(), size_t(source.size())));
    if (!reply || reply->type != REDIS_REPLY_STRING)
        giveUp(QStringLiteral("the server does not take the script"));
    const QByteArray sum(reply->str, qsizetype(reply->len));
    freeReplyObject(reply);
    redisFree(context);
    return "EVALSHA " + sum + ' ' + arguments;
}

// Round trips a second.
double floorOf(const Endpoint &server, const std::vector<QByteArray> &commands, int count)
{
    redisContext *const context = connected(server);
    const auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i)
        freeReplyObject(redisCommand(context, commands[size_t(i) % commands.size()].constData()));
    const auto took = std::chrono::steady_clock::now() - begun;
    redisFree(context);
    return count / seconds(took);
}

// The nodes of a map without cycles, each after all that can be reached from it.
std::vector<int> backwards(const InterleavingMap &map)
{
    std::vector<int> order;
    std::vector<bool> isLeft(map.nodes.size());
    std::vector<std::pair<int, int>> stack{{0, 0}}; // node, how many of its edges were followed
    while (!stack.empty()) {
        auto &[node, followed] = stack.back();
        const InterleavingMap::Node &from = map.nodes[size_t(node)];
        if (followed < from.edges) {
            const int to = map.edges[size_t(from.firstEdge + followed++)].to;
            if (!isLeft[size_t(to)])
                stack.emplace_back(to, 0);
            continue;
        }
        if (!isLeft[size_t(node)])
            order.push_back(node);
        isLeft[size_t(node)] = true;
        stack.pop_back();
    }
    return order;
}

// How many transitions there would be if states were one from which the same steps lead to the same
// violations and ends: a search that counts interleavings cannot do with fewer. The explorer walks
// more, for it knows of a program's state only the replies that led to it: a client that has tried
// twice in vain is kept apart from one that has tried three times.
qint64 fewestTransitions(const InterleavingMap &map)
{
    std::vector<int> classOf(map.nodes.size());
    QHash<QByteArray, int> classes;
    qint64 transitions = 0;
    for (const int number : backwards(map)) {
        const InterleavingMap::Node &node = map.nodes[size_t(number)];
        QByteArray follows = QByteArray::number(int(node.ending)) + ' '
            + QByteArray::number(node.violated) + (node.isLookedAt ? ' ' : '?');
        for (int i = node.firstEdge; i < node.firstEdge + node.edges; ++i) {
            const InterleavingMap::Edge &edge = map.edges[size_t(i)];
            const TraceStep &step = edge.step;
            const int isStart = step.kind == TraceStep::Kind::Client && step.number == 0;
            for (const int each : {int(step.kind), step.client, step.thread, int(step.goesOn),
                     step.choice, isStart, int(edge.violated), classOf[size_t(edge.to)]})
                follows += QByteArray::number(each) + ' ';
        }
        const bool isNew = !classes.contains(follows);
        classOf[size_t(number)] = isNew ? int(classes.size()) : classes.value(follows);
        classes.insert(follows, classOf[size_t(number)]);
        transitions += isNew ? node.edges : 0;
    }
    return transitions;
}

// Some have millions of transitions: a rate is known after fewer.
constexpr qint64 executedAtMost = 100'000;

Exploration explored(const Subject &subject, bool remember, std::vector<Endpoint> servers,
    qint64 mapLimit = 0) // states
{
    const auto scenario = findScenario(QString::fromLatin1(subject.id));
    if (!scenario)
        giveUp(scenario.error().detail);
    ExploreOptions options;
    options.settings = (*scenario)->defaults();
    for (const auto &[name, value] : subject.settings)
        options.settings[name] = value;
    options.bounds = subject.bounds;
    options.assumptions = (*scenario)->assumptions;
    options.rememberAnswers = remember;
    options.mapLimit = mapLimit;
    servers.resize(size_t((*scenario)->nodes));
    Explorer explorer(*scenario, options, std::move(servers));
    auto found = explorer.explore([&](const ExploreProgress &progress) {
        if (!remember && progress.transitions > executedAtMost)
            explorer.cancel();
    });
    if (!found)
        giveUp(found.error().detail);
    return std::move(*found);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    std::vector<std::unique_ptr<PrivateServer>> privateServers;
    std::vector<Endpoint> servers;
    for (int i = 0; i < 3; ++i) {
        auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
        if (!server)
            giveUp(server.error().detail);
        servers.push_back((*server)->endpoint());
        privateServers.push_back(std::move(*server));
    }
    constexpr int roundTrips = 20'000;
    const std::vector<QByteArray> lock{
        "SET {lab}:lock A-1 NX PX 30000", "GET {lab}:stock", "SET {lab}:stock 0", "DEL {lab}:lock"};
    const std::vector<QByteArray> wakeup{"SET {lab}:lock A-1 NX PX 30000", "PTTL {lab}:lock",
        "SET {lab}:lock B-1 NX PX 30000",
        calling(servers[0], "release-and-publish", "2 {lab}:lock {lab}:free A-1")};
    const std::vector<QByteArray> watch{"WATCH {lab}:stock", "GET {lab}:stock", "UNWATCH"};
    const std::vector<QByteArray> redlock{"SET {lab}:lock A-1 NX PX 30000", "INCR {lab}:done",
        calling(servers[0], "compare-and-delete", "1 {lab}:lock A-1")};
    const std::vector<Subject> subjects{
        {"transitions executed, lock-lease-expires, 3 clients", "the same, answers remembered",
            "lock-lease-expires", {{"clients", 3}}, {3, 0, 0, 0, 0, 0}, 1, "ratio >= 1", lock},
        {"transitions executed, wakeup-ttl, 2 waiters", "the same, answers remembered",
            "wakeup-ttl", {{"waiters", 2}}, {6, 1, 0, 0, 0, 0}, 1, "ratio >= 1", wakeup},
        {"transitions executed, redlock, 3 clients", "the same, answers remembered", "redlock",
            {{"clients", 3}}, {1, 0, 0, 1, 0, 0}, 0.8, "ratio >= 0.8", redlock},
        {"transitions executed, stock-watch, 3 clients", nullptr, "stock-watch", {{"clients", 3}},
            {}, 0.5, "ratio >= 0.5",
            watch}, // each open WATCH is asked for on a connection of its own
    };
    const QByteArray only(argc > 1 ? argv[1] : "");
    const double thousand = 1000 / floorOf(servers[0], lock, roundTrips);
    const Subject button{
        nullptr, nullptr, "lock-check-then-delete", {}, {1, 0, 0, 0, 0, 0}, 0, "", {}};
    explored(button, true, servers); // the shipped scenarios are read once
    const auto concerns = [&](const Subject &subject) {
        return only.isEmpty() || only == subject.id;
    };
    Figure toCounterexample{"from the button to the counterexample, lock-check-then-delete",
        seconds(explored(button, true, servers).took), "s", thousand, "ratio <= 2", false};
    toCounterexample.holds = toCounterexample.ratio() <= 2;
    if (concerns(button))
        print(toCounterexample);
    for (const Subject &subject : subjects) {
        if (!concerns(subject))
            continue;
        const double floor = floorOf(servers[0], subject.commands, roundTrips);
        const Exploration executed = explored(subject, false, servers);
        Figure figure{subject.executed, double(executed.transitions) / seconds(executed.took),
            "1/s", floor, subject.targetWords, false};
        figure.holds = figure.ratio() >= subject.target;
        print(figure);
        if (!subject.remembered)
            continue;
        const Exploration remembered = explored(subject, true, servers);
        Figure faster{subject.remembered, double(remembered.transitions) / seconds(remembered.took),
            "1/s", floor, "ratio >= 25", false};
        faster.holds = faster.ratio() >= 25;
        print(faster);
        if (QByteArrayView(subject.id) == "wakeup-ttl") {
            const Exploration drawn = explored(subject, true, servers, remembered.states);
            Figure walked{"transitions of wakeup-ttl, fully explored", double(drawn.transitions),
                "", double(fewestTransitions(*drawn.map)), "ratio <= 45", false};
            walked.holds = walked.ratio() <= 45;
            print(walked);
        }
        if (QByteArrayView(subject.id) == "redlock")
            print(
                {"memory of a merged state", double(remembered.memory) / double(remembered.states),
                    "bytes", 200, "value <= 200", remembered.memory <= 200 * remembered.states});
    }
    return 0;
}
