// What is known of an object changes only at the times that the recording names: of a row, of a
// checkpoint, where a gap begins or ends, where a change may have waited to be seen. So each of
// these is looked at once, in the order of time, with the rows that it has reached.

#include "core/watch/recorder/histories/sessionpart.h"

#include "core/watch/recorder/histories/objectreplay.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lockstep {

namespace {

using Knowledge = ObjectState::Knowledge;

constexpr WallMilliseconds never = std::numeric_limits<WallMilliseconds>::max();

struct Span
{
    WallMilliseconds from;
    WallMilliseconds to;
};

bool isWithin(const std::vector<Span> &merged, WallMilliseconds at)
{
    const auto after = std::upper_bound(merged.begin(), merged.end(), at,
        [](WallMilliseconds time, const Span &span) { return time < span.from; });
    return after != merged.begin() && at < std::prev(after)->to;
}

std::vector<Span> mergedSpans(std::vector<Span> spans)
{
    std::sort(
        spans.begin(), spans.end(), [](const Span &a, const Span &b) { return a.from < b.from; });
    std::vector<Span> merged;
    for (const Span &span : spans) {
        if (!merged.empty() && span.from <= merged.back().to)
            merged.back().to = std::max(merged.back().to, span.to);
        else if (span.to > span.from)
            merged.push_back(span);
    }
    return merged;
}

std::vector<Span> spansOf(const std::vector<RecordedGap> &gaps)
{
    std::vector<Span> spans;
    for (const RecordedGap &gap : gaps)
        spans.push_back({gap.since, gap.until.value_or(never)});
    return spans;
}

// In a row's place are its gap, then itself.
qint64 orderOfGap(qint64 row)
{
    return 2 * row;
}
qint64 orderOfRow(qint64 row)
{
    return 2 * row + 1;
}

class PartReplay
{
public:
    PartReplay(const SessionPart &part, const HolderWithId &holderOf)
        : m_part(part)
        , m_holderOf(holderOf)
        , m_incomplete(mergedSpans(spansOf(part.incomplete)))
    {
        if (part.lineBefore)
            noteLine(orderOfRow(part.lineBefore->id), part.lineBefore->isRelease);
        for (const SessionPart::Row &row : part.rows)
            m_replays.try_emplace(row.item->id, part.family); // a gap may come before its first row
        findUnknown();
        findChanges();
        findTimes();
        findFoundRows();
    }

    Result<void> replayInto(HistoryBuilder &builder)
    {
        auto change = m_changes.begin();
        for (const WallMilliseconds at : m_times) {
            for (; change != m_changes.end() && change->at <= at; ++change) {
                if (const auto taken = take(*change); !taken)
                    return taken;
            }
            tellMoment(builder, at);
        }
        return {};
    }

private:
    struct Change
    {
        WallMilliseconds at;
        qint64 order;
        const SessionPart::Row *row; // nullptr: see isCheckpoint
        bool isCheckpoint; // else a gap
    };

    // Times of which nothing is known: gaps, and before what was seen late. Counters and limits are
    // told as of their last reading, so no later one is in question.
    void findUnknown()
    {
        auto spans = spansOf(m_part.gaps);
        for (const SessionPart::Row &row : m_part.rows) {
            const WallMilliseconds at = rowTime(row.columns);
            const auto late = m_part.family == Family::Lock ? latenessOf(row.columns) : Lateness();
            if (late)
                spans.push_back({at - late->count(), at});
        }
        m_unknown = mergedSpans(std::move(spans));
    }

    void findChanges()
    {
        for (const SessionPart::Row &row : m_part.rows)
            m_changes.push_back({rowTime(row.columns), orderOfRow(row.id()), &row, false});
        for (const RecordedGap &gap : m_part.gaps) {
            if (gap.row)
                m_changes.push_back({gap.since, orderOfGap(*gap.row), nullptr, false});
        }
        for (const SessionPart::Checkpoint &checkpoint : m_part.checkpoints)
            m_changes.push_back({checkpoint.at, orderOfGap(checkpoint.firstRow), nullptr, true});
        std::erase_if(m_changes, [this](const Change &change) { return change.at > m_part.until; });
        std::sort(m_changes.begin(), m_changes.end(), [](const Change &a, const Change &b) {
            return std::tie(a.at, a.order) < std::tie(b.at, b.order);
        });
    }

    void findTimes()
    {
        m_times = {m_part.from, m_part.completeAt.value_or(m_part.from)};
        for (const Change &change : m_changes)
            m_times.push_back(change.at);
        for (const auto *spans : {&m_unknown, &m_incomplete}) {
            for (const Span &span : *spans)
                m_times.insert(m_times.end(), {span.from, span.to});
        }
        std::erase_if(
            m_times, [this](WallMilliseconds at) { return at < m_part.from || at > m_part.until; });
        std::sort(m_times.begin(), m_times.end());
        m_times.erase(std::unique(m_times.begin(), m_times.end()), m_times.end());
    }

    // For each line that says something of the object, by time: the first of all that come after.
    void findFoundRows()
    {
        for (const SessionPart::Row &row : m_part.rows) {
            if (row.isLine && effectOf(rowKind(row.columns)) != LineEffect::None)
                m_lines.push_back(&row);
        }
        std::sort(m_lines.begin(), m_lines.end(),
            [](const auto *a, const auto *b) { return rowTime(a->columns) < rowTime(b->columns); });
        m_nextLines = m_lines;
        for (std::size_t i = m_nextLines.size(); i-- > 1;) {
            if (m_nextLines[i]->id() < m_nextLines[i - 1]->id())
                m_nextLines[i - 1] = m_nextLines[i];
        }
    }

    // Whether the next line tells that the object was found, and not seen to come.
    [[nodiscard]] bool isFoundAfter(WallMilliseconds at) const
    {
        const auto next = std::upper_bound(m_lines.begin(), m_lines.end(), at,
            [](WallMilliseconds time, const auto *row) { return time < rowTime(row->columns); });
        return next != m_lines.end()
            && rowKind(m_nextLines[std::size_t(next - m_lines.begin())]->columns)
            == JournalEntry::Kind::Appeared;
    }

    Result<void> take(const Change &change)
    {
        if (change.row)
            return takeRow(change);
        for (auto &[id, replay] : m_replays) {
            if (change.isCheckpoint)
                replay.beginAgain(change.order);
            else
                replay.take({.kind = ObjectReplay::Step::Kind::Gap, .order = change.order});
        }
        if (!change.isCheckpoint)
            m_lastGap = std::max(m_lastGap, change.order);
        return {};
    }

    Result<void> takeRow(const Change &change)
    {
        const SessionPart::Row &row = *change.row;
        ObjectReplay &replay = m_replays.at(row.item->id);
        if (!row.isLine) {
            auto state = stateFrom(row.columns, m_holderOf);
            if (!state)
                return tl::unexpected(state.error());
            if (state->knowledge == Knowledge::Known)
                noteHold(change.order, state->holder || !state->permits.empty());
            replay.take({.kind = ObjectReplay::Step::Kind::Reading,
                .order = change.order,
                .state = std::move(*state)});
            return {};
        }
        auto entry = entryFrom(row.columns, row.item, m_holderOf);
        if (!entry)
            return tl::unexpected(entry.error());
        if (effectOf(entry->kind) == LineEffect::None)
            return {};
        noteLine(change.order, effectOf(entry->kind) == LineEffect::HoldEnds);
        replay.take({.kind = ObjectReplay::Step::Kind::Line,
            .order = change.order,
            .line = std::move(*entry),
            .at = change.at,
            .isLate = latenessOf(row.columns).has_value()});
        return {};
    }

    void noteLine(qint64 order, bool isRelease)
    {
        noteHold(order, !isRelease);
        if (order <= m_lastLine)
            return;
        m_lastLine = order;
        m_isReleased = isRelease;
    }

    void noteHold(qint64 order, bool isHeld)
    {
        if (order <= m_lastTold)
            return;
        m_lastTold = order;
        m_isHeld = isHeld;
    }

    // An object that got another row of items is what it was last.
    [[nodiscard]] const ObjectState *latestState() const
    {
        for (auto replay = m_replays.rbegin(); replay != m_replays.rend(); ++replay) {
            if (replay->second.hasRows())
                return &replay->second.state();
        }
        return nullptr;
    }

    void tellMoment(HistoryBuilder &builder, WallMilliseconds at) const
    {
        const ObjectState *state = latestState();
        const bool isThere = state && state->isObject(m_part.family);
        const bool isReadable =
            !state || state->knowledge == Knowledge::Known || state->knowledge == Knowledge::Absent;
        if (isWithin(m_unknown, at) || !isReadable || (!isThere && isFoundAfter(at)))
            return builder.takeUnknown(at);
        if (isThere)
            return builder.take(*state, at);
        const bool isReleased = m_isReleased && m_lastLine > m_lastGap
            && m_part.family == Family::Lock && !(state && (state->limit || state->hasPermits));
        const bool isComplete =
            m_part.completeAt && *m_part.completeAt <= at && !isWithin(m_incomplete, at);
        // It was held when something was told of it last, and left without a word.
        const bool isLost = m_part.family == Family::Lock && m_isHeld && m_lastTold > m_lastGap;
        if (isReleased || (isComplete && !isLost))
            builder.takeAbsence(at);
        else
            builder.takeUnknown(at);
    }

    const SessionPart &m_part;
    const HolderWithId &m_holderOf;
    std::vector<Span> m_unknown;
    std::vector<Span> m_incomplete;
    std::vector<Change> m_changes;
    std::vector<WallMilliseconds> m_times;
    std::vector<const SessionPart::Row *> m_lines; // by time
    std::vector<const SessionPart::Row *> m_nextLines; // of those from there on the first by id
    std::map<qint64, ObjectReplay> m_replays; // by item
    qint64 m_lastLine = 0; // its order
    qint64 m_lastTold = 0; // the same, of the last row that says whether the lock was held
    qint64 m_lastGap = 0;
    bool m_isReleased = false; // the last line says that the lock was free
    bool m_isHeld = false; // the last of these rows says that it was held, or had left
};

} // namespace

Result<void> tellPart(
    HistoryBuilder &builder, const SessionPart &part, const HolderWithId &holderOf)
{
    return PartReplay(part, holderOf).replayInto(builder);
}

} // namespace lockstep
