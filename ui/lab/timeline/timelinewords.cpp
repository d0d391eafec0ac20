// Part of Timeline. What it says to those who hover and to screen readers.

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/words/momentwords.h"
#include "ui/text/wording.h"

#include <QAccessible>

#include <algorithm>
#include <cmath>

// What the timeline says: under the mouse, and to a screen reader at the cursor.

namespace lockstep {

using Kind = TimelineLane::Kind;

namespace {

constexpr double near = 6; // pixels
constexpr std::size_t lanesTold = 12; // of the summary: nobody listens to five hundred

// The nearest place in sorted times; −1: none is near.
std::ptrdiff_t nearest(std::span<const Moment> times, const TimeScale &time, double x)
{
    const auto first = std::lower_bound(times.begin(), times.end(), time.at(x - near));
    const auto last = std::upper_bound(first, times.end(), time.at(x + near));
    if (first == last)
        return -1;
    const Moment at = time.at(x);
    const auto after = std::lower_bound(first, last, at);
    if (after == last)
        return last - 1 - times.begin();
    const bool isBefore = after != first && at - *(after - 1) < *after - at;
    return (isBefore ? after - 1 : after) - times.begin();
}

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
        return Timeline::tr("%1: not there").arg(name);
    const QString value =
        change.isNumber ? QString::number(change.number) : plainText(history, change.value, 60);
    if (change.deadline == never)
        return track.isCounter && !track.hasTtl ? Timeline::tr("%1: %2").arg(name, value)
                                                : Timeline::tr("%1: %2, no TTL").arg(name, value);
    const Moment left = history.timeLeft(change, at);
    return Timeline::tr("%1: %2, %3 left (%4 ms)")
        .arg(name, value, wording::length(left), QString::number(left / 1'000'000));
}

// Of those that are there at that moment; not more than a tooltip holds.
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
        lines << Timeline::tr("and %n more", nullptr, others);
    if (lines.isEmpty())
        lines << Timeline::tr("%1: not there").arg(wording::key(fold.pattern));
    return lines;
}

QString majorityWords(const RoundTracks &tracks, const MajorityTrack &track, Moment at)
{
    const QString name = plainText(tracks.history(), track.key);
    const std::size_t place = track.held.firstEndingAfter(at);
    if (place >= track.stretches.size() || track.stretches[place].from > at)
        return Timeline::tr("%1: nobody has a majority of the servers").arg(name);
    return Timeline::tr("%1: %2 has a majority of the servers")
        .arg(name, plainText(tracks.history(), track.stretches[place].value, 60));
}

} // namespace

quint32 Timeline::operationAt(QPointF position) const
{
    const int place = m_tracks ? m_geometry.stack.laneAt(position.y()) : -1;
    if (place < 0 || position.x() < m_geometry.time.left - near)
        return none;
    const TimelineLane &lane = m_geometry.stack.lanes[std::size_t(place)];
    if (lane.kind == Kind::Client) {
        const ClientTrack &track = m_tracks->clients[lane.index];
        // A dot's left edge is its moment.
        const auto found = nearest(track.called, m_geometry.time, position.x() - m_unit * 0.2);
        return found < 0 ? none : track.operations[std::size_t(found)];
    }
    if (lane.kind == Kind::Key) {
        const KeyTrack &track = m_tracks->keys[lane.index];
        const auto found = nearest(track.changedAt, m_geometry.time, position.x());
        return found < 0 ? none
                         : m_tracks->history().changes[track.changes[std::size_t(found)]].operation;
    }
    return none;
}

QString Timeline::wordsAt(QPointF position) const
{
    const int place = m_tracks ? m_geometry.stack.laneAt(position.y()) : -1;
    if (place < 0)
        return {};
    const TimelineLane &lane = m_geometry.stack.lanes[std::size_t(place)];
    const TimeScale &time = m_geometry.time;
    const Moment at = time.at(position.x());
    QStringList lines;
    const quint32 operation = operationAt(position);
    if (operation != none)
        lines << operationFacts(*m_tracks, operation);
    switch (lane.kind) {
    case Kind::Client: {
        const ClientTrack &track = m_tracks->clients[lane.index];
        const auto from = std::lower_bound(
            track.called.begin(), track.called.end(), time.at(std::floor(position.x())));
        const auto until =
            std::lower_bound(from, track.called.end(), time.at(std::floor(position.x()) + 1));
        if (until - from > 1)
            lines << tr("%n commands within this pixel", nullptr, int(until - from));
        if (const LaneSpan *span = spanAt(track, at)) {
            const QString name = clientName(m_tracks->history(), track.client);
            const QString state = stateWords(m_tracks->history(), *span);
            lines << (isStepped()
                    ? tr("%1: %2").arg(name, state)
                    : tr("%1: %2 for %3")
                          .arg(name, state, wording::length(span->until - span->from)));
        }
        for (const LeaseEnd &end : track.leaseEnds) {
            const auto when = [this](Moment moment) {
                return wording::moment(
                    moment - m_tracks->round.begin, m_tracks->history().orderKind, 1000);
            };
            if (at >= end.from && at < end.until)
                lines << tr("the lease is certainly valid until %1 and certainly gone after %2")
                             .arg(when(end.validUntil), when(end.goneAfter));
        }
        break;
    }
    case Kind::Key:
        lines << keyWords(*m_tracks, m_tracks->keys[lane.index], at);
        break;
    case Kind::Count: {
        const CountTrack &track = m_tracks->counts[lane.index];
        lines << tr("%1: %2").arg(
            wording::key(track.name), wording::number(track.values.valueAt(at)));
        break;
    }
    case Kind::Fold:
        lines << foldWords(*m_tracks, m_tracks->folds[lane.index], at);
        break;
    case Kind::Majority:
        lines << majorityWords(*m_tracks, m_tracks->majorities[lane.index], at);
        break;
    case Kind::Limiter:
    case Kind::Events:
    case Kind::Throughput:
        break;
    }
    return lines.join(u'\n');
}

QString Timeline::summary() const
{
    if (isSorting())
        return tr("Sorting the commands …");
    if (!m_tracks)
        return tr("Nothing has run yet.");
    const History &history = m_tracks->history();
    QStringList sentences;
    if (isStepped())
        sentences << tr("%1 clients, %2 steps.")
                         .arg(history.clients.size())
                         .arg(m_tracks->round.end / stepLength);
    else
        sentences << tr("%1 clients, %2 commands, %3.")
                         .arg(history.clients.size())
                         .arg(m_tracks->operations.size())
                         .arg(wording::length(m_tracks->round.end - m_tracks->round.begin));
    const Moment zero = history.orderKind == OrderKind::Stepped ? 0 : m_tracks->round.begin;
    for (const Breach &breach : m_tracks->breaches) {
        const QString words = breachWords(m_tracks->run->results[std::size_t(breach.result)]);
        const QString when = wording::moment(breach.from - zero, history.orderKind, 1000);
        sentences << (breach.certain ? tr("Violated at %1: %2.").arg(when, words)
                                     : tr("Perhaps violated at %1: %2.").arg(when, words));
    }
    if (m_difference > 0)
        sentences << tr("The runs differ from step %1 on.").arg(m_difference);
    QStringList told;
    for (const TimelineLane &lane : m_geometry.stack.lanes) {
        if (std::size_t(told.size()) == lanesTold)
            break;
        if (lane.kind == Kind::Key) {
            told << keyWords(*m_tracks, m_tracks->keys[lane.index], m_cursor);
        } else if (lane.kind == Kind::Fold) {
            told << foldWords(*m_tracks, m_tracks->folds[lane.index], m_cursor);
        } else if (lane.kind == Kind::Majority) {
            told << majorityWords(*m_tracks, m_tracks->majorities[lane.index], m_cursor);
        } else if (lane.kind == Kind::Client) {
            if (const LaneSpan *span = spanAt(m_tracks->clients[lane.index], m_cursor))
                told << tr("%1 %2").arg(
                    clientName(history, lane.index), stateWords(history, *span));
        } else if (lane.kind == Kind::Count) {
            const CountTrack &track = m_tracks->counts[lane.index];
            told << tr("%1: %2").arg(
                wording::key(track.name), wording::number(track.values.valueAt(m_cursor)));
        }
    }
    if (m_current != none)
        told.prepend(operationFacts(*m_tracks, m_current).join(QStringLiteral(", ")));
    sentences << tr("At %1: %2.")
                     .arg(wording::moment(m_cursor - zero, history.orderKind, 1000),
                         told.join(QStringLiteral("; ")));
    return sentences.join(u' ');
}

void Timeline::describe()
{
    setAccessibleDescription(summary());
}

} // namespace lockstep
