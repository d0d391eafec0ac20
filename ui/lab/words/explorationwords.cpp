#include "ui/lab/words/explorationwords.h"

#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

class ExplorationWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ExplorationWords)
};

using wording::number;

// Groups the digits of a decimal number. It comes as text because there may be more interleavings
// than a built-in integer type can hold.
QString decimalWords(const QByteArray &decimal)
{
    if (decimal == mostInterleavings)
        return beyondCountingWords();
    QString words;
    for (qsizetype i = 0; i < decimal.size(); ++i) {
        if (i > 0 && (decimal.size() - i) % 3 == 0)
            words += QChar(0x202F);
        words += QLatin1Char(decimal.at(i));
    }
    return words;
}

QString sizeWords(const Counterexample &smallest)
{
    QStringList parts{ExplorationWords::tr("%n step(s)", nullptr, smallest.steps)};
    if (smallest.environment > 0)
        parts << ExplorationWords::tr("%n of them time or a fault", nullptr, smallest.environment);
    if (smallest.preemptions > 0)
        parts << ExplorationWords::tr("%n preemption(s)", nullptr, smallest.preemptions);
    return commaList(parts);
}

QString sentenceOf(const Exploration &exploration)
{
    const QString all = decimalWords(exploration.interleavings);
    const QString early = earlyEndWords(exploration);
    if (exploration.verdict == CheckOutcome::Holds)
        return holdsWords(exploration, all);
    if (exploration.verdict == CheckOutcome::NotChecked)
        return notCheckedWords(exploration);
    if (exploration.verdict == CheckOutcome::Undecided)
        return early.isEmpty()
            ? undecidedWords(exploration, decimalWords(exploration.undecided), all)
            : ExplorationWords::tr("Undecided: %1").arg(early);
    if (!early.isEmpty())
        return ExplorationWords::tr("It can be broken; %1").arg(early);
    return exploration.interleavings == "1"
        ? ExplorationWords::tr("The only interleaving breaks it")
        : ExplorationWords::tr("%1 of %2 interleavings break it")
              .arg(decimalWords(exploration.violating), all);
}

QString atMost(int bound, const QString &none, const QString &some)
{
    return bound == 0 ? none : some;
}

} // namespace

QString sumHintWords(const CheckFinding &finding)
{
    const Check &check = finding.check;
    return check.kind == Check::Kind::SumEquals && check.when == Check::When::Always
            && finding.verdict == CheckOutcome::Violated
        ? ExplorationWords::tr(
            "under “always”, sum_equals is looked at between a command and its count too; "
            "under “finally” only at the end")
        : QString();
}

QString beyondCountingWords()
{
    return ExplorationWords::tr("more than 3.4 × 10^38");
}

QString undecidedWords(const Exploration &exploration, const QString &undecided, const QString &all)
{
    return (exploration.endsForbidden
            ? ExplorationWords::tr(
                "Undecided in %1 of %2 interleavings: somebody waits for a time that an "
                "assumption forbids")
            : ExplorationWords::tr(
                "Undecided in %1 of %2 interleavings: more time steps would decide"))
        .arg(undecided, all);
}

QString holdsWords(const Exploration &exploration, const QString &count)
{
    if (exploration.checks.empty())
        return ExplorationWords::tr(
            "Nothing was checked: the scenario has no checks. Interleavings: %1")
            .arg(count);
    const QString holds = exploration.interleavings == mostInterleavings
        ? ExplorationWords::tr("Holds in all interleavings, %1").arg(count)
        : exploration.interleavings == "1"
        ? ExplorationWords::tr("Holds in the only interleaving")
        : ExplorationWords::tr("Holds in all %1 interleavings").arg(count);
    QStringList but;
    for (const CheckFinding &each : exploration.checks)
        but << unmarkedWords(each.check, exploration.marked);
    but.removeAll(QString());
    but.removeDuplicates();
    return but.isEmpty()
        ? holds
        : ExplorationWords::tr("%1, but %2", "holds, but …").arg(holds, clauseList(but));
}

QString notCheckedWords(const Exploration &exploration)
{
    QStringList why;
    for (const CheckFinding &each : exploration.checks) {
        if (each.verdict == CheckOutcome::NotChecked)
            why << noNumberWords(each.check);
    }
    why.removeDuplicates();
    return ExplorationWords::tr("Not all checks could be judged: %1").arg(clauseList(why));
}

QString smallestWords(const Counterexample &found, bool endedEarly, const QString &way)
{
    if (found.steps == 0)
        return ExplorationWords::tr("before the first step");
    return (endedEarly ? ExplorationWords::tr("found so far: %1")
            : found.isSmallest
            ? ExplorationWords::tr("shortest way: %1")
            : ExplorationWords::tr("of the fewest steps, as there was no memory to "
                                   "look for the smallest: %1"))
        .arg(way);
}

QString earlyEndWords(const Exploration &exploration)
{
    if (exploration.cancelled)
        return ExplorationWords::tr("stopped before all was executed");
    if (exploration.outOfMemory)
        return ExplorationWords::tr("the memory for it, %1, was used up")
            .arg(wording::bytes(double(exploration.memoryLimit)));
    if (exploration.endless)
        return ExplorationWords::tr("an interleaving goes on without end");
    return {};
}

CheckOutcome outcomeOf(const Exploration &exploration)
{
    const bool isEmpty = exploration.verdict == CheckOutcome::Holds && exploration.checks.empty();
    return isEmpty ? CheckOutcome::NotChecked : exploration.verdict;
}

Verdict verdictOf(const Exploration &exploration)
{
    QStringList parts;
    const bool isEarly = exploration.endedEarly();
    if (exploration.counterexample)
        parts << smallestWords(
            *exploration.counterexample, isEarly, sizeWords(*exploration.counterexample));
    if (exploration.verdict == CheckOutcome::Violated && exploration.undecided != "0" && !isEarly)
        parts << (exploration.endsForbidden
                ? ExplorationWords::tr(
                    "in %1 somebody waits for a time that an assumption forbids, "
                    "or the time steps run out")
                : ExplorationWords::tr("in %1 the time steps run out before the end"))
                     .arg(decimalWords(exploration.undecided));
    for (const CheckFinding &each : exploration.checks)
        parts << sumHintWords(each);
    parts.removeDuplicates();
    parts << ExplorationWords::tr("%1 states").arg(number(exploration.states));
    if (isEarly)
        parts << ExplorationWords::tr("%1 transitions").arg(number(exploration.transitions));
    parts << boundsWords(*exploration.scenario, exploration.options)
          << unexploredWords(exploration.unexplored)
          << assumedWords(exploration.options.assumptions) << wording::key(exploration.server, 40);
    parts.removeAll(QString());
    return {outcomeOf(exploration), sentenceOf(exploration), parts.join(QStringLiteral(" · "))};
}

QString findingWords(const CheckFinding &finding, bool endedEarly)
{
    if (finding.verdict == CheckOutcome::Holds)
        return ExplorationWords::tr("holds in all");
    if (finding.verdict == CheckOutcome::Undecided)
        return endedEarly ? ExplorationWords::tr("not violated so far")
                          : ExplorationWords::tr("undecided");
    if (finding.verdict == CheckOutcome::NotChecked)
        return ExplorationWords::tr("not checked: %1").arg(noNumberWords(finding.check));
    if (finding.counterexample && finding.counterexample->steps == 0)
        return ExplorationWords::tr("violated before the first step");
    if (endedEarly) // the violating interleavings were not all counted
        return finding.counterexample ? ExplorationWords::tr("violated; found so far: %1")
                                            .arg(sizeWords(*finding.counterexample))
                                      : ExplorationWords::tr("violated");
    const QString broken = finding.violating == "1"
        ? ExplorationWords::tr("1 interleaving")
        : ExplorationWords::tr("%1 interleavings").arg(decimalWords(finding.violating));
    return finding.counterexample
        ? broken + QStringLiteral(" · ") + sizeWords(*finding.counterexample)
        : broken;
}

QString progressWords(const ExploreProgress &progress)
{
    QStringList parts{ExplorationWords::tr("%1 states").arg(number(progress.states)),
        ExplorationWords::tr("depth %1").arg(progress.depth)};
    const double seconds = double(progress.elapsed.count()) / 1e9;
    if (seconds > 0)
        parts << ExplorationWords::tr("%1 transitions/s")
                     .arg(wording::number(std::round(double(progress.transitions) / seconds)));
    return parts.join(QStringLiteral(" · "));
}

QString boundsWords(const Scenario &scenario, const ExploreOptions &options)
{
    const Bounds &b = options.bounds;
    QStringList parts{
        ExplorationWords::tr("%n client(s)", nullptr, scenario.clientCount(options.settings)),
        atMost(b.time, ExplorationWords::tr("no time step"),
            ExplorationWords::tr("≤ %n time step(s)", nullptr, b.time)),
        atMost(b.crashes, ExplorationWords::tr("no crash"),
            ExplorationWords::tr("≤ %n crash(es)", nullptr, b.crashes)),
        atMost(b.pauses, ExplorationWords::tr("no pause"),
            ExplorationWords::tr("≤ %n pause(s)", nullptr, b.pauses))};
    if (b.restarts > 0)
        parts << ExplorationWords::tr("≤ %n restart(s)", nullptr, b.restarts);
    if (b.failovers > 0)
        parts << ExplorationWords::tr(
            "≤ %n failover(s) (losing the last write at most)", nullptr, b.failovers);
    if (b.lostRequests > 0)
        parts << ExplorationWords::tr("≤ %n lost request(s)", nullptr, b.lostRequests);
    return commaList(parts);
}

QString unexploredWords(const std::vector<Unexplored> &unexplored)
{
    QStringList parts;
    for (const Unexplored each : unexplored) {
        switch (each) {
        case Unexplored::LateExpiredEvents:
            parts << ExplorationWords::tr("expiry messages later than the deadline");
            break;
        case Unexplored::LateMessages:
            parts << ExplorationWords::tr("messages later than their PUBLISH");
            break;
        case Unexplored::TimesBetweenDeadlines:
            parts << ExplorationWords::tr(
                "clock and TTL readings, and what is admitted, between deadlines");
            break;
        case Unexplored::TimeBetweenLeases:
            parts << ExplorationWords::tr("time between the commands that set two deadlines");
            break;
        case Unexplored::CommandsAtDeadline:
            parts << ExplorationWords::tr("more than two commands of a thread at a deadline");
            break;
        case Unexplored::OtherReplicationLags:
            parts << ExplorationWords::tr(
                "a replica that lacks none or several of the last writes");
            break;
        case Unexplored::TimersOutOfPhase:
            parts << ExplorationWords::tr(
                "timers that begin in the midst of other timers or leases");
            break;
        case Unexplored::OutagesThatLast:
            parts << ExplorationWords::tr("the time for which a server is away");
            break;
        case Unexplored::TableOrder:
            parts << ExplorationWords::tr("other orders in which a script goes through a table");
            break;
        case Unexplored::LateResubscriptions:
            parts << ExplorationWords::tr("messages that nobody hears before subscribing again");
            break;
        case Unexplored::ClocksThatDrift:
            parts << ExplorationWords::tr("servers' clocks that drift apart");
            break;
        case Unexplored::LostReplies:
            parts << ExplorationWords::tr("commands that were executed and whose reply is lost");
            break;
        }
    }
    return parts.isEmpty() ? QString()
                           : ExplorationWords::tr("not explored: %1").arg(commaList(parts));
}

QString assumptionWords(Assumption assumption)
{
    return assumption == Assumption::WorkShorterThanLease
        ? ExplorationWords::tr("work is shorter than the lease")
        : ExplorationWords::tr("timers fire on time");
}

QString assumedWords(const std::vector<Assumption> &assumptions)
{
    QStringList parts;
    for (const Assumption each : assumptions)
        parts << assumptionWords(each);
    return parts.isEmpty() ? QString() : ExplorationWords::tr("assumed: %1").arg(commaList(parts));
}

QString violatedChecksWords(const Exploration &exploration, quint32 violated)
{
    QStringList parts;
    for (std::size_t i = 0; i < exploration.checks.size() && i < 32; ++i) {
        if (violated >> i & 1)
            parts << checkWords(exploration.checks[i].check, exploration.options.settings);
    }
    return clauseList(parts);
}

} // namespace lockstep
