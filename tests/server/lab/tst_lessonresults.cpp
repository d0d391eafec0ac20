// The lessons are written from what the explorer finds. Here it is found once more, row by row of
// lessonresults.h, and the texts are held against the rows: every trace and every number of
// interleavings that a lesson states is one that was found, in both languages, and what was found
// of the scenario as it is shipped is stated.
//
// A trace need not be the very one that the explorer shows, for there may be several smallest ones;
// it is replayed, has to violate at its last step and not before, and to be as small.
//
// Where the search finds something else than before, updatelessons writes rows and texts anew.

#include "core/lab/loader/scenariofile.h"
#include "lessonclaims.h"

#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

QList<LessonRow> rowsOf(const QByteArray &id)
{
    QList<LessonRow> rows;
    for (const LessonResult &each : lessonResults) {
        if (each.id == id)
            rows << rowOf(each);
    }
    return rows;
}

QStringList wordsOf(const std::vector<LessonClaim> &claims, bool areTraces)
{
    QStringList words;
    for (const LessonClaim &each : claims) {
        if ((each.kind == LessonClaim::Kind::Way) == areTraces)
            words << each.words;
    }
    return words;
}

} // namespace

class TestLessonResults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyResultIsFoundAgain_data();
    void everyResultIsFoundAgain();
    void lessonSaysWhatIsFoundAndNothingElse_data();
    void lessonSaysWhatIsFoundAndNothingElse();
};

void TestLessonResults::everyResultIsFoundAgain_data()
{
    QTest::addColumn<int>("number");
    int number = 0;
    for (const LessonResult &row : lessonResults)
        QTest::addRow("%s %s", row.id, row.changes) << number++;
}

void TestLessonResults::everyResultIsFoundAgain()
{
    QFETCH(int, number);
    const LessonResult &known = lessonResults[number];
    const ScenarioPtr scenario = scenarioOf(QString::fromLatin1(known.id));
    QVERIFY(scenario);
    const auto found = explored(scenario, QString::fromLatin1(known.changes));
    QVERIFY2(found, qPrintable(why(found)));
    const LessonRow row = rowOf(*found, QString::fromLatin1(known.changes));
    QCOMPARE(row.findings.join(u"; "_s), QString::fromLatin1(known.findings));
    QCOMPARE(interleavingsOf(row), QString::fromLatin1(known.interleavings));
    QVERIFY(found->server.startsWith("redis ") || found->server.startsWith("valkey "));
}

void TestLessonResults::lessonSaysWhatIsFoundAndNothingElse_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const ScenarioPtr &scenario : shippedScenarios())
        QTest::addRow("%s", scenario->id.constData()) << scenario->id;
}

void TestLessonResults::lessonSaysWhatIsFoundAndNothingElse()
{
    QFETCH(QByteArray, id);
    const ScenarioPtr scenario = scenarioOf(QString::fromUtf8(id));
    const auto claims = claimsOf(scenario->lesson.en, false);
    const auto inChinese = claimsOf(scenario->lesson.others.value(u"zh_CN"_s), true);
    const QStringList traces = wordsOf(claims, true);
    const QStringList counts = wordsOf(claims, false);
    QCOMPARE(wordsOf(inChinese, true), traces);
    QCOMPARE(wordsOf(inChinese, false), counts);

    const auto rows = rowsOf(id);
    QVERIFY(!rows.empty());
    QStringList possible;
    for (const LessonRow &row : rows) {
        for (int part = -1; part < int(row.findings.size()); ++part)
            possible << countOf(row, part);
    }
    for (const QString &count : counts)
        QVERIFY2(possible.contains(count),
            qPrintable(count + u" is not one of "_s + possible.join(u", "_s)));

    QList<int> broken; // checks of the scenario as it is shipped
    for (const QString &claim : traces) {
        const auto trace = traceFromText(claim.section(u' ', 1));
        QVERIFY2(trace, qPrintable(claim));
        QCOMPARE(QString::number(trace->size()), claim.section(u' ', 0, 0));
        QList<int> found;
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const auto checks = checksBrokenBy(rows[i], *trace);
            found << checks;
            if (i == 0)
                broken << checks;
        }
        QVERIFY2(!found.isEmpty(), qPrintable(claim + u" is no smallest way to break a check"_s));
    }
    QCOMPARE(rows.front().changes, QString());
    for (int i = 0; i < rows.front().findings.size(); ++i) {
        if (rows.front().findings[i].contains(u" by "_s))
            QVERIFY2(broken.contains(i),
                qPrintable(QString::fromUtf8(scenario->checks[size_t(i)].words)));
    }
    if (rows.front().total != "1"_L1) // else there is nothing to count
        QVERIFY2(!counts.isEmpty(), "how many interleavings?");
}

QTEST_GUILESS_MAIN(TestLessonResults)
#include "tst_lessonresults.moc"
