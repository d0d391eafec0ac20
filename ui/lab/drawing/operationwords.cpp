#include "ui/lab/drawing/operationwords.h"

#include "ui/lab/drawing/statemarks.h"
#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/words/momentwords.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

// The translation context of this file.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::CommandWords)
};

// "before → after" of a key, or the change of its TTL if nothing else changed.
QString changeWords(const RoundTracks &tracks, const KeyTrack &track, std::size_t place)
{
    const History &history = tracks.history();
    const KeyChange &after = history.changes[track.changes[place]];
    const KeyChange before = place > 0 ? history.changes[track.changes[place - 1]] : KeyChange{};
    QString words = Words::tr("%1: %2 → %3")
                        .arg(plainText(history, track.key), valueWords(history, before),
                            valueWords(history, after));
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

QString valueWords(const History &history, const KeyChange &change)
{
    if (!change.exists)
        return Words::tr("(gone)");
    if (change.isNumber)
        return QString::number(change.number);
    if (change.isOfElements())
        return Words::tr("%n elements", nullptr, int(change.number));
    return plainText(history, change.value, 60);
}

QString authorWords(const RoundTracks &tracks, const KeyChange &change)
{
    const History &history = tracks.history();
    const bool tellsMembers = change.value != 0 && !change.isString && !change.isHash;
    if (tellsMembers)
        return QStringLiteral("  ") + plainText(history, change.value, 40);
    if (change.operation == none)
        return {};
    return QStringLiteral(" ◂ ") + clientName(history, tracks.operation(change.operation).client);
}

QString messageWords(const RoundTracks &tracks, const PublishedMessage &message)
{
    const History &history = tracks.history();
    const QString text = plainText(history, message.text, 40);
    const QString sentence = message.operation == none
        ? Words::tr("“%1”").arg(text)
        : Words::tr("%1: “%2”", "A: “free”")
              .arg(clientName(history, tracks.operation(message.operation).client), text);
    if (message.receipts.empty())
        return Words::tr("%1, nobody listens").arg(sentence);
    QStringList who;
    int missed = 0;
    for (const PublishedMessage::Receipt &each : message.receipts) {
        const QString name = clientName(history, each.client);
        const bool isMissed = each.at == never;
        missed += isMissed ? 1 : 0;
        who << (isMissed ? Words::tr("%1 (not received)", "a client").arg(name) : name);
    }
    constexpr qsizetype most = 4;
    if (who.size() <= most)
        return sentence + QStringLiteral(" → ") + who.join(QStringLiteral(", "));
    const QString words = Words::tr("%1 → %n clients", nullptr, int(who.size())).arg(sentence);
    return missed > 0 ? Words::tr("%1, not received by %n of them", nullptr, missed).arg(words)
                      : words;
}

QString plainText(const History &history, quint32 text, qsizetype limit)
{
    return wording::key(history.texts[text], limit);
}

QString clientName(const History &history, quint32 client)
{
    return client < history.clients.size() ? wording::key(history.clients[client].name, 12)
                                           : QString();
}

namespace {

// Shortens an error reply to its beginning, which names the problem.
QString replyWords(const QByteArray &reply)
{
    constexpr qsizetype mostOfError = 48;
    if (!reply.startsWith("(error) "))
        return wording::key(reply, 24);
    const QString whole = wording::key(reply, 0);
    return whole.size() <= mostOfError ? whole : whole.first(mostOfError - 1) + QChar(0x2026);
}

} // namespace

CommandWords fittingWords(const RoundTracks &tracks, const Operation &operation,
    const TextLayoutCache &texts, double width, bool hasRowBelow)
{
    const QByteArray words = tracks.clock.shortened(tracks.history().texts[operation.command]);
    const QByteArray reply = tracks.clock.shortened(tracks.history().texts[operation.reply]);
    const qsizetype space = std::find(words.begin(), words.end(), ' ') - words.begin();
    const QString name = wording::key(QByteArrayView(words).first(space), 24);
    const QString said = reply.isEmpty() ? QString() : QStringLiteral(" → ") + replyWords(reply);
    const QString whole = wording::key(words, 120);
    if (texts.of(whole + said) <= width)
        return {whole + said, {}};
    const auto cut = [&](double room) { // cuts from the end: the arguments first, then the name
        const QString some = texts.metrics.elidedText(whole, Qt::ElideRight, room);
        if (some.size() > name.size() + 3 && texts.of(some) <= room)
            return some;
        if (texts.of(name) <= room)
            return name;
        const QString shorter = texts.metrics.elidedText(name, Qt::ElideMiddle, room);
        return shorter.size() > 3 && texts.of(shorter) <= room ? shorter : QString();
    };
    // The reply is cut last, because it is the cause of what the client does next.
    const double room = width - texts.of(said);
    const QString alone = said.trimmed();
    if (texts.of(name) > room && hasRowBelow && !alone.isEmpty()) {
        const QString below = texts.metrics.elidedText(alone, Qt::ElideRight, width);
        const QString above = cut(width);
        const bool tellsReply = below == alone || below.size() > 4; // "→ a…"
        if (!above.isEmpty() && tellsReply && texts.of(below) <= width)
            return {above, below};
    }
    if (const QString some = cut(room); !some.isEmpty())
        return {some + said, {}};
    return {!alone.isEmpty() && texts.of(alone) <= width ? alone
            : texts.of(name) <= width                    ? name
                                                         : QString(),
        {}};
}

namespace {

// How the client lost the lock that it believes to hold, inserted into the sentence.
QString lossWords(const History &history, const LaneSpan &span, const QString &sentence)
{
    using Loss = LaneSpan::Loss;
    const QString who = clientName(history, span.lostTo);
    const bool isByItself = span.lostTo == span.client;
    switch (span.loss) {
    case Loss::Expired:
        return sentence.arg(Words::tr("expired"));
    case Loss::Deleted:
        return sentence.arg(
            isByItself ? Words::tr("deleted by itself") : Words::tr("deleted by %1").arg(who));
    case Loss::Replaced:
        return sentence.arg(Words::tr("taken by %1").arg(who));
    case Loss::Lost:
        return sentence.arg(Words::tr("lost by the server"));
    case Loss::Gone:
        return sentence.arg(Words::tr("gone"));
    case Loss::Unknown:
        break;
    }
    return sentence.arg(Words::tr("not its lock"));
}

} // namespace

QString stateWords(const History &history, const LaneSpan &span)
{
    using State = LaneSpan::State;
    const QString name = span.name != 0 ? plainText(history, span.name, 24) : QString();
    if (span.state == State::Paused && span.beneath != State::Outside) {
        LaneSpan belief = span;
        belief.state = span.beneath;
        return Words::tr("%1, %2", "paused, holds lock")
            .arg(StateMarks::word(State::Paused), stateWords(history, belief));
    }
    switch (span.state) {
    case State::Waiting:
        return name.isEmpty() ? Words::tr("waits") : Words::tr("waits for %1").arg(name);
    case State::Holding:
        return name.isEmpty() ? Words::tr("holds") : Words::tr("holds %1").arg(name);
    case State::Expired:
        return lossWords(history, span, Words::tr("%1, still working"));
    case State::Outside:
    case State::TooMany:
    case State::Paused:
    case State::Crashed:
        break;
    }
    return StateMarks::word(span.state);
}

QString shortStateWord(const History &history, const LaneSpan &span)
{
    using State = LaneSpan::State;
    switch (span.belief()) {
    case State::Waiting:
        return Words::tr("waits");
    case State::Holding:
        return Words::tr("holds");
    case State::Expired:
        return lossWords(history, span, QStringLiteral("%1"));
    default:
        return StateMarks::word(span.state);
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

QString violationWords(const CheckResult &result, const History &history)
{
    using Kind = Check::Kind;
    const Violation &first = *result.first;
    if (const QString said = functionSentence(first); !said.isEmpty())
        return wording::key(said.toUtf8(), 100);
    const QString name = wording::key(first.key.isEmpty() ? result.check.name : first.key, 32);
    const QString actual = wording::integer(first.actual);
    const QString allowed = wording::integer(first.allowed);
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
        clientName(history, operation.client), plainText(history, operation.command, 160));
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
