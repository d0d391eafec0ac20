#pragma once

#include "exploring.h"
#include "lessonresults.h"

#include <QRegularExpression>

#include <vector>

// What a lesson's text states of the search, and what may be stated: the rows of lessonresults.h.
// Texts say it in fixed words, so that both can be held against each other:
//
//     4 of 12 interleavings      12 种交错中有 4 种
//     all 12 interleavings       全部 12 种交错
//     6 steps: A1 A2 T B1 A3     6 步：A1 A2 T B1 A3
namespace lockstep {

struct LessonClaim
{
    enum class Kind : quint8 { Part, All, Way };

    Kind kind = Kind::Part;
    qsizetype at = 0; // in the text
    qsizetype length = 0;
    QString words; // Part: "4/12"; All: "all 12"; Way: "6 A1 A2 T B1 A3"
};

inline QString digitsOf(QString number)
{
    return number.remove(u',');
}

// "1234" → "1,234", as the texts have it.
inline QString grouped(QString digits)
{
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, u',');
    return digits;
}

// In the order of the text.
inline std::vector<LessonClaim> claimsOf(const QString &text, bool isChinese)
{
    using Kind = LessonClaim::Kind;
    const QString number = QStringLiteral("(\\d[\\d,]*)");
    const QString step = QStringLiteral("(?:[A-Z]~*\\d+(?:'|=\\d+)?|T|F|[XPUNL]\\([A-Z0-9]~*\\))");
    const QString trace = QStringLiteral("(%1(?: %1)*)").arg(step);
    const auto found = [&](const QString &english, const QString &chinese) {
        return QRegularExpression(isChinese ? chinese : english).globalMatch(text);
    };
    std::vector<LessonClaim> claims;
    for (const auto &match :
        found(QStringLiteral("(\\d+) steps?: ") + trace, QStringLiteral("(\\d+) 步：") + trace))
        claims.push_back({Kind::Way, match.capturedStart(), match.capturedLength(),
            match.captured(1) + u' ' + match.captured(2)});
    for (const auto &match :
        found(number + QStringLiteral(" of ") + number + QStringLiteral(" interleavings"),
            number + QStringLiteral(" 种交错中有 ") + number + QStringLiteral(" 种"))) {
        const QString first = digitsOf(match.captured(1));
        const QString second = digitsOf(match.captured(2));
        claims.push_back({Kind::Part, match.capturedStart(), match.capturedLength(),
            isChinese ? second + u'/' + first : first + u'/' + second});
    }
    for (const auto &match :
        found(QStringLiteral("all ") + number + QStringLiteral(" interleavings"),
            QStringLiteral("全部 ") + number + QStringLiteral(" 种交错")))
        claims.push_back({Kind::All, match.capturedStart(), match.capturedLength(),
            QStringLiteral("all ") + digitsOf(match.captured(1))});
    std::sort(claims.begin(), claims.end(),
        [](const LessonClaim &a, const LessonClaim &b) { return a.at < b.at; });
    return claims;
}

// The claim in the words of a text; the other way round.
inline QString textOf(const LessonClaim &claim, bool isChinese)
{
    const QString &words = claim.words;
    if (claim.kind == LessonClaim::Kind::All)
        return (
            isChinese ? QStringLiteral("全部 %1 种交错") : QStringLiteral("all %1 interleavings"))
            .arg(grouped(words.section(u' ', 1)));
    if (claim.kind == LessonClaim::Kind::Part)
        return (isChinese ? QStringLiteral("%2 种交错中有 %1 种")
                          : QStringLiteral("%1 of %2 interleavings"))
            .arg(grouped(words.section(u'/', 0, 0)), grouped(words.section(u'/', 1)));
    const QString steps = words.section(u' ', 0, 0);
    return (isChinese       ? QStringLiteral("%1 步：%2")
            : steps == u"1" ? QStringLiteral("%1 step: %2")
                            : QStringLiteral("%1 steps: %2"))
        .arg(steps, words.section(u' ', 1));
}

// The same as in lessonresults.h, with text of its own.
struct LessonRow
{
    QString id;
    QString changes;
    QStringList findings; // by check: "holds", "undecided", "4 by 1/2/6"
    QString total;
    QString undecided; // "0": none

    friend bool operator==(const LessonRow &, const LessonRow &) = default;
};

inline LessonRow rowOf(const LessonResult &result)
{
    const QString interleavings = QString::fromLatin1(result.interleavings);
    const QString undecided = interleavings.section(QStringLiteral(", "), 1).section(u' ', 0, 0);
    return {QString::fromLatin1(result.id), QString::fromLatin1(result.changes),
        QString::fromLatin1(result.findings).split(QStringLiteral("; ")),
        interleavings.section(QStringLiteral(", "), 0, 0),
        undecided.isEmpty() ? QStringLiteral("0") : undecided};
}

inline LessonRow rowOf(const Exploration &found, const QString &changes)
{
    LessonRow row;
    row.id = QString::fromUtf8(found.scenario->id);
    row.changes = changes;
    for (const CheckFinding &each : found.checks)
        row.findings << (each.verdict == CheckOutcome::Holds ? QStringLiteral("holds")
                : each.verdict == CheckOutcome::Undecided    ? QStringLiteral("undecided")
                                                             : QString::fromLatin1(each.violating)
                    + QStringLiteral(" by ") + measure(each.counterexample));
    row.total = QString::fromLatin1(found.interleavings);
    row.undecided = QString::fromLatin1(found.undecided);
    return row;
}

// "30, 2 undecided"
inline QString interleavingsOf(const LessonRow &row)
{
    return row.undecided == u"0"
        ? row.total
        : row.total + QStringLiteral(", ") + row.undecided + QStringLiteral(" undecided");
}

// What may be said of one check of a row, or of what is undecided in it: part -1.
inline QString countOf(const LessonRow &row, int part)
{
    if (part < 0)
        return row.undecided == u"0" ? QString() : row.undecided + u'/' + row.total;
    const QString &finding = row.findings[part];
    if (finding == u"holds")
        return QStringLiteral("all ") + row.total;
    return finding == u"undecided" ? QString() : finding.section(u' ', 0, 0) + u'/' + row.total;
}

// Which checks of the row the trace breaks at its end and not before, by as small a way as the row
// states.
inline QList<int> checksBrokenBy(const LessonRow &row, const Trace &trace)
{
    const ScenarioPtr scenario = scenarioOf(row.id);
    auto stepper = stepperOf(scenario, row.changes);
    if (!stepper)
        return {};
    Counterexample size;
    const TraceStep *last = nullptr;
    for (const TraceStep &step : trace) {
        const bool isClient = step.kind == TraceStep::Kind::Client;
        if (isClient && last && (last->client != step.client || last->thread != step.thread)) {
            for (const StepOption &each : stepper->stepOptions())
                size.preemptions += each.blockedBy == BlockedBy::None
                    && each.step.kind == TraceStep::Kind::Client && each.step.client == last->client
                    && each.step.thread == last->thread;
        }
        if (!stepper->step(step))
            return {};
        ++size.steps;
        size.environment += isClient ? 0 : 1;
        last = isClient ? &step : last;
    }
    QList<int> broken;
    for (int check = 0; check < int(scenario->checks.size()); ++check) {
        const auto isViolated = [&](int steps) { return stepper->violated(steps) >> check & 1; };
        bool isEarlier = false;
        for (int i = 0; i < stepper->steps(); ++i)
            isEarlier |= isViolated(i) != 0;
        if (!isEarlier && isViolated(stepper->steps()) != 0
            && row.findings[check].endsWith(QStringLiteral(" by ") + measure(size)))
            broken << check;
    }
    return broken;
}

} // namespace lockstep
