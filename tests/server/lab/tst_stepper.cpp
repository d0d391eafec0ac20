#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/tracebounds.h"
#include "core/lab/wire/replywire.h"
#include "core/redis/privateserver/privateserver.h"
#include "exploring.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

Result<Stepper> stepperOf(const QString &id, std::vector<Endpoint> servers = {})
{
    return stepperOf(scenarioOf(id), {}, std::move(servers));
}

// Everything that can be told of a run, numbers of this process aside.
QByteArray told(const Stepper &stepper)
{
    const History history = stepper.history();
    QByteArray text = traceText(stepper.trace()).toUtf8() + '\n';
    for (const Operation &each : history.operations)
        text += QByteArray::number(each.called) + ' ' + history.texts[each.command].toByteArray()
            + " -> " + history.texts[each.reply].toByteArray() + '\n';
    for (const KeyChange &each : history.changes)
        text += QByteArray::number(each.at) + ' ' + history.texts[each.key].toByteArray() + " = "
            + history.texts[each.value].toByteArray() + ' ' + QByteArray::number(each.deadline)
            + '\n';
    for (const MarkRecord &each : history.marks)
        text += QByteArray::number(each.at) + ' ' + history.texts[each.name].toByteArray() + '\n';
    for (const WaitRecord &each : history.waits)
        text += QByteArray::number(each.from) + '-' + QByteArray::number(each.until) + '\n';
    for (int i = 0; i <= stepper.steps(); ++i)
        text += QByteArray::number(stepper.violated(i)) + ' ';
    return text;
}

// Of an independent reader: every key of the state, and no other one.
void compareServer(const Stepper &stepper, const std::vector<Endpoint> &servers)
{
    const StateSpace &space = stepper.space();
    const StateSpace::State &state = stepper.state(stepper.steps());
    for (int node = 0; node < space.nodes(); ++node) {
        auto connection = BlockingConnection::open(servers[size_t(node)]);
        QVERIFY(connection);
        const Dataset &contents = space.datasets()[space.datasetOf(state.data(), node)];
        for (const KeyHeld &each : contents) {
            const QByteArrayView key = space.datasets().keyName(each.key);
            const QByteArrayView value = space.datasets().value(each.value);
            std::string wire;
            canonical::appendRead(&wire, canonical::typeOf(value), key);
            (*connection)
                ->append(wire + "*2\r\n$4\r\nPTTL\r\n$" + std::to_string(key.size()) + "\r\n"
                    + key.toByteArray().toStdString() + "\r\n");
            const auto held = (*connection)->read();
            QVERIFY(held);
            QCOMPARE(canonical::fromReply(canonical::typeOf(value), **held), value.toByteArray());
            const auto ttl = (*connection)->read();
            QVERIFY(ttl);
            QCOMPARE(encodeReply(**ttl), ':' + QByteArray::number(each.ttl) + "\r\n");
        }
        (*connection)->append("*1\r\n$6\r\nDBSIZE\r\n");
        const auto keys = (*connection)->read();
        QVERIFY(keys);
        QCOMPARE(encodeReply(**keys), ':' + QByteArray::number(contents.size()) + "\r\n");
    }
}

QByteArray asked(const Endpoint &server, std::string_view wire)
{
    auto connection = BlockingConnection::open(server);
    (*connection)->append(wire);
    return encodeReply(**(*connection)->read());
}

} // namespace

class TestStepper : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSameTraceTellsTheSame_data();
    void theSameTraceTellsTheSame();
    void randomStepsUndoneAndForkedEndLikeAStraightReplay_data();
    void randomStepsUndoneAndForkedEndLikeAStraightReplay();
    void serverHoldsTheStateThatIsShown();
    void traceWidensTheBoundsThatItUsesUp_data();
    void traceWidensTheBoundsThatItUsesUp();
    void disabledStepSaysWhyAndWhatIsPossible_data();
    void disabledStepSaysWhyAndWhatIsPossible();
    void crashedClientSaysSo();
    void undoEndsAtTheBeginning();
    void historyShowsCommandsDeadlinesAndWaits();
    void historyTellsAllFieldsOfAHash();
    void whoeverSleptMarksWhenTheTimeIsOver();
    void timeLeftIsThatOfTheState_data();
    void timeLeftIsThatOfTheState();
    void keyOfAnotherTypeComesUnderAnOpenWatch_data();
    void keyOfAnotherTypeComesUnderAnOpenWatch();
    void valueThatCannotBeSteppedChangesNothing();
    void goingOnRunsNoProgramAgain();
    void aLostConnectionRunsNoProgramAgain();
    void mutexesOfOtherPlacesAreNotDisturbed();
    void asManyServersAsAScenarioMayHave();
};

void TestStepper::theSameTraceTellsTheSame_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("trace");
    QTest::newRow("lease") << u"lock-lease-expires"_s << u"A1 A2 T B1 B2 B3 B3' B4 A3"_s;
    QTest::newRow("watch") << u"stock-watch"_s << u"A1 B1 A2 B2 A3 B3 B4 B5"_s;
    QTest::newRow("messages") << u"wakeup-ttl"_s << u"A1 B1 B2 C1 B3 X(A) B4 B4' T B5 B6"_s;
    QTest::newRow("nodes") << u"redlock"_s << u"A1 A2 A3 B1 T B2 B3"_s;
    QTest::newRow("clock") << u"limit-fixed-window"_s << u"T A0' A1 B0' B1 B1' T B2"_s;
}

void TestStepper::theSameTraceTellsTheSame()
{
    QFETCH(QString, id);
    QFETCH(QString, trace);
    const auto steps = traceFromText(trace);
    QVERIFY(steps);
    QByteArray first;
    for (int i = 0; i < 2; ++i) {
        auto stepper = stepperOf(id);
        QVERIFY(stepper);
        const auto replayed = stepper->replay(*steps);
        QVERIFY2(replayed, replayed ? "" : qPrintable(replayed.error().detail));
        QCOMPARE(traceText(stepper->trace()), trace);
        if (i == 0)
            first = told(*stepper);
        QCOMPARE(told(*stepper), first);
    }
}

void TestStepper::randomStepsUndoneAndForkedEndLikeAStraightReplay_data()
{
    QTest::addColumn<QString>("id");
    for (const ScenarioPtr &scenario : shippedScenarios())
        QTest::addRow("%s", scenario->id.constData()) << QString::fromLatin1(scenario->id);
}

void TestStepper::randomStepsUndoneAndForkedEndLikeAStraightReplay()
{
    QFETCH(QString, id);
    std::vector<std::unique_ptr<PrivateServer>> privateServers;
    std::vector<Endpoint> servers;
    for (int node = 0; node < (*findScenario(id))->nodes; ++node) {
        auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
        QVERIFY(server);
        servers.push_back((*server)->endpoint());
        privateServers.push_back(std::move(*server));
    }
    auto made = stepperOf(id, servers);
    QVERIFY(made);
    Stepper stepper = *made;
    std::mt19937 chance(11);
    Trace undone; // latest last
    for (int i = 0; i < 120; ++i) {
        std::vector<TraceStep> possible;
        if (stepper.ending() == Ending::Open) {
            for (const StepOption &each : stepper.stepOptions()) {
                if (each.blockedBy == BlockedBy::None)
                    possible.push_back(stepper.traceStep(each.step));
            }
        }
        const auto what = chance() % 10;
        bool isSettled = true;
        if (what == 0 && !undone.empty()) { // again
            QVERIFY(stepper.step(undone.back()));
            undone.pop_back();
        } else if (what == 3) { // leaves the servers to whoever steps next
            stepper = stepper.fork(int(chance() % unsigned(stepper.steps() + 1)));
            undone.clear();
            isSettled = false;
        } else if (what < 3 || possible.empty()) {
            const Trace before = stepper.trace();
            const auto isUndone = stepper.undo();
            QVERIFY(isUndone);
            isSettled = *isUndone;
            if (*isUndone)
                undone.push_back(before.back());
        } else {
            QVERIFY(stepper.step(possible[chance() % possible.size()]));
            undone.clear();
        }
        if (isSettled)
            compareServer(stepper, servers);
        if (QTest::currentTestFailed())
            return;
    }
    auto straight = stepperOf(id);
    QVERIFY(straight);
    const auto replayed = straight->replay(stepper.trace());
    QVERIFY2(replayed, replayed ? "" : qPrintable(replayed.error().detail));
    QCOMPARE(told(stepper), told(*straight));
    // And the servers know no difference either.
    auto again = stepper.fork(0);
    const auto repeated = again.replay(stepper.trace());
    QVERIFY2(repeated, repeated ? "" : qPrintable(repeated.error().detail));
    QCOMPARE(again.state(again.steps()), stepper.state(stepper.steps()));
    if (again.steps() > 0)
        compareServer(again, servers);
}

void TestStepper::serverHoldsTheStateThatIsShown()
{
    auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    QVERIFY(server);
    auto stepper = stepperOf(u"lock-lease-expires"_s, {(*server)->endpoint()});
    QVERIFY(stepper);
    constexpr std::string_view get = "*2\r\n$3\r\nGET\r\n$10\r\n{lab}:lock\r\n";
    QCOMPARE(asked((*server)->endpoint(), get), "$-1\r\n");
    QVERIFY(stepper->replay(*traceFromText(u"A1"_s)));
    QCOMPARE(asked((*server)->endpoint(), get), "$3\r\nA-1\r\n");
    Stepper other = stepper->fork(1);
    QVERIFY(other.replay(*traceFromText(u"A1 T B1"_s)));
    QCOMPARE(asked((*server)->endpoint(), get), "$3\r\nB-1\r\n");
    QVERIFY(other.undo());
    QCOMPARE(asked((*server)->endpoint(), get), "$-1\r\n");
    QVERIFY(stepper->step(TraceStep{TraceStep::Kind::Client, 0, 0, 2}));
    QCOMPARE(asked((*server)->endpoint(), get), "$3\r\nA-1\r\n");
}

void TestStepper::traceWidensTheBoundsThatItUsesUp_data()
{
    QTest::addColumn<QString>("bounds");
    QTest::addColumn<QString>("trace");
    QTest::addColumn<int>("time");
    QTest::addColumn<int>("crashes");
    QTest::newRow("a key a time step") << u"T=1"_s << u"A1 T A2 T"_s << 2 << 0;
    QTest::newRow("the second of one instant is free") << u"T=1"_s << u"A1 A2 T T"_s << 1 << 0;
    QTest::newRow("of no bound") << u"T=0"_s << u"A1 A2 T T"_s << 1 << 0;
    QTest::newRow("a larger bound stays") << u"T=5"_s << u"A1 A2 T T"_s << 5 << 0;
    QTest::newRow("a crash") << u"T=0"_s << u"A1 A2 T T X(A)"_s << 1 << 1;
    QTest::newRow("a trace that does not fit") << u"T=1"_s << u"A1 B1 T T"_s << 2 << 0;
}

// Both keys have the same time to live, and both are gone before the client works on.
void TestStepper::traceWidensTheBoundsThatItUsesUp()
{
    QFETCH(QString, bounds);
    QFETCH(QString, trace);
    QFETCH(int, time);
    QFETCH(int, crashes);
    const ScenarioPtr scenario = written("params = { clients = 1 }, keys = { \"a\", \"b\" },"
                                         "client = function()"
                                         "  redis.call(\"SET\", \"a\", 1, \"PX\", 100)"
                                         "  redis.call(\"SET\", \"b\", 1, \"PX\", 100) work() end,"
                                         "always = { value_at_least(\"a\", 0) }");
    const auto options = optionsFor(scenario, optionsOf(*scenario, bounds), *traceFromText(trace));
    QVERIFY2(options, qPrintable(why(options)));
    QCOMPARE(options->bounds.time, time);
    QCOMPARE(options->bounds.crashes, crashes);
}

void TestStepper::disabledStepSaysWhyAndWhatIsPossible_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<BlockedBy>("blockedBy");
    QTest::addColumn<QString>("words");
    QTest::newRow("wait") << u"A1 B0 B0'"_s << BlockedBy::KeyExists
                          << u"Step 3 of the trace, B0': B0' cannot be taken now. "
                             "Possible: A2 T."_s;
    QTest::newRow("number") << u"A2"_s << BlockedBy::None
                            << u"Step 1 of the trace, A2: A2 cannot be taken now. "
                               "Possible: A1 B1."_s;
    QTest::newRow("client") << u"A1 D1"_s << BlockedBy::NotThere
                            << u"Step 2 of the trace, D1: D1 cannot be taken now. "
                               "Possible: A2 B1 B0 T."_s;
    QTest::newRow("budget") << u"A1 X(A)"_s << BlockedBy::Budget
                            << u"Step 2 of the trace, X(A): X(A) cannot be taken now. "
                               "Possible: A2 B1 B0 T."_s;
    QTest::newRow("time") << u"T"_s << BlockedBy::NoDeadline
                          << u"Step 1 of the trace, T: T cannot be taken now. "
                             "Possible: A1 B1."_s;
}

void TestStepper::disabledStepSaysWhyAndWhatIsPossible()
{
    QFETCH(QString, trace);
    QFETCH(BlockedBy, blockedBy);
    QFETCH(QString, words);
    auto stepper = stepperOf(u"lock-lease-expires"_s);
    QVERIFY(stepper);
    const auto steps = traceFromText(trace);
    QVERIFY(steps);
    const auto replayed = stepper->replay(*steps);
    QVERIFY(!replayed);
    QCOMPARE(replayed.error().code, ErrorCode::BadInput);
    QCOMPARE(replayed.error().detail, words);
    QCOMPARE(optionFor(*stepper, steps->back()).blockedBy, blockedBy);
    // It stays before the step that does not fit, and goes on from there.
    QCOMPARE(stepper->steps(), int(steps->size()) - 1);
    QVERIFY(stepper->step(stepper->traceStep({})));
}

void TestStepper::crashedClientSaysSo()
{
    auto stepper = stepperOf(u"wakeup-ttl"_s);
    QVERIFY(stepper);
    const auto replayed = stepper->replay(*traceFromText(u"A1 X(A) A2"_s));
    QVERIFY(!replayed);
    const auto choices = stepper->stepOptions();
    QCOMPARE(choices.front().blockedBy, BlockedBy::Crashed);
}

void TestStepper::undoEndsAtTheBeginning()
{
    auto stepper = stepperOf(u"counter-get-set"_s);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(*traceFromText(u"A1 A2"_s)));
    for (const bool isPossible : {true, true, false, false})
        QCOMPARE(stepper->undo().value_or(!isPossible), isPossible);
    QCOMPARE(stepper->steps(), 0);
}

void TestStepper::historyShowsCommandsDeadlinesAndWaits()
{
    auto stepper = stepperOf(u"lock-lease-expires"_s);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(*traceFromText(u"A1 T B1"_s)));
    const History history = stepper->history();
    QCOMPARE(history.orderKind, OrderKind::Stepped);
    QCOMPARE(history.operations.size(), size_t(2));
    QCOMPARE(
        history.texts[history.operations[0].command].toByteArray(), "SET lock A-1 NX PX 30000");
    QCOMPARE(history.texts[history.operations[0].reply].toByteArray(), "OK");
    QCOMPARE(history.operations[1].called, Moment(2'000'000'000));
    // The stock of the setup, the lock comes, goes, comes again.
    QCOMPARE(history.changes.size(), size_t(4));
    QCOMPARE(history.changes[1].deadline, Moment(30'000'000'000)); // on the clock of the keys
    QVERIFY(!history.changes[2].exists);
    QVERIFY(history.waits.empty());
    QVERIFY(stepper->replay(*traceFromText(u"A1 B0 T B1"_s)));
    const History late = stepper->history();
    // B could not go on while A had the lock.
    QCOMPARE(late.waits.size(), size_t(1));
    QCOMPARE(late.waits[0].client, 1U);
    QCOMPARE(late.waits[0].from, Moment(2'000'000'000));
    QCOMPARE(late.waits[0].until, Moment(3'000'000'000));
    QCOMPARE(late.texts[late.waits[0].name].toByteArray(), "lock");
}

void TestStepper::historyTellsAllFieldsOfAHash()
{
    auto stepper = stepperOf(u"lock-reentrant-separate"_s);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(*traceFromText(u"A1 B1 B2 B3 A2"_s)));
    const History history = stepper->history();
    QList<QByteArray> values;
    for (const KeyChange &each : history.changes)
        values << history.texts[each.value].toByteArray();
    QCOMPARE(values, (QList<QByteArray>{"B-1", "B-1", "A-1, B-1"}));
}

// A client that sleeps goes on with the step of time, to its next command or to its end.
void TestStepper::whoeverSleptMarksWhenTheTimeIsOver()
{
    auto stepper = stepperOf(u"lock-try-poll"_s);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(*traceFromText(u"A1 A2 B1 B1' T B2 B2' T"_s)));
    const History history = stepper->history();
    const quint32 name = history.texts.find("tries missing");
    const auto mark = std::find_if(history.marks.begin(), history.marks.end(),
        [&](const MarkRecord &each) { return each.name == name; });
    QVERIFY(mark != history.marks.end());
    QCOMPARE(mark->value, 1);
    QCOMPARE(mark->at, 8 * stepLength);
    QCOMPARE(history.processes[1].until, 8 * stepLength);
}

void TestStepper::timeLeftIsThatOfTheState_data()
{
    QTest::addColumn<QString>("id");
    for (const char *const id : {"lock-lease-expires", "lock-watchdog", "lock-failover", "redlock",
             "wakeup-ttl", "limit-window-from-first", "bounded-late-result"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

// After each step of random runs, of every key of every node.
void TestStepper::timeLeftIsThatOfTheState()
{
    QFETCH(QString, id);
    auto made = stepperOf(id);
    QVERIFY2(made, made ? "" : qPrintable(made.error().detail));
    Stepper stepper = *made;
    std::mt19937 chance(5);
    int compared = 0;
    for (int i = 0; i < 60; ++i) {
        std::vector<TraceStep> possible;
        for (const StepOption &each : stepper.stepOptions()) {
            if (each.blockedBy == BlockedBy::None)
                possible.push_back(stepper.traceStep(each.step));
        }
        if (possible.empty()) {
            while (stepper.steps() > 0)
                QVERIFY(stepper.undo());
            continue;
        }
        QVERIFY(stepper.step(possible[chance() % possible.size()]));
        const History history = stepper.history();
        const StateSpace &space = stepper.space();
        for (int step = 0; step <= stepper.steps(); ++step) {
            std::map<std::pair<int, QByteArray>, Moment> left;
            for (const KeyChange &each : history.changes) {
                if (each.at <= step * 1'000'000'000LL)
                    left[{each.node, history.texts[each.key].toByteArray()}] =
                        each.exists ? history.timeLeft(each, step * 1'000'000'000LL) : -1;
            }
            for (int node = 0; node < space.nodes(); ++node) {
                const quint32 contents = space.datasetOf(stepper.state(step).data(), node);
                for (const KeyHeld &each : space.datasets()[contents]) {
                    const QByteArray key = space.plainKey(space.datasets().keyName(each.key));
                    const Moment wanted = each.ttl < 0 ? never : each.ttl * 1'000'000;
                    QCOMPARE((left.at({node, key})), wanted);
                    compared += each.ttl >= 0;
                }
            }
        }
    }
    QVERIFY(compared > 0);
}

void TestStepper::keyOfAnotherTypeComesUnderAnOpenWatch_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::newRow("key") << QByteArray("\"h:1\"");
    QTest::newRow("glob") << QByteArray("\"h:*\"");
}

void TestStepper::keyOfAnotherTypeComesUnderAnOpenWatch()
{
    QFETCH(QByteArray, keys);
    const ScenarioPtr scenario =
        written("params = { clients = { 2, 1, 9 } }, keys = { " + keys + R"( },
        client = function(p, me)
            redis.call("WATCH", "h:1")
            redis.call("MULTI")
            redis.call("HSET", "h:1", "f", me.token)
            redis.call("EXEC")
        end,
        always = { count_at_most("none", 9) })");
    const auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    QVERIFY(server);
    const std::vector<Endpoint> servers{(*server)->endpoint()};
    auto stepper = stepperOf(scenario, {}, servers);
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    const auto replayed = stepper->replay(*traceFromText(u"A1 B1 A2 B2"_s));
    QVERIFY2(replayed, replayed ? "" : qPrintable(replayed.error().detail));
    compareServer(*stepper, servers);
    constexpr std::string_view get = "*3\r\n$4\r\nHGET\r\n$9\r\n{lab}:h:1\r\n$1\r\nf\r\n";
    QCOMPARE(asked(servers[0], get), "$3\r\nA-1\r\n"); // B's was refused
}

void TestStepper::valueThatCannotBeSteppedChangesNothing()
{
    const ScenarioPtr scenario = written(R"(params = { clients = 2 }, keys = { "n", "s" },
        client = function(p, me)
            redis.call("INCR", "n")
            redis.call("XADD", "s", "1-1", "f", "1")
        end,
        always = { count_at_most("none", 9) })");
    const auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    QVERIFY(server);
    const std::vector<Endpoint> servers{(*server)->endpoint()};
    auto stepper = stepperOf(scenario, {}, servers);
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QVERIFY(stepper->replay(*traceFromText(u"A1"_s)));
    for (int i = 0; i < 2; ++i) {
        const auto refused = stepper->step({TraceStep::Kind::Client, 0, 0, 2});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::BadInput);
        QVERIFY2(refused.error().detail.contains(u"s holds a stream"_s),
            qPrintable(refused.error().detail));
        QCOMPARE(traceText(stepper->trace()), u"A1"_s);
        compareServer(*stepper, servers);
    }
    const auto other = stepper->step({TraceStep::Kind::Client, 1, 0, 1});
    QVERIFY2(other, other ? "" : qPrintable(other.error().detail));
    compareServer(*stepper, servers);
    for (int i = 0; i < 2; ++i) {
        const auto undone = stepper->undo();
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().detail));
        compareServer(*stepper, servers);
    }
}

// The number of a process tells how many were started before it.
int started(StateSpace &space)
{
    const int number = space.program().start(space.identity(0));
    space.program().end(number);
    return number;
}

void TestStepper::goingOnRunsNoProgramAgain()
{
    const ScenarioPtr scenario = written(R"(params = { clients = 2 }, keys = { "n" },
        client = function(p, me)
            while true do redis.call("INCR", "n") end
        end,
        always = { count_at_most("none", 9) })");
    auto space = StateSpace::make(scenario, optionsOf(*scenario));
    QVERIFY2(space, space ? "" : qPrintable(space.error().detail));
    StateSpace::State state = (*space)->beginning();
    const int before = started(**space);
    for (int i = 0; i < 50; ++i) { // in turns
        StateSpace::State after(state.size());
        QVERIFY(
            (*space)->take(state.data(), {TraceStep::Kind::Client, quint8(i % 2)}, after.data()));
        state = after;
    }
    QCOMPARE(started(**space), before + 1);
}

void TestStepper::aLostConnectionRunsNoProgramAgain()
{
    const ScenarioPtr scenario = written(R"(params = { clients = 2 }, keys = { "n" },
        bounds = { restarts = 1 },
        client = function(p, me)
            redis.call("WATCH", "n")
            while true do redis.call("GET", "n") end
        end,
        always = { count_at_most("none", 9) })");
    auto space = StateSpace::make(scenario, optionsOf(*scenario));
    QVERIFY2(space, space ? "" : qPrintable(space.error().detail));
    StateSpace::State state = (*space)->beginning();
    const int before = started(**space);
    for (const TraceStep::Kind kind : {TraceStep::Kind::Client, TraceStep::Kind::Client,
             TraceStep::Kind::Restart, TraceStep::Kind::Client}) {
        StateSpace::State after(state.size());
        const auto taken = (*space)->take(state.data(), {kind, 0}, after.data());
        QVERIFY2(taken, taken ? "" : qPrintable(taken.error().detail));
        state = after;
    }
    QCOMPARE(started(**space), before + 1);
}

void TestStepper::mutexesOfOtherPlacesAreNotDisturbed()
{
    const ScenarioPtr scenario = written(R"(params = { clients = 2 }, keys = { "n" },
        client = function(p, me)
            local m = mutex("m")
            m.lock()
            redis.call("INCR", "n")
            redis.call("INCR", "n")
            m.unlock()
            redis.call("INCR", "n")
        end,
        always = { count_at_most("none", 9) })");
    auto stepper = Stepper::make(scenario, optionsOf(*scenario));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QVERIFY(stepper->replay(*traceFromText(u"A1"_s)));
    auto other = stepper->fork(0);
    QVERIFY(other.replay(*traceFromText(u"B1"_s))); // each holds it in its own run
    for (Stepper *each : {&*stepper, &other}) {
        const TraceStep step{TraceStep::Kind::Client, each == &other ? 0 : 1, 0, 1};
        QVERIFY(!each->step(step));
        QCOMPARE(optionFor(*each, step).blockedBy, BlockedBy::MutexTaken);
        QCOMPARE(optionFor(*each, step).name, "m");
    }
    const auto gone = stepper->replay(*traceFromText(u"A1 A2 B1 B2 A3 B3"_s));
    QVERIFY2(gone, gone ? "" : qPrintable(gone.error().detail));
    const auto goneToo = other.replay(*traceFromText(u"B1 B2 A1 B3 A2 A3"_s));
    QVERIFY2(goneToo, goneToo ? "" : qPrintable(goneToo.error().detail));
    QCOMPARE(stepper->ending(), Ending::Complete);
    QCOMPARE(other.ending(), Ending::Complete);
}

void TestStepper::asManyServersAsAScenarioMayHave()
{
    const ScenarioPtr scenario =
        written(R"(params = { clients = 2 }, nodes = 9, keys = { "visits" },
        bounds = { restarts = 1 },
        client = function(p, me)
            for server = 7, 8 do redis.on(server).call("INCR", "visits") end
        end,
        finally = { function(v, p)
            for server = 7, 8 do
                if v.get("visits", server) ~= "2" then return "server " .. server end
            end
        end })");
    auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 A2 B1 B2 B2'"_s), QString()); // a restart may still come
    QCOMPARE(stepper->ending(), Ending::Complete);
    QCOMPARE(stepper->violated(5), quint16(0));
    QCOMPARE(replayed(*stepper, u"A1 A2 N(8) B1 B2"_s), QString());
    QCOMPARE(stepper->violated(5), quint16(1));
    const auto found = explored(scenario, u"N=0"_s);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(countsOf(*found), u"0 of 6, 0 undecided"_s);
}

QTEST_GUILESS_MAIN(TestStepper)
#include "tst_stepper.moc"
