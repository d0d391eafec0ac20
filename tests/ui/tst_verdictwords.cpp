#include "labsample.h"
#include "ui/lab/verdictwords.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

Run runOf(const CheckResult &result, int rounds = 200)
{
    Run run = *sample::twoHoldersRun();
    run.history.rounds.clear();
    for (int round = 0; round < rounds; ++round)
        run.history.rounds.push_back(
            {Moment(round) * 50'000'000, (Moment(round) + 1) * 50'000'000});
    run.results = {result};
    return run;
}

CheckResult resultOf(Check::Kind kind, CheckResult::Outcome outcome)
{
    CheckResult result;
    result.check.kind = kind;
    result.outcome = outcome;
    return result;
}

} // namespace

class TestVerdictWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdersAreNamedWithMomentAndRound();
    void oversellingSaysByHowMuch();
    void theWorstOfTheRoundIsTold();
    void whatHeldSaysInHowManyRounds();
    void aFunctionSaysWhereItStandsAndWhatItSaw();
    void theWorstOutcomeIsTheHeadline();
    void twoKindsOfViolationShareTheHeadline();
    void whatIsNotCertainSaysSo();
    void whatCouldNotBeCheckedSaysWhy();
    void aMistakeOfTheFileComesFirst();
    void aRunWithoutRoundsIsUndecided();
    void everyKindOfCheckHasWords();
    void manyClientsAreCounted();
    void foreignSentencesAreMadeHarmless();
    void spansHaveThreeDigits();
};

void TestVerdictWords::holdersAreNamedWithMomentAndRound()
{
    const RunPtr run = sample::twoHoldersRun();
    QCOMPARE(
        checkSentence(run->results.at(0), *run), u"Two holders at 12.3 ms in round 4: A and C"_qs);
    QCOMPARE(verdictOf(*run).kind, Verdict::Kind::Violated);
    QCOMPARE(verdictOf(*run).sentence, u"Two holders at 12.3 ms in round 4: A and C"_qs);
    QVERIFY(verdictOf(*run).details.contains(u"redis 7.0.15"));
}

void TestVerdictWords::oversellingSaysByHowMuch()
{
    CheckResult result = resultOf(Check::Kind::CountAtMost, CheckResult::Outcome::Violated);
    result.check.name = "sold";
    result.check.when = Check::When::Finally;
    Violation violation;
    violation.actual = 103;
    violation.worst = 103;
    violation.allowed = 100;
    result.first = violation;
    QCOMPARE(checkSentence(result, runOf(result)), u"Oversold by 3 in round 1"_qs);
    result.check.name = "logins";
    QCOMPARE(checkSentence(result, runOf(result)),
        u"“logins” reached 103 in round 1, at most 100 is right"_qs);
}

void TestVerdictWords::theWorstOfTheRoundIsTold()
{
    CheckResult result = resultOf(Check::Kind::CountAtMost, CheckResult::Outcome::Violated);
    result.check.name = "sold";
    result.check.when = Check::When::Always;
    Violation violation;
    violation.at = 7'610'000;
    violation.actual = 101;
    violation.allowed = 100;
    violation.worst = 500;
    result.first = violation;
    QCOMPARE(checkSentence(result, runOf(result)), u"Oversold by 400, since 7.61 ms in round 1"_qs);
    result.check.kind = Check::Kind::ValueAtMost;
    QCOMPARE(checkSentence(result, runOf(result)),
        u"sold reached 500 since 7.61 ms in round 1, at most 100 is right"_qs);
    result.check.kind = Check::Kind::HoldersAtMost;
    result.first->actual = 2;
    result.first->worst = 3;
    QCOMPARE(checkSentence(result, runOf(result)), u"Up to 3 holders, since 7.61 ms in round 1"_qs);
}

void TestVerdictWords::whatHeldSaysInHowManyRounds()
{
    const Run run = runOf(resultOf(Check::Kind::HoldersAtMost, CheckResult::Outcome::Holds));
    QCOMPARE(verdictOf(run).sentence, u"Held in 200 of 200 rounds"_qs);
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::Holds);
    Run once = run;
    once.history.rounds.resize(1);
    QCOMPARE(verdictOf(once).sentence, u"Held"_qs);
    once.options.seed = 7;
    QVERIFY(verdictOf(once).details.endsWith(u"seed 7"));
}

void TestVerdictWords::aFunctionSaysWhereItStandsAndWhatItSaw()
{
    CheckResult result = resultOf(Check::Kind::Function, CheckResult::Outcome::Holds);
    result.check.words = "function, line 53";
    result.check.line = 53;
    QCOMPARE(checkWords(result.check, {}), u"the check at line 53"_qs);
    result.endOnlyRounds = 3;
    const QString said = checkSentence(result, runOf(result));
    QVERIFY2(said.startsWith(u"Held in 200 of 200 rounds; ") && said.contains(u"in 3 round"),
        qPrintable(said));
}

void TestVerdictWords::theWorstOutcomeIsTheHeadline()
{
    using Outcome = CheckResult::Outcome;
    Run run = runOf(resultOf(Check::Kind::HoldersAtMost, Outcome::Holds));
    run.results.push_back(resultOf(Check::Kind::NobodyWaits, Outcome::NotChecked));
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::NotChecked);
    QVERIFY(verdictOf(run).sentence.startsWith(u"Held in 200 of 200 rounds; 1 check"));
    run.results.push_back(resultOf(Check::Kind::NobodyWaits, Outcome::Undecided));
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::Undecided);
    run.results.push_back(resultOf(Check::Kind::CountAtMost, Outcome::Possible));
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::Possible);
    run.results.push_back(resultOf(Check::Kind::ValueAtLeast, Outcome::Violated));
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::Violated);
}

void TestVerdictWords::twoKindsOfViolationShareTheHeadline()
{
    Run run = *sample::twoHoldersRun();
    CheckResult sold = sample::oversoldRun()->results.at(0);
    sold.check.when = Check::When::Finally;
    sold.first->round = 3;
    sold.first->at = never;
    sold.first->actual = 2;
    sold.first->worst = 2;
    sold.first->allowed = 1;
    run.results.insert(run.results.begin(), sold);
    QCOMPARE(verdictOf(run).sentence,
        u"Two holders at 12.3 ms in round 4: A and C; Oversold by 1 in round 4"_qs);
}

void TestVerdictWords::whatIsNotCertainSaysSo()
{
    Run run = *sample::twoHoldersRun();
    run.results[0].outcome = CheckResult::Outcome::Possible;
    QCOMPARE(verdictOf(run).sentence,
        u"Cannot be excluded: Two holders at 12.3 ms in round 4: A and C"_qs);
    run.results[0].first.reset();
    run.results[0].possibleRounds = 1;
    QCOMPARE(verdictOf(run).sentence, u"Cannot be excluded in 1 of 4 rounds"_qs);
}

void TestVerdictWords::whatCouldNotBeCheckedSaysWhy()
{
    const Run run = runOf(resultOf(Check::Kind::ValueAtLeast, CheckResult::Outcome::NotChecked));
    QCOMPARE(verdictOf(run).sentence, u"Not checked: needs the exact order of execution"_qs);
}

void TestVerdictWords::aMistakeOfTheFileComesFirst()
{
    Run run = *sample::twoHoldersRun();
    run.mistake = u"mine.lua:7: no such function"_qs;
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::Mistake);
    QVERIFY(verdictOf(run).sentence.contains(u"mine.lua:7: no such function"));
}

void TestVerdictWords::aRunWithoutRoundsIsUndecided()
{
    Run run;
    run.stopped = true;
    QCOMPARE(verdictOf(run).kind, Verdict::Kind::Undecided);
    QVERIFY(verdictOf(run).details.contains(u"stopped"));
}

void TestVerdictWords::everyKindOfCheckHasWords()
{
    QSet<QString> sentences;
    QSet<QString> words;
    for (int kind = 0; kind <= int(Check::Kind::Function); ++kind) {
        CheckResult result = resultOf(Check::Kind(kind), CheckResult::Outcome::Violated);
        result.check.name = "thing";
        result.check.other = "other";
        result.check.window.number = 10'000;
        result.check.words = "written";
        Violation violation;
        violation.sentence = u"said by Lua"_qs;
        result.first = violation;
        const QString sentence = checkSentence(result, runOf(result));
        QVERIFY2(
            !sentence.contains(u'%') && sentence.contains(u"in round 1"), qPrintable(sentence));
        sentences << sentence;
        const QString must = checkWords(result.check, {});
        QVERIFY2(!must.isEmpty() && !must.contains(u'%'), qPrintable(must));
        words << must;
    }
    QCOMPARE(sentences.size(), int(Check::Kind::Function) + 1);
    QCOMPARE(words.size(), int(Check::Kind::Function) + 1);
}

void TestVerdictWords::manyClientsAreCounted()
{
    const RunPtr run = sample::oversoldRun({60, 1, 1, 1});
    const History &history = run->history;
    QCOMPARE(clientWords({}, history), QString());
    QCOMPARE(clientWords({1}, history), u"B"_qs);
    QCOMPARE(clientWords({0, 1, 2}, history), u"A, B and C"_qs);
    QCOMPARE(clientWords({0, 1, 2, 3, 4, 26}, history), u"A, B, C and 3 more"_qs);
    QCOMPARE(clientWords({0, 99'999}, history), u"A"_qs);
}

void TestVerdictWords::foreignSentencesAreMadeHarmless()
{
    CheckResult result = resultOf(Check::Kind::Function, CheckResult::Outcome::Violated);
    Violation violation;
    violation.sentence = u"two\nlines \u202E and more"_qs;
    result.first = violation;
    const QString sentence = checkSentence(result, runOf(result));
    QVERIFY(!sentence.contains(u'\n') && !sentence.contains(QChar(0x202E)));
}

void TestVerdictWords::spansHaveThreeDigits()
{
    QCOMPARE(spanWords(340us), u"340 µs"_qs);
    QCOMPARE(spanWords(12'340us), u"12.3 ms"_qs);
    QCOMPARE(spanWords(1'234'500us), u"1.23 s"_qs);
    QCOMPARE(spanWords(0ns), u"0 µs"_qs);
}

QTEST_GUILESS_MAIN(TestVerdictWords)
#include "tst_verdictwords.moc"
