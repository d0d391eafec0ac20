#include "ui/lab/timeline/timelinewords.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/timeline/timelinepicture.h"
#include "ui/lab/timeline/timelinetargets.h"
#include "ui/lab/words/momentwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

using Kind = TimelineLane::Kind;

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Timeline)
};

constexpr std::size_t lanesTold = 12; // in the summary; nobody would listen to five hundred

const LaneSpan *spanAt(const ClientTrack &track, Moment at)
{
    const std::size_t place = track.states.firstEndingAfter(at);
    if (track.spans.empty())
        return nullptr;
    return &track.spans[std::min(place, track.spans.size() - 1)];
}

QString keyWords(const RoundTracks &tracks, const KeyTrack &track, Moment at)
{
    const History &history = tracks.history();
    const QString name = plainText(history, track.key);
    const auto after = std::upper_bound(track.changedAt.begin(), track.changedAt.end(), at);
    const KeyChange change = after == track.changedAt.begin()
        ? KeyChange{}
        : history.changes[track.changes[std::size_t(after - track.changedAt.begin()) - 1]];
    if (!change.exists)
        return Words::tr("%1: not there").arg(name);
    const double tokens = track.role == KeyRole::Tokens ? track.values.valueAt(at) : std::nan("");
    const QString value = std::isnan(tokens) ? valueWords(history, change)
                                             : Words::tr("%1 tokens").arg(wording::number(tokens));
    if (change.deadline == never) {
        const bool needsTtl = track.hasTtl || track.role == KeyRole::Lock;
        return needsTtl ? Words::tr("%1: %2, no TTL").arg(name, value)
                        : Words::tr("%1: %2").arg(name, value);
    }
    const Moment left = history.timeLeft(change, at);
    return Words::tr("%1: %2, %3 left (%4 ms)")
        .arg(name, value, wording::length(left), QString::number(left / 1'000'000));
}

// Describes the keys of a fold that exist at that moment, at most as many as fit into a tool tip.
QStringList foldWords(const RoundTracks &tracks, const KeyFold &fold, Moment at)
{
    constexpr int most = 6;
    QStringList lines;
    int others = 0;
    for (std::size_t i = fold.first; i < fold.first + fold.count; ++i) {
        const KeyTrack &track = tracks.keys[i];
        const auto after = std::upper_bound(track.changedAt.begin(), track.changedAt.end(), at);
        if (after == track.changedAt.begin())
            continue;
        const auto place = std::size_t(after - track.changedAt.begin()) - 1;
        if (!tracks.history().changes[track.changes[place]].exists)
            continue;
        if (lines.size() < most)
            lines << keyWords(tracks, track, at);
        else
            ++others;
    }
    if (others > 0)
        lines << Words::tr("and %n more", nullptr, others);
    if (lines.isEmpty())
        lines << Words::tr("%1: not there").arg(wording::key(fold.pattern));
    return lines;
}

// Describes the last message of a channel up to that moment, and who listens.
QString channelWords(const RoundTracks &tracks, const ChannelTrack &track, Moment at)
{
    const History &history = tracks.history();
    const QString name = plainText(history, track.channel);
    QStringList listeners;
    for (const Listening &each : track.listening) {
        if (each.from <= at && at < each.until)
            listeners << clientName(history, each.client);
    }
    const QString who = listeners.isEmpty() ? Words::tr("%1: nobody listens").arg(name)
                                            : Words::tr("%1: %2 listening", "free: A, B listening")
                                                  .arg(name, listeners.join(QStringLiteral(", ")));
    const auto after = std::upper_bound(track.moments.begin(), track.moments.end(), at);
    if (after == track.moments.begin())
        return who;
    const PublishedMessage &last = track.messages[std::size_t(after - track.moments.begin()) - 1];
    return who + QStringLiteral("; ") + messageWords(tracks, last);
}

QString majorityWords(const RoundTracks &tracks, const MajorityTrack &track, Moment at)
{
    const QString name = plainText(tracks.history(), track.key);
    const std::size_t place = track.held.firstEndingAfter(at);
    if (place >= track.stretches.size() || track.stretches[place].from > at)
        return Words::tr("%1: nobody has a majority of the servers").arg(name);
    return Words::tr("%1: %2 has a majority of the servers")
        .arg(name, plainText(tracks.history(), track.stretches[place].value, 60));
}

QString replicaWords(const RoundTracks &tracks, const ReplicaTrack &track, Moment at)
{
    const History &history = tracks.history();
    const QString name = plainText(history, track.key);
    const Moment end = tracks.round.end;
    const auto stretch = std::find_if(track.stretches.begin(), track.stretches.end(),
        [&](const ReplicaTrack::Stretch &each) { return at < each.until || each.until == end; });
    if (stretch == track.stretches.end())
        return Words::tr("%1: the replica has taken over").arg(name);
    if (!stretch->isKnown)
        return Words::tr("%1: the replica follows the server; how far it is behind is not known")
            .arg(name);
    const QString held =
        stretch->held.exists ? valueWords(history, stretch->held) : Words::tr("nothing");
    return history.orderKind == OrderKind::Stepped
        ? Words::tr("%1: the replica holds %2; it lacks the last write of the server")
              .arg(name, held)
        : Words::tr("%1: the replica holds %2; it has been cut off from the server")
              .arg(name, held);
}

} // namespace

QString timelineWordsAt(const TimelinePicture &picture, QPointF position)
{
    if (const auto label = picture.violationLabelAt(position))
        return label->words;
    const TimelineLane *lane = picture.laneAt(position.y());
    if (!lane)
        return {};
    const RoundTracks &tracks = *picture.tracks;
    const TimeScale &time = picture.geometry.time;
    const Moment at = time.at(position.x());
    QStringList lines;
    if (const QString name = picture.cutNameAt(position); !name.isEmpty())
        lines << name;
    const quint32 operation = operationAt(picture, position);
    if (operation != none)
        lines << operationFacts(tracks, operation);
    switch (lane->kind) {
    case Kind::Client: {
        const ClientTrack &track = tracks.clients[lane->index];
        const auto from = std::lower_bound(
            track.called.begin(), track.called.end(), time.at(std::floor(position.x())));
        const auto until =
            std::lower_bound(from, track.called.end(), time.at(std::floor(position.x()) + 1));
        if (until - from > 1)
            lines << Words::tr("%n commands within this pixel", nullptr, int(until - from));
        if (const LaneSpan *span = spanAt(track, at)) {
            const QString name = clientName(tracks.history(), track.client);
            const QString state = stateWords(tracks.history(), *span);
            lines << (picture.isStepped()
                    ? Words::tr("%1: %2").arg(name, state)
                    : Words::tr("%1: %2 for %3")
                          .arg(name, state, wording::length(span->until - span->from)));
        }
        for (const LeaseEnd &end : track.leaseEnds) {
            const auto when = [&](Moment moment) {
                return wording::moment(
                    moment - tracks.round.begin, tracks.history().orderKind, 1000);
            };
            if (at >= end.from && at < end.until)
                lines << Words::tr(
                    "the lease is certainly valid until %1 and certainly gone after %2")
                             .arg(when(end.validUntil), when(end.goneAfter));
        }
        break;
    }
    case Kind::Key:
        lines << keyWords(tracks, tracks.keys[lane->index], at);
        break;
    case Kind::Count: {
        const CountTrack &track = tracks.counts[lane->index];
        lines << Words::tr("%1: %2").arg(
            wording::key(track.name), wording::number(track.values.valueAt(at)));
        break;
    }
    case Kind::Fold:
        lines << foldWords(tracks, tracks.folds[lane->index], at);
        break;
    case Kind::Majority:
        lines << majorityWords(tracks, tracks.majorities[lane->index], at);
        break;
    case Kind::Replica:
        lines << replicaWords(tracks, tracks.replicas[lane->index], at);
        break;
    case Kind::Channel:
        lines << channelWords(tracks, tracks.channels[lane->index], at);
        break;
    case Kind::Limiter:
    case Kind::Events:
    case Kind::Throughput:
        break;
    }
    return lines.join(u'\n');
}

QString timelineSummary(const TimelinePicture &picture)
{
    const RoundTracks &tracks = *picture.tracks;
    const History &history = tracks.history();
    QStringList sentences;
    if (picture.isStepped())
        sentences << Words::tr("%1 clients, %2 steps.")
                         .arg(history.clients.size())
                         .arg(tracks.round.end / stepLength);
    else
        sentences << Words::tr("%1 clients, %2 commands, %3.")
                         .arg(history.clients.size())
                         .arg(tracks.operations.size())
                         .arg(wording::length(tracks.round.end - tracks.round.begin));
    const Moment zero = picture.isStepped() ? 0 : tracks.round.begin;
    for (const ViolationSpan &violation : tracks.violations) {
        const QString words =
            violationWords(tracks.run->results[std::size_t(violation.result)], history);
        const QString when = wording::moment(violation.from - zero, history.orderKind, 1000);
        sentences << (violation.certain
                ? Words::tr("Violated at %1: %2.").arg(when, words)
                : Words::tr("Perhaps violated at %1: %2.").arg(when, words));
    }
    if (picture.difference > 0)
        sentences << Words::tr("The runs differ from step %1 on.").arg(picture.difference);
    QStringList told;
    for (const TimelineLane &lane : picture.geometry.stack.lanes) {
        if (std::size_t(told.size()) == lanesTold)
            break;
        if (lane.kind == Kind::Key) {
            told << keyWords(tracks, tracks.keys[lane.index], picture.cursor);
        } else if (lane.kind == Kind::Fold) {
            told << foldWords(tracks, tracks.folds[lane.index], picture.cursor);
        } else if (lane.kind == Kind::Majority) {
            told << majorityWords(tracks, tracks.majorities[lane.index], picture.cursor);
        } else if (lane.kind == Kind::Replica) {
            told << replicaWords(tracks, tracks.replicas[lane.index], picture.cursor);
        } else if (lane.kind == Kind::Channel) {
            told << channelWords(tracks, tracks.channels[lane.index], picture.cursor);
        } else if (lane.kind == Kind::Client) {
            if (const LaneSpan *span = spanAt(tracks.clients[lane.index], picture.cursor))
                told << Words::tr("%1 %2").arg(
                    clientName(history, lane.index), stateWords(history, *span));
        } else if (lane.kind == Kind::Count) {
            const CountTrack &track = tracks.counts[lane.index];
            told << Words::tr("%1: %2").arg(
                wording::key(track.name), wording::number(track.values.valueAt(picture.cursor)));
        }
    }
    if (picture.current != none)
        told.prepend(operationFacts(tracks, picture.current).join(QStringLiteral(", ")));
    sentences << Words::tr("At %1: %2.")
                     .arg(wording::moment(picture.cursor - zero, history.orderKind, 1000),
                         told.join(QStringLiteral("; ")));
    return sentenceList(sentences);
}

} // namespace lockstep
