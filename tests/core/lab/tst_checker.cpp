#include "core/lab/checks/checker.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/wire/commandtable.h"
#include "tests/support/samples/writtenhistory.h"

#include <QTest>

using namespace lockstep;
using Kind = Check::Kind;
using When = Check::When;

namespace {

Check check(Kind kind, const QByteArray &name, qint64 amount = 0, When when = When::Always)
{
    Check result;
    result.kind = kind;
    result.name = name;
    result.amount.number = amount;
    result.when = when;
    return result;
}

CheckResult judged(const WrittenHistory &written, const Check &check)
{
    Scenario scenario;
    scenario.checks.push_back(check);
    Checker checker(scenario, {}, nullptr);
    for (int round = 0; round < int(written.history.rounds.size()); ++round)
        checker.check(written.history, round);
    return checker.results().front();
}

CheckOutcome outcome(const WrittenHistory &written, const Check &check)
{
    return judged(written, check).outcome;
}

const Check oneHolder = check(Kind::HoldersAtMost, "lock", 1);

// Enters and leaves with an acquire and a release of 20 ms, and works in between.
void hold(WrittenHistory &written, int client, qint64 from, qint64 until)
{
    const quint32 acquire = written.operation(client, from - 20, from, "SET lock");
    written.enter(client, from, acquire);
    written.leave(client, until);
    written.operation(client, until, until + 20, "DEL lock");
}

// Of a Lua function with that body, over v.
CheckResult functionOutcome(
    const WrittenHistory &written, const QByteArray &body, const QByteArray &when = "always",
    const std::function<bool()> &shouldContinue = [] { return true; })
{
    const auto scenario = scenarioFromText(
        R"(return { id = "written", family = "lock", title = { en = "Written" },
            lesson = { en = "None." }, params = { clients = 2 }, clock = true,
            keys = { "a", "b", "k*", "stock" },
            client = function(p, me) redis.call("GET", "stock") end, )"
            + when + " = { function(v) " + body + " end } }",
        QStringLiteral("written.lua"));
    if (!scenario) {
        qWarning() << scenario.error().detail;
        return {};
    }
    Reply none;
    none.kind = Reply::Kind::Array;
    const auto commands = CommandTable::fromReply(none);
    Program::Options options;
    options.settings = (*scenario)->defaults();
    options.commands = commands ? &*commands : nullptr;
    const auto program = Program::make(*scenario, options);
    Checker checker(**scenario, options.settings, program ? program->get() : nullptr);
    checker.check(written.history, 0, shouldContinue);
    return checker.results().front();
}

} // namespace

class TestChecker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesThatNobodyMarkedAreTold();
    void oneAfterTheOtherHolds();
    void overlapOfCertainStaysIsProof();
    void overlapOfPossibleStaysCannotBeExcluded();
    void leavingWhenAnotherEntersIsNoOverlap();
    void reentryIsOneStay();
    void whoCrashedIsInsideNothing();
    void aPausedHolderIsStillInside();
    void whoHasLeftIsInsideNoMore();
    void whoEntersAndLeavesAtOnceIsInsideAtNoMoment();
    void whoNeverLeavesStaysToTheEnd();
    void permitsForSeveral();
    void countsAtMost();
    void countsAtLeastInTheEnd();
    void sumsAtTheEnd();
    void aSumIsThatOfEachServerThatHasTheKey();
    void aLostReplyMakesASumUncertain();
    void valuesWithinBounds();
    void aValueThatIsGoneIsZero();
    void sampledValuesProveOnlyWhatWasSeen();
    void keysNeedADeadline();
    void onlyTheOwnerReleases();
    void onlyTheOwnerRenews();
    void timeMayReleaseAnything();
    void eventsInOrder();
    void eventsInTheOrderOfExecution();
    void admissionsInAWindow();
    void theOrderNarrowsWhenSomethingWasAdmitted();
    void nobodyWaits();
    void whoLeftALockBehindIsNamed();
    void finallyIsUndecidedWhenCutOff();
    void functionsNeedAProgram();
    void functionsSeeEachState();
    void whatIsNotJudgedToItsEndIsUndecided();
    void functionsSeeACommandBeforeItIsCounted();
    void functionsSeeACommandAndItsEnterTogether();
    void whatIsCountedOfOneReplyIsOneState();
    void countsAreThoseOfTheirMoments();
    void functionsProveOnlyWhatWasAState();
    void functionsKnowTheOrderOfOneServer();
    void aCommandWhoseReplyWasLostEndedBeforeTheNextOneDid();
    void whatIsNotKnownInOneStateMayBeInTheNext();
    void aTtlIsKnownWithinTheClocksError();
    void aTtlMayBeAnyWithinTheClocksError();
    void aTtlIsAsLongAsItsStateMayHaveBegunLate();
    void whatAnotherTtlAsksForHasToBeKnownToo();
    void whoWasInsideAtAnEventMayNotBeKnown();
    void anEventOfALockThatEverybodyLeftKnowsTheOthers();
    void withoutTheOrderAnEnterIsAsOldAsItsCommandMayBe();
    void functionsSeeEventsInTheOrderInWhichTheyWereTold();
    void eventsAreAtTheMillisecondsOfTheClock();
    void aCrashConcernsWhoIsInside();
    void whichKeysHadExpiredTheOrderTells();
    void whatWasLostWithItsServerWasThereUntilThen();
    void keysWithOneDeadlineAreGoneAtOnce();
    void keysThatAreLostWithTheirServerAreGoneAtOnce();
    void withoutTheOrderADeletedKeyIsGone();
    void aDeadlineNearTheEndProvesNothing();
    void aKeyThatIsGoneNearTheEndMayBeThereStill();
    void theFindingIsTheOneThatIsCertain();
    void whatOneReplyAdmitsIsOfOneMoment();
    void whoLeavesIsInsideUntilItSaysSo();
    void whoEntersIsInsideFromItsReplyOn();
    void whoIsOnItsWayInHidesNobodyInside();
    void whatIsAskedForMayBeAnotherInEachState();
    void eventsOfSeveralServersMayHaveAnotherOrder();
    void theOrderOfOneServerProvesAFallAmongSeveral();
    void aTtlIsThatOfItsState();
    void theOrderProvesAShortTtl();
    void atTheEndATtlIsThatOfTheEnd();
    void aLookAfterTheEndSeesLessOfATtl();
    void theProofLiesWithinTheRound();
    void whatIsOpenIsTriedInEachCombination();
    void whatOneOperationSetHasOneClock();
    void whoTakesADeadlineOverKeepsItsClock();
    void whatAFunctionCatchesIsAsked();
    void whoMayHaveBeenInsideIsTriedInEachCombination();
    void whatNobodyAskedForIsNotTried();
    void tooManyCombinationsProveNothing();
    void whatHoldsInTheCombinationsThatWereTriedMayNotHold();
    void whatHoldsWithADeadlineNearTheEndMayNotHold();
    void theOrderTellsAnAcquireFromTheReleaseBeforeIt();
    void theMostThatMayHaveBeenInsideAreOfAllServers();
    void whatIsOpenIsOpenByItself();
    void longRoundsAreSeenAtTheirEnd();
    void parametersAreLookedUp();
    void roundsAddUp();
    void certainOutweighsPossible();
};

void TestChecker::oneAfterTheOtherHolds()
{
    WrittenHistory written(2);
    hold(written, 0, 100, 200);
    hold(written, 1, 300, 400);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
}

void TestChecker::overlapOfCertainStaysIsProof()
{
    WrittenHistory written(2);
    hold(written, 0, 100, 300);
    hold(written, 1, 200, 400);
    const CheckResult result = judged(written, oneHolder);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.violatedRounds, 1);
    QCOMPARE(result.first->at, WrittenHistory::ms(200));
    QCOMPARE(result.first->until, WrittenHistory::ms(300));
    QCOMPARE(result.first->operations, (QList<quint32>{0, 2})); // the acquires
    QCOMPARE(result.first->clients, (QList<quint32>{0, 1}));
    QCOMPARE(result.first->actual, 2);
    QCOMPARE(result.first->allowed, 1);
    QCOMPARE(result.first->key, "lock");
}

void TestChecker::overlapOfPossibleStaysCannotBeExcluded()
{
    WrittenHistory written(2);
    hold(written, 0, 100, 200);
    hold(written, 1, 210, 300); // possibly from 190
    const CheckResult result = judged(written, oneHolder);
    QCOMPARE(result.outcome, CheckOutcome::Possible);
    QCOMPARE(result.possibleRounds, 1);
    QCOMPARE(result.violatedRounds, 0);
    QCOMPARE(result.first->at, WrittenHistory::ms(190));
    QCOMPARE(result.first->until, WrittenHistory::ms(200));
    QCOMPARE(result.first->worst, 2);
}

void TestChecker::leavingWhenAnotherEntersIsNoOverlap()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.leave(0, 200);
    written.enter(1, 200);
    written.leave(1, 300);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
}

void TestChecker::reentryIsOneStay()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.enter(0, 150);
    written.leave(0, 200);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
    written.enter(1, 250); // A has left once only
    written.leave(0, 300);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Violated);
}

void TestChecker::whoCrashedIsInsideNothing()
{
    WrittenHistory written(2);
    written.enter(0, 100, written.operation(0, 80, 100));
    written.operation(0, 150, -1);
    written.incident(Incident::Kind::Crash, 0, 200);
    hold(written, 1, 230, 300);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
    written.enter(1, 190);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Violated);
}

void TestChecker::aPausedHolderIsStillInside()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.incident(Incident::Kind::Pause, 0, 150);
    hold(written, 1, 200, 300);
    written.incident(Incident::Kind::Resume, 0, 400);
    written.leave(0, 400);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Violated);
}

// As in steps: whatever becomes of the release, and whichever server executes it.
void TestChecker::whoHasLeftIsInsideNoMore()
{
    for (const qint64 returned : {-1, 310}) {
        WrittenHistory written(2);
        written.enter(0, 100);
        written.leave(0, 200);
        const quint32 acquire = written.operation(1, 201, 300, "SET lock");
        const quint32 release = written.operation(0, 200, returned, "DEL lock");
        written.enter(1, 300, acquire);
        QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
        written.history.operations[acquire].order = 0;
        written.history.operations[release].order = 1;
        QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
        written.history.operations[acquire].node = 1;
        QCOMPARE(outcome(written, oneHolder), CheckOutcome::Holds);
    }
}

// As in steps: it stays for no moment. A leave() that another command comes before is another turn.
void TestChecker::whoEntersAndLeavesAtOnceIsInsideAtNoMoment()
{
    for (const bool isAtOnce : {true, false}) {
        WrittenHistory written(2);
        written.enter(0, 100);
        written.leave(0, 300);
        const quint32 asking = written.operation(1, 190, 210);
        written.enter(1, 310, asking);
        written.leave(1, 310, isAtOnce ? asking : none);
        written.history.operations[asking].returned = WrittenHistory::ms(310);
        QCOMPARE(
            outcome(written, oneHolder), isAtOnce ? CheckOutcome::Holds : CheckOutcome::Possible);
    }
}

void TestChecker::whoNeverLeavesStaysToTheEnd()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.enter(1, 900);
    const CheckResult result = judged(written, oneHolder);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->until, WrittenHistory::ms(1000));
}

void TestChecker::permitsForSeveral()
{
    WrittenHistory written(4);
    for (int i = 0; i < 3; ++i)
        hold(written, i, 100 + i * 30, 500);
    QCOMPARE(outcome(written, check(Kind::HoldersAtMost, "lock", 3)), CheckOutcome::Holds);
    QCOMPARE(outcome(written, check(Kind::HoldersAtMost, "lock", 2)), CheckOutcome::Violated);
    QCOMPARE(outcome(written, check(Kind::HoldersAtMost, "other", 0)), CheckOutcome::Holds);
    written.enter(3, 450);
    const CheckResult result = judged(written, check(Kind::HoldersAtMost, "lock", 3));
    QCOMPARE(result.first->clients.size(), 4);
    const CheckResult grown = judged(written, check(Kind::HoldersAtMost, "lock", 1));
    QCOMPARE(grown.first->actual, 2);
    QCOMPARE(grown.first->worst, 4);
}

void TestChecker::countsAtMost()
{
    WrittenHistory written(2);
    const quint32 first = written.operation(0, 90, 100);
    const quint32 second = written.operation(1, 190, 200);
    written.count(0, 100, 1, first);
    written.count(1, 200, 1, second);
    written.count(1, 300, -2);
    QCOMPARE(outcome(written, check(Kind::CountAtMost, "sold", 2)), CheckOutcome::Holds);
    const CheckResult result = judged(written, check(Kind::CountAtMost, "sold", 1));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(200));
    QCOMPARE(result.first->operations, (QList<quint32>{first, second}));
    QCOMPARE(result.first->actual, 2);
    QCOMPARE(result.first->worst, 2);
    const CheckResult grown = judged(written, check(Kind::CountAtMost, "sold", 0));
    QCOMPARE(grown.first->actual, 1);
    QCOMPARE(grown.first->worst, 2);
    QCOMPARE(grown.first->at, WrittenHistory::ms(100));
    // In the end it is 0.
    QCOMPARE(
        outcome(written, check(Kind::CountAtMost, "sold", 1, When::Finally)), CheckOutcome::Holds);
}

void TestChecker::countsAtLeastInTheEnd()
{
    WrittenHistory written(1);
    written.count(0, 100, 3);
    QCOMPARE(
        outcome(written, check(Kind::CountAtLeast, "sold", 3, When::Finally)), CheckOutcome::Holds);
    const CheckResult result = judged(written, check(Kind::CountAtLeast, "sold", 4, When::Finally));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(1000));
    QCOMPARE(
        outcome(written, check(Kind::CountAtLeast, "sold", 1)), CheckOutcome::Violated); // at first
}

void TestChecker::sumsAtTheEnd()
{
    WrittenHistory written(1);
    Check sum = check(Kind::SumEquals, "sold", 5);
    sum.other = "stock";
    written.set("stock", 0, 5, none);
    QCOMPARE(outcome(written, sum), CheckOutcome::Holds);
    written.set("stock", 100, 3, written.operation(0, 90, 110));
    QCOMPARE(outcome(written, sum), CheckOutcome::Violated);
    written.count(0, 200, 2);
    QCOMPARE(outcome(written, sum), CheckOutcome::Holds);
    written.history.rounds[0].cutOff = true;
    QCOMPARE(outcome(written, sum), CheckOutcome::Undecided);
}

void TestChecker::aSumIsThatOfEachServerThatHasTheKey()
{
    WrittenHistory written(1);
    Check sum = check(Kind::SumEquals, "sold", 5);
    sum.other = "stock";
    written.count(0, 50, 2);
    written.set("stock", 100, 4, written.operation(0, 90, 110));
    written.set("stock", 200, 3, written.operation(0, 190, 210), -1, 1);
    const CheckResult result = judged(written, sum);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->actual, 6);
    written.gone("stock", 300, written.operation(0, 290, 310));
    QCOMPARE(outcome(written, sum), CheckOutcome::Holds);
    written.gone("stock", 400, written.operation(0, 390, 410), 1);
    QCOMPARE(outcome(written, sum), CheckOutcome::Violated);
    written.count(0, 500, 3);
    QCOMPARE(outcome(written, sum), CheckOutcome::Holds);
}

void TestChecker::aLostReplyMakesASumUncertain()
{
    WrittenHistory written(1);
    Check sum = check(Kind::SumEquals, "sold", 5);
    sum.other = "stock";
    written.set("stock", 100, 4, written.operation(0, 90, -1));
    QCOMPARE(outcome(written, sum), CheckOutcome::Possible);
}

void TestChecker::valuesWithinBounds()
{
    WrittenHistory written(1);
    written.set("stock", 10, 1, written.operation(0, 5, 15));
    const quint32 wrong = written.operation(0, 20, 40);
    written.set("stock", 30, -1, wrong);
    written.set("stock", 50, 0, written.operation(0, 45, 55));
    QCOMPARE(outcome(written, check(Kind::ValueAtMost, "stock", 1)), CheckOutcome::Holds);
    const CheckResult result = judged(written, check(Kind::ValueAtLeast, "stock", 0));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(30));
    QCOMPARE(result.first->operations, QList<quint32>{wrong});
    QCOMPARE(result.first->actual, -1);
    QCOMPARE(result.first->worst, -1);
    QCOMPARE(judged(written, check(Kind::ValueAtLeast, "stock", 2)).first->actual, 1);
    QCOMPARE(judged(written, check(Kind::ValueAtLeast, "stock", 2)).first->worst, -1);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 0, When::Finally)),
        CheckOutcome::Holds);
    QCOMPARE(outcome(written, check(Kind::ValueAtMost, "st*", 0)), CheckOutcome::Violated);
    QCOMPARE(outcome(written, check(Kind::ValueAtMost, "st?", 0)), CheckOutcome::Holds);
    // What the setup did on its way is not looked at, only what it left.
    written.history.rounds[0].begin = WrittenHistory::ms(60);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 0)), CheckOutcome::Holds);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 1)), CheckOutcome::Violated);
}

void TestChecker::aValueThatIsGoneIsZero()
{
    const auto atLeastOne = [](When when) { return check(Kind::ValueAtLeast, "stock", 1, when); };
    WrittenHistory unwritten(1);
    QCOMPARE(outcome(unwritten, atLeastOne(When::Always)), CheckOutcome::Holds);
    QCOMPARE(judged(unwritten, atLeastOne(When::Finally)).first->key, "stock");

    WrittenHistory written(1);
    written.set("stock", 10, 5, written.operation(0, 5, 15));
    const quint32 removal = written.operation(0, 20, 40);
    written.gone("stock", 30, removal);
    QCOMPARE(outcome(written, atLeastOne(When::Always)), CheckOutcome::Holds);
    const CheckResult inTheEnd = judged(written, atLeastOne(When::Finally));
    QCOMPARE(inTheEnd.outcome, CheckOutcome::Violated);
    QCOMPARE(inTheEnd.first->operations, QList<quint32>{removal});
    QCOMPARE(inTheEnd.first->actual, 0);
    QCOMPARE(inTheEnd.first->worst, 0);
    // What the setup has made is looked at from the beginning on.
    Round &round = written.history.rounds[0];
    round.begin = WrittenHistory::ms(18);
    const CheckResult always = judged(written, atLeastOne(When::Always));
    QCOMPARE(always.outcome, CheckOutcome::Violated);
    QCOMPARE(always.first->at, WrittenHistory::ms(30));
    QCOMPARE(always.first->operations, QList<quint32>{removal});
    QCOMPARE(always.first->key, "stock");

    // It may have expired behind the end of the round.
    WrittenHistory expired(1);
    Round &itsRound = expired.history.rounds[0];
    itsRound.begin = WrittenHistory::ms(18);
    const qint64 deadline = itsRound.end / WrittenHistory::ms(1) - 10;
    expired.set("stock", 10, 5, none, deadline);
    expired.gone("stock", deadline, none);
    for (const auto &[error, expected] :
        {std::pair{5, CheckOutcome::Violated}, std::pair{15, CheckOutcome::Possible}}) {
        itsRound.deadlineError = WrittenHistory::ms(error);
        for (const When when : {When::Always, When::Finally})
            QCOMPARE(outcome(expired, atLeastOne(when)), expected);
    }
}

void TestChecker::sampledValuesProveOnlyWhatWasSeen()
{
    WrittenHistory written(2);
    written.history.orderKind = OrderKind::Sampled;
    written.set("stock", 10, 1, none);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 0)), CheckOutcome::NotChecked);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 2)), CheckOutcome::Violated);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 1, When::Finally)),
        CheckOutcome::Holds);
    QCOMPARE(outcome(written, check(Kind::ReleasedByOwner, "stock")), CheckOutcome::NotChecked);
    QCOMPARE(outcome(written, check(Kind::TtlPresent, "stock")), CheckOutcome::Violated);
}

void TestChecker::keysNeedADeadline()
{
    WrittenHistory written(1);
    written.set("limit:1", 10, 1, none, 500);
    QCOMPARE(outcome(written, check(Kind::TtlPresent, "limit:*")), CheckOutcome::Holds);
    written.gone("limit:1", 20, none);
    QCOMPARE(outcome(written, check(Kind::TtlPresent, "limit:*")), CheckOutcome::Holds);
    written.set("limit:2", 30, 1, none);
    const CheckResult result = judged(written, check(Kind::TtlPresent, "limit:*"));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->key, "limit:2");
}

void TestChecker::onlyTheOwnerReleases()
{
    WrittenHistory written(2);
    const quint32 acquire = written.operation(0, 5, 15);
    written.set("lock", 10, 1, acquire, 500);
    written.gone("lock", 30, written.operation(0, 25, 35));
    QCOMPARE(outcome(written, check(Kind::ReleasedByOwner, "lock")), CheckOutcome::Holds);
    const quint32 again = written.operation(0, 40, 50);
    const quint32 foreign = written.operation(1, 55, 65);
    written.set("lock", 45, 1, again, 500);
    written.gone("lock", 60, foreign);
    const CheckResult result = judged(written, check(Kind::ReleasedByOwner, "lock"));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(60));
    QCOMPARE(result.first->operations, (QList<quint32>{again, foreign}));
    QCOMPARE(result.first->clients, (QList<quint32>{0, 1}));
    QCOMPARE(outcome(written, check(Kind::RenewedByOwner, "lock")), CheckOutcome::Holds);
}

void TestChecker::onlyTheOwnerRenews()
{
    WrittenHistory written(2);
    written.set("lock", 10, 1, written.operation(0, 5, 15), 500);
    written.set("lock", 20, 1, written.operation(0, 15, 25), 600);
    QCOMPARE(outcome(written, check(Kind::RenewedByOwner, "lock")), CheckOutcome::Holds);
    written.set("lock", 40, 1, written.operation(1, 35, 45), 600); // to the same instant
    QCOMPARE(outcome(written, check(Kind::RenewedByOwner, "lock")), CheckOutcome::Violated);
    QCOMPARE(outcome(written, check(Kind::ReleasedByOwner, "lock")), CheckOutcome::Holds);
}

void TestChecker::timeMayReleaseAnything()
{
    WrittenHistory written(2);
    written.set("lock", 10, 1, written.operation(0, 5, 15), 30);
    written.gone("lock", 30, none);
    written.set("lock", 40, 2, written.operation(1, 35, 45), 500);
    written.gone("lock", 60, written.operation(1, 55, 65));
    QCOMPARE(outcome(written, check(Kind::ReleasedByOwner, "lock")), CheckOutcome::Holds);
    QCOMPARE(outcome(written, check(Kind::RenewedByOwner, "lock")), CheckOutcome::Holds);
}

void TestChecker::eventsInOrder()
{
    WrittenHistory written(2);
    const Check order = check(Kind::InOrder, "write");
    written.event(0, 100, 33, written.operation(0, 80, 100));
    written.event(1, 200, 34, written.operation(1, 180, 200));
    QCOMPARE(outcome(written, order), CheckOutcome::Holds);
    written.event(0, 220, 33, written.operation(0, 190, 220)); // overlaps B's
    QCOMPARE(outcome(written, order), CheckOutcome::Possible);
    written.event(0, 300, 33, written.operation(0, 280, 300));
    const CheckResult result = judged(written, order);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->actual, 33);
    QCOMPARE(result.first->allowed, 34);
    QCOMPARE(result.first->operations, (QList<quint32>{1, 3}));
}

void TestChecker::eventsInTheOrderOfExecution()
{
    WrittenHistory written(2);
    const Check order = check(Kind::InOrder, "write");
    written.event(0, 110, 2, written.operation(0, 80, 110));
    written.event(1, 120, 1, written.operation(1, 80, 120));
    written.history.operations[0].order = 1;
    written.history.operations[1].order = 0;
    QCOMPARE(outcome(written, order), CheckOutcome::Holds);
    written.history.operations[0].order = 0;
    written.history.operations[1].order = 1;
    QCOMPARE(outcome(written, order), CheckOutcome::Violated);
    written.history.operations[1].node = 1; // two servers execute at the same time
    QCOMPARE(outcome(written, order), CheckOutcome::Possible);
}

void TestChecker::admissionsInAWindow()
{
    WrittenHistory written(1);
    for (const qint64 at : {100, 150, 200})
        written.count(0, at, 1, written.operation(0, at - 20, at));
    Check limit = check(Kind::AdmittedAtMost, "sold", 2);
    limit.window.number = 121; // from the first's call at 80 to the last's reply at 200 are 120
    const CheckResult result = judged(written, limit);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->actual, 3);
    QCOMPARE(result.first->operations, (QList<quint32>{0, 1, 2}));
    Check one = limit;
    one.amount.number = 1;
    QCOMPARE(judged(written, one).first->actual, 2);
    QCOMPARE(judged(written, one).first->worst, 3);
    limit.window.number = 120;
    QCOMPARE(outcome(written, limit), CheckOutcome::Possible);
    limit.window.number = 80; // from 100 to 180
    QCOMPARE(outcome(written, limit), CheckOutcome::Holds);
    limit.amount.number = 3;
    limit.window.number = 1000;
    QCOMPARE(outcome(written, limit), CheckOutcome::Holds);
    written.count(0, 210, 5); // five at once
    limit.amount.number = 4;
    limit.window.number = 1;
    QCOMPARE(outcome(written, limit), CheckOutcome::Violated);
}

// A's reply was slow, but its command was executed before B's.
void TestChecker::theOrderNarrowsWhenSomethingWasAdmitted()
{
    Check one = check(Kind::AdmittedAtMost, "write", 1);
    one.window.number = 50; // ms
    for (const bool isKnown : {false, true}) {
        WrittenHistory written(2);
        const quint32 quick = written.operation(1, 95, 110);
        const quint32 slow = written.operation(0, 90, 300);
        if (isKnown) {
            written.history.operations[slow].order = 0;
            written.history.operations[quick].order = 1;
        }
        written.event(1, 110, 2, quick);
        written.event(0, 300, 1, slow);
        QCOMPARE(outcome(written, one), isKnown ? CheckOutcome::Violated : CheckOutcome::Possible);
    }
}

void TestChecker::nobodyWaits()
{
    WrittenHistory written(2);
    const Check nobody = check(Kind::NobodyWaits, "", 0, When::Finally);
    QCOMPARE(outcome(written, nobody), CheckOutcome::Holds);
    written.wait(0, 100, 200);
    written.wait(1, 300, -1, "queue");
    written.history.rounds[0].stuck = true;
    const CheckResult result = judged(written, nobody);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->clients, QList<quint32>{1});
    QCOMPARE(result.first->key, "queue");
    QCOMPARE(result.first->at, WrittenHistory::ms(300));
    written.wait(0, 300, -1, "other"); // each waits for another one: neither is named for both
    QCOMPARE(judged(written, nobody).first->clients.size(), 2);
    QCOMPARE(judged(written, nobody).first->key, QByteArray());
    written.history.rounds[0].stuck = false;
    written.history.rounds[0].cutOff = true;
    QCOMPARE(outcome(written, nobody), CheckOutcome::Undecided);
}

void TestChecker::whoLeftALockBehindIsNamed()
{
    const Check nobody = check(Kind::NobodyWaits, "", 0, When::Finally);
    const auto stuck = [&](auto leave) {
        WrittenHistory written(3);
        const quint32 acquire = written.operation(1, 10, 20, "SETNX lock B-1", "1");
        written.set("lock", 15, "B-1", acquire);
        leave(written, acquire);
        written.wait(0, 100, -1);
        written.wait(2, 120, -1);
        written.history.rounds[0].stuck = true;
        return judged(written, nobody).first->culprit;
    };
    QCOMPARE(stuck([](WrittenHistory &it, quint32 acquire) { it.enter(1, 20, acquire); }), 1U);
    const auto nothing = [](WrittenHistory &, quint32) {};
    QCOMPARE(stuck(nothing), none); // what nobody enters is no lock
    QCOMPARE(stuck([](WrittenHistory &it, quint32) { it.incident(Incident::Kind::Crash, 1, 30); }),
        1U); // before it came to enter it
    QCOMPARE(stuck([](WrittenHistory &it, quint32 acquire) {
        it.enter(1, 20, acquire);
        it.gone("lock", 60, it.operation(1, 50, 70, "DEL lock"));
    }),
        none);
}

void TestChecker::finallyIsUndecidedWhenCutOff()
{
    WrittenHistory written(1);
    written.history.rounds[0].cutOff = true;
    written.set("stock", 10, -1, none);
    for (const Kind kind : {Kind::CountAtMost, Kind::CountAtLeast, Kind::ValueAtLeast})
        QCOMPARE(outcome(written, check(kind, "stock", 0, When::Finally)), CheckOutcome::Undecided);
    QCOMPARE(outcome(written, check(Kind::ValueAtLeast, "stock", 0)), CheckOutcome::Violated);
}

void TestChecker::functionsNeedAProgram()
{
    const WrittenHistory written(1);
    QCOMPARE(outcome(written, check(Kind::Function, "")), CheckOutcome::NotChecked);
}

void TestChecker::functionsSeeEachState()
{
    WrittenHistory written(2);
    const quint32 first = written.operation(0, 90, 100);
    written.set("stock", 95, 3, first, 500);
    written.enter(0, 100, first);
    const QByteArray body = "if v.get('stock') == '3' and #v.inside('lock') == 1 then "
                            "return 'three at ' .. v.ttl('stock') end";
    QCOMPARE(functionOutcome(written, body).first->sentence.en, QStringLiteral("three at 405"));
    QCOMPARE(functionOutcome(written, body).first->at, WrittenHistory::ms(95));
    QCOMPARE(functionOutcome(written, body).first->operations, QList<quint32>{first});
    written.gone("stock", 200, none);
    QCOMPARE(functionOutcome(written, body, "finally").outcome, CheckOutcome::Holds);
    QCOMPARE(functionOutcome(written, "if v.size('stock') == 0 then return 'gone' end", "finally")
                 .outcome,
        CheckOutcome::Violated);
    written.history.rounds[0].cutOff = true;
    QCOMPARE(functionOutcome(written, body, "finally").outcome, CheckOutcome::Undecided);
    const CheckResult mistaken = functionOutcome(written, "return nil + 1");
    QCOMPARE(mistaken.outcome, CheckOutcome::Undecided);
    QVERIFY(mistaken.first->sentence.en.startsWith(QStringLiteral("written.lua:")));
}

// What was found by then counts; that nothing was found does not.
void TestChecker::whatIsNotJudgedToItsEndIsUndecided()
{
    WrittenHistory written(1);
    written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
    for (int stock = 1; stock <= 3; ++stock)
        written.set(
            "stock", stock * 100, stock, written.operation(0, stock * 100, stock * 100), 2000);
    const auto judged = [&](const QByteArray &body, int questions, const QByteArray &when) {
        return functionOutcome(written, body, when, [&questions] { return questions-- > 0; });
    };
    constexpr int beforeTheLastState = 4;
    const QByteArray atLast = "if v.get('stock') == '3' then return 'three' end";
    const CheckResult cut = judged(atLast, beforeTheLastState, "always");
    QCOMPARE(cut.outcome, CheckOutcome::Undecided);
    QCOMPARE(cut.cutShortRounds, 1);
    const CheckResult whole = judged(atLast, beforeTheLastState + 1, "always");
    QCOMPARE(whole.outcome, CheckOutcome::Violated);
    QCOMPARE(whole.cutShortRounds, 0);
    QCOMPARE(judged("if v.get('stock') == '1' then return 'one' end", beforeTheLastState, "always")
                 .outcome,
        CheckOutcome::Violated);
    const QByteArray longTtl = "if v.ttl('stock') > 1002 then return 'long' end";
    QCOMPARE(judged(longTtl, 1, "finally").outcome, CheckOutcome::Undecided);
    QCOMPARE(judged(longTtl, 2, "finally").outcome, CheckOutcome::Undecided);
    QCOMPARE(judged(longTtl, 1000, "finally").outcome, CheckOutcome::Possible);

    Scenario scenario;
    scenario.checks = {check(Kind::ValueAtLeast, "stock", 0)};
    Checker checker(scenario, {}, nullptr);
    checker.check(written.history, 0);
    QCOMPARE(checker.results()[0].outcome, CheckOutcome::Holds);
    checker.check(written.history, 0, [] { return false; });
    QCOMPARE(checker.results()[0].outcome, CheckOutcome::Undecided);
    QCOMPARE(checker.results()[0].cutShortRounds, 1);
}

// As in a step, where the arrival of a reply that is counted is a step of its own.
void TestChecker::functionsSeeACommandBeforeItIsCounted()
{
    WrittenHistory written(1);
    written.set("stock", 0, 1, none);
    const quint32 sale = written.operation(0, 90, 110);
    written.set("stock", 100, 0, sale);
    written.count(0, 110, 1, sale);
    const CheckResult result = functionOutcome(
        written, "if v.get('stock') + v.count('sold') ~= 1 then return 'one is missing' end");
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(100));
}

void TestChecker::functionsSeeACommandAndItsEnterTogether()
{
    const QByteArray body =
        "if v.get('stock') == '1' and #v.inside('lock') == 0 then return 'nobody inside' end";
    for (const bool counts : {false, true}) {
        WrittenHistory written(1);
        const quint32 acquire = written.operation(0, 90, 110);
        written.set("stock", 100, 1, acquire);
        written.enter(0, 110, acquire);
        if (counts)
            written.count(0, 110, 1, acquire);
        QCOMPARE(functionOutcome(written, body).outcome,
            counts ? CheckOutcome::Violated : CheckOutcome::Holds);
    }
}

void TestChecker::whatIsCountedOfOneReplyIsOneState()
{
    WrittenHistory written(2);
    const quint32 asking = written.operation(0, 90, 110);
    written.enter(0, 110, asking);
    written.count(0, 110, 1, asking);
    written.count(0, 111, 1, asking);
    written.leave(0, 112, asking);
    const QByteArray one = "if v.count('sold') == 1 then return 'one' end";
    const QByteArray inside = "if #v.inside('lock') > 0 then return 'inside' end";
    const QByteArray two = "if v.count('sold') == 2 then return 'two' end";
    QCOMPARE(functionOutcome(written, one).outcome, CheckOutcome::Holds);
    QCOMPARE(functionOutcome(written, inside).outcome, CheckOutcome::Holds);
    QCOMPARE(functionOutcome(written, two).outcome, CheckOutcome::Violated);
}

// A's permit was free for B before A said so: one behind the other, as count_at_most has it.
void TestChecker::countsAreThoseOfTheirMoments()
{
    WrittenHistory written(2);
    written.count(0, 50);
    const quint32 release = written.operation(0, 90, 150);
    const quint32 permit = written.operation(1, 95, 120);
    written.history.operations[release].order = 0;
    written.history.operations[permit].order = 1;
    written.set("stock", 100, 0, release);
    written.set("stock", 105, 1, permit);
    written.count(1, 120, 1, permit);
    written.count(0, 150, -1, release);
    QCOMPARE(outcome(written, check(Kind::CountAtMost, "sold", 1)), CheckOutcome::Violated);
    QCOMPARE(functionOutcome(written, "if v.count('sold') > 1 then return 'two' end").outcome,
        CheckOutcome::Violated);
}

// B's DEL was executed at any moment between being sent and answered.
void TestChecker::functionsProveOnlyWhatWasAState()
{
    const QByteArray body =
        "if v.get('stock') and #v.inside('lock') == 1 then return 'still there' end";
    for (const auto &[entered, expected] :
        {std::pair{95, CheckOutcome::Possible}, std::pair{85, CheckOutcome::Violated}}) {
        WrittenHistory written(2);
        written.set("stock", 0, 1, none);
        written.enter(0, entered, none);
        const quint32 removal = written.operation(1, 90, 110);
        written.gone("stock", 100, removal);
        const CheckResult result = functionOutcome(written, body);
        QCOMPARE(result.outcome, expected);
        QCOMPARE(result.first->at, WrittenHistory::ms(entered));
    }
}

void TestChecker::aDeadlineNearTheEndProvesNothing()
{
    WrittenHistory written(1);
    Round &round = written.history.rounds[0];
    const qint64 end = round.end / WrittenHistory::ms(1);
    const quint32 first = written.operation(0, 90, 100);
    written.set("stock", 95, 3, first, end + 10);
    const QByteArray body = "if v.get('stock') then return 'still there' end";
    const Check none = check(Kind::ValueAtMost, "stock", 0, When::Finally);
    Check three = check(Kind::SumEquals, "sold", 3, When::Finally);
    three.other = "stock";
    for (const auto &[error, expected] :
        {std::pair{5, CheckOutcome::Violated}, std::pair{15, CheckOutcome::Possible}}) {
        round.deadlineError = WrittenHistory::ms(error);
        QCOMPARE(functionOutcome(written, body, "finally").outcome, expected);
        QCOMPARE(outcome(written, none), expected);
        const bool isKnown = expected == CheckOutcome::Violated;
        QCOMPARE(outcome(written, three), isKnown ? CheckOutcome::Holds : CheckOutcome::Possible);
    }
}

// Both commands were on their way at once, but one server executes one after the other.
void TestChecker::functionsKnowTheOrderOfOneServer()
{
    const QByteArray body = "if v.get('stock') == '0' then return 'none left' end";
    for (const bool isKnown : {true, false}) {
        WrittenHistory written(2);
        written.set("stock", 0, 1, none);
        const quint32 taking = written.operation(0, 90, 110);
        const quint32 giving = written.operation(1, 95, 115);
        written.set("stock", 100, 0, taking);
        written.set("stock", 105, 1, giving);
        if (isKnown) {
            written.history.operations[taking].order = 0;
            written.history.operations[giving].order = 1;
        }
        QCOMPARE(functionOutcome(written, body).outcome,
            isKnown ? CheckOutcome::Violated : CheckOutcome::Possible);
    }
}

void TestChecker::aCommandWhoseReplyWasLostEndedBeforeTheNextOneDid()
{
    const QByteArray body =
        "if v.get('stock') == '1' and #v.inside('lock') == 1 then return 'inside' end";
    for (const bool isNextAnswered : {true, false}) {
        WrittenHistory written(2);
        const quint32 next = written.operation(1, 95, isNextAnswered ? 115 : -1);
        const quint32 lost = written.operation(0, 90, -1);
        written.history.operations[lost].order = 0;
        written.history.operations[next].order = 1;
        written.set("stock", 100, 1, lost);
        written.enter(1, 120);
        written.leave(1, 200, next);
        QCOMPARE(functionOutcome(written, body).outcome,
            isNextAnswered ? CheckOutcome::Violated : CheckOutcome::Possible);
    }
}

void TestChecker::whatIsNotKnownInOneStateMayBeInTheNext()
{
    WrittenHistory written(1, OrderKind::Sampled);
    written.count(0, 100);
    written.count(0, 200);
    const QByteArray body = "if v.count('sold') == 0 and v.get('stock') then return nil end "
                            "if v.count('sold') == 2 then return 'two' end";
    QCOMPARE(functionOutcome(written, body).outcome, CheckOutcome::Violated);
    const QByteArray ofCounts = "if v.count('sold') == 3 then return 'three' end";
    QCOMPARE(functionOutcome(written, ofCounts).outcome, CheckOutcome::Holds);
}

void TestChecker::aTtlIsKnownWithinTheClocksError()
{
    const QByteArray body =
        "local left = v.ttl('stock') if left and left < 50 then return 'short' end";
    for (const auto &[error, expected] :
        {std::pair{5, CheckOutcome::Violated}, std::pair{15, CheckOutcome::Possible}}) {
        WrittenHistory written(1);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(error);
        const quint32 setting = written.operation(0, 99, 101);
        written.set("stock", 100, 1, setting, 140);
        written.gone("stock", 140, none);
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

// Too short and too long it is wrong, and right in between.
void TestChecker::aTtlMayBeAnyWithinTheClocksError()
{
    WrittenHistory written(1);
    written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
    written.set("stock", 100, 1, written.operation(0, 99, 101), 140);
    written.gone("stock", 140, none);
    for (const auto &[right, expected] :
        {std::pair{"43", CheckOutcome::Possible}, std::pair{"60", CheckOutcome::Violated}}) {
        const QByteArray body = QByteArray("local left = v.ttl('stock') if left and left ~= ")
            + right + " then return 'another' end";
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

// Both are so only when the command that was on its way for long has been executed.
void TestChecker::aTtlIsAsLongAsItsStateMayHaveBegunLate()
{
    WrittenHistory written(2);
    written.set("stock", 110, 1, written.operation(0, 109, 111), 1110);
    const quint32 slow = written.operation(1, 100, 250);
    written.set("a", 104, 1, slow);
    for (const auto &[least, expected] :
        {std::pair{"900", CheckOutcome::Possible}, std::pair{"800", CheckOutcome::Violated}}) {
        const QByteArray body =
            QByteArray("local left = v.ttl('stock') if v.get('a') and left and left > ") + least
            + " then return 'long' end";
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

void TestChecker::whatAnotherTtlAsksForHasToBeKnownToo()
{
    const QByteArray body = "local left = v.ttl('stock') if not left then return nil end "
                            "if left < 42 then return 'short' end "
                            "if not v.get('a') then return 'none sold' end";
    for (const auto &[called, expected] :
        {std::pair{90, CheckOutcome::Possible}, std::pair{120, CheckOutcome::Violated}}) {
        WrittenHistory written(2);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
        written.set("stock", 100, 1, written.operation(0, 99, 101), 140);
        written.gone("stock", 140, none);
        const quint32 sale = written.operation(1, called, 130);
        written.set("a", called + 10, 1, sale);
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

void TestChecker::whoWasInsideAtAnEventMayNotBeKnown()
{
    const QByteArray body = "for _, each in ipairs(v.events('refused')) do "
                            "if #each.inside == 0 then return 'nobody inside' end end";
    const QByteArray notOne = "for _, each in ipairs(v.events('refused')) do "
                              "if #each.inside ~= 1 then return 'not one inside' end end";
    const QByteArray other = "for _, each in ipairs(v.events('refused')) do return 'refused' end";
    for (const auto &[called, expected] :
        {std::pair{125, CheckOutcome::Violated}, std::pair{110, CheckOutcome::Possible}}) {
        WrittenHistory written(2);
        written.event(0, 120, 1, written.operation(0, 100, 120), "refused");
        const quint32 acquire = written.operation(1, called, 150);
        written.set("stock", 140, 1, acquire);
        written.enter(1, 150, acquire);
        QCOMPARE(functionOutcome(written, body, "finally").outcome, expected);
        QCOMPARE(functionOutcome(written, notOne, "finally").outcome, expected);
        QCOMPARE(functionOutcome(written, other, "finally").outcome, CheckOutcome::Violated);
    }
}

// In steps, too: of the lock of its name, or, if nobody is in that, of any.
void TestChecker::anEventOfALockThatEverybodyLeftKnowsTheOthers()
{
    WrittenHistory written(1);
    written.enter(0, 10, written.operation(0, 5, 10), "told");
    written.leave(0, 20, written.operation(0, 15, 20), "told");
    written.enter(0, 30, written.operation(0, 25, 30), "other");
    written.event(0, 40, 1, written.operation(0, 35, 40), "told");
    const QByteArray body = "local all = v.events('told') if all[1] and #all[1].inside == 0 then "
                            "return 'nobody' end";
    QCOMPARE(functionOutcome(written, body).outcome, CheckOutcome::Holds);
}

// Its server may have executed the command before B's event, and then A is inside at it.
void TestChecker::withoutTheOrderAnEnterIsAsOldAsItsCommandMayBe()
{
    const QByteArray body = "local all = v.events('write') if all[1] and #v.inside('lock') == 0 "
                            "then return 'nobody' end";
    for (const auto &[called, expected] :
        {std::pair{90, CheckOutcome::Possible}, std::pair{110, CheckOutcome::Violated}}) {
        WrittenHistory written(2, OrderKind::Sampled);
        written.event(1, 100, 1, written.operation(1, 80, 100));
        written.enter(0, 150, written.operation(0, called, 150));
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

// B's command was executed first, and its reply came later: in_order is about the commands.
void TestChecker::functionsSeeEventsInTheOrderInWhichTheyWereTold()
{
    const QByteArray falls = "local last = 0 for _, each in ipairs(v.events('write')) do "
                             "if each.value < last then return 'falls' end last = each.value end";
    for (const qint64 ofFirst : {1, 2}) {
        WrittenHistory written(2);
        written.event(0, 110, ofFirst, written.operation(0, 80, 110));
        written.event(1, 120, 3 - ofFirst, written.operation(1, 85, 120));
        written.history.operations[0].order = 1;
        written.history.operations[1].order = 0;
        const auto told = ofFirst == 2 ? CheckOutcome::Violated : CheckOutcome::Holds;
        const auto executed = ofFirst == 2 ? CheckOutcome::Holds : CheckOutcome::Violated;
        QCOMPARE(functionOutcome(written, falls, "finally").outcome, told);
        QCOMPARE(functionOutcome(written, falls).outcome, told);
        QCOMPARE(outcome(written, check(Kind::InOrder, "write")), executed);
    }
}

// The server's order tells that the stock was 0 for a while, whenever somebody crashed.
// Not at those since the round began, which is in the middle of one.
void TestChecker::eventsAreAtTheMillisecondsOfTheClock()
{
    constexpr Moment microsecond = 1000;
    WrittenHistory written(1, OrderKind::Exact, microsecond);
    written.history.rounds[0].begin = 1'500 * microsecond;
    written.event(0, 1'900, 0);
    written.event(0, 2'400, 1);
    written.event(0, 3'600, 2);
    const QByteArray body = "local all = v.events('write') local at = ''"
                            "for _, each in ipairs(all) do at = at .. each.at .. ' ' end "
                            "if at ~= '0 1 2 ' then return at end";
    QCOMPARE(functionOutcome(written, body, "finally").outcome, CheckOutcome::Holds);
}

void TestChecker::aCrashConcernsWhoIsInside()
{
    const QByteArray ofKey = "if v.get('stock') == '0' then return 'none left' end";
    const QByteArray ofHolders = "if v.get('stock') == '0' and #v.inside('lock') == 0 then "
                                 "return 'nobody inside' end";
    WrittenHistory written(3);
    written.set("stock", 0, 1, none);
    const quint32 taking = written.operation(0, 90, 110);
    const quint32 giving = written.operation(1, 95, 115);
    written.set("stock", 100, 0, taking);
    written.set("stock", 105, 1, giving);
    written.history.operations[taking].order = 0;
    written.history.operations[giving].order = 1;
    written.incident(Incident::Kind::Crash, 2, 102);
    QCOMPARE(functionOutcome(written, ofKey).outcome, CheckOutcome::Violated);
    QCOMPARE(functionOutcome(written, ofHolders).outcome, CheckOutcome::Possible);
}

// The clocks do not tell when the key expired, but it had before the next command was executed.
void TestChecker::whichKeysHadExpiredTheOrderTells()
{
    const QByteArray body =
        "if not v.get('stock') and #v.inside('lock') == 1 then return 'nothing there' end";
    for (const bool isKnown : {true, false}) {
        WrittenHistory written(2);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(15);
        const quint32 first = written.operation(0, 45, 55);
        const quint32 next = written.operation(1, 141, 143);
        if (isKnown) {
            written.history.operations[first].order = 0;
            written.history.operations[next].order = 1;
        }
        written.set("stock", 50, 1, first, 140);
        written.enter(0, 60);
        written.gone("stock", 140, none);
        written.set("stock", 142, 1, next);
        written.leave(0, 300, first);
        QCOMPARE(functionOutcome(written, body).outcome,
            isKnown ? CheckOutcome::Violated : CheckOutcome::Possible);
    }
}

// That moment is one of the run's own clock.
void TestChecker::whatWasLostWithItsServerWasThereUntilThen()
{
    const QByteArray body =
        "if not v.get('stock') and #v.inside('lock') == 1 then return 'nothing there' end";
    for (const auto kind :
        {Incident::Kind::Restart, Incident::Kind::Failover, Incident::Kind::Pause}) {
        WrittenHistory written(1);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(15);
        written.set("stock", 0, 1, none);
        written.enter(0, 495);
        written.incident(kind, 0, 500);
        written.gone("stock", 500, none);
        written.leave(0, 505, written.operation(0, 496, 504));
        QCOMPARE(functionOutcome(written, body).outcome,
            kind == Incident::Kind::Pause ? CheckOutcome::Possible : CheckOutcome::Violated);
    }
}

// Their server reads its clock once for whoever asks, whichever commands set the deadlines.
void TestChecker::keysWithOneDeadlineAreGoneAtOnce()
{
    const QByteArray body = "if not v.get('a') ~= not v.get('b') then return 'one' end";
    for (const auto &[deadline, expected] :
        {std::pair{140, CheckOutcome::Holds}, std::pair{141, CheckOutcome::Violated}}) {
        WrittenHistory written(1);
        const quint32 both = written.operation(0, 45, 55);
        written.set("b", 50, 1, both, 140);
        written.set("a", 50, 1, both, deadline);
        const quint32 next = written.operation(0, 145, 150);
        written.history.operations[both].order = 0;
        written.history.operations[next].order = 1;
        written.gone("b", 145, none);
        written.gone("a", 145, none);
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

void TestChecker::keysThatAreLostWithTheirServerAreGoneAtOnce()
{
    const QByteArray body = "if not v.get('a') ~= not v.get('b') then return 'one' end";
    for (const auto kind :
        {Incident::Kind::Restart, Incident::Kind::Failover, Incident::Kind::Pause}) {
        WrittenHistory written(1);
        written.set("a", 0, 1, none);
        written.set("b", 0, 1, none);
        written.incident(kind, 0, 500);
        written.gone("a", 500, none);
        written.gone("b", 500, none);
        QCOMPARE(functionOutcome(written, body).outcome,
            kind == Incident::Kind::Pause ? CheckOutcome::Violated : CheckOutcome::Holds);
    }
}

void TestChecker::withoutTheOrderADeletedKeyIsGone()
{
    const QByteArray body = "if not v.get('stock') then return 'gone' end";
    Check three = check(Kind::SumEquals, "sold", 3, When::Finally);
    three.other = "stock";
    const Check atLeastThree = check(Kind::ValueAtLeast, "stock", 3, When::Finally);
    for (const auto &[deadline, expected] :
        {std::pair{-1, CheckOutcome::Violated}, std::pair{1000, CheckOutcome::Possible}}) {
        WrittenHistory written(1, OrderKind::Sampled);
        written.set("stock", 500, 3, none, deadline);
        written.gone("stock", 1000, none); // at the last look
        QCOMPARE(functionOutcome(written, body, "finally").outcome, expected);
        QCOMPARE(outcome(written, three), expected);
        QCOMPARE(outcome(written, atLeastThree), expected);
    }
}

void TestChecker::aKeyThatIsGoneNearTheEndMayBeThereStill()
{
    WrittenHistory written(1);
    Round &round = written.history.rounds[0];
    const qint64 end = round.end / WrittenHistory::ms(1);
    const quint32 first = written.operation(0, 90, 100);
    written.set("stock", 95, 3, first, end - 10);
    written.gone("stock", end - 10, none);
    const QByteArray body = "if not v.get('stock') then return 'gone' end";
    const Check noValue = check(Kind::ValueAtMost, "stock", 0, When::Finally);
    Check three = check(Kind::SumEquals, "sold", 3, When::Finally);
    three.other = "stock";
    Check empty = three;
    empty.amount.number = 0;
    const Check atLeastThree = check(Kind::ValueAtLeast, "stock", 3, When::Finally);
    for (const auto &[error, expected] :
        {std::pair{5, CheckOutcome::Violated}, std::pair{15, CheckOutcome::Possible}}) {
        round.deadlineError = WrittenHistory::ms(error);
        QCOMPARE(functionOutcome(written, body, "finally").outcome, expected);
        QCOMPARE(outcome(written, three), expected);
        QCOMPARE(outcome(written, atLeastThree), expected);
        const bool isKnown = expected == CheckOutcome::Violated;
        for (const Check &each : {noValue, empty})
            QCOMPARE(
                outcome(written, each), isKnown ? CheckOutcome::Holds : CheckOutcome::Possible);
    }
}

void TestChecker::theFindingIsTheOneThatIsCertain()
{
    WrittenHistory written(1);
    Round &round = written.history.rounds[0];
    round.deadlineError = WrittenHistory::ms(15);
    const quint32 first = written.operation(0, 90, 100);
    written.set("k:1", 95, 9, first, round.end / WrittenHistory::ms(1) + 10);
    written.set("k:2", 96, 7, first);
    const CheckResult result = judged(written, check(Kind::ValueAtMost, "k:*", 0, When::Finally));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->key, "k:2");
    QCOMPARE(result.first->actual, 7);
    QCOMPARE(result.first->worst, 7);
}

// Its command took longer than the window is.
void TestChecker::whatOneReplyAdmitsIsOfOneMoment()
{
    Check few = check(Kind::AdmittedAtMost, "sold", 3);
    few.window.number = 5; // ms
    for (const qint64 more : {0, 2}) {
        WrittenHistory written(1);
        const quint32 asking = written.operation(0, 100, 150);
        written.count(0, 150, more == 0 ? 4 : 2, asking);
        if (more != 0)
            written.count(0, 150, more, asking);
        QCOMPARE(outcome(written, few), CheckOutcome::Violated);
        QCOMPARE(judged(written, few).first->actual, 4);
    }
}

// Its server executed the command before the leave() at 110 at the latest, its reply came at 200.
void TestChecker::whoLeavesIsInsideUntilItSaysSo()
{
    const QByteArray atEvent = "for _, each in ipairs(v.events('refused')) do "
                               "if #each.inside == 0 then return 'nobody inside' end end";
    const QByteArray inState =
        "if v.get('stock') == '1' and #v.inside('lock') == 0 then return 'nobody inside' end";
    for (const auto &[left, expected] :
        {std::pair{200, CheckOutcome::Holds}, std::pair{130, CheckOutcome::Violated}}) {
        WrittenHistory written(2);
        written.enter(0, 50);
        const quint32 next = written.operation(1, 95, 110);
        const quint32 leaving = written.operation(0, 90, left);
        written.history.operations[leaving].order = 0;
        written.history.operations[next].order = 1;
        written.set("stock", 100, 1, leaving);
        written.set("other", 105, 1, next);
        written.leave(0, left, leaving);
        written.event(1, 140, 1, none, "refused");
        written.enter(1, 150);
        written.leave(1, 180, next);
        const quint32 last = written.operation(1, 185, 195);
        written.history.operations[last].order = 2;
        written.set("stock", 190, 2, last);
        QCOMPARE(functionOutcome(written, atEvent, "finally").outcome, expected);
        QCOMPARE(functionOutcome(written, inState).outcome, expected);
        QCOMPARE(outcome(written, oneHolder),
            left == 200 ? CheckOutcome::Violated : CheckOutcome::Holds);
    }
}

// As holders_at_most has it: A's acquire was executed by 110, and B had left when its reply came.
void TestChecker::whoEntersIsInsideFromItsReplyOn()
{
    const QByteArray two = "if #v.inside('lock') == 2 then return 'two inside' end";
    for (const auto &[left, expected] :
        {std::pair{150, CheckOutcome::Possible}, std::pair{250, CheckOutcome::Violated}}) {
        WrittenHistory written(2);
        const quint32 next = written.operation(1, 95, 110);
        const quint32 acquire = written.operation(0, 90, 200);
        written.history.operations[acquire].order = 0;
        written.history.operations[next].order = 1;
        written.set("stock", 100, 1, acquire);
        written.set("other", 105, 1, next);
        written.enter(0, 200, acquire);
        written.enter(1, 50);
        written.leave(1, left, next);
        written.leave(0, 400, written.operation(0, 390, 399));
        QCOMPARE(outcome(written, oneHolder), expected);
        QCOMPARE(functionOutcome(written, two).outcome, expected);
    }
}

// A and B are inside together, whether C is or not.
void TestChecker::whoIsOnItsWayInHidesNobodyInside()
{
    const QByteArray several = "if #v.inside('lock') > 1 then return 'several' end";
    const QByteArray two = "if #v.inside('lock') == 2 then return 'two' end";
    const QByteArray withA = "local inside = v.inside('lock') if #inside > 1 and inside[1] == 'A' "
                             "and v.get('stock') == '1' then return 'A and another' end";
    for (const auto &[called, expected] :
        {std::pair{105, CheckOutcome::Possible}, std::pair{230, CheckOutcome::Violated}}) {
        for (const qint64 sold : {150, 190}) {
            WrittenHistory written(3);
            written.enter(0, 100, written.operation(0, 98, 100));
            written.enter(1, 110, written.operation(1, 108, 110));
            written.set("stock", sold, 1, written.operation(1, sold - 1, sold + 1));
            written.leave(0, 200);
            written.leave(1, 220);
            written.enter(2, 300, written.operation(2, called, 300));
            written.leave(2, 400);
            QCOMPARE(outcome(written, oneHolder), CheckOutcome::Violated);
            QCOMPARE(functionOutcome(written, several).outcome, CheckOutcome::Violated);
            QCOMPARE(functionOutcome(written, two).outcome, expected);
            QCOMPARE(functionOutcome(written, withA).outcome, CheckOutcome::Violated);
        }
    }
    // B may be on its way in until A leaves: that both are inside is not proven.
    WrittenHistory written(2);
    written.enter(0, 100, written.operation(0, 98, 100));
    written.leave(0, 200);
    written.enter(1, 210, written.operation(1, 105, 210));
    written.leave(1, 300);
    QCOMPARE(outcome(written, oneHolder), CheckOutcome::Possible);
    QVERIFY(functionOutcome(written, several).outcome != CheckOutcome::Violated);
}

// Whether the TTL is even is not known in any of very many states.
void TestChecker::whatIsAskedForMayBeAnotherInEachState()
{
    WrittenHistory written(1);
    written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
    written.set("stock", 10, 1, written.operation(0, 9, 11), 2000);
    for (int i = 1; i <= 300; ++i)
        written.count(0, 20 + 3 * i, 1, written.operation(0, 18 + 3 * i, 20 + 3 * i));
    const QByteArray body = "local sold = v.count('sold') if sold == 300 then return 'many' end "
                            "v.get('k' .. sold % 150) local left = v.ttl('stock') "
                            "if sold > 0 and left % 2 == 0 then return 'even' end";
    QCOMPARE(functionOutcome(written, body).outcome, CheckOutcome::Violated);
}

void TestChecker::eventsOfSeveralServersMayHaveAnotherOrder()
{
    const Check order = check(Kind::InOrder, "write");
    WrittenHistory written(2);
    written.event(0, 110, 1, written.operation(0, 80, 110));
    written.event(1, 120, 2, written.operation(1, 90, 120));
    QCOMPARE(outcome(written, order), CheckOutcome::Possible); // the order is not known
    QCOMPARE(judged(written, order).first->actual, 1);
    QCOMPARE(judged(written, order).first->allowed, 2);
    QCOMPARE(judged(written, order).first->operations, (QList<quint32>{1, 0}));
    written.history.operations[0].order = 0;
    written.history.operations[1].order = 1;
    QCOMPARE(outcome(written, order), CheckOutcome::Holds);
    written.history.operations[1].node = 1;
    QCOMPARE(outcome(written, order), CheckOutcome::Possible);
    written.history.operations[1].called = WrittenHistory::ms(115);
    QCOMPARE(outcome(written, order), CheckOutcome::Holds);
}

// Whatever a third one, of another server, is.
void TestChecker::theOrderOfOneServerProvesAFallAmongSeveral()
{
    const Check order = check(Kind::InOrder, "write");
    WrittenHistory written(3);
    written.event(0, 110, 2, written.operation(0, 80, 110));
    written.event(1, 120, 1, written.operation(1, 80, 120));
    written.event(2, 130, 3, written.operation(2, 125, 130));
    for (quint32 i = 0; i < 3; ++i)
        written.history.operations[i].order = i;
    written.history.operations[2].node = 1;
    QCOMPARE(outcome(written, order), CheckOutcome::Violated);
    written.history.operations[0].order = 1;
    written.history.operations[1].order = 0;
    QCOMPARE(outcome(written, order), CheckOutcome::Holds);
    // What one client says, it says one behind the other.
    WrittenHistory one(2);
    one.event(0, 110, 2, one.operation(0, 80, 110));
    one.event(0, 110, 1, 0);
    one.event(1, 120, 3, one.operation(1, 115, 120));
    QCOMPARE(outcome(one, order), CheckOutcome::Violated);
}

// It was set for a second, and the slow command was executed after that.
void TestChecker::aTtlIsThatOfItsState()
{
    WrittenHistory written(2);
    written.set("stock", 102, 1, written.operation(0, 101, 103), 1102);
    const quint32 slow = written.operation(1, 100, 250);
    written.set("a", 110, 1, slow);
    for (const auto &[most, expected] : {std::pair{"1050", CheckOutcome::Violated},
             std::pair{"1000", CheckOutcome::Violated}, std::pair{"870", CheckOutcome::Holds}}) {
        const QByteArray body =
            QByteArray("local left = v.ttl('stock') if v.get('a') and left and left <= ") + most
            + " then return 'short' end";
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

// The reply was slow, but the server executed another command behind it, and both are in its order.
void TestChecker::theOrderProvesAShortTtl()
{
    for (const auto &[most, expected] :
        {std::pair{"60", CheckOutcome::Violated}, std::pair{"45", CheckOutcome::Possible}}) {
        WrittenHistory written(2);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
        const quint32 removal = written.operation(1, 105, 230);
        const quint32 setting = written.operation(0, 100, 250);
        written.history.operations[setting].order = 0;
        written.history.operations[removal].order = 1;
        written.set("stock", 110, 1, setting, 150);
        written.gone("stock", 120, removal);
        const QByteArray body = QByteArray("local left = v.ttl('stock') if left and left < ") + most
            + " then return 'short' end";
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

// A reply that was under way is waited for; its command was executed after the end.
void TestChecker::atTheEndATtlIsThatOfTheEnd()
{
    WrittenHistory written(2);
    written.set("stock", 900, 1, written.operation(0, 890, 910), 1020);
    written.set("other", 1015, 1, written.operation(1, 995, 1020));
    const QByteArray body =
        "local left = v.ttl('stock') if left and left < 10 then return 'short' end";
    QCOMPARE(functionOutcome(written, body, "finally").outcome, CheckOutcome::Holds);
}

// The last look came 100 ms after the end.
void TestChecker::aLookAfterTheEndSeesLessOfATtl()
{
    WrittenHistory written(1, OrderKind::Sampled);
    written.history.rounds[0].deadlineError = WrittenHistory::ms(6);
    written.set("stock", 1100, 1, none, 1150);
    for (const auto &[least, expected] :
        {std::pair{"140", CheckOutcome::Violated}, std::pair{"148", CheckOutcome::Possible},
            std::pair{"153", CheckOutcome::Possible}, std::pair{"160", CheckOutcome::Holds}}) {
        const QByteArray body =
            QByteArray("if v.ttl('stock') > ") + least + " then return 'long' end";
        QCOMPARE(functionOutcome(written, body, "finally").outcome, expected);
    }
}

void TestChecker::theProofLiesWithinTheRound()
{
    const QByteArray isGone = "if not v.get('stock') then return 'gone' end";
    const QByteArray isThere = "if v.get('stock') then return 'there' end";
    for (const auto &[error, expected] :
        {std::pair{15, CheckOutcome::Possible}, std::pair{2, CheckOutcome::Violated}}) {
        WrittenHistory late(1);
        late.history.rounds[0].deadlineError = WrittenHistory::ms(error);
        late.set("stock", 0, 1, none, 995);
        late.gone("stock", 995, none);
        QCOMPARE(functionOutcome(late, isGone).outcome, expected);
        WrittenHistory early(1);
        early.history.rounds[0].deadlineError = WrittenHistory::ms(error);
        early.set("stock", 0, 1, none, 5);
        early.gone("stock", 5, none);
        QCOMPARE(functionOutcome(early, isThere).outcome, expected);
    }
    // It had expired by the time of a command that was answered before the end.
    WrittenHistory narrowed(1);
    narrowed.history.rounds[0].deadlineError = WrittenHistory::ms(15);
    const quint32 next = narrowed.operation(0, 980, 990);
    narrowed.history.operations[next].order = 0;
    narrowed.set("stock", 0, 1, none, 986);
    narrowed.gone("stock", 986, none);
    narrowed.set("stock", 988, 1, next);
    QCOMPARE(functionOutcome(narrowed, isGone).outcome, CheckOutcome::Violated);
    WrittenHistory after(1);
    after.set("stock", 1005, 1, after.operation(0, 995, 1010));
    QCOMPARE(functionOutcome(after, isThere).first->at, WrittenHistory::ms(1000));
    const CheckResult value = judged(after, check(Kind::ValueAtMost, "stock", 0));
    QCOMPARE(value.outcome, CheckOutcome::Violated);
    QCOMPARE(value.first->at, WrittenHistory::ms(1000));
}

void TestChecker::whatIsOpenIsTriedInEachCombination()
{
    const QByteArray shorter = "local a, b = v.ttl('a'), v.ttl('b') "
                               "if a and b and a < b then return 'a goes first' end";
    for (const auto &[deadline, expected] :
        {std::pair{1002, CheckOutcome::Possible}, std::pair{1030, CheckOutcome::Violated}}) {
        WrittenHistory written(1);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
        written.set("a", 100, 1, written.operation(0, 99, 101), 1000);
        written.set("b", 102, 1, written.operation(0, 101, 103), deadline);
        QCOMPARE(functionOutcome(written, shorter).outcome, expected);
    }
}

// Whenever its server took it to be.
void TestChecker::whatOneOperationSetHasOneClock()
{
    for (const auto &[difference, expected] :
        {std::pair{"0", CheckOutcome::Holds}, std::pair{"1", CheckOutcome::Violated}}) {
        const QByteArray body = QByteArray("local a, b = v.ttl('a'), v.ttl('b') "
                                           "if a and b and b - a <= ")
            + difference + " then return 'b goes first' end";
        WrittenHistory written(1);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
        const quint32 setting = written.operation(0, 99, 101);
        written.set("a", 100, 1, setting, 900);
        written.set("b", 100, 1, setting, 901);
        QCOMPARE(functionOutcome(written, body).outcome, expected);
        const quint32 again = written.operation(0, 949, 951);
        written.set("a", 950, 1, again, 2000);
        written.set("b", 950, 1, again, 2001);
        QCOMPARE(functionOutcome(written, body, "finally").outcome, expected);
    }
}

// An APPEND keeps the deadline, a RENAME takes it along, and a COPY has the same; the EXPIRE of
// another command sets its own.
void TestChecker::whoTakesADeadlineOverKeepsItsClock()
{
    const QByteArray body = "if v.get('a') ~= '1234' then return nil end "
                            "local a, b = v.ttl('a'), v.ttl('b') if a and b and a ~= b then "
                            "return 'not the same' end";
    struct Case
    {
        QByteArray command;
        const char *from; // the key that has the deadline before
        bool takesOver;
    };
    for (const auto &[command, from, takesOver] :
        {Case{"APPEND b 2", "b", true}, Case{"RENAME k b", "k", true}, Case{"COPY k b", "k", true},
            Case{"copy k b REPLACE", "k", true}, Case{"COPY other b", "k", false},
            Case{"SET b k", "k", false}}) {
        for (const qint64 deadline : {900, 901}) {
            WrittenHistory written(1);
            written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
            const quint32 setting = written.operation(0, 99, 101);
            written.set(from, 100, 1, setting, 900);
            written.set("a", 100, 1, setting, 900);
            const quint32 changing = written.operation(0, 109, 111, command);
            if (command.startsWith("RENAME"))
                written.gone(from, 110, changing);
            written.set("b", 110, 12, changing, deadline);
            written.set("a", 120, 123, written.operation(0, 119, 121), 900);
            written.set("a", 130, 1234, written.operation(0, 129, 131), 900);
            written.history.rounds[0].end = WrittenHistory::ms(500);
            const bool isLikely = deadline == 900;
            const auto expected = isLikely ? CheckOutcome::Holds : CheckOutcome::Possible;
            QVERIFY2(functionOutcome(written, body).outcome == expected, command);
            const auto atEnd = isLikely && takesOver ? CheckOutcome::Holds : CheckOutcome::Possible;
            QVERIFY2(functionOutcome(written, body, "finally").outcome == atEnd, command);
        }
    }
}

// B was on its way in at the first refusal, and inside at the second.
void TestChecker::whoMayHaveBeenInsideIsTriedInEachCombination()
{
    const QByteArray same = "local all = v.events('refused') "
                            "if all[2] and #all[1].inside == #all[2].inside then return 'same' end";
    const QByteArray isA = "for _, each in ipairs(v.events('refused')) do "
                           "if each.inside[1] == 'A' then return 'A' end end";
    for (const auto &[called, expected] :
        {std::pair{140, CheckOutcome::Possible}, std::pair{165, CheckOutcome::Violated}}) {
        WrittenHistory written(2);
        written.event(0, 150, 1, written.operation(0, 100, 150), "refused");
        const qint64 replied = called + 15;
        const quint32 acquire = written.operation(1, called, replied);
        written.set("stock", called + 10, 1, acquire);
        written.enter(1, replied, acquire);
        written.event(0, 160, 1, written.operation(0, 155, 160), "refused");
        QCOMPARE(functionOutcome(written, same, "finally").outcome, expected);
        QCOMPARE(functionOutcome(written, isA, "finally").outcome, CheckOutcome::Holds);
    }
}

// There are a million ways in which clients may have been inside, and nobody looks.
void TestChecker::whatNobodyAskedForIsNotTried()
{
    WrittenHistory written(21);
    for (int i = 1; i < 21; ++i) {
        const quint32 acquire = written.operation(i, 100, 200);
        written.set("stock", 110, i, acquire);
        written.enter(i, 200, acquire);
    }
    written.event(0, 150, 7, written.operation(0, 100, 150), "refused");
    const QByteArray value = "for _, each in ipairs(v.events('refused')) do "
                             "if each.value == 7 then return 'seven' end end";
    const QByteArray inside = "for _, each in ipairs(v.events('refused')) do "
                              "if #each.inside >= 0 then return 'somebody or nobody' end end";
    const QByteArray caught = "for _, each in ipairs(v.events('refused')) do "
                              "pcall(function() return #each.inside end) return 'refused' end";
    QCOMPARE(functionOutcome(written, value, "finally").outcome, CheckOutcome::Violated);
    QCOMPARE(functionOutcome(written, inside, "finally").outcome, CheckOutcome::Possible);
    QCOMPARE(functionOutcome(written, caught, "finally").outcome, CheckOutcome::Possible);
}

// Who was inside is a table, whatever it is asked for with. B may have been inside.
void TestChecker::whatAFunctionCatchesIsAsked()
{
    WrittenHistory written(2);
    written.event(0, 120, 1, written.operation(0, 100, 120), "refused");
    const quint32 acquire = written.operation(1, 110, 150);
    written.set("stock", 140, 1, acquire);
    written.enter(1, 150, acquire);
    for (const QByteArray &isOther :
        {QByteArray("type(inside) ~= 'table'"), QByteArray("tostring(inside) ~= 'table'"),
            QByteArray("rawlen(inside) > 1"), QByteArray("not pcall(pairs, inside)"),
            QByteArray("not pcall(next, inside)"), QByteArray("not pcall(rawget, inside, 1)"),
            QByteArray("not xpcall(table.concat, function() end, inside)")}) {
        const QByteArray body = "for _, each in ipairs(v.events('refused')) do local inside = "
                                "each.inside if "
            + isOther + " then return 'no table' end end";
        const CheckResult result = functionOutcome(written, body, "finally");
        QVERIFY2(result.outcome == CheckOutcome::Holds, isOther);
    }
}

void TestChecker::tooManyCombinationsProveNothing()
{
    for (const auto &[keys, expected] :
        {std::pair{2, CheckOutcome::Violated}, std::pair{6, CheckOutcome::Possible}}) {
        WrittenHistory written(1);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
        QByteArray body = "local left = 0";
        for (int i = 0; i < keys; ++i) {
            const quint32 setting = written.operation(0, 99 + i, 100 + i);
            written.set("k" + QByteArray::number(i), 100 + i, 1, setting, 2000);
            body += " left = left + (v.ttl('k" + QByteArray::number(i) + "') or -100000)";
        }
        body += " if left > 0 then return 'some time' end";
        QCOMPARE(functionOutcome(written, body).outcome, expected);
    }
}

// One of the three holds by what is likely and by the combinations that are tried first, and not in
// one that comes after very many.
void TestChecker::whatHoldsInTheCombinationsThatWereTriedMayNotHold()
{
    for (const int keys : {2, 6}) {
        int untold = 0;
        for (const int rest : {0, 1, 2}) {
            WrittenHistory written(1);
            written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
            QByteArray body = "local first = v.ttl('k0') or 0 local sum = 0";
            for (int i = 0; i < keys; ++i) {
                const QByteArray key = "k" + QByteArray::number(i);
                written.set(key, 100 + i, 1, written.operation(0, 99 + i, 100 + i), 20'000);
                body += " sum = sum + (v.ttl('" + key + "') or 0)";
            }
            body += " if sum > 0 and first % 3 == " + QByteArray::number(rest)
                + " then return 'so' end";
            const CheckResult result = functionOutcome(written, body, "finally");
            QCOMPARE(result.outcome, CheckOutcome::Possible);
            QCOMPARE(result.first->sentence.en.isEmpty(), result.first->isNotTriedInFull);
            untold += int(result.first->isNotTriedInFull);
        }
        QCOMPARE(untold, keys == 6 ? 1 : 0);
    }
}

void TestChecker::whatHoldsWithADeadlineNearTheEndMayNotHold()
{
    for (const auto &[error, expected] :
        {std::pair{5, CheckOutcome::Holds}, std::pair{15, CheckOutcome::Possible}}) {
        WrittenHistory there(1);
        there.history.rounds[0].deadlineError = WrittenHistory::ms(error);
        there.set("stock", 95, 3, there.operation(0, 90, 100), 1010);
        const CheckResult result =
            functionOutcome(there, "if not v.get('stock') then return 'gone' end", "finally");
        QCOMPARE(result.outcome, expected);
        if (expected == CheckOutcome::Possible)
            QCOMPARE(result.first->sentence.en, QStringLiteral("gone"));
        WrittenHistory gone(1);
        gone.history.rounds[0].deadlineError = WrittenHistory::ms(error);
        gone.set("stock", 95, 3, gone.operation(0, 90, 100), 990);
        gone.gone("stock", 990, none);
        QCOMPARE(
            functionOutcome(gone, "if v.get('stock') then return 'there' end", "finally").outcome,
            expected);
    }
}

// Another's acquire that was executed behind the release comes after it, however slow both are.
void TestChecker::theOrderTellsAnAcquireFromTheReleaseBeforeIt()
{
    for (const auto &[released, node, expected] :
        {std::tuple{0U, 0, CheckOutcome::Holds}, std::tuple{1U, 0, CheckOutcome::Possible},
            std::tuple{0U, 1, CheckOutcome::Possible}}) {
        WrittenHistory written(2);
        written.enter(0, 100);
        written.leave(0, 200);
        const quint32 release = written.operation(0, 200, 300, "DEL lock");
        const quint32 acquire = written.operation(1, 150, 310, "SET lock");
        written.enter(1, 310, acquire);
        written.history.operations[release].order = released;
        written.history.operations[acquire].order = 1 - released;
        written.history.operations[acquire].node = quint8(node);
        QCOMPARE(outcome(written, oneHolder), expected);
    }
}

// Acquires of two servers were on their way at once: together with both others there are four.
void TestChecker::theMostThatMayHaveBeenInsideAreOfAllServers()
{
    WrittenHistory written(5);
    for (const int client : {0, 1}) {
        written.enter(client, 50);
        written.leave(client, 120);
    }
    quint32 order = 0;
    for (const int client : {2, 3, 4}) {
        const quint32 acquire = written.operation(client, client == 4 ? 121 : 100, 150);
        written.history.operations[acquire].order = order++;
        written.history.operations[acquire].node = quint8(client % 2);
        written.enter(client, 150, acquire);
        written.leave(client, 151);
    }
    const CheckResult result = judged(written, check(Kind::HoldersAtMost, "lock", 3));
    QCOMPARE(result.outcome, CheckOutcome::Possible);
    QCOMPARE(result.first->actual, 4);
    QCOMPARE(result.first->worst, 4);
    QCOMPARE(result.first->at, WrittenHistory::ms(100));
}

// C's acquire was on its way while B was inside, and executed before the command that A sent then.
void TestChecker::whatIsOpenIsOpenByItself()
{
    for (const auto &[acquired, expected] :
        {std::pair{0U, CheckOutcome::Possible}, std::pair{1U, CheckOutcome::Holds}}) {
        WrittenHistory written(3);
        const quint32 behind = written.operation(0, 152, 200, "GET k");
        const quint32 acquire = written.operation(2, 95, 210, "SET lock");
        written.history.operations[acquire].order = acquired;
        written.history.operations[behind].order = 1 - acquired;
        written.enter(1, 150);
        written.leave(1, 151);
        written.enter(2, 210, acquire);
        QCOMPARE(outcome(written, oneHolder), expected);
    }
    // Neither has an order: both are inside to the end, though one only says so.
    WrittenHistory open(2);
    open.enter(0, 100, open.operation(0, 90, 100, "SET lock"));
    open.enter(1, 500, open.operation(1, 490, 500, "SET lock"));
    const CheckResult result = judged(open, oneHolder);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(500));
    QCOMPARE(result.first->until, WrittenHistory::ms(1000));
}

void TestChecker::longRoundsAreSeenAtTheirEnd()
{
    WrittenHistory written(1);
    const quint32 sold = written.history.texts.add("sold");
    for (int i = 0; i < 20'001; ++i) {
        MarkRecord mark;
        mark.at = i;
        mark.value = i % 2 == 0 ? 1 : -1;
        mark.name = sold;
        mark.kind = MarkRecord::Kind::Count;
        written.history.marks.push_back(mark);
    }
    const CheckResult zero =
        functionOutcome(written, "if v.count('sold') == 0 then return 'none' end");
    QCOMPARE(zero.outcome, CheckOutcome::Holds);
    QCOMPARE(zero.endOnlyRounds, 1);
    const CheckResult one =
        functionOutcome(written, "if v.count('sold') == 1 then return 'one' end");
    QCOMPARE(one.outcome, CheckOutcome::Violated);
}

void TestChecker::parametersAreLookedUp()
{
    WrittenHistory written(1);
    written.count(0, 100, 3);
    Scenario scenario;
    scenario.checks.push_back(check(Kind::CountAtMost, "sold"));
    scenario.checks.back().amount.parameter = "stock";
    Checker enough(scenario, {{"stock", 3}}, nullptr);
    enough.check(written.history, 0);
    QCOMPARE(enough.results()[0].outcome, CheckOutcome::Holds);
    Checker less(scenario, {{"stock", 2}}, nullptr);
    less.check(written.history, 0);
    QCOMPARE(less.results()[0].outcome, CheckOutcome::Violated);
    QCOMPARE(less.violatedRounds(), 1);
}

void TestChecker::roundsAddUp()
{
    WrittenHistory written(1);
    written.count(0, 100, 1);
    for (const qint64 begin : {1000, 2000}) {
        Round round;
        round.begin = WrittenHistory::ms(begin);
        round.end = WrittenHistory::ms(begin + 1000);
        round.firstMark = quint32(written.history.marks.size());
        written.history.rounds.push_back(round);
        written.count(0, begin + 100, 2);
    }
    const CheckResult result = judged(written, check(Kind::CountAtMost, "sold", 1));
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.violatedRounds, 2);
    QCOMPARE(result.first->round, 1);
    QCOMPARE(result.first->at, WrittenHistory::ms(1100));
}

void TestChecker::certainOutweighsPossible()
{
    WrittenHistory written(2);
    hold(written, 0, 100, 200);
    hold(written, 1, 210, 300);
    hold(written, 0, 500, 600);
    hold(written, 1, 550, 650);
    const CheckResult result = judged(written, oneHolder);
    QCOMPARE(result.outcome, CheckOutcome::Violated);
    QCOMPARE(result.first->at, WrittenHistory::ms(550));
}

void TestChecker::namesThatNobodyMarkedAreTold()
{
    WrittenHistory written(2);
    written.enter(0, 10);
    written.leave(0, 20);
    written.count(0, 30);
    written.event(1, 40, 1);
    Scenario scenario;
    Checker checker(scenario, {}, nullptr);
    checker.check(written.history, 0);
    const MarkedNames &marked = checker.marked();
    QCOMPARE(marked.entered, std::set<QByteArray>{"lock"});
    QCOMPARE(marked.counted, std::set<QByteArray>{"sold"});
    QCOMPARE(marked.events, std::set<QByteArray>{"write"});

    const auto unmarked = [&](Kind kind, const QByteArray &name, const QByteArray &other = {}) {
        Check asked = check(kind, name, 1);
        asked.other = other;
        return unmarkedNames(asked, marked);
    };
    using Names = QList<QByteArray>;
    QCOMPARE(unmarked(Kind::HoldersAtMost, "lock"), Names());
    QCOMPARE(unmarked(Kind::HoldersAtMost, "sold"), Names{"sold"});
    for (const Kind kind : {Kind::CountAtMost, Kind::CountAtLeast, Kind::SumEquals}) {
        QCOMPARE(unmarked(kind, "sold", "key"), Names());
        QCOMPARE(unmarked(kind, "slod", "key"), Names{"slod"});
        QCOMPARE(unmarked(kind, "write"), Names{"write"});
    }
    QCOMPARE(unmarked(Kind::InOrder, "write"), Names());
    QCOMPARE(unmarked(Kind::InOrder, "write", "sold"), Names{"sold"});
    QCOMPARE(unmarked(Kind::InOrder, "a", "b"), (Names{"a", "b"}));
    QCOMPARE(unmarked(Kind::AdmittedAtMost, "write"), Names());
    QCOMPARE(unmarked(Kind::AdmittedAtMost, "sold"), Names());
    QCOMPARE(unmarked(Kind::AdmittedAtMost, "lock"), Names{"lock"});
    QCOMPARE(unmarked(Kind::ValueAtMost, "never"), Names());
    QCOMPARE(unmarked(Kind::Function, {}), Names());
    QCOMPARE(unmarkedNames(check(Kind::CountAtMost, "uncounted", 0), marked), Names());
    QCOMPARE(unmarkedNames(check(Kind::CountAtLeast, "uncounted", 0), marked), Names{"uncounted"});
}

QTEST_GUILESS_MAIN(TestChecker)
#include "tst_checker.moc"
