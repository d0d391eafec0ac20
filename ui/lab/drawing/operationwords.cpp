#include "ui/lab/drawing/operationwords.h"

#include "ui/lab/drawing/statemarks.h"
#include "ui/lab/drawing/textwidths.h"
#include "ui/lab/words/momentwords.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

// Where the translations of this file are found.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::CommandWords)
};

QString valueOf(const History &history, const KeyChange &change)
{
    if (!change.exists)
        return Words::tr("(gone)");
    if (change.isNumber)
        return QString::number(change.number);
    if (change.value != 0)
        return plainText(history, change.value, 40);
    return Words::tr("%n elements", nullptr, int(change.number));
}

// before → after of one key, with its TTL where that is all that changed.
QString changeWords(const RoundTracks &tracks, const KeyTrack &track, std::size_t place)
{
    const History &history = tracks.history();
    const KeyChange &after = history.changes[track.changes[place]];
    const KeyChange before = place > 0 ? history.changes[track.changes[place - 1]] : KeyChange{};
    QString words =
        Words::tr("%1: %2 → %3")
            .arg(plainText(history, track.key), valueOf(history, before), valueOf(history, after));
    if (after.exists && after.deadline != never) {
        const Moment left = history.timeLeft(after, after.at);
        words += Words::tr(", TTL %1 (%2 ms)").arg(wording::length(left)).arg(left / 1'000'000);
    }
    return words;
}

QStringList changesBy(const RoundTracks &tracks, quint32 number)
{
    constexpr std::ptrdiff_t mostLookedAt = 4096;
    const Operation &operation = tracks.operation(number);
    QStringList lines;
    for (const KeyTrack &track : tracks.keys) {
        const auto &at = track.changedAt;
        const auto first = std::lower_bound(at.begin(), at.end(), operation.called);
        const auto last = std::upper_bound(first, at.end(), operation.returned);
        const auto end = first + std::min(last - first, mostLookedAt);
        for (auto change = first; change != end; ++change) {
            const auto place = std::size_t(change - at.begin());
            if (tracks.history().changes[track.changes[place]].operation == number)
                lines << changeWords(tracks, track, place);
        }
    }
    return lines;
}

} // namespace

QString plainText(const History &history, quint32 text, qsizetype limit)
{
    return wording::key(history.texts[text], limit);
}

QString clientName(const History &history, quint32 client)
{
    return client < history.clients.size() ? wording::key(history.clients[client].name, 12)
                                           : QString();
}

QString fittingWords(
    const History &history, const Operation &operation, const TextWidths &widths, double width)
{
    const QByteArrayView words = history.texts[operation.words];
    const QByteArrayView reply = history.texts[operation.reply];
    const qsizetype space = std::find(words.begin(), words.end(), ' ') - words.begin();
    const QString name = wording::key(words.first(space), 24);
    if (widths.of(name) > width)
        return {};
    const QString arrow = reply.isEmpty() ? QString() : QStringLiteral(" → ");
    const QString said = reply.isEmpty() ? QString() : wording::key(reply, 24);
    for (const QString &longer : {wording::key(words, 120) + arrow + said, name + arrow + said}) {
        if (widths.of(longer) <= width)
            return longer;
    }
    return name;
}

QString stateWords(const History &history, const LaneSpan &span)
{
    using State = LaneSpan::State;
    const QString name = span.name != 0 ? plainText(history, span.name, 24) : QString();
    switch (span.state) {
    case State::Waiting:
        return name.isEmpty() ? Words::tr("waits") : Words::tr("waits for %1").arg(name);
    case State::Holding:
        return name.isEmpty() ? Words::tr("holds") : Words::tr("holds %1").arg(name);
    case State::Expired:
        return Words::tr("lease gone, still working");
    case State::Outside:
    case State::Violation:
    case State::Paused:
    case State::Crashed:
        break;
    }
    return StateMarks::word(span.state);
}

QString shortStateWord(LaneSpan::State state)
{
    using State = LaneSpan::State;
    switch (state) {
    case State::Waiting:
        return Words::tr("waits");
    case State::Holding:
        return Words::tr("holds");
    case State::Expired:
        return Words::tr("expired");
    default:
        return StateMarks::word(state);
    }
}

namespace {

QString tamperingWords(const CheckResult &result, const QString &key, const History &history)
{
    const QList<quint32> &clients = result.first->clients;
    const bool isRelease = result.check.kind == Check::Kind::ReleasedByOwner;
    if (clients.size() < 2)
        return isRelease ? Words::tr("%1 deleted by somebody else").arg(key)
                         : Words::tr("%1 renewed by somebody else").arg(key);
    return (isRelease ? Words::tr("%1 deleted %2's %3", "A deleted B's lock")
                      : Words::tr("%1 renewed %2's %3", "A renewed B's lock"))
        .arg(clientName(history, clients.last()), clientName(history, clients.first()), key);
}

} // namespace

QString breachWords(const CheckResult &result, const History &history)
{
    using Kind = Check::Kind;
    const Violation &first = *result.first;
    if (!first.sentence.en.isEmpty())
        return wording::key(first.sentence.in(wording::language()).toUtf8(), 100);
    const QString name = wording::key(first.key.isEmpty() ? result.check.name : first.key, 32);
    const QString actual = QString::number(first.actual);
    const QString allowed = QString::number(first.allowed);
    switch (result.check.kind) {
    case Kind::HoldersAtMost:
        return Words::tr("%1: %2 holders, at most %3").arg(name, actual, allowed);
    case Kind::CountAtMost:
    case Kind::ValueAtMost:
    case Kind::AdmittedAtMost:
        return Words::tr("%1: %2, at most %3").arg(name, actual, allowed);
    case Kind::CountAtLeast:
    case Kind::ValueAtLeast:
        return Words::tr("%1: %2, at least %3").arg(name, actual, allowed);
    case Kind::SumEquals:
        return Words::tr("%1: sum %2 instead of %3").arg(name, actual, allowed);
    case Kind::TtlPresent:
        return Words::tr("%1 has no TTL").arg(name);
    case Kind::ReleasedByOwner:
    case Kind::RenewedByOwner:
        return tamperingWords(result, name, history);
    case Kind::InOrder:
        return Words::tr("%1: %2 after %3").arg(name, actual, allowed);
    case Kind::NobodyWaits:
        return Words::tr("somebody waits for ever");
    case Kind::Function:
        break;
    }
    return checkWords(result.check, {});
}

QStringList operationFacts(const RoundTracks &tracks, quint32 number)
{
    const History &history = tracks.history();
    const Operation &operation = tracks.operation(number);
    const bool lost = operation.returned == never;
    QStringList facts;
    facts << Words::tr("%1: %2").arg(
        clientName(history, operation.client), plainText(history, operation.words, 160));
    facts << (lost ? Words::tr("no reply: cut off before")
                   : Words::tr("→ %1").arg(plainText(history, operation.reply, 160)));
    facts << changesBy(tracks, number);
    if (operation.line > 0)
        facts << Words::tr("line %1").arg(operation.line);
    if (history.orderKind == OrderKind::Stepped)
        facts << Words::tr("step %1").arg(
            wording::moment(operation.returned, history.orderKind, 1));
    else if (!lost)
        facts << Words::tr("at %1, took %2")
                     .arg(wording::moment(
                              operation.called - tracks.round.begin, history.orderKind, 1000),
                         wording::length(operation.returned - operation.called));
    return facts;
}

} // namespace lockstep
