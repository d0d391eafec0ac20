#include "core/lab/explore/exploresession.h"
#include "core/lab/loader/scenariofile.h"
#include "exploring.h"

#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int limit = 60'000; // ms

// An exploration thread, and all that it has told.
class Heard
{
public:
    Heard()
    {
        QObject::connect(&thread, &ExploreSession::finished, &thread,
            [this](const ExplorationPtr &exploration) { found = exploration; });
        QObject::connect(
            &thread, &ExploreSession::failed, &thread, [this](const Error &what) { error = what; });
        QObject::connect(&thread, &ExploreSession::progressed, &thread,
            [this](const ExploreProgress &now) { progress = now; });
    }

    Result<void> start(const QString &id, const std::map<QByteArray, qint64> &changes = {})
    {
        found.reset();
        error.reset();
        progress.reset();
        const ScenarioPtr scenario = *findScenario(id);
        ExploreOptions options = optionsOf(*scenario);
        for (const auto &[name, value] : changes)
            options.settings[name] = value;
        // Long enough to be caught in the middle.
        if (!changes.empty()) {
            options.bounds.time = 6;
            options.rememberAnswers = false;
        }
        return thread.start(scenario, options);
    }
    bool ends()
    {
        return QTest::qWaitFor([&] { return found || error; }, limit);
    }
    bool isUnderWay()
    {
        return QTest::qWaitFor([&] { return progress || found || error; }, limit) && progress;
    }

    ExploreSession thread;
    ExplorationPtr found;
    std::optional<Error> error;
    std::optional<ExploreProgress> progress;
};

const std::map<QByteArray, qint64> endlessly{{"waiters", 4}};

// What is violated after these steps, on a server.
quint32 violatedAfter(const Exploration &exploration, const Trace &trace)
{
    auto stepper = Stepper::make(exploration.scenario, exploration.options);
    if (!stepper || !stepper->replay(trace))
        return 0;
    quint32 violated = 0;
    for (int i = 0; i <= stepper->steps(); ++i)
        violated |= stepper->violated(i);
    return violated;
}

// The last state, as a search keeps it: without what ended clients did before.
StateSpace::State withoutPast(const Stepper &stepper)
{
    StateSpace::State state = stepper.state(stepper.steps());
    stepper.space().forgetEnded(state.data());
    return state;
}

} // namespace

class TestExploreSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatWasFound();
    void oneAtATime();
    void cancelsBeforeItBeginsAndInTheMiddle();
    void killedServerIsSaidAndExploringAgainWorks();
    void refusedBoundsAreToldAndExploringAgainWorks();
    void startsAnotherOneFromWithinFinished();
    void endsInTheMiddle();
    void mapHasEveryStateAndLeadsThere_data();
    void mapHasEveryStateAndLeadsThere();
    void largeExplorationHasNoMap();
};

void TestExploreSession::tellsWhatWasFound()
{
    Heard heard;
    QVERIFY(heard.start(u"lock-check-then-delete"_s));
    QVERIFY(heard.thread.isRunning());
    QVERIFY(heard.ends());
    QVERIFY2(heard.found, qPrintable(heard.error ? heard.error->detail : QString()));
    QVERIFY(!heard.thread.isRunning());
    QCOMPARE(heard.found->verdict, CheckOutcome::Violated);
    QVERIFY(heard.found->counterexample);
    QVERIFY(violatedAfter(*heard.found, heard.found->counterexample->trace) != 0);
}

void TestExploreSession::oneAtATime()
{
    Heard heard;
    QVERIFY(heard.start(u"wakeup-ttl"_s, endlessly));
    const auto second = heard.start(u"counter-incr"_s);
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::BadInput);
    heard.thread.cancel();
    QVERIFY(heard.ends());
    QVERIFY(heard.start(u"counter-incr"_s));
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
    QVERIFY(!heard.found->cancelled);
}

void TestExploreSession::cancelsBeforeItBeginsAndInTheMiddle()
{
    Heard heard;
    QVERIFY(heard.start(u"wakeup-ttl"_s, endlessly));
    heard.thread.cancel();
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
    QVERIFY(heard.found->cancelled);
    QCOMPARE(heard.found->states, 1 + qint64(heard.found->transitions));

    QVERIFY(heard.start(u"wakeup-ttl"_s, endlessly));
    QVERIFY(heard.isUnderWay());
    heard.thread.cancel();
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
    QVERIFY(heard.found->cancelled);
    QCOMPARE(heard.found->verdict, CheckOutcome::Undecided);
    QVERIFY(heard.found->states >= heard.progress->states);
}

void TestExploreSession::killedServerIsSaidAndExploringAgainWorks()
{
    Heard heard;
    QVERIFY(heard.start(u"wakeup-ttl"_s, endlessly));
    QVERIFY(heard.isUnderWay());
    const qint64 server = heard.thread.serverProcess();
    QVERIFY(server > 0);
    QCOMPARE(::kill(pid_t(server), SIGKILL), 0);
    QVERIFY(heard.ends());
    QVERIFY(heard.error);
    QVERIFY(heard.error->code == ErrorCode::ConnectionLost
        || heard.error->code == ErrorCode::ConnectionRefused);
    QCOMPARE(heard.thread.serverProcess(), 0);
    QVERIFY(heard.start(u"counter-incr"_s));
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
    QCOMPARE(heard.found->verdict, CheckOutcome::Holds);
}

void TestExploreSession::refusedBoundsAreToldAndExploringAgainWorks()
{
    Heard heard;
    const ScenarioPtr scenario = *findScenario(u"counter-incr"_s);
    ExploreOptions options = optionsOf(*scenario);
    options.bounds.crashes = 300;
    QVERIFY(heard.thread.start(scenario, options));
    QVERIFY(heard.ends());
    QVERIFY(heard.error);
    QCOMPARE(heard.error->code, ErrorCode::BadInput);
    QVERIFY(heard.start(u"counter-incr"_s));
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
}

void TestExploreSession::startsAnotherOneFromWithinFinished()
{
    Heard heard;
    int ended = 0;
    bool started = true;
    QObject::connect(&heard.thread, &ExploreSession::finished, &heard.thread, [&] {
        if (++ended < 3)
            started = started && heard.start(u"counter-get-set"_s);
    });
    QVERIFY(heard.start(u"counter-get-set"_s));
    QVERIFY(QTest::qWaitFor([&] { return ended == 3; }, limit));
    QVERIFY(started);
}

void TestExploreSession::endsInTheMiddle()
{
    qint64 server = 0;
    {
        Heard heard;
        QVERIFY(heard.start(u"wakeup-ttl"_s, endlessly));
        QVERIFY(heard.isUnderWay());
        server = heard.thread.serverProcess();
    }
    QVERIFY(server > 0);
    QVERIFY(QTest::qWaitFor([&] { return ::kill(pid_t(server), 0) != 0; }, limit));
}

void TestExploreSession::mapHasEveryStateAndLeadsThere_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>(
        "faults"); // one crash and one pause: some states are reached by both ways
    for (const char *const id :
        {"lock-check-then-delete", "lock-lease-expires", "stock-watch", "counter-incr"})
        QTest::newRow(id) << QString::fromLatin1(id) << 0;
    QTest::newRow("with faults") << u"stock-read-then-write"_s << 1;
}

void TestExploreSession::mapHasEveryStateAndLeadsThere()
{
    QFETCH(QString, id);
    QFETCH(int, faults);
    Heard heard;
    const ScenarioPtr scenario = *findScenario(id);
    ExploreOptions options = optionsOf(*scenario);
    options.bounds.crashes += faults;
    options.bounds.pauses += faults;
    QVERIFY(heard.thread.start(scenario, options));
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
    const Exploration &found = *heard.found;
    QVERIFY(found.map);
    const InterleavingMap &map = *found.map;
    QCOMPARE(qint64(map.nodes.size()), found.states);
    QCOMPARE(qint64(map.edges.size()), found.transitions);
    auto beginning = Stepper::make(found.scenario, found.options);
    QVERIFY(beginning);
    std::vector<StateSpace::State> states; // by node
    for (size_t i = 0; i < map.nodes.size(); ++i) {
        const auto replayed = beginning->replay(map.traceTo(int(i)));
        QVERIFY2(replayed, replayed ? "" : qPrintable(replayed.error().detail));
        states.push_back(withoutPast(*beginning));
    }
    QCOMPARE(std::set(states.begin(), states.end()).size(), states.size());
    quint32 violated = 0;
    for (size_t i = 0; i < map.nodes.size(); ++i) {
        const InterleavingMap::Node &node = map.nodes[i];
        QVERIFY(node.isLookedAt);
        const Trace trace = map.traceTo(int(i));
        QCOMPARE(int(trace.size()), node.depth);
        const auto replayed = beginning->replay(trace);
        QVERIFY2(replayed, replayed ? "" : qPrintable(replayed.error().detail));
        QCOMPARE(beginning->ending(), node.ending);
        QCOMPARE(beginning->violated(node.depth) & ~node.violated,
            node.cameBy < 0 ? 0U : map.edges[size_t(node.cameBy)].violated & ~node.violated);
        for (int edge = node.firstEdge; edge < node.firstEdge + node.edges; ++edge) {
            const InterleavingMap::Edge &each = map.edges[size_t(edge)];
            QCOMPARE(each.from, int(i));
            QVERIFY(map.nodes[size_t(each.to)].depth <= node.depth + 1);
            violated |= each.violated;
            auto after = beginning->fork(node.depth);
            QVERIFY(after.step(each.step));
            QCOMPARE(traceText(after.trace()), traceText(map.traceThrough(edge)));
            QVERIFY(withoutPast(after) == states[size_t(each.to)]);
        }
        violated |= node.violated;
    }
    for (size_t i = 0; i < found.checks.size(); ++i)
        QCOMPARE((violated >> i & 1) != 0, found.checks[i].verdict == CheckOutcome::Violated);
}

void TestExploreSession::largeExplorationHasNoMap()
{
    Heard heard;
    const ScenarioPtr scenario = *findScenario(u"stock-watch"_s);
    ExploreOptions options = optionsOf(*scenario);
    options.mapLimit = 10;
    QVERIFY(heard.thread.start(scenario, options));
    QVERIFY(heard.ends());
    QVERIFY(heard.found);
    QVERIFY(heard.found->states > 10);
    QVERIFY(!heard.found->map);
}

QTEST_GUILESS_MAIN(TestExploreSession)
#include "tst_exploresession.moc"
