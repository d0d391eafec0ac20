// Part of verdictwords.h. A violation in a sentence. Moments are told from the round's begin: that
// is what the axis of the picture shows.

#include "ui/lab/words/verdictwords.h"

#include "ui/lab/words/momentwords.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

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
    if (check.when == Check::When::Finally && run.history.orderKind == OrderKind::Stepped)
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
    return grew(check, violation) ? VerdictWords::tr("since %1 in round %2").arg(moment, number)
                                  : VerdictWords::tr("at %1 in round %2").arg(moment, number);
}

QString withClients(const QString &sentence, const Violation &violation, const Run &run)
{
    const QString clients = clientWords(violation.clients, run.history);
    return clients.isEmpty() ? sentence : VerdictWords::tr("%1: %2").arg(sentence, clients);
}

// Those that are known are those of the beginning: more came later.
QString withFirstClients(const QString &sentence, const Violation &violation, const Run &run)
{
    const QString clients = clientWords(violation.clients, run.history);
    return clients.isEmpty() ? sentence
                             : VerdictWords::tr("%1; at first %2").arg(sentence, clients);
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
        return VerdictWords::tr("%1 is only %2 %4, at least %3 is right")
            .arg(name, actual, allowed, where);
    case Check::Kind::ValueAtMost:
        return VerdictWords::tr("%1 reached %2 %4, at most %3 is right")
            .arg(name, actual, allowed, where);
    default:
        return VerdictWords::tr("“%1” went back to %2 after %3 %4")
            .arg(name, actual, allowed, where);
    }
}

} // namespace

QString violationSentence(const Check &check, const Violation &violation, const Run &run)
{
    const QString where = placeOf(check, violation, run);
    const QString name = nameOf(violation.key.isEmpty() ? check.name : violation.key);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return grew(check, violation)
            ? withFirstClients(holders(check, violation, where), violation, run)
            : withClients(holders(check, violation, where), violation, run);
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
    return VerdictWords::tr("%1 (%2)").arg(
        foreignWords(violation.sentence.in(wording::language())), where);
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
