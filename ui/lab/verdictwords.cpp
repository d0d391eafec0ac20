// A run has many checks and one headline. The headline is the earliest certain violation, with a
// second one behind it where another check was violated too ("two holders, oversold"): cause and
// damage are usually two checks. What is only possible, undecided or not checked is said in that
// order; "held" is said only when nothing else is to be said, with the number of rounds it held in.
//
// Moments are told from the round's begin: that is what the axis of the picture shows.

#include "ui/lab/verdictwords.h"

#include "ui/errormessage.h"
#include "ui/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::VerdictWords)
};

QString number(qint64 value)
{
    return wording::number(double(value));
}

QString nameOf(const QByteArray &name)
{
    return wording::key(name, 40);
}

// Whether it began with less than what is told: the worst of the round.
bool grew(const Check &check, const Violation &violation)
{
    return check.when == Check::When::Always && violation.worst != violation.actual;
}

QString placeOf(const Check &check, const Violation &violation, const Run &run)
{
    const auto round = std::size_t(violation.round);
    const QString number = ::lockstep::number(violation.round + 1);
    if (check.when == Check::When::Finally || round >= run.history.rounds.size())
        return VerdictWords::tr("in round %1").arg(number);
    const Moment begin = run.history.rounds[round].begin;
    const QString moment = spanWords(std::chrono::nanoseconds(violation.at - begin));
    return grew(check, violation) ? VerdictWords::tr("since %1 in round %2").arg(moment, number)
                                  : VerdictWords::tr("at %1 in round %2").arg(moment, number);
}

QString withClients(const QString &sentence, const Violation &violation, const Run &run)
{
    const QString clients = clientWords(violation.clients, run.history);
    return clients.isEmpty() ? sentence : VerdictWords::tr("%1: %2").arg(sentence, clients);
}

QString holders(const Check &check, const Violation &violation, const QString &where)
{
    if (grew(check, violation))
        return VerdictWords::tr("Up to %1 holders, %2").arg(number(violation.worst), where);
    if (violation.actual == 2)
        return VerdictWords::tr("Two holders %1").arg(where);
    if (violation.actual == 3)
        return VerdictWords::tr("Three holders %1").arg(where);
    return VerdictWords::tr("%1 holders %2").arg(number(violation.actual), where);
}

QString tooMany(const Check &check, const Violation &violation, const QString &where)
{
    if (check.name == "sold") {
        const QString excess = number(violation.worst - violation.allowed);
        return grew(check, violation) ? VerdictWords::tr("Oversold by %1, %2").arg(excess, where)
                                      : VerdictWords::tr("Oversold by %1 %2").arg(excess, where);
    }
    return VerdictWords::tr("“%1” reached %2 %4, at most %3 is right")
        .arg(nameOf(check.name), number(violation.worst), number(violation.allowed), where);
}

QString bounds(const Check &check, const Violation &violation, const QString &where)
{
    const QString name = nameOf(violation.key.isEmpty() ? check.name : violation.key);
    const QString actual = number(violation.worst);
    const QString allowed = number(violation.allowed);
    switch (check.kind) {
    case Check::Kind::CountAtLeast:
        return VerdictWords::tr("“%1” is only %2 %4, at least %3 is right")
            .arg(name, actual, allowed, where);
    case Check::Kind::SumEquals:
        return VerdictWords::tr("%1 + %2 is %3 %5, not %4")
            .arg(nameOf(check.name), nameOf(check.other), actual, allowed, where);
    case Check::Kind::ValueAtLeast:
        return VerdictWords::tr("%1 fell to %2 %4, below %3").arg(name, actual, allowed, where);
    case Check::Kind::ValueAtMost:
        return VerdictWords::tr("%1 rose to %2 %4, above %3").arg(name, actual, allowed, where);
    default:
        return VerdictWords::tr("“%1” went back to %2 after %3 %4")
            .arg(name, actual, allowed, where);
    }
}

QString rateOf(const Run &run)
{
    const double seconds = double(run.busy.count()) / 1e9;
    if (seconds <= 0 || run.history.operations.empty())
        return {};
    return VerdictWords::tr("%1 operations/s")
        .arg(wording::number(std::round(double(run.history.operations.size()) / seconds)));
}

QString orderWords(const Run &run)
{
    switch (run.history.orderKind) {
    case OrderKind::Exact:
        return VerdictWords::tr("exact order");
    case OrderKind::Sampled:
        return VerdictWords::tr("order not exact");
    case OrderKind::Stepped:
        break;
    }
    return {};
}

QString detailsOf(const Run &run)
{
    QStringList parts;
    const auto rounds = int(run.history.rounds.size());
    parts << VerdictWords::tr("%n round(s)", nullptr, rounds);
    if (run.violatedRounds > 0 && rounds > 1)
        parts << VerdictWords::tr("violated in %1").arg(number(run.violatedRounds));
    const auto possible = std::max_element(run.results.begin(), run.results.end(),
        [](const auto &a, const auto &b) { return a.possibleRounds < b.possibleRounds; });
    if (possible != run.results.end() && possible->possibleRounds > 0)
        parts << VerdictWords::tr("possible in %1").arg(number(possible->possibleRounds));
    for (const auto &[name, count] : run.counts) {
        if (parts.size() < 6)
            parts << QStringLiteral("%1 %2").arg(nameOf(name), number(count));
    }
    parts << rateOf(run) << orderWords(run) << foreignWords(QString::fromUtf8(run.server));
    if (run.options.seed != 0)
        parts << VerdictWords::tr("seed %1").arg(run.options.seed);
    if (run.stopped)
        parts << VerdictWords::tr("stopped");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

const CheckResult *earliest(
    const std::vector<CheckResult> &results, Verdict::Kind kind, const CheckResult *after = nullptr)
{
    const CheckResult *found = nullptr;
    const auto key = [](const CheckResult &r) {
        return r.first ? std::pair(r.first->round, r.first->at) : std::pair(0, never);
    };
    for (const CheckResult &result : results) {
        if (verdictKind(result.outcome) != kind || &result == after)
            continue;
        if (after && result.check.kind == after->check.kind)
            continue; // it would say the same twice
        if (!found || key(result) < key(*found))
            found = &result;
    }
    return found;
}

QString headline(const Run &run, Verdict::Kind kind)
{
    const CheckResult *first = earliest(run.results, kind);
    if (!first)
        return {};
    const QString sentence = checkSentence(*first, run);
    const CheckResult *second = earliest(run.results, kind, first);
    if (kind != Verdict::Kind::Violated || !second)
        return sentence;
    return VerdictWords::tr("%1; %2", "two violations").arg(sentence, checkSentence(*second, run));
}

QString heldSentence(const Run &run)
{
    const auto rounds = qint64(run.history.rounds.size());
    return rounds == 1
        ? VerdictWords::tr("Held")
        : VerdictWords::tr("Held in %1 of %2 rounds").arg(number(rounds), number(rounds));
}

// A function that was looked at less often than it asks for.
QString withEndOnly(const QString &sentence, const CheckResult &result, qint64 rounds)
{
    if (result.endOnlyRounds == 0)
        return sentence;
    return rounds == 1
        ? VerdictWords::tr("%1; too many states: only the end was looked at").arg(sentence)
        : VerdictWords::tr("%1; too many states: only the end was looked at in %n round(s)",
            nullptr, result.endOnlyRounds)
              .arg(sentence);
}

} // namespace

Verdict::Kind verdictKind(CheckResult::Outcome outcome)
{
    switch (outcome) {
    case CheckResult::Outcome::Holds:
        return Verdict::Kind::Holds;
    case CheckResult::Outcome::Violated:
        return Verdict::Kind::Violated;
    case CheckResult::Outcome::Possible:
        return Verdict::Kind::Possible;
    case CheckResult::Outcome::Undecided:
        return Verdict::Kind::Undecided;
    case CheckResult::Outcome::NotChecked:
        break;
    }
    return Verdict::Kind::NotChecked;
}

QString verdictWord(Verdict::Kind kind)
{
    switch (kind) {
    case Verdict::Kind::Holds:
        return VerdictWords::tr("held");
    case Verdict::Kind::Violated:
        return VerdictWords::tr("violated");
    case Verdict::Kind::Possible:
        return VerdictWords::tr("possible");
    case Verdict::Kind::Undecided:
        return VerdictWords::tr("undecided");
    case Verdict::Kind::NotChecked:
        return VerdictWords::tr("not checked");
    case Verdict::Kind::Mistake:
        break;
    }
    return VerdictWords::tr("mistake");
}

QString violationSentence(const Check &check, const Violation &violation, const Run &run)
{
    const QString where = placeOf(check, violation, run);
    const QString name = nameOf(violation.key.isEmpty() ? check.name : violation.key);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return withClients(holders(check, violation, where), violation, run);
    case Check::Kind::CountAtMost:
        return tooMany(check, violation, where);
    case Check::Kind::CountAtLeast:
    case Check::Kind::SumEquals:
    case Check::Kind::ValueAtLeast:
    case Check::Kind::ValueAtMost:
    case Check::Kind::InOrder:
        return bounds(check, violation, where);
    case Check::Kind::TtlPresent:
        return VerdictWords::tr("%1 has no TTL %2: it stays for ever").arg(name, where);
    case Check::Kind::ReleasedByOwner:
        return withClients(
            VerdictWords::tr("%1 was released by somebody else than its owner %2").arg(name, where),
            violation, run);
    case Check::Kind::RenewedByOwner:
        return withClients(
            VerdictWords::tr("%1 was renewed by somebody else than its owner %2").arg(name, where),
            violation, run);
    case Check::Kind::AdmittedAtMost:
        return VerdictWords::tr("%1 admitted within %2 %4, at most %3 is right")
            .arg(number(violation.worst),
                wording::duration(Milliseconds(check.window.in(run.options.settings))),
                number(violation.allowed), where);
    case Check::Kind::NobodyWaits:
        return withClients(VerdictWords::tr("Stuck for ever %1").arg(where), violation, run);
    case Check::Kind::Function:
        break;
    }
    return VerdictWords::tr("%1 (%2)").arg(foreignWords(violation.sentence), where);
}

QString checkSentence(const CheckResult &result, const Run &run)
{
    const auto rounds = qint64(run.history.rounds.size());
    switch (result.outcome) {
    case CheckResult::Outcome::Holds:
        return withEndOnly(heldSentence(run), result, rounds);
    case CheckResult::Outcome::Violated:
        return result.first ? violationSentence(result.check, *result.first, run)
                            : VerdictWords::tr("Violated in %1 of %2 rounds")
                                  .arg(number(result.violatedRounds), number(rounds));
    case CheckResult::Outcome::Possible:
        return result.first ? VerdictWords::tr("Cannot be excluded: %1")
                                  .arg(violationSentence(result.check, *result.first, run))
                            : VerdictWords::tr("Cannot be excluded in %1 of %2 rounds")
                                  .arg(number(result.possibleRounds), number(rounds));
    case CheckResult::Outcome::Undecided:
        return VerdictWords::tr("Undecided: cut off before it could be decided");
    case CheckResult::Outcome::NotChecked:
        break;
    }
    return VerdictWords::tr("Not checked: needs the exact order of execution");
}

Verdict verdictOf(const Run &run)
{
    using Kind = Verdict::Kind;
    if (!run.mistake.isEmpty())
        return {Kind::Mistake, VerdictWords::tr("The program has a mistake: %1").arg(run.mistake),
            detailsOf(run)};
    if (run.history.rounds.empty())
        return {Kind::Undecided, VerdictWords::tr("Stopped before the first round was over"),
            detailsOf(run)};
    for (const Kind kind : {Kind::Violated, Kind::Possible, Kind::Undecided}) {
        const QString sentence = headline(run, kind);
        if (!sentence.isEmpty())
            return {kind, sentence, detailsOf(run)};
    }
    const auto unchecked = int(std::count_if(run.results.begin(), run.results.end(),
        [](const auto &r) { return r.outcome == CheckResult::Outcome::NotChecked; }));
    if (unchecked == 0)
        return {Kind::Holds, heldSentence(run), detailsOf(run)};
    if (unchecked == int(run.results.size()))
        return {Kind::NotChecked, headline(run, Kind::NotChecked), detailsOf(run)};
    return {Kind::NotChecked,
        VerdictWords::tr("%1; %n check(s) need the exact order", nullptr, unchecked)
            .arg(heldSentence(run)),
        detailsOf(run)};
}

QString clientWords(const QList<quint32> &clients, const History &history)
{
    constexpr qsizetype most = 4;
    QStringList names;
    for (const quint32 client : clients) {
        if (client < history.clients.size())
            names << QString::fromUtf8(history.clients[client].name);
    }
    const auto comma = QStringLiteral(", ");
    if (names.size() > most)
        return VerdictWords::tr("%1 and %2 more")
            .arg(names.mid(0, most - 1).join(comma), number(names.size() - most + 1));
    if (names.size() < 2)
        return names.value(0);
    const QString last = names.takeLast();
    return VerdictWords::tr("%1 and %2").arg(names.join(comma), last);
}

QString spanWords(std::chrono::nanoseconds span)
{
    const double ns = double(span.count());
    const auto digits = [](double value) {
        return QString::number(value, 'f', value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
    };
    if (std::abs(ns) < 1e6)
        return VerdictWords::tr("%1 µs").arg(QString::number(ns / 1e3, 'f', 0));
    if (std::abs(ns) < 1e9)
        return VerdictWords::tr("%1 ms").arg(digits(ns / 1e6));
    return VerdictWords::tr("%1 s").arg(digits(ns / 1e9));
}

} // namespace lockstep
