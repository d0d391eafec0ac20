// Implements violationSentence() of verdictwords.h. Moments count from the beginning of the round,
// as on the time axis of the picture.

#include "ui/lab/words/verdictwords.h"

#include "core/lab/history/roundrecords.h"
#include "ui/lab/words/momentwords.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

using wording::number;

QString nameOf(const QByteArray &name)
{
    return wording::key(name, 40);
}

// Whether the violation grew: the sentence names the worst value of the round, which came later
// than the first violation.
bool grew(const Check &check, const Violation &violation)
{
    return check.when == Check::When::Always && violation.worst != violation.actual;
}

// Where the violation happened. Leaves out the number of the round if the run has only one.
QString placeOf(const Check &check, const Violation &violation, const Run &run)
{
    const auto round = std::size_t(violation.round);
    const bool isOnly = run.history.rounds.size() == 1;
    const QString number = ::lockstep::number(violation.round + 1);
    if (check.when == Check::When::Finally && isOnly)
        return VerdictWords::tr("at the end");
    if (check.when == Check::When::Finally || round >= run.history.rounds.size())
        return VerdictWords::tr("in round %1").arg(number);
    if (run.history.orderKind == OrderKind::Stepped) {
        const QString step = wording::moment(violation.at, OrderKind::Stepped, 1);
        return grew(check, violation) ? VerdictWords::tr("since step %1").arg(step)
                                      : VerdictWords::tr("at step %1").arg(step);
    }
    const Moment begin = run.history.rounds[round].begin;
    const QString moment = spanWords(std::chrono::nanoseconds(violation.at - begin));
    if (isOnly)
        return grew(check, violation) ? VerdictWords::tr("since %1").arg(moment)
                                      : VerdictWords::tr("at %1").arg(moment);
    return grew(check, violation) ? VerdictWords::tr("since %1 in round %2").arg(moment, number)
                                  : VerdictWords::tr("at %1 in round %2").arg(moment, number);
}

QString withClients(const QString &sentence, const Violation &violation, const Run &run)
{
    const QString clients = clientWords(violation.clients, run.history);
    return clients.isEmpty() ? sentence : VerdictWords::tr("%1: %2").arg(sentence, clients);
}

// Only the clients of the violation's beginning are known; more came later.
QString withThoseWhoCameLater(const QString &sentence, const Violation &violation, const Run &run)
{
    const QString clients = clientWords(violation.clients, run.history);
    const QString worst = number(violation.worst);
    return clients.isEmpty()
        ? VerdictWords::tr("%1, later up to %2", "two holders, later up to 3").arg(sentence, worst)
        : VerdictWords::tr("%1 (%2), later up to %3", "two holders (A and B), later up to 3")
              .arg(sentence, clients, worst);
}

QString holders(const Violation &violation, const QString &where)
{
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
    return VerdictWords::tr("“%1” reached %2 %4, expected at most %3")
        .arg(nameOf(check.name), number(violation.worst), number(violation.allowed), where);
}

bool isCounted(const QByteArray &name, const Violation &violation, const Run &run)
{
    if (std::size_t(violation.round) >= run.history.rounds.size())
        return true; // the records are missing, so do not claim that nobody counted it
    const RoundRecords records(run.history, violation.round);
    return std::any_of(records.marks.begin(), records.marks.end(), [&](const MarkRecord &mark) {
        return mark.kind == MarkRecord::Kind::Count && run.history.texts[mark.name] == name;
    });
}

QString tooFew(const Check &check, const Violation &violation, const Run &run, const QString &where)
{
    const QString name = nameOf(check.name);
    const QString allowed = number(violation.allowed);
    if (check.when != Check::When::Finally || isCounted(check.name, violation, run))
        return VerdictWords::tr("“%1” is %2 %4, expected at least %3")
            .arg(name, number(violation.worst), allowed, where);
    return run.history.rounds.size() == 1
        ? VerdictWords::tr("Nobody counted “%1”, expected at least %2").arg(name, allowed)
        : VerdictWords::tr("Nobody counted “%1” %3, expected at least %2", "… in round 3, …")
              .arg(name, allowed, where);
}

QString bounds(const Check &check, const Violation &violation, const QString &where)
{
    const QString name = nameOf(violation.key.isEmpty() ? check.name : violation.key);
    const QString actual = number(violation.worst);
    const QString allowed = number(violation.allowed);
    switch (check.kind) {
    case Check::Kind::SumEquals:
        return VerdictWords::tr("%1 + %2 is %3 %5, not %4")
            .arg(nameOf(check.name), nameOf(check.other), actual, allowed, where);
    case Check::Kind::ValueAtLeast:
        return VerdictWords::tr("%1 is %2 %4, expected at least %3")
            .arg(name, actual, allowed, where);
    case Check::Kind::ValueAtMost: // at the end it is not known to be the peak
        return (check.when == Check::When::Finally
                ? VerdictWords::tr("%1 is %2 %4, expected at most %3")
                : VerdictWords::tr("%1 reached %2 %4, expected at most %3"))
            .arg(name, actual, allowed, where);
    default:
        return VerdictWords::tr("“%1” went back to %2 after %3 %4")
            .arg(name, actual, allowed, where);
    }
}

// Says which client tampered with whose key.
QString tamperingWords(
    const Check &check, const Violation &violation, const Run &run, const QString &where)
{
    const QString key = nameOf(violation.key.isEmpty() ? check.name : violation.key);
    const bool isRelease = check.kind == Check::Kind::ReleasedByOwner;
    if (violation.clients.size() < 2)
        return isRelease
            ? VerdictWords::tr("%1 was deleted by another than its owner %2").arg(key, where)
            : VerdictWords::tr("%1 was renewed by another than its owner %2").arg(key, where);
    const QString owner = clientWords(violation.clients.first(1), run.history);
    const QString other = clientWords(violation.clients.last(1), run.history);
    return (isRelease ? VerdictWords::tr("%1 deleted %2's %3 %4", "A deleted B's lock at 12 ms")
                      : VerdictWords::tr("%1 renewed %2's %3 %4", "A renewed B's lock at 12 ms"))
        .arg(other, owner, key, where);
}

QString waitingWords(const Violation &violation, const Run &run)
{
    constexpr qsizetype mostNamed = 3;
    if (violation.clients.size() == 1)
        return VerdictWords::tr("%1 waits for ever")
            .arg(clientWords(violation.clients, run.history));
    return violation.clients.size() <= mostNamed
        ? VerdictWords::tr("%1 wait for ever").arg(clientWords(violation.clients, run.history))
        : VerdictWords::tr("%1 clients wait for ever").arg(number(violation.clients.size()));
}

// Says what the clients wait for, and who left the key behind that they wait for.
QString stuckWords(const Violation &violation, const Run &run)
{
    const QString waiting = waitingWords(violation, run);
    const QString key = nameOf(violation.key);
    if (violation.key.isEmpty())
        return waiting;
    if (violation.culprit == none || violation.clients.contains(violation.culprit))
        return VerdictWords::tr("%1 for %2", "B waits for ever for lock").arg(waiting, key);
    const QString culprit = clientWords({violation.culprit}, run.history);
    return (RoundRecords(run.history, violation.round).hasCrashed(violation.culprit)
            ? VerdictWords::tr("%1 crashed while it held %2; %3", "M crashed; 17 wait for ever")
            : VerdictWords::tr("%1 never gave %2 back; %3", "M never did; 17 wait for ever"))
        .arg(culprit, key, waiting);
}

} // namespace

QString violationSentence(const Check &check, const Violation &violation, const Run &run)
{
    const QString where = placeOf(check, violation, run);
    const QString name = nameOf(violation.key.isEmpty() ? check.name : violation.key);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return grew(check, violation)
            ? withThoseWhoCameLater(holders(violation, where), violation, run)
            : withClients(holders(violation, where), violation, run);
    case Check::Kind::CountAtMost:
        return tooMany(check, violation, where);
    case Check::Kind::CountAtLeast:
        return tooFew(check, violation, run, where);
    case Check::Kind::SumEquals:
    case Check::Kind::ValueAtLeast:
    case Check::Kind::ValueAtMost:
    case Check::Kind::InOrder:
        return bounds(check, violation, where);
    case Check::Kind::TtlPresent:
        return VerdictWords::tr("%1 has no TTL %2: it stays for ever").arg(name, where);
    case Check::Kind::ReleasedByOwner:
    case Check::Kind::RenewedByOwner:
        return tamperingWords(check, violation, run, where);
    case Check::Kind::AdmittedAtMost:
        return VerdictWords::tr("%1 admitted within %2 (limit %3) %4")
            .arg(number(violation.worst),
                wording::duration(Milliseconds(check.window.in(run.options.settings))),
                number(violation.allowed), where);
    case Check::Kind::NobodyWaits:
        return run.history.rounds.size() == 1 ? stuckWords(violation, run)
                                              : VerdictWords::tr("%1, %2", "sentence, in round 3")
                                                    .arg(stuckWords(violation, run), where);
    case Check::Kind::Function:
        break;
    }
    return VerdictWords::tr("%1 (%2)").arg(foreignWords(functionSentence(violation)), where);
}

QString functionSentence(const Violation &violation)
{
    return violation.isNotTriedInFull
        ? VerdictWords::tr("What is not known exactly, as what is left of a TTL, may have been so "
                           "in more combinations than were tried")
        : violation.sentence.in(wording::language());
}

QString clientWords(const QList<quint32> &clients, const History &history)
{
    constexpr qsizetype most = 4;
    QStringList names;
    for (const quint32 client : clients) {
        if (client < history.clients.size())
            names << QString::fromUtf8(history.clients[client].name);
    }
    if (names.size() > most)
        return VerdictWords::tr("%1 and %2 more")
            .arg(nameList(names.mid(0, most - 1)), number(names.size() - most + 1));
    if (names.size() < 2)
        return names.value(0);
    const QString last = names.takeLast();
    return VerdictWords::tr("%1 and %2").arg(nameList(names), last);
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
