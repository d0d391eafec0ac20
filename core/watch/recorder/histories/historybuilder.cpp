#include "core/watch/recorder/histories/historybuilder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr WallMilliseconds sameDeadline = 100; // see ObjectState::tells()

// How long is left of it; empty: it does not end by itself, or that is not known.
std::optional<Milliseconds> leftAt(const ObjectState &state, WallMilliseconds at)
{
    if (state.ttl != Ttl::Kind::Remaining)
        return std::nullopt;
    return Milliseconds(state.deadline - at);
}

double valueOf(const ObjectState &state)
{
    if (state.hasPermits)
        return double(state.permits.size()) + state.unnamedPermits();
    return state.value.value_or(state.remaining.value_or(noValue));
}

bool isHeldBy(const ObjectState &state, const QByteArray &token)
{
    return std::any_of(state.permits.begin(), state.permits.end(),
        [&](const auto &permit) { return permit.holder.token == token; });
}

} // namespace

void HistoryBuilder::know(WallMilliseconds at)
{
    if (!m_unknownSince)
        return;
    if (at > *m_unknownSince)
        m_unseen.push_back({replayedInstant(*m_unknownSince), replayedInstant(at)});
    m_unknownSince.reset();
}

void HistoryBuilder::setFree(bool isFree, WallMilliseconds at)
{
    if (isFree && !m_freeSince)
        m_freeSince = at;
    if (isFree || !m_freeSince)
        return;
    m_free.push_back({replayedInstant(*m_freeSince), replayedInstant(at)});
    m_freeSince.reset();
}

void HistoryBuilder::takeUnknown(WallMilliseconds at)
{
    if (m_unknownSince)
        return;
    while (!m_open.empty())
        end(m_open.size() - 1, at, HoldEnd::Unseen);
    setFree(false, at);
    takeValue(noValue, at);
    m_unknownSince = at;
    m_absentSince.reset();
    m_isKnown = false;
}

void HistoryBuilder::takeAbsence(WallMilliseconds at)
{
    know(at);
    while (!m_open.empty())
        end(m_open.size() - 1, at, HoldEnd::Released);
    setFree(m_family == Family::Lock, at);
    takeValue(m_family == Family::Lock ? 0 : noValue, at);
    if (!m_absentSince)
        m_absentSince = at;
    m_isKnown = false;
}

void HistoryBuilder::take(const ObjectState &state, WallMilliseconds at)
{
    const bool wasKnown = m_isKnown || m_absentSince;
    know(at);
    m_absentSince.reset();
    takeValue(valueOf(state), at);
    if (state.hasPermits)
        takePermits(state, at);
    else if (m_family == Family::Lock && !state.limit) // some semaphores do not name their holders
        takeHolder(state, at);
    if (!wasKnown && !m_holds.empty() && m_holds.back().from == replayedInstant(at))
        m_holds.back().beginIsSeen = false;
    m_known = state;
    m_isKnown = true;
    m_limit = state.limit ? state.limit : m_limit;
    m_namesHolders |= state.hasPermits;
    setFree(m_family == Family::Lock && !state.holder, at);
}

void HistoryBuilder::takeValue(double value, WallMilliseconds at)
{
    const double last = m_series.empty() ? noValue : m_series.back().value;
    if (last == value || (std::isnan(last) && std::isnan(value)))
        return;
    m_series.push_back({replayedInstant(at), value});
}

void HistoryBuilder::begin(const Holder &holder, WallMilliseconds from, bool isSeen)
{
    Hold hold;
    hold.holder = holder;
    hold.from = replayedInstant(from);
    hold.beginIsSeen = isSeen;
    m_open.push_back({holder.token, m_holds.size()});
    m_holds.push_back(std::move(hold));
}

void HistoryBuilder::end(std::size_t open, WallMilliseconds at, HoldEnd how)
{
    Hold &hold = m_holds[m_open[open].index];
    hold.to = replayedInstant(at);
    hold.end = how;
    m_open.erase(m_open.begin() + std::ptrdiff_t(open));
}

// A hold begins where it was recorded: before that the recording says that somebody else had it,
// nobody, or that it is not known.
void HistoryBuilder::takeHolder(const ObjectState &state, WallMilliseconds at)
{
    const bool isOther = !m_open.empty() && state.holder
        && (state.holder->token != m_open[0].token || state.since > m_known.since + sameDeadline);
    if (!m_open.empty() && (isOther || !state.holder)) {
        const bool isOver = m_known.ttl == Ttl::Kind::Remaining && m_known.deadline <= at;
        end(0, at, isOther ? HoldEnd::HandedOver : isOver ? HoldEnd::Expired : HoldEnd::Released);
    }
    if (!state.holder)
        return;
    if (!m_open.empty())
        return noteDeadline(m_holds[m_open[0].index], state, at);
    begin(*state.holder, at, state.beginIsSeen && state.since > at - sameDeadline);
    Hold &hold = m_holds.back();
    hold.leaseIsUnknown = state.ttl == Ttl::Kind::Unknown;
    hold.leaseAt = replayedInstant(at);
    if (const auto left = leftAt(state, at))
        hold.lease = *left;
}

void HistoryBuilder::noteDeadline(Hold &hold, const ObjectState &state, WallMilliseconds at) const
{
    const auto before = leftAt(m_known, at);
    const auto after = leftAt(state, at);
    const bool isSame = state.ttl == m_known.ttl
        && (!before || std::abs((*after - *before).count()) < sameDeadline);
    if (isSame || state.ttl == Ttl::Kind::Unknown)
        return;
    DeadlineChange change;
    change.at = replayedInstant(at);
    if (before)
        change.before = *before;
    if (after)
        change.after = *after;
    change.isRenewal = state.renewals > m_known.renewals;
    hold.renewalCount += change.isRenewal ? 1 : 0;
    hold.deadlineChanges.push_back(change);
}

// Where more are in use than are named, which are those that end last, one that is not named any
// more may be in use still, and one that is named now may have been in use before.
void HistoryBuilder::takePermits(const ObjectState &state, WallMilliseconds at)
{
    const auto areMore = [](const ObjectState &each) {
        return !each.permits.empty() && (each.valueIsEstimate || each.unnamedPermits() > 0);
    };
    const auto mayGoOn = [&](const QByteArray &token) {
        const auto known = std::find_if(m_known.permits.begin(), m_known.permits.end(),
            [&](const auto &permit) { return permit.holder.token == token; });
        return areMore(state) && known != m_known.permits.end()
            && known->ends <= state.permits.front().ends;
    };
    const bool wereMore = areMore(m_known);
    for (std::size_t i = m_open.size(); i-- > 0;) {
        if (!isHeldBy(state, m_open[i].token))
            end(i, at, mayGoOn(m_open[i].token) ? HoldEnd::Unseen : HoldEnd::Released);
    }
    for (const ObjectState::HeldPermit &permit : state.permits) {
        const bool isOpen = std::any_of(m_open.begin(), m_open.end(),
            [&](const OpenHold &open) { return open.token == permit.holder.token; });
        if (!isOpen)
            begin(permit.holder, at, m_isKnown && !wereMore);
    }
}

// Of a lock that is free, or a semaphore that nobody holds, something is known: just that. It is
// drawn as what it was.
Item HistoryBuilder::lastItem(WallMilliseconds at) const
{
    ObjectState last = m_known;
    if (!m_isKnown) {
        last = {};
        last.knowledge = m_absentSince ? ObjectState::Knowledge::Known : last.knowledge;
        last.ttl = Ttl::Kind::Missing;
    }
    last.limit = m_limit;
    Item item = last.toItem(at);
    if (m_namesHolders && !item.reading.permits)
        item.reading.permits = Permits();
    if (m_unknownSince)
        item.firstSeen = replayedInstant(*m_unknownSince);
    return item;
}

RecordedHistory HistoryBuilder::finish(Item identity, WallMilliseconds at)
{
    Item item = lastItem(at);
    item.key = identity.key;
    item.name = identity.name;
    item.format = identity.format;
    item.confidence = identity.confidence;
    if (m_unknownSince && *m_unknownSince < at)
        m_unseen.push_back({replayedInstant(*m_unknownSince), replayedInstant(at)});
    setFree(false, at);
    RecordedHistory history;
    history.family = m_family;
    if (m_absentSince && m_family != Family::Lock)
        history.goneAt = replayedInstant(*m_absentSince);
    item.series = makeSeries(std::move(m_series));
    auto *holds = new HoldHistory;
    holds->holds = std::move(m_holds);
    item.holds = HoldHistoryPtr(holds);
    history.item = makeItem(std::move(item));
    history.unseen = std::move(m_unseen);
    history.free = std::move(m_free);
    return history;
}

} // namespace lockstep
