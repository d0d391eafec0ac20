#include "core/lab/history/roundrecords.h"
#include "tests/support/samples/writtenhistory.h"

#include <QTest>

using namespace lockstep;
using Proof = WaitRecord::Proof;

// What the end of a wait proves, and what it does not. Times are in milliseconds; a command that
// was executed at an unknown moment has a late reply.
class TestWaitProofs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theOnlyAbsenceHadBegun();
    void anAbsenceBeforeTheWaitIsNotTakenForIt();
    void aKeyMayHaveBeenGoneFromTheBeginning();
    void anExpiryThatNobodyToldMayHaveEndedTheWait();
    void theClockHadPassedADeadline();
    void anExpiryIsProvedThatNoChangeTells();
    void theFirstChangeHadHappened();
    void aChangeIsProvedOnlyWhereAllAreKnown();
    void nothingElseProvesAnything();
};

namespace {

Moment executedBy(const WrittenHistory &written, quint32 operation)
{
    return RoundRecords(written.history, 0).waitProofs().executedBy(operation);
}

Moment expiredBy(const WrittenHistory &written, qint64 deadline, quint8 node = 0)
{
    return RoundRecords(written.history, 0)
        .waitProofs()
        .expiredBy(node, WrittenHistory::ms(deadline));
}

} // namespace

void TestWaitProofs::theOnlyAbsenceHadBegun()
{
    WrittenHistory written(2);
    written.set("k", 0, 1, none);
    const quint32 removal = written.operation(0, 100, 300, "DEL k");
    written.gone("k", 200, removal);
    written.wait(1, 50, 150, "k", Proof::Gone);
    QCOMPARE(executedBy(written, removal), WrittenHistory::ms(150));
    written.wait(1, 50, 140, "k", Proof::Gone); // the earliest end counts
    QCOMPARE(executedBy(written, removal), WrittenHistory::ms(140));
}

void TestWaitProofs::anAbsenceBeforeTheWaitIsNotTakenForIt()
{
    for (const auto &[from, by] : {std::pair<qint64, qint64>{50, -1}, {70, 150}}) {
        WrittenHistory written(2);
        written.set("k", 0, 1, none);
        written.gone("k", 5, written.operation(0, 2, 10, "DEL k"));
        written.set("k", 30, 1, written.operation(0, 20, 60, "SET k 1"));
        const quint32 removal = written.operation(0, 100, 300, "DEL k");
        written.gone("k", 200, removal);
        written.wait(1, from, 150, "k", Proof::Gone); // SET may have come after its beginning
        QCOMPARE(executedBy(written, removal), WrittenHistory::ms(by));
    }
}

void TestWaitProofs::aKeyMayHaveBeenGoneFromTheBeginning()
{
    for (const auto &[from, by] : {std::pair<qint64, qint64>{50, -1}, {70, 150}}) {
        WrittenHistory written(2);
        written.set("k", 50, 1, written.operation(0, 40, 60, "SET k 1"));
        const quint32 removal = written.operation(0, 100, 300, "DEL k");
        written.gone("k", 200, removal);
        written.wait(1, from, 150, "k", Proof::Gone);
        QCOMPARE(executedBy(written, removal), WrittenHistory::ms(by));
    }
}

// The clock is known so badly that the key may have expired before it was written again.
void TestWaitProofs::anExpiryThatNobodyToldMayHaveEndedTheWait()
{
    for (const auto &[deadline, by] : {std::pair<qint64, qint64>{122, -1}, {127, 150}, {-1, 150}}) {
        for (const Proof proof : {Proof::Gone, Proof::Changed}) {
            WrittenHistory written(2);
            written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
            written.set("k", 0, 1, none, deadline);
            const quint32 setting = written.operation(0, 90, 120, "SET k 1");
            if (proof == Proof::Gone)
                written.set("k", 110, 1, setting);
            const quint32 removal = written.operation(0, 110, 300, "DEL k");
            written.gone("k", 200, removal);
            written.wait(1, 50, 150, "k", proof);
            const bool isKnown = proof == Proof::Gone ? by != -1 : deadline == -1;
            QCOMPARE(executedBy(written, removal), isKnown ? WrittenHistory::ms(150) : never);
        }
    }
}

void TestWaitProofs::theClockHadPassedADeadline()
{
    for (const Proof proof : {Proof::Gone, Proof::Changed}) {
        WrittenHistory written(2);
        written.history.rounds[0].deadlineError = WrittenHistory::ms(5);
        written.set("k", 0, 1, none, 100);
        written.gone("k", 101, none);
        written.wait(1, 50, 102, "k", proof);
        QCOMPARE(expiredBy(written, 100), WrittenHistory::ms(102));
        QCOMPARE(expiredBy(written, 90), WrittenHistory::ms(102));
        QCOMPARE(expiredBy(written, 101), never);
        QCOMPARE(expiredBy(written, 100, 1), never); // another server
    }
}

void TestWaitProofs::anExpiryIsProvedThatNoChangeTells()
{
    for (const auto &[error, by] : {std::pair<qint64, qint64>{5, 99}, {0, -1}}) {
        for (const Proof proof : {Proof::Gone, Proof::Changed}) {
            WrittenHistory written(2);
            written.history.rounds[0].deadlineError = WrittenHistory::ms(error);
            written.set("k", 0, 1, none, 100);
            written.wait(1, 50, 99, "k", proof);
            QCOMPARE(expiredBy(written, 100), WrittenHistory::ms(by));
        }
    }
}

void TestWaitProofs::theFirstChangeHadHappened()
{
    for (const auto &[from, first, second] :
        {std::tuple<qint64, qint64, qint64>{50, 150, -1}, {80, -1, 150}}) {
        WrittenHistory written(2);
        written.set("k", 0, 1, none);
        const quint32 before = written.operation(0, 40, 70, "SET k 2");
        const quint32 behind = written.operation(0, 100, 300, "SET k 3");
        written.set("k", 60, 2, before);
        written.set("k", 200, 3, behind);
        written.wait(1, from, 150, "k", Proof::Changed); // the other one may have come later
        QCOMPARE(executedBy(written, before), WrittenHistory::ms(first));
        QCOMPARE(executedBy(written, behind), WrittenHistory::ms(second));
    }
}

void TestWaitProofs::aChangeIsProvedOnlyWhereAllAreKnown()
{
    WrittenHistory written(2);
    written.set("k", 0, 1, none);
    const quint32 writing = written.operation(0, 100, 300, "SET k 3");
    written.set("k", 200, 3, writing);
    written.wait(1, 50, 150, "k", Proof::Changed);
    QCOMPARE(executedBy(written, writing), WrittenHistory::ms(150));
    written.history.rounds[0].hasGuessedWait = true;
    QCOMPARE(executedBy(written, writing), never);
    written.history.rounds[0].hasGuessedWait = false;
    written.history.changes[0].isComparable = false;
    QCOMPARE(executedBy(written, writing), never);
}

void TestWaitProofs::nothingElseProvesAnything()
{
    WrittenHistory written(2);
    written.set("k", 0, 1, none);
    const quint32 removal = written.operation(0, 100, 300, "DEL k");
    written.gone("k", 200, removal);
    written.wait(1, 50, 150, "k"); // given up
    QCOMPARE(executedBy(written, removal), never);
    written.history.waits[0].proves = Proof::Gone;
    QCOMPARE(executedBy(written, removal), WrittenHistory::ms(150));
    written.history.waits[0].node = 1;
    QCOMPARE(executedBy(written, removal), never);
    written.history.waits[0].node = 0;
    written.history.rounds[0].valuesUntil = WrittenHistory::ms(500);
    QCOMPARE(executedBy(written, removal), never);
    written.history.rounds[0].valuesUntil = never;
    written.history.orderKind = OrderKind::Sampled;
    QCOMPARE(executedBy(written, removal), never);
}

QTEST_GUILESS_MAIN(TestWaitProofs)
#include "tst_waitproofs.moc"
