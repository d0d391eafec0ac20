#include "core/lab/statespace/state/trace.h"

#include <QTest>

using namespace lockstep;
using Kind = TraceStep::Kind;

class TestTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTraceIsItsTextAndBack();
    void clientsMayBeCalledLikeTheEnvironment();
    void spacesDoNotMatter();
    void whatIsNoStepIsNamed_data();
    void whatIsNoStepIsNamed();
};

void TestTrace::aTraceIsItsTextAndBack()
{
    const Trace trace{{Kind::Client, 0, 0, 1}, {Kind::Client, 0, 1, 2}, {Kind::Time},
        {Kind::Crash, 1}, {Kind::Pause, 0}, {Kind::Resume, 0}, {Kind::Restart, 2}, {Kind::Failover},
        {Kind::LostRequest, 1}, {Kind::LostRequest, 1, 1}, {Kind::Client, 26, 2, 31}};
    const auto text = QStringLiteral("A1 A~2 T X(B) P(A) U(A) N(2) F L(B) L(B~) AA~~31");
    QCOMPARE(traceText(trace), text);
    const auto read = traceFromText(text);
    QVERIFY(read);
    QVERIFY(*read == trace);
}

void TestTrace::clientsMayBeCalledLikeTheEnvironment()
{
    const auto trace = traceFromText(QStringLiteral("T T1 F F2 X1 X(T)"));
    QVERIFY(trace);
    const Trace expected{{Kind::Time}, {Kind::Client, 19, 0, 1}, {Kind::Failover},
        {Kind::Client, 5, 0, 2}, {Kind::Client, 23, 0, 1}, {Kind::Crash, 19}};
    QVERIFY(*trace == expected);
}

void TestTrace::spacesDoNotMatter()
{
    QCOMPARE(traceText(*traceFromText(QStringLiteral("  A1\n\tB1 "))), QStringLiteral("A1 B1"));
    QVERIFY(traceFromText(QString())->empty());
}

void TestTrace::whatIsNoStepIsNamed_data()
{
    QTest::addColumn<QString>("word");
    for (const char *word : {"A", "a1", "A01", "1", "X", "X(A", "X()", "X(A~)", "Y(A)", "N(A)",
             "T(A)", "A1;", "AAAA1", "A1234567", "T~"})
        QTest::newRow(word) << QString::fromLatin1(word);
}

void TestTrace::whatIsNoStepIsNamed()
{
    QFETCH(QString, word);
    const auto trace = traceFromText(QStringLiteral("A1 B1 ") + word);
    QVERIFY(!trace);
    QCOMPARE(trace.error().code, ErrorCode::BadInput);
    QVERIFY(trace.error().detail.contains(QStringLiteral("step 3")));
    QVERIFY(trace.error().detail.contains(word));
}

QTEST_GUILESS_MAIN(TestTrace)
#include "tst_trace.moc"
