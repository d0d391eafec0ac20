#include "core/lab/json/keptlabjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

KeptRun keptRun(int number, const QString &trace)
{
    KeptRun run;
    run.number = number;
    run.from = number - 1;
    run.fromStep = 2;
    run.origin = u"the free run"_s;
    run.options.settings = {{"stock", 9'007'199'254'740'993}, {"clients", 3}};
    run.options.bounds.time = 4;
    run.options.assumptions = {Assumption::TimersOnTime};
    run.trace = *traceFromText(trace);
    run.step = 1;
    return run;
}

} // namespace

class TestKeptLab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingComesBackAsItWas();
    void whatIsOutOfRangeIsBroughtIntoIt();
    void whatIsNoTraceIsSaid();
};

void TestKeptLab::everythingComesBackAsItWas()
{
    KeptLab lab;
    KeptScenario &kept = lab[u"/home/me/own file.lua"_s];
    kept.options = keptRun(1, u"A1"_s).options;
    kept.isExplored = true;
    kept.runs.source = "0a1b";
    kept.runs.open = {keptRun(1, u"A1 T X(B) A2'"_s), keptRun(4, u"A~1 B1=3 N(0)"_s)};
    kept.runs.closed = {keptRun(3, u"P(A) U(A)"_s)};
    kept.runs.current = 1;
    kept.runs.lastNumber = 7;
    lab[u":/lockstep/scenarios/stock-script.lua"_s].options = ExploreOptions();
    const QByteArray text = QJsonDocument(keptLabToJson(lab)).toJson();
    const auto again = keptLabFromJson(QJsonDocument::fromJson(text).object());
    QVERIFY2(again, qPrintable(again ? QString() : again.error().detail));
    QVERIFY(*again == lab);
}

void TestKeptLab::whatIsOutOfRangeIsBroughtIntoIt()
{
    const QJsonObject run{{u"number"_s, -4}, {u"step"_s, 99}, {u"trace"_s, u"A1 B1"_s},
        {u"bounds"_s, QJsonObject{{u"time"_s, 100'000}, {u"crashes"_s, -1}}}};
    const QJsonObject scenario{
        {u"open"_s, QJsonArray{run, u"not a run"_s}}, {u"present"_s, 17}, {u"lastNumber"_s, -1}};
    const auto lab = keptLabFromJson({{u"scenarios"_s, QJsonObject{{u"key"_s, scenario}}}});
    QVERIFY(lab);
    const KeptRuns &runs = lab->at(u"key"_s).runs;
    QCOMPARE(runs.open.size(), std::size_t(2));
    QCOMPARE(runs.open[0].number, 1);
    QCOMPARE(runs.open[0].step, 2);
    QCOMPARE(runs.open[0].options.bounds.time, Bounds::most);
    QCOMPARE(runs.open[0].options.bounds.crashes, 0);
    QVERIFY(runs.open[1].trace.empty());
    QCOMPARE(runs.current, 1);
    QCOMPARE(runs.lastNumber, 0);
}

void TestKeptLab::whatIsNoTraceIsSaid()
{
    const QJsonObject run{{u"trace"_s, u"A1 nonsense"_s}};
    const auto lab = keptLabFromJson(
        {{u"scenarios"_s, QJsonObject{{u"key"_s, QJsonObject{{u"closed"_s, QJsonArray{run}}}}}}});
    QVERIFY(!lab);
    QVERIFY2(lab.error().detail.contains(u"nonsense"), qPrintable(lab.error().detail));
}

QTEST_APPLESS_MAIN(TestKeptLab)
#include "tst_keptlab.moc"
