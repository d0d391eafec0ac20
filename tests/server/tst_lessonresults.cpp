// The lessons are written from what the explorer finds. Here it is found once more, row by row of
// lessonresults.h, and the texts are held against the rows: every trace and every number of
// interleavings that a lesson states is one that was found, in both languages, and what was found
// of the scenario as it is shipped is stated.
//
// A trace need not be the very one that the explorer shows, for there may be several smallest ones;
// it is replayed, has to violate at its last step and not before, and to be as small.

#include "exploring.h"
#include "lessonresults.h"

#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

struct Claims // of a text
{
    QStringList traces; // "4 A1 B1 B2 A2": how many steps it is said to have comes first
    QStringList counts; // "4/6" violating or undecided, or "all 6"

    friend bool operator==(const Claims &, const Claims &) = default;
};

QString plainNumber(QString digits)
{
    return digits.remove(u',');
}

Claims claimsOf(const QString &text, bool isChinese)
{
    const QString step = u"(?:[A-Z]~*\\d+|T|F|[XPUNL]\\([A-Z0-9]~*\\))"_s;
    const QString trace = u"("_s + step + u"(?: "_s + step + u")*)"_s;
    const QRegularExpression traces((isChinese ? u"(\\d+) 步："_s : u"(\\d+) steps?: "_s) + trace);
    const QRegularExpression counts(isChinese ? u"([\\d,]+) 种交错中有 ([\\d,]+) 种"_s
                                              : u"([\\d,]+) of ([\\d,]+) interleavings"_s);
    const QRegularExpression alls(
        isChinese ? u"全部 ([\\d,]+) 种交错"_s : u"all ([\\d,]+) interleavings"_s);
    Claims claims;
    for (const auto &match : traces.globalMatch(text))
        claims.traces << match.captured(1) + u' ' + match.captured(2);
    for (const auto &match : counts.globalMatch(text)) {
        const QString first = plainNumber(match.captured(1));
        const QString second = plainNumber(match.captured(2));
        claims.counts << (isChinese ? second + u'/' + first : first + u'/' + second);
    }
    for (const auto &match : alls.globalMatch(text))
        claims.counts << u"all "_s + plainNumber(match.captured(1));
    return claims;
}

std::vector<LessonResult> rowsOf(const QByteArray &id)
{
    std::vector<LessonResult> rows;
    std::copy_if(std::begin(lessonResults), std::end(lessonResults), std::back_inserter(rows),
        [&](const LessonResult &row) { return row.id == id; });
    return rows;
}

QStringList findingsOf(const LessonResult &row)
{
    return QString::fromLatin1(row.findings).split(u"; "_s);
}

QString totalOf(const LessonResult &row)
{
    return QString::fromLatin1(row.interleavings).section(u", "_s, 0, 0);
}

// What may be said of a row.
QStringList countsOf(const LessonResult &row)
{
    QStringList counts;
    for (const QString &finding : findingsOf(row)) {
        if (finding == "holds"_L1)
            counts << u"all "_s + totalOf(row);
        else if (finding != "undecided"_L1)
            counts << finding.section(u' ', 0, 0) + u'/' + totalOf(row);
    }
    const QString undecided = QString::fromLatin1(row.interleavings).section(u", "_s, 1);
    if (!undecided.isEmpty())
        counts << undecided.section(u' ', 0, 0) + u'/' + totalOf(row);
    return counts;
}

// Which check of the row the trace breaks at its end, as "1/1/3" of it; empty: none, or not so.
QStringList brokenBy(const LessonResult &row, const Trace &trace)
{
    const ScenarioPtr scenario = scenarioOf(QString::fromLatin1(row.id));
    auto stepper = stepperOf(scenario, QString::fromLatin1(row.changes));
    if (!stepper)
        return {};
    Counterexample size;
    const TraceStep *last = nullptr;
    for (const TraceStep &step : trace) {
        const bool isClient = step.kind == TraceStep::Kind::Client;
        if (isClient && last && (last->client != step.client || last->thread != step.thread)) {
            for (const Choice &each : stepper->choices())
                size.preemptions += each.hindrance == Hindrance::None
                    && each.move.kind == TraceStep::Kind::Client && each.move.client == last->client
                    && each.move.thread == last->thread;
        }
        if (!stepper->step(step))
            return {};
        ++size.steps;
        size.environment += isClient ? 0 : 1;
        last = isClient ? &step : last;
    }
    QStringList broken;
    for (int check = 0; check < int(scenario->checks.size()); ++check) {
        const auto isViolated = [&](int steps) { return stepper->violated(steps) >> check & 1; };
        bool isEarlier = false;
        for (int i = 0; i < stepper->steps(); ++i)
            isEarlier |= isViolated(i) != 0;
        if (!isEarlier && isViolated(stepper->steps()) != 0
            && findingsOf(row)[check].endsWith(u" by "_s + measure(size)))
            broken << QString::number(check);
    }
    return broken;
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
    QTest::addColumn<int>("row");
    int number = 0;
    for (const LessonResult &row : lessonResults)
        QTest::addRow("%s %s", row.id, row.changes) << number++;
}

void TestLessonResults::everyResultIsFoundAgain()
{
    QFETCH(int, row);
    const LessonResult &known = lessonResults[row];
    const ScenarioPtr scenario = scenarioOf(QString::fromLatin1(known.id));
    QVERIFY(scenario);
    const auto found = explored(scenario, QString::fromLatin1(known.changes));
    QVERIFY2(found, qPrintable(why(found)));
    QStringList findings;
    for (const CheckFinding &each : found->checks)
        findings << (each.verdict == ExploreVerdict::Holds ? u"holds"_s
                : each.verdict == ExploreVerdict::Undecided
                ? u"undecided"_s
                : QString::fromLatin1(each.violating) + u" by "_s + measure(each.counterexample));
    QCOMPARE(findings.join(u"; "_s), QString::fromLatin1(known.findings));
    QString interleavings = QString::fromLatin1(found->interleavings);
    if (found->undecided != "0")
        interleavings += u", "_s + QString::fromLatin1(found->undecided) + u" undecided"_s;
    QCOMPARE(interleavings, QString::fromLatin1(known.interleavings));
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
    const Claims claims = claimsOf(scenario->lesson.en, false);
    const Claims inChinese = claimsOf(scenario->lesson.zhCN, true);
    QCOMPARE(inChinese.traces, claims.traces);
    QCOMPARE(inChinese.counts, claims.counts);

    const auto rows = rowsOf(id);
    QVERIFY(!rows.empty());
    QStringList possible;
    for (const LessonResult &row : rows)
        possible << countsOf(row);
    for (const QString &count : claims.counts)
        QVERIFY2(possible.contains(count),
            qPrintable(count + u" is not one of "_s + possible.join(u", "_s)));

    QStringList broken; // checks of the scenario as it is shipped
    for (const QString &claim : claims.traces) {
        const auto trace = traceFromText(claim.section(u' ', 1));
        QVERIFY2(trace, qPrintable(claim));
        QCOMPARE(QString::number(trace->size()), claim.section(u' ', 0, 0));
        QStringList found;
        for (size_t i = 0; i < rows.size(); ++i) {
            const QStringList checks = brokenBy(rows[i], *trace);
            found << checks;
            if (i == 0)
                broken << checks;
        }
        QVERIFY2(!found.isEmpty(), qPrintable(claim + u" is no smallest way to break a check"_s));
    }
    const QStringList findings = findingsOf(rows.front());
    QCOMPARE(rows.front().changes, "");
    for (int i = 0; i < findings.size(); ++i) {
        if (findings[i].contains(u" by "_s))
            QVERIFY2(broken.contains(QString::number(i)),
                qPrintable(QString::fromUtf8(scenario->checks[size_t(i)].words)));
    }
    if (totalOf(rows.front()) != "1"_L1) // else there is nothing to count
        QVERIFY2(!claims.counts.isEmpty(), "how many interleavings?");
}

QTEST_GUILESS_MAIN(TestLessonResults)
#include "tst_lessonresults.moc"
