#include "core/lab/checks/checker.h"
#include "tests/support/samples/writtenhistory.h"

#include <QTest>

using namespace lockstep;
using Proof = WaitRecord::Proof;

// Since when a client may have been inside that enters behind a wait. A is inside from 100 to 200,
// and B waits until 215 and enters then. Times are in milliseconds; a command that was executed at
// an unknown moment has a late reply.
class TestWaitEnds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoEntersAfterAWaitMayHaveBeenInsideSinceItsEnd();
    void whatEndedAWaitIsNotOnlyToldByItsName();
    void theFirstAbsenceEndsAWait();
    void theFirstChangeEndsAWait();
    void whereValuesAreCutAWaitMayHaveEndedAtOnce();
    void aMessageEndsOneWait();
};

namespace {

WrittenHistory leftAt200()
{
    WrittenHistory written(3);
    written.enter(0, 100);
    written.leave(0, 200);
    return written;
}

void enterAfterWait(WrittenHistory &written, qint64 from, Proof proof, QByteArrayView name = "lock")
{
    written.wait(1, from, 215, name, proof);
    written.enter(1, 215);
    written.history.marks.back().isLater = true;
}

// Whether A and B were inside together. The commands were executed in the order in which they are
// written down.
CheckOutcome outcome(const WrittenHistory &written)
{
    Scenario scenario;
    Check oneHolder;
    oneHolder.kind = Check::Kind::HoldersAtMost;
    oneHolder.name = "lock";
    oneHolder.amount.number = 1;
    scenario.checks.push_back(oneHolder);
    Checker checker(scenario, {}, nullptr);
    checker.check(written.history, 0);
    return checker.results().front().outcome;
}

} // namespace

// In steps it goes on as soon as the wait is over; a client of a free run is told later.
void TestWaitEnds::whoEntersAfterAWaitMayHaveBeenInsideSinceItsEnd()
{
    for (const auto &[sent, expected] :
        {std::pair{190, CheckOutcome::Possible}, std::pair{205, CheckOutcome::Holds}}) {
        WrittenHistory written = leftAt200();
        const quint32 removal = written.operation(0, sent, 210, "DEL lock");
        written.set("lock", 50, 1, none);
        written.gone("lock", 206, removal);
        enterAfterWait(written, 60, Proof::Gone);
        QCOMPARE(outcome(written), expected);
    }
    // A message that was published meanwhile ends a wait, too; a mutex is handed on at once.
    for (const bool isMessage : {true, false}) {
        WrittenHistory written = leftAt200();
        const quint32 publishing = written.operation(0, 190, 210, "PUBLISH lock");
        const quint32 channel = written.history.texts.add("lock");
        written.history.messages.push_back({WrittenHistory::ms(205), publishing, channel, 0, 0});
        enterAfterWait(written, 60, isMessage ? Proof::Told : Proof::Nothing);
        QCOMPARE(outcome(written), isMessage ? CheckOutcome::Possible : CheckOutcome::Holds);
    }
}

// A mutex, a channel and the keys of two servers may have one name.
void TestWaitEnds::whatEndedAWaitIsNotOnlyToldByItsName()
{
    for (const auto &[proof, node, expected] : {std::tuple{Proof::Gone, 0, CheckOutcome::Possible},
             std::tuple{Proof::Gone, 1, CheckOutcome::Holds},
             std::tuple{Proof::Nothing, 0, CheckOutcome::Holds},
             std::tuple{Proof::Told, 0, CheckOutcome::Holds}}) {
        WrittenHistory written = leftAt200();
        written.set("lock", 50, 1, none, -1, quint8(node));
        const quint32 removal = written.operation(0, 190, 210, "DEL lock");
        written.gone("lock", 206, removal, quint8(node));
        written.set("lock", 50, 1, none, -1, quint8(1 - node));
        enterAfterWait(written, 60, proof);
        QCOMPARE(outcome(written), expected);
    }
    for (const auto &[proof, node, expected] : {std::tuple{Proof::Told, 0, CheckOutcome::Possible},
             std::tuple{Proof::Told, 1, CheckOutcome::Holds},
             std::tuple{Proof::Gone, 0, CheckOutcome::Holds}}) {
        WrittenHistory written = leftAt200();
        written.set("lock", 50, 1, none);
        written.gone("lock", 206, written.operation(0, 205, 210, "DEL lock"));
        const quint32 publishing = written.operation(0, 190, 210, "PUBLISH lock");
        const quint32 channel = written.history.texts.add("lock");
        written.history.messages.push_back(
            {WrittenHistory::ms(205), publishing, channel, 0, quint8(node)});
        enterAfterWait(written, 60, proof);
        QCOMPARE(outcome(written), expected);
    }
}

// An absence ends a wait although the key is back, and although it will be gone once more.
void TestWaitEnds::theFirstAbsenceEndsAWait()
{
    for (const auto &[first, second, expected] :
        {std::tuple{190, 210, CheckOutcome::Possible}, std::tuple{205, 212, CheckOutcome::Holds}}) {
        WrittenHistory written = leftAt200();
        written.set("lock", 50, 1, none);
        written.gone("lock", 206, written.operation(0, first, 207, "DEL lock"));
        written.set("lock", 209, 1, written.operation(0, 208, 210, "SET lock 1"));
        written.gone("lock", 213, written.operation(0, second, 214, "DEL lock"));
        enterAfterWait(written, 60, Proof::Gone);
        QCOMPARE(outcome(written), expected);
    }
    // It was gone before, and to ask the server took its time.
    for (const auto &[from, expected] :
        {std::pair{190, CheckOutcome::Possible}, std::pair{201, CheckOutcome::Holds}}) {
        WrittenHistory written = leftAt200();
        written.set("lock", 50, 1, none);
        written.gone("lock", 60, written.operation(0, 55, 65, "DEL lock"));
        enterAfterWait(written, from, Proof::Gone);
        QCOMPARE(outcome(written), expected);
    }
    // It may have expired earlier than its deadline says.
    for (const auto &[deadline, expected] :
        {std::pair{203, CheckOutcome::Possible}, std::pair{207, CheckOutcome::Holds}}) {
        for (const Proof proof : {Proof::Gone, Proof::Changed}) {
            WrittenHistory written = leftAt200();
            written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
            written.set("lock", 50, 1, none, deadline);
            enterAfterWait(written, 60, proof);
            QCOMPARE(outcome(written), expected);
        }
    }
}

// A renewal is none.
void TestWaitEnds::theFirstChangeEndsAWait()
{
    for (const auto &[sent, expected] :
        {std::pair{190, CheckOutcome::Possible}, std::pair{205, CheckOutcome::Holds}}) {
        WrittenHistory written = leftAt200();
        written.set("lock", 50, 1, none);
        written.set("lock", 195, 1, written.operation(0, 180, 198, "PEXPIRE lock"), 5000);
        written.set("lock", 206, 2, written.operation(0, sent, 207, "SET lock 2"));
        written.gone("lock", 213, written.operation(0, 212, 214, "DEL lock"));
        enterAfterWait(written, 60, Proof::Changed);
        QCOMPARE(outcome(written), expected);
    }
}

// The texts have equal begins, so a change of the rest looks like a renewal.
void TestWaitEnds::whereValuesAreCutAWaitMayHaveEndedAtOnce()
{
    for (const auto &[valuesUntil, expected] : {std::pair{never, CheckOutcome::Holds},
             std::pair{WrittenHistory::ms(0), CheckOutcome::Possible}}) {
        WrittenHistory written = leftAt200();
        written.history.rounds[0].valuesUntil = valuesUntil;
        written.set("lock", 50, 1, none);
        written.set("lock", 195, 1, written.operation(0, 180, 198, "SET lock"), 5000);
        written.gone("lock", 213, written.operation(0, 212, 214, "DEL lock"));
        enterAfterWait(written, 60, Proof::Changed);
        QCOMPARE(outcome(written), expected);
    }
}

// Who has received a message waits for the next one.
void TestWaitEnds::aMessageEndsOneWait()
{
    for (const bool isReceived : {true, false}) {
        WrittenHistory written = leftAt200();
        const quint32 channel = written.history.texts.add("c");
        const quint32 first = written.operation(0, 30, 195, "PUBLISH c"); // answered late
        const quint32 second = written.operation(2, 205, 210, "PUBLISH c");
        written.history.messages.push_back({WrittenHistory::ms(40), first, channel, 0, 0});
        written.history.messages.push_back({WrittenHistory::ms(206), second, channel, 0, 0});
        if (isReceived)
            written.history.receipts.push_back({WrittenHistory::ms(50), 1, channel});
        enterAfterWait(written, 60, Proof::Told, "c");
        QCOMPARE(outcome(written), isReceived ? CheckOutcome::Holds : CheckOutcome::Possible);
    }
}

QTEST_GUILESS_MAIN(TestWaitEnds)
#include "tst_waitends.moc"
