#include "core/watch/recorder/writtengaps.h"

#include "core/watch/items/look.h"
#include "core/watch/snapshot/jsonids.h"

namespace lockstep {

namespace {

// The index of the first line about a gap at that node which no other gap has taken yet.
std::optional<std::size_t> takeEntry(
    const std::vector<JournalEntry> &journal, const QString &node, std::vector<bool> &isMatched)
{
    for (std::size_t i = 0; i < journal.size(); ++i) {
        const JournalEntry &entry = journal[i];
        const bool isFailover =
            entry.kind == JournalEntry::Kind::Restarted && !entry.slotRanges.isEmpty();
        const bool tells = entry.kind == JournalEntry::Kind::Unseen || isFailover;
        if (tells && !isMatched[i] && (entry.node.isEmpty() || entry.node == node)) {
            isMatched[i] = !entry.node.isEmpty() || node.isEmpty(); // a sleep is told once for all
            return i;
        }
    }
    return {};
}

// After such a gap the watch waits until all that was announced in it has arrived, and reads only
// what was announced (SilenceGap).
bool isOfLateAnnouncements(const QString &cause)
{
    return cause == gapId(JournalEntry::Gap::Silence) || cause == gapId(JournalEntry::Gap::Primary);
}

} // namespace

Lateness latenessIn(const WatchStatus &status)
{
    const auto staleness = status.staleness;
    return staleness && *staleness > seenAtOnce ? Lateness(*staleness) : Lateness();
}

Instant allSeenUntil(const WatchStatus &status, Instant takenAt)
{
    const Instant read = takenAt - latenessIn(status).value_or(Milliseconds(0));
    return std::min(status.lastSeen.value_or(takenAt), read);
}

std::vector<WrittenGaps::Change> WrittenGaps::note(
    const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds beganAt)
{
    std::vector<Change> changes;
    std::vector<bool> isMatched(snapshot.journal.size());
    m_beganAt = beganAt;
    m_someEnded = false;
    endVanished(snapshot, clock, changes);
    if (snapshot.nodes->empty()) {
        const WatchStatus &status = snapshot.status;
        noteAt({0, *snapshot.unseen, status.unseenSince, status.lastSeen,
                   status.link == LinkState::Connected, status.mode != WatchMode::Polling, {}, {}},
            snapshot, clock, isMatched, changes);
    }
    for (const NodeStatus &node : *snapshot.nodes) {
        static const std::vector<UnseenSpan> none;
        noteAt({node.place, node.unseen ? *node.unseen : none, node.status.unseenSince,
                   node.status.lastSeen, node.status.link == LinkState::Connected,
                   node.status.mode != WatchMode::Polling, node.address, node.slotRanges},
            snapshot, clock, isMatched, changes);
    }
    m_takenAt = snapshot.takenAt;
    return changes;
}

// Ends the gaps of nodes that are not watched any more. Others serve their slots and read the keys
// again, or these are shown as unknown. Nothing was read there after the gap began.
void WrittenGaps::endVanished(
    const Snapshot &snapshot, const SnapshotClock &clock, std::vector<Change> &changes)
{
    const auto isThere = [&](int place) {
        const auto &nodes = *snapshot.nodes;
        return nodes.empty() ? place == 0
                             : std::any_of(nodes.begin(), nodes.end(),
                                 [place](const NodeStatus &node) { return node.place == place; });
    };
    for (auto &[place, open] : m_open) {
        if (isThere(place))
            continue;
        open.gap.until = clock.wall(snapshot.takenAt);
        changes.push_back({open.gap, false, false, open.since, {}});
        m_someEnded = true;
    }
    std::erase_if(m_open, [&](const auto &each) { return !isThere(each.first); });
}

void WrittenGaps::noteAt(const Seen &seen, const Snapshot &snapshot, const SnapshotClock &clock,
    std::vector<bool> &isMatched, std::vector<Change> &changes)
{
    auto open = m_open.find(seen.place);
    const auto takeOpen = [&] {
        RecordedGap gap = std::move(open->second.gap);
        m_open.erase(open);
        open = m_open.end();
        return gap;
    };
    for (const UnseenSpan &span : seen.spans) {
        // A snapshot has all that was over when it was taken. Later it may be at another node, that
        // has taken the place or slots of this one.
        if (span.to <= m_takenAt)
            continue;
        const bool isOpen = open != m_open.end();
        Ended &ended = m_ended[seen.place];
        const bool goesOn = span.from == ended.from; // it is told already, with its line
        ended.from = span.from;
        if (clock.wall(span.to) <= m_beganAt && !isOpen) {
            Change before{newGap(seen, clock.wall(span.from)), false, true, span.to, {}};
            before.gap.until = clock.wall(span.to);
            changes.push_back(before);
            continue;
        }
        Change change{isOpen ? takeOpen() : newGap(seen, clock.wall(span.from)), false, false,
            span.to, takeEntry(snapshot.journal, seen.node, isMatched)};
        change.gap.since = std::min(change.gap.since, clock.wall(span.from));
        change.gap.until = clock.wall(span.to);
        change.gap.cause = goesOn ? ended.cause : gapId(JournalEntry::Gap::Connection);
        if (change.entry) {
            const JournalEntry &entry = snapshot.journal[*change.entry];
            change.gap.cause = gapId(entry.gap);
            // The steady clock stops while the machine sleeps; the line of the journal has the real
            // begin.
            if (entry.kind == JournalEntry::Kind::Unseen
                && entry.gap != JournalEntry::Gap::Permissions)
                change.gap.since = std::min(change.gap.since, SnapshotClock::wallOf(entry.since));
        }
        change.gap.since = std::max(change.gap.since, m_beganAt);
        change.keepsReadings = seen.isAnnounced && isOfLateAnnouncements(change.gap.cause);
        ended.cause = change.gap.cause;
        changes.push_back(change);
        m_someEnded = true;
    }
    if (seen.unseenSince && open == m_open.end()) {
        // The gap was noticed by a request without an answer; it begins with the last answer.
        const Instant since =
            std::min(*seen.unseenSince, seen.lastSeen.value_or(*seen.unseenSince));
        RecordedGap gap = newGap(seen, clock.wall(since));
        gap.cause =
            gapId(seen.isConnected ? JournalEntry::Gap::Silence : JournalEntry::Gap::Connection);
        changes.push_back({gap, false, false, {}, {}});
        m_open.emplace(seen.place, Open{std::move(gap), since});
    } else if (!seen.unseenSince && open != m_open.end()) {
        changes.push_back({takeOpen(), true, false, {}, {}});
    }
}

RecordedGap WrittenGaps::newGap(const Seen &seen, WallMilliseconds since)
{
    RecordedGap gap;
    gap.id = m_nextId++;
    gap.session = m_session;
    gap.since = std::max(since, m_beganAt);
    gap.node = seen.node;
    gap.slotRanges = seen.slotRanges;
    return gap;
}

WrittenGaps::Change WrittenGaps::overflow(WallMilliseconds since, WallMilliseconds until)
{
    static const std::vector<UnseenSpan> none;
    Change change{
        newGap({0, none, {}, {}, true, true, {}, {}}, since), false, false, Instant::min(), {}};
    change.gap.until = until;
    change.gap.cause = QStringLiteral("overflow");
    return change;
}

WrittenGaps::Change WrittenGaps::clockSet(WallMilliseconds since, WallMilliseconds until)
{
    Change change = overflow(since, until);
    change.gap.cause = clockSetCause();
    return change;
}

std::optional<WrittenGaps::Change> WrittenGaps::noteIncomplete(
    const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds seenUntil)
{
    const WatchStatus &status = snapshot.status;
    const bool isIncomplete = status.isCatchingUp || status.mode == WatchMode::Polling
        || !status.droppedPrefixes.empty() || status.objectsLeftOut > 0;
    static const std::vector<UnseenSpan> none;
    if (!m_incomplete && (isIncomplete || m_someEnded)) {
        m_incomplete = newGap({0, none, {}, {}, true, true, {}, {}}, seenUntil);
        m_incomplete->cause = incompleteCause();
        if (isIncomplete)
            return Change{*m_incomplete, false, false, {}, {}};
    }
    if (isIncomplete || !m_incomplete)
        return {};
    RecordedGap gap = *std::exchange(m_incomplete, std::nullopt);
    gap.until = clock.wall(snapshot.takenAt);
    return Change{gap, false, false, {}, {}};
}

// A node that is away has a gap of its own already.
std::vector<WrittenGaps::Change> WrittenGaps::noteUnheard(
    const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds lastMoment)
{
    std::vector<Change> changes;
    auto before = std::exchange(m_unheard, {});
    for (const NodeStatus &node : *snapshot.nodes) {
        const WallMilliseconds seen = clock.wall(allSeenUntil(node.status, snapshot.takenAt));
        if (!isSeen(node.status) || seen + seenAtOnce.count() >= lastMoment)
            continue;
        static const std::vector<UnseenSpan> none;
        const auto known = before.extract(node.place);
        RecordedGap gap = known
            ? known.mapped()
            : newGap({node.place, none, {}, {}, true, true, node.address, node.slotRanges}, seen);
        gap.since = seen;
        gap.node = node.address;
        gap.slotRanges = node.slotRanges;
        gap.cause = unheardCause();
        m_unheard.emplace(node.place, gap);
        changes.push_back({gap, false, false, {}, {}});
    }
    for (const auto &[place, gap] : before)
        changes.push_back({gap, true, false, {}, {}});
    return changes;
}

} // namespace lockstep
