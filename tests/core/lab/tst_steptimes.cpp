#include "core/lab/order/steptimes.h"

#include <QTest>

using namespace lockstep;

namespace {

constexpr Moment microsecond = 1000;
constexpr Moment millisecond = 1'000'000;

// A line of the server's stream that nobody's operation is matched with.
ExecutedStep stepOfNobody(qint64 micros)
{
    ExecutedStep step;
    step.micros = micros;
    return step;
}

// Two clients' commands, each 100 µs on its way and its reply as long; the servers' clock is the
// run's. A line of nobody stands before them and another one between them.
struct TwoCommands
{
    TwoCommands()
    {
        round.begin = 2 * millisecond;
        steps.push_back(stepOfNobody(1000));
        addCommand(5000);
        steps.push_back(stepOfNobody(9000));
        addCommand(12000);
    }

    void addCommand(qint64 micros)
    {
        ExecutedStep step = stepOfNobody(micros);
        step.client = quint32(history.operations.size());
        step.operation = quint32(history.operations.size());
        steps.push_back(step);
        Operation operation;
        operation.client = step.client;
        operation.called = (micros - 100) * microsecond;
        operation.returned = (micros + 100) * microsecond;
        history.operations.push_back(operation);
    }

    History history;
    Round round;
    std::vector<ExecutedStep> steps;
};

} // namespace

class TestStepTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineOfNobodyAmongTheClientsIsNotOfTheSetup();
    void theSetupWasOverWhenTheRoundBegan();
    void aRestartEndsTheSetup();
    void aServerHoldsItsKeysUntilItIsRestarted();
    void theFirstCommandMayBeARefusedScript();
};

// A script that the server did not know is such a line: it was refused, so it is no operation's.
void TestStepTimes::aLineOfNobodyAmongTheClientsIsNotOfTheSetup()
{
    TwoCommands scene;
    const ClockOffset clock = clockOffset(scene.steps, scene.history, scene.round);
    QCOMPARE(clock.runMinusServer, Moment(0));
    QCOMPARE(clock.error, 100 * microsecond);
    placeInTime(scene.steps, clock, scene.history, scene.round);
    QCOMPARE(scene.steps[1].at, 5 * millisecond);
    QCOMPARE(scene.steps[2].at, 9 * millisecond);
    QCOMPARE(scene.steps[3].at, 12 * millisecond);
}

void TestStepTimes::theSetupWasOverWhenTheRoundBegan()
{
    TwoCommands scene;
    scene.round.begin = 950 * microsecond; // the setup's stamp is 50 µs later
    const ClockOffset clock = clockOffset(scene.steps, scene.history, scene.round);
    QCOMPARE(clock.runMinusServer, -75 * microsecond); // between -100 and -50 µs
    QCOMPARE(clock.error, 25 * microsecond);
    placeInTime(scene.steps, clock, scene.history, scene.round);
    QVERIFY(scene.steps[0].at <= scene.round.begin);
}

void TestStepTimes::aRestartEndsTheSetup()
{
    TwoCommands scene;
    ExecutedStep restart = stepOfNobody(3000);
    restart.kind = ExecutedStep::Kind::Restart;
    scene.steps.insert(scene.steps.begin() + 1, {restart, stepOfNobody(4000)});
    const ClockOffset clock = clockOffset(scene.steps, scene.history, scene.round);
    QCOMPARE(clock.runMinusServer, Moment(0));
    placeInTime(scene.steps, clock, scene.history, scene.round);
    QCOMPARE(scene.steps[2].at, 4 * millisecond);
}

// Its stamp is that of the line before, for it has none of its own.
void TestStepTimes::aServerHoldsItsKeysUntilItIsRestarted()
{
    TwoCommands scene;
    ExecutedStep restart = stepOfNobody(5000);
    restart.kind = ExecutedStep::Kind::Restart;
    scene.steps.insert(scene.steps.begin() + 2, restart);
    const Incident::Kind pause = Incident::Kind::Pause; // of client 0, not of node 0
    scene.history.incidents = {
        {7 * millisecond, pause, 0, none}, {8 * millisecond, Incident::Kind::Restart, 0, none}};
    placeInTime(scene.steps, {}, scene.history, scene.round);
    QCOMPARE(scene.steps[1].at, 5 * millisecond);
    QCOMPARE(scene.steps[2].at, 8 * millisecond);
    QCOMPARE(scene.steps[3].at, 9 * millisecond);
}

void TestStepTimes::theFirstCommandMayBeARefusedScript()
{
    TwoCommands scene;
    ExecutedStep refused = stepOfNobody(4000);
    refused.kind = ExecutedStep::Kind::Refused;
    refused.client = 0;
    scene.steps.insert(scene.steps.begin() + 1, refused);
    const ClockOffset clock = clockOffset(scene.steps, scene.history, scene.round);
    QCOMPARE(clock.runMinusServer, Moment(0));
    QCOMPARE(clock.error, 100 * microsecond);
    placeInTime(scene.steps, clock, scene.history, scene.round);
    QCOMPARE(scene.steps[1].at, 4 * millisecond);
}

QTEST_GUILESS_MAIN(TestStepTimes)
#include "tst_steptimes.moc"
