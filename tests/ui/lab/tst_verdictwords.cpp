#include "core/lab/json/runjson.h"
#include "labsample.h"
#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

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

CheckResult resultOf(Check::Kind kind, CheckOutcome outcome)
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
    void whoWasLeftIsToldBesideHeld();
    void whatNobodyMarkedIsTold();
    void whatNobodyCountedIsSaidOnce();
    void whatHasNoCheckIsNotHeld();
    void whatWasStoppedSaysSo();
    void aSentenceOfTheFileIsInTheLanguageOfTheWords();
    void theOrderSaysWhyItIsNotExact();
    void aFunctionSaysWhereItStandsAndWhatItSaw();
    void theWorstOutcomeIsTheHeadline();
    void twoKindsOfViolationShareTheHeadline();
    void whatIsNotCertainSaysSo();
    void whatCouldNotBeCheckedSaysWhy();
    void whatWasNotJudgedToItsEndSaysSo();
    void aMistakeOfTheFileComesFirst();
    void aRunWithoutRoundsIsUndecided();
    void everyKindOfCheckHasWords();
    void manyClientsAreCounted();
    void foreignSentencesAreMadeHarmless();
    void whatWasNotTriedInFullIsSaid();
    void spansHaveThreeDigits();
    void whatTheFileNamesFirstIsTheHeadline();
    void whoDidItToWhomIsSaid();
    void whoLeftTheLockBehindIsSaid();
    void theOnlyRoundHasNoNumber();
    void detailsTellWhatTheVerdictRestsOn();
    void holdersAreCountedInWords();
};

void TestVerdictWords::holdersAreNamedWithMomentAndRound()
{
    const RunPtr run = sample::twoHoldersRun();
    QCOMPARE(
        checkSentence(run->results.at(0), *run), u"Two holders at 12.3 ms in round 4: A and C"_qs);
    QCOMPARE(verdictOf(*run).outcome, CheckOutcome::Violated);
    QCOMPARE(verdictOf(*run).sentence, u"Two holders at 12.3 ms in round 4: A and C"_qs);
    QVERIFY(verdictOf(*run).details.contains(u"redis 7.0.15"));
}

void TestVerdictWords::oversellingSaysByHowMuch()
{
    CheckResult result = resultOf(Check::Kind::CountAtMost, CheckOutcome::Violated);
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
        u"“logins” reached 103 in round 1, expected at most 100"_qs);
}

void TestVerdictWords::theWorstOfTheRoundIsTold()
{
    CheckResult result = resultOf(Check::Kind::CountAtMost, CheckOutcome::Violated);
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
        u"sold reached 500 since 7.61 ms in round 1, expected at most 100"_qs);
    result.check.when = Check::When::Finally;
    QCOMPARE(
        checkSentence(result, runOf(result)), u"sold is 500 in round 1, expected at most 100"_qs);
    result.check.when = Check::When::Always;
    result.check.kind = Check::Kind::HoldersAtMost;
    result.first->actual = 2;
    result.first->worst = 3;
    QCOMPARE(checkSentence(result, runOf(result)),
        u"Two holders since 7.61 ms in round 1, later up to 3"_qs);
    result.first->clients = {0, 1};
    Run run = runOf(result);
    run.history.clients = {{"A", "client", 0}, {"AX", "client", 0}, {"B", "client", 0}};
    QCOMPARE(checkSentence(result, run),
        u"Two holders since 7.61 ms in round 1 (A and AX), later up to 3"_qs); // not all three
}

void TestVerdictWords::whatHeldSaysInHowManyRounds()
{
    const Run run = runOf(resultOf(Check::Kind::HoldersAtMost, CheckOutcome::Holds));
    QCOMPARE(verdictOf(run).sentence, u"Held in all 200 rounds"_qs);
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Holds);
    Run once = run;
    once.history.rounds.resize(1);
    QCOMPARE(verdictOf(once).sentence, u"Held"_qs);
    once.options.seed = 7;
    QVERIFY(verdictOf(once).details.endsWith(u"seed 7"));
}

void TestVerdictWords::whoWasLeftIsToldBesideHeld()
{
    Run run = runOf(resultOf(Check::Kind::ValueAtLeast, CheckOutcome::Holds), 1);
    Round &round = run.history.rounds[0];
    round.cutOff = true;
    round.unfinished = 3;
    QCOMPARE(verdictOf(run).sentence,
        u"Held, but 3 client(s) had not finished when the round was cut off"_qs);
    round.waiting = 2;
    QCOMPARE(verdictOf(run).sentence,
        u"Held, but 2 client(s) were still waiting when the round was cut off"_qs);
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Holds);
    QCOMPARE(checkSentence(run.results[0], run), u"Held"_qs); // the check itself did
    round.cutOff = false;
    round.stuck = true;
    QCOMPARE(verdictOf(run).sentence, u"Held, but 2 client(s) wait for ever"_qs);
    run.history.rounds.insert(run.history.rounds.begin(), Round{});
    QCOMPARE(verdictOf(run).sentence,
        u"Held in all 2 rounds, but 2 client(s) wait for ever (round 2)"_qs);
    run.results[0].outcome = CheckOutcome::NotChecked;
    run.results.push_back(resultOf(Check::Kind::ValueAtMost, CheckOutcome::Holds));
    QVERIFY(verdictOf(run).sentence.contains(u"2 client(s) wait for ever (round 2); 1 check"_qs));
}

void TestVerdictWords::whatNobodyMarkedIsTold()
{
    CheckResult result = resultOf(Check::Kind::CountAtMost, CheckOutcome::Holds);
    result.check.name = "slod";
    result.check.amount.number = 1;
    Run run = runOf(result);
    run.marked = {};
    QCOMPARE(verdictOf(run).sentence,
        u"Held in all 200 rounds, but nobody counted “slod”, or anything else"_qs);
    run.marked.counted = {"refused", "sold"};
    const auto told = [&](Check::Kind kind) {
        result.check.kind = kind;
        return checkSentence(result, run);
    };
    QCOMPARE(told(Check::Kind::CountAtMost),
        u"Held in all 200 rounds; nobody counted “slod”, only refused, sold"_qs);
    QCOMPARE(told(Check::Kind::HoldersAtMost),
        u"Held in all 200 rounds; nobody entered “slod”, or anything else"_qs);
    QCOMPARE(told(Check::Kind::InOrder),
        u"Held in all 200 rounds; there was no event “slod”, nor any other"_qs);
    run.marked.events = {"admitted"};
    QCOMPARE(told(Check::Kind::AdmittedAtMost),
        u"Held in all 200 rounds; there was no event or count “slod”, only admitted, "
        u"refused, sold"_qs);
    for (char name = 'a'; name < 'z'; ++name)
        run.marked.counted.insert(QByteArray(1, name));
    QVERIFY(told(Check::Kind::CountAtMost).endsWith(u"only a, b, c, d, e, …"));
    run.marked.counted.insert("slod");
    QCOMPARE(told(Check::Kind::CountAtMost), u"Held in all 200 rounds"_qs);
}

void TestVerdictWords::whatNobodyCountedIsSaidOnce()
{
    CheckResult result = resultOf(Check::Kind::CountAtLeast, CheckOutcome::Violated);
    result.check.name = "won";
    result.check.when = Check::When::Finally;
    result.first = Violation{};
    result.first->allowed = 1;
    Run run = runOf(result, 1);
    QCOMPARE(checkSentence(result, run), u"Nobody counted “won”, expected at least 1"_qs);
    run.marked.counted = {"wno"};
    QCOMPARE(
        checkSentence(result, run), u"Nobody counted “won”, expected at least 1; counted: wno"_qs);
    run = runOf(result, 2);
    QCOMPARE(
        checkSentence(result, run), u"Nobody counted “won” in round 1, expected at least 1"_qs);
    // One was counted, and then taken back.
    run = runOf(result, 1);
    MarkRecord mark;
    mark.kind = MarkRecord::Kind::Count;
    mark.name = run.history.texts.add("won");
    run.history.marks = {mark, mark};
    run.marked.counted = {"won"};
    QCOMPARE(checkSentence(result, run), u"“won” is 0 at the end, expected at least 1"_qs);
}

void TestVerdictWords::whatHasNoCheckIsNotHeld()
{
    Run run = runOf(resultOf(Check::Kind::ValueAtLeast, CheckOutcome::Holds));
    run.results.clear();
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::NotChecked);
    QCOMPARE(verdictOf(run).sentence, u"Nothing was checked: the scenario has no checks"_qs);
}

void TestVerdictWords::whatWasStoppedSaysSo()
{
    Run run = runOf(resultOf(Check::Kind::ValueAtLeast, CheckOutcome::Holds), 1);
    run.stopped = true;
    QCOMPARE(verdictOf(run).sentence, u"Held, but it was stopped before it was over"_qs);
}

void TestVerdictWords::aSentenceOfTheFileIsInTheLanguageOfTheWords()
{
    CheckResult result = resultOf(Check::Kind::Function, CheckOutcome::Violated);
    result.first.emplace();
    result.first->sentence = {u"said by Lua"_qs, {{u"zh_CN"_qs, u"由 Lua 说明"_qs}}};
    QVERIFY(checkSentence(result, runOf(result)).startsWith(u"said by Lua"));
    QTranslator chinese;
    QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
    QCoreApplication::installTranslator(&chinese);
    QVERIFY(checkSentence(result, runOf(result)).startsWith(u"由 Lua 说明"));
    result.first->sentence.others.clear();
    QVERIFY(checkSentence(result, runOf(result)).startsWith(u"said by Lua"));
    QCoreApplication::removeTranslator(&chinese);
}

void TestVerdictWords::theOrderSaysWhyItIsNotExact()
{
    Run run = runOf(resultOf(Check::Kind::ValueAtLeast, CheckOutcome::Holds));
    run.history.orderKind = OrderKind::Exact;
    QVERIFY(verdictOf(run).details.contains(u"exact order"));
    run.history.orderKind = OrderKind::Sampled;
    QVERIFY(verdictOf(run).details.contains(u"order not exact: it was not asked for"));
    Scenario scenario;
    scenario.replica = true;
    run.scenario = std::make_shared<const Scenario>(scenario);
    QVERIFY(verdictOf(run).details.contains(u"a server is replaced"));
    run.isOfOthers = true;
    QVERIFY(verdictOf(run).details.contains(u"no MONITOR on a server of others"));
}

void TestVerdictWords::aFunctionSaysWhereItStandsAndWhatItSaw()
{
    CheckResult result = resultOf(Check::Kind::Function, CheckOutcome::Holds);
    result.check.words = "function, line 53";
    result.check.line = 53;
    QCOMPARE(checkWords(result.check, {}), u"the check at line 53"_qs);
    Check remarked = result.check;
    remarked.remark = u"nothing\x1b is lost"_qs;
    QCOMPARE(checkWords(remarked, {}), u"“nothing\\x1b is lost” (line 53)"_qs);
    Check named = result.check;
    named.title = {u"nothing\x1b is lost"_qs, {{u"zh_CN"_qs, u"没有丢"_qs}}};
    QCOMPARE(checkWords(named, {}), u"nothing\\x1b is lost"_qs);
    result.endOnlyRounds = 3;
    const QString said = checkSentence(result, runOf(result));
    QVERIFY2(said.startsWith(u"Held in all 200 rounds; ") && said.contains(u"in 3 round"),
        qPrintable(said));
}

void TestVerdictWords::theWorstOutcomeIsTheHeadline()
{
    using Outcome = CheckOutcome;
    Run run = runOf(resultOf(Check::Kind::HoldersAtMost, Outcome::Holds));
    run.results.push_back(resultOf(Check::Kind::NobodyWaits, Outcome::NotChecked));
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::NotChecked);
    QVERIFY(verdictOf(run).sentence.startsWith(u"Held in all 200 rounds; 1 check"));
    run.results.push_back(resultOf(Check::Kind::NobodyWaits, Outcome::Undecided));
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Undecided);
    run.results.push_back(resultOf(Check::Kind::CountAtMost, Outcome::Possible));
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Possible);
    run.results.push_back(resultOf(Check::Kind::ValueAtLeast, Outcome::Violated));
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Violated);
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
    run.results.push_back(sold);
    QCOMPARE(verdictOf(run).sentence,
        u"Two holders at 12.3 ms in round 4: A and C. Oversold by 1 in round 4"_qs);
}

void TestVerdictWords::whatIsNotCertainSaysSo()
{
    Run run = *sample::twoHoldersRun();
    run.results[0].outcome = CheckOutcome::Possible;
    QCOMPARE(verdictOf(run).sentence,
        u"Cannot be excluded: Two holders at 12.3 ms in round 4: A and C"_qs);
    run.results[0].first.reset();
    run.results[0].possibleRounds = 1;
    QCOMPARE(verdictOf(run).sentence, u"Cannot be excluded in 1 of 4 rounds"_qs);
}

void TestVerdictWords::whatCouldNotBeCheckedSaysWhy()
{
    const Run run = runOf(resultOf(Check::Kind::ValueAtLeast, CheckOutcome::NotChecked));
    QCOMPARE(verdictOf(run).sentence, u"Not checked: needs the exact order of execution"_qs);
    Run unjudged = run;
    unjudged.results[0].check.name = "seats";
    unjudged.results[0].noNumberRounds = 3;
    QCOMPARE(verdictOf(unjudged).outcome, CheckOutcome::NotChecked);
    QCOMPARE(
        verdictOf(unjudged).sentence, u"Not checked: “seats” held something that is no number"_qs);
    unjudged.results.push_back(resultOf(Check::Kind::HoldersAtMost, CheckOutcome::Holds));
    QCOMPARE(verdictOf(unjudged).sentence,
        u"Held in all 200 rounds; not checked: “seats” held something that is no number"_qs);
}

void TestVerdictWords::whatWasNotJudgedToItsEndSaysSo()
{
    Run run = runOf(resultOf(Check::Kind::Function, CheckOutcome::Undecided));
    run.results[0].cutShortRounds = 1;
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Undecided);
    QCOMPARE(
        verdictOf(run).sentence, u"Undecided: judging ended before all of it was looked at"_qs);
}

void TestVerdictWords::aMistakeOfTheFileComesFirst()
{
    Run run = *sample::twoHoldersRun();
    run.mistake = u"mine.lua:7: no such function"_qs;
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Mistake);
    QVERIFY(verdictOf(run).sentence.contains(u"mine.lua:7: no such function"));
}

void TestVerdictWords::aRunWithoutRoundsIsUndecided()
{
    Run run;
    run.stopped = true;
    QCOMPARE(verdictOf(run).outcome, CheckOutcome::Undecided);
    QVERIFY(verdictOf(run).details.contains(u"stopped"));
}

void TestVerdictWords::everyKindOfCheckHasWords()
{
    QSet<QString> sentences;
    QSet<QString> words;
    for (int kind = 0; kind <= int(Check::Kind::Function); ++kind) {
        CheckResult result = resultOf(Check::Kind(kind), CheckOutcome::Violated);
        result.check.name = "thing";
        result.check.other = "other";
        result.check.window.number = 10'000;
        result.check.words = "written";
        Violation violation;
        violation.sentence.en = u"said by Lua"_qs;
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
    CheckResult result = resultOf(Check::Kind::Function, CheckOutcome::Violated);
    Violation violation;
    violation.sentence.en = u"two\nlines \u202E and more"_qs;
    result.first = violation;
    const QString sentence = checkSentence(result, runOf(result));
    QVERIFY(!sentence.contains(u'\n') && !sentence.contains(QChar(0x202E)));
}

// The JSON is English in every language, and the window says the same in its own.
void TestVerdictWords::whatWasNotTriedInFullIsSaid()
{
    CheckResult result = resultOf(Check::Kind::Function, CheckOutcome::Possible);
    Violation violation;
    violation.isNotTriedInFull = true;
    result.first = violation;
    const Run run = runOf(result);
    const QString inJson = runToJson(run, {})[u"checks"][0][u"first"][u"sentence"].toString();
    QVERIFY(inJson.contains(u"more combinations than were tried"));
    QVERIFY(checkSentence(result, run).contains(inJson));
    QCOMPARE(violationWords(result, run.history), wording::key(inJson.toUtf8(), 100));
    QTranslator chinese;
    QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
    QCoreApplication::installTranslator(&chinese);
    QVERIFY(checkSentence(result, run).contains(u"组合"));
    QCOMPARE(runToJson(run, {})[u"checks"][0][u"first"][u"sentence"].toString(), inJson);
    QCoreApplication::removeTranslator(&chinese);
}

void TestVerdictWords::spansHaveThreeDigits()
{
    QCOMPARE(spanWords(340us), u"340 µs"_qs);
    QCOMPARE(spanWords(12'340us), u"12.3 ms"_qs);
    QCOMPARE(spanWords(1'234'500us), u"1.23 s"_qs);
    QCOMPARE(spanWords(0ns), u"0 µs"_qs);
}

// What a lesson is about, though luck may have brought its other violation first.
void TestVerdictWords::whatTheFileNamesFirstIsTheHeadline()
{
    Run run = *sample::twoHoldersRun();
    CheckResult released = run.results[0];
    released.check.kind = Check::Kind::ReleasedByOwner;
    released.first->key = "lock";
    released.first->at += 5'000'000;
    run.results.insert(run.results.begin(), released);
    QCOMPARE(verdictOf(run).sentence,
        u"C deleted A's lock at 17.3 ms in round 4. Two holders at 12.3 ms in round 4: A and C"_qs);
    QCOMPARE(leadingViolation(run), 0);
    run.results[0].outcome = CheckOutcome::Possible;
    QCOMPARE(verdictOf(run).sentence, u"Two holders at 12.3 ms in round 4: A and C"_qs);
    QCOMPARE(leadingViolation(run), 1);
    run.results[1].outcome = CheckOutcome::Holds;
    QCOMPARE(leadingViolation(run), 0); // where there is none that is certain
}

void TestVerdictWords::whoDidItToWhomIsSaid()
{
    CheckResult result = resultOf(Check::Kind::RenewedByOwner, CheckOutcome::Violated);
    result.check.name = "lock:*";
    result.first.emplace();
    result.first->key = "lock:7";
    result.first->at = 1'000'000;
    result.first->clients = {0, 2}; // its owner first
    Run run = runOf(result);
    QCOMPARE(checkSentence(result, run), u"C renewed A's lock:7 at 1.00 ms in round 1"_qs);
    result.first->clients.clear(); // a server that does not tell
    QCOMPARE(checkSentence(result, run),
        u"lock:7 was renewed by another than its owner at 1.00 ms in round 1"_qs);
}

void TestVerdictWords::whoLeftTheLockBehindIsSaid()
{
    CheckResult result = resultOf(Check::Kind::NobodyWaits, CheckOutcome::Violated);
    result.check.when = Check::When::Finally;
    result.first.emplace();
    result.first->key = "lock";
    result.first->clients = {0, 2};
    Run run = runOf(result, 1);
    for (const char *name : {"D", "E"})
        run.history.clients.push_back({name, "client", 0});
    const auto said = [&] { return checkSentence(run.results[0], run); };
    QCOMPARE(said(), u"A and C wait for ever for lock"_qs);
    run.results[0].first->culprit = 1;
    QCOMPARE(said(), u"B never gave lock back; A and C wait for ever"_qs);
    run.history.incidents = {{3'000'000, Incident::Kind::Crash, 1, none}};
    QCOMPARE(said(), u"B crashed while it held lock; A and C wait for ever"_qs);
    run.results[0].first->clients = {0, 2, 3, 4};
    QCOMPARE(said(), u"B crashed while it held lock; 4 clients wait for ever"_qs);
    run.results[0].first->clients = {0};
    QCOMPARE(said(), u"B crashed while it held lock; A waits for ever"_qs);
    run.history.rounds.push_back(run.history.rounds[0]);
    run.history.rounds[1].firstIncident = 1;
    QCOMPARE(said(), u"B crashed while it held lock; A waits for ever, in round 1"_qs);
}

void TestVerdictWords::theOnlyRoundHasNoNumber()
{
    Run run = *sample::twoHoldersRun();
    run.history.rounds.erase(run.history.rounds.begin(), run.history.rounds.end() - 1);
    run.results[0].first->round = 0;
    QCOMPARE(verdictOf(run).sentence, u"Two holders at 12.3 ms: A and C"_qs);
    run.results[0].first->worst = 3;
    QCOMPARE(verdictOf(run).sentence, u"Two holders since 12.3 ms (A and C), later up to 3"_qs);
    run.results[0].check.when = Check::When::Finally;
    QCOMPARE(verdictOf(run).sentence, u"Two holders at the end: A and C"_qs);
}

void TestVerdictWords::detailsTellWhatTheVerdictRestsOn()
{
    Run run = runOf(resultOf(Check::Kind::HoldersAtMost, CheckOutcome::Violated));
    run.results[0].possibleRounds = 5;
    run.violatedRounds = 2;
    run.counts = {{"sold", 7}};
    run.history.operations.resize(300);
    run.busy = 2s;
    run.server = "redis\n\u202E 7";
    run.stopped = true;
    const QString details = verdictOf(run).details;
    for (const QString &part : {u"200 round"_qs, u"violated in 2"_qs, u"possible in 5"_qs,
             u"sold 7"_qs, u"150 operations/s"_qs, u"redis 7"_qs, u"stopped"_qs})
        QVERIFY2(details.contains(part), qPrintable(details));
    QVERIFY(!details.contains(u'\n') && !details.contains(QChar(0x202E)));
    run.history.rounds.resize(1); // the verdict says it already
    QVERIFY(!verdictOf(run).details.contains(u"violated in"));
}

void TestVerdictWords::holdersAreCountedInWords()
{
    CheckResult result = sample::twoHoldersRun()->results.at(0);
    result.first->round = 0;
    result.first->at = 1'000'000;
    result.first->clients.clear();
    const auto told = [&](qint64 holders) {
        result.first->actual = holders;
        result.first->worst = holders;
        return checkSentence(result, runOf(result));
    };
    QCOMPARE(told(3), u"Three holders at 1.00 ms in round 1"_qs);
    QCOMPARE(told(4), u"4 holders at 1.00 ms in round 1"_qs);
}

QTEST_GUILESS_MAIN(TestVerdictWords)
#include "tst_verdictwords.moc"
