// A state is certain where all that counts before it can only have happened before the rest: then
// there was a moment between the two. Only what a function asks for counts. What is known of a
// moment are the bounds between which it lies; of one server also the order (RangesAround).

#include "core/lab/checks/roundview.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

constexpr qint64 millisecond = 1'000'000; // as a Moment
constexpr qint64 mostCounted = 8; // clients inside: of more only that all are

} // namespace

RoundView::RoundView(const RoundRecords &records)
    : m_records(records)
    , m_happenings(happeningsOf(records))
    , m_lockMarks(rangesOfLocks())
    , m_now(records.round.begin)
{
    while (m_next < m_happenings.size() && belongsToSetup(m_happenings[m_next]))
        take(m_next++);
}

bool RoundView::belongsToSetup(const Happening &happening) const
{
    return happening.at < m_records.round.begin
        || (happening.change != nullptr && isOfSetup(*happening.change, m_records.round));
}

void RoundView::beginState(Moment now, quint32 operation)
{
    m_asked = {};
    m_hasGuessed = false;
    m_isOrderCertain = true;
    m_possibilityCount = 1;
    m_uncertainFrom = never;
    m_spread = 0;
    m_now = m_latestBegin = now;
    m_operation = operation;
}

bool RoundView::advance()
{
    if (m_next == m_happenings.size())
        return false;
    beginState(m_happenings[m_next].at, m_happenings[m_next].operation());
    do {
        const Happening &happening = m_happenings[m_next];
        m_spread = std::max(
            m_spread, happening.latest == never ? never : happening.latest - happening.earliest);
        take(m_next++);
    } while (
        m_next < m_happenings.size() && isOneState(m_happenings[m_next - 1], m_happenings[m_next]));
    return true;
}

void RoundView::goToEnd()
{
    while (advance()) { }
    beginState(std::max(m_now, m_records.round.end), none);
    m_isAtEnd = true;
}

qsizetype RoundView::stateCount() const
{
    return qsizetype(m_happenings.size() - m_next);
}

void RoundView::take(size_t place)
{
    const Happening &happening = m_happenings[place];
    if (happening.change != nullptr) {
        KeyKnown &known = m_keys[{happening.change->key, happening.change->node}];
        known = {happening.change, known.state};
    } else if (happening.mark != nullptr) {
        takeMark(place);
    } else {
        for (auto &[lock, clients] : m_inside)
            clients.erase(int(happening.crash->client));
    }
}

void RoundView::takeMark(size_t place)
{
    const MarkRecord &mark = *m_happenings[place].mark;
    const int client = int(mark.client);
    switch (mark.kind) {
    case MarkRecord::Kind::Enter:
        ++m_inside[mark.name][client];
        break;
    case MarkRecord::Kind::Leave:
        if (--m_inside[mark.name][client] <= 0)
            m_inside[mark.name].erase(client);
        break;
    case MarkRecord::Kind::Count:
        m_counts[mark.name] += mark.value;
        break;
    case MarkRecord::Kind::Event:
        takeEvent(place);
        break;
    }
}

void RoundView::takeEvent(size_t place)
{
    const MarkRecord &mark = *m_happenings[place].mark;
    const InternedTexts &texts = m_records.history.texts;
    const bool isOfLock = m_inside.contains(mark.name);
    EventsKnown &known = m_events[mark.name];
    known.isOrderCertain &= known.all.empty() || isOrderCertain(known.last, place);
    known.last = place;
    known.all.push_back(
        {{texts[mark.name].toByteArray(), mark.value, texts[mark.text].toByteArray(),
             int(mark.client), (mark.at - m_records.round.begin) / millisecond,
             insideOf(isOfLock ? mark.name : none)},
            isInsideCertain(place)});
}

bool RoundView::wasAsked(const Happening &happening) const
{
    if (happening.change != nullptr)
        return m_asked.keys.contains({happening.change->key, happening.change->node});
    return happening.mark != nullptr ? m_asked.names.contains(happening.mark->name)
                                     : m_asked.isOfHolders;
}

// Those who were inside when it happened: no other client's enter or leave, and no crash, may have
// been before or behind it.
bool RoundView::isInsideCertain(size_t event) const
{
    const Happening &happening = m_happenings[event];
    const int client = int(happening.mark->client) + 1;
    return m_lockMarks.latestBefore(event, client) <= happening.earliest
        && happening.latest <= m_lockMarks.earliestFrom(event + 1, client);
}

// Whether it is known that one event happened before the next one of its name.
bool RoundView::isOrderCertain(size_t event, size_t next) const
{
    const Happening &one = m_happenings[event];
    const Happening &other = m_happenings[next];
    const bool isOfOneServer = one.group > 0 && one.group == other.group;
    return isOfOneServer || one.mark->client == other.mark->client || one.latest <= other.earliest;
}

RangesAround RoundView::rangesOfLocks() const
{
    std::vector<RangesAround::Range> ranges;
    ranges.reserve(m_happenings.size());
    for (const Happening &each : m_happenings) {
        const bool isOfLock = each.crash
            || (each.mark
                && (each.mark->kind == MarkRecord::Kind::Enter
                    || each.mark->kind == MarkRecord::Kind::Leave));
        const quint32 client = each.mark ? each.mark->client : each.crash ? each.crash->client : 0;
        ranges.push_back({each.earliest, each.latest, int(client) + 1, isOfLock});
    }
    return RangesAround(ranges);
}

RangesAround RoundView::rangesOfAsked() const
{
    std::vector<RangesAround::Range> ranges;
    ranges.reserve(m_happenings.size());
    for (const Happening &each : m_happenings)
        ranges.push_back({each.earliest, each.latest, each.group, wasAsked(each)});
    return RangesAround(ranges);
}

bool RoundView::isCertain() const
{
    // A function that asks for other names in each state would take the square of the states.
    constexpr int mostRanges = 100;
    if (!m_isOrderCertain)
        return false;
    if (m_isAtEnd)
        return m_uncertainFrom == never;
    if (m_rangesMade == 0 || m_asked != m_rangesOf) {
        if (m_rangesMade++ >= mostRanges)
            return false;
        m_rangesOf = m_asked;
        m_ranges = rangesOfAsked();
    }
    m_latestBegin = std::max(m_now, m_ranges.latestBefore(m_next));
    return m_ranges.isApart(m_next) && m_ranges.latestBefore(m_next) <= m_uncertainFrom;
}

const KeyChange *RoundView::state(const QByteArray &key, int node) const
{
    const bool isSampled = m_records.history.orderKind == OrderKind::Sampled;
    m_hasGuessed |= m_now >= m_records.round.valuesUntil
        || (isSampled && (!m_isAtEnd || !m_records.looksAt(key)));
    const quint32 text = m_records.history.texts.find(key);
    m_asked.keys.insert({text, node});
    const auto found = m_keys.find({text, node});
    if (found == m_keys.end())
        return nullptr;
    const KeyChange &known = *found->second.state;
    if (m_records.isDeadlineTooClose(known, found->second.before)) {
        const Moment error = m_records.round.deadlineError;
        if (m_isAtEnd || error == never)
            m_uncertainFrom = std::numeric_limits<Moment>::min();
        else if (known.exists)
            m_uncertainFrom = std::min(m_uncertainFrom, known.deadline - error);
    }
    return known.exists ? &known : nullptr;
}

std::optional<QByteArray> RoundView::get(const QByteArray &key, int node) const
{
    const KeyChange *known = state(key, node);
    if (known == nullptr || !known->isString)
        return std::nullopt;
    return m_records.history.texts[known->value].toByteArray();
}

std::optional<qint64> RoundView::ttl(const QByteArray &key, int node) const
{
    const KeyChange *known = state(key, node);
    if (known == nullptr)
        return std::nullopt;
    const Moment left = m_records.history.timeLeft(*known, m_now);
    if (left == never)
        return -1;
    if (m_records.history.orderKind == OrderKind::Stepped)
        return left / millisecond;
    return possibleTtl(left, m_records.history.timeLeft(*known, m_records.round.begin));
}

// The clock of the deadlines is not known exactly, nor is the moment at which the state began.
qint64 RoundView::possibleTtl(Moment left, Moment most) const
{
    const Moment error = m_records.round.deadlineError;
    Moment longest = most;
    Moment shortest = 0;
    if (error != never && m_spread != never && m_latestBegin != never) {
        longest = left + error + m_spread;
        shortest = std::max<Moment>(0, left - error - std::max(m_spread, m_latestBegin - m_now));
    }
    m_possibilityCount =
        std::max(m_possibilityCount, longest / millisecond - shortest / millisecond + 1);
    if (!m_possibility)
        return left / millisecond;
    return std::min(shortest / millisecond + *m_possibility, longest / millisecond);
}

qint64 RoundView::size(const QByteArray &key, int node) const
{
    const KeyChange *known = state(key, node);
    if (known == nullptr)
        return 0;
    return known->isNumber ? m_records.history.texts[known->value].size() : known->number;
}

std::vector<int> RoundView::inside(const QByteArray &lock) const
{
    const quint32 number = m_records.history.texts.find(lock);
    m_asked.names.insert(number);
    m_asked.isOfHolders = true;
    return number == none ? std::vector<int>() : insideOf(number);
}

std::vector<int> RoundView::insideOf(quint32 lock) const
{
    std::vector<int> result;
    for (const auto &[name, clients] : m_inside) {
        if (lock != none && name != lock)
            continue;
        for (const auto &[client, times] : clients)
            result.push_back(client);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

qint64 RoundView::count(const QByteArray &name) const
{
    const quint32 number = m_records.history.texts.find(name);
    m_asked.names.insert(number);
    const auto found = m_counts.find(number);
    return found == m_counts.end() ? 0 : found->second;
}

std::vector<StateView::EventSeen> RoundView::events(const QByteArray &name) const
{
    const quint32 number = m_records.history.texts.find(name);
    m_asked.names.insert(number);
    const auto found = m_events.find(number);
    if (found == m_events.end())
        return {};
    m_isOrderCertain &= found->second.isOrderCertain;
    std::vector<EventSeen> seen;
    for (const EventKnown &each : found->second.all) {
        seen.push_back(each.seen);
        if (each.isInsideCertain)
            continue;
        const auto clients = qint64(m_records.clientCount());
        m_possibilityCount = std::max(m_possibilityCount, std::min(clients, mostCounted + 1) + 1);
        if (m_possibility)
            seen.back().inside = possiblyInside(each.seen.client);
    }
    // In which order those of several clients happened, only the order of execution tells.
    m_hasGuessed |= m_records.history.orderKind == OrderKind::Sampled
        && std::any_of(seen.begin(), seen.end(),
            [&](const EventSeen &each) { return each.client != seen.front().client; });
    return seen;
}

// So many clients as the possibility says, the given one before the others.
std::vector<int> RoundView::possiblyInside(int client) const
{
    std::vector<int> inside;
    const size_t all = m_records.clientCount();
    const size_t most = *m_possibility > mostCounted ? all : std::min(size_t(*m_possibility), all);
    if (most > 0)
        inside.push_back(client);
    for (int other = 0; inside.size() < most; ++other) {
        if (other != client)
            inside.push_back(other);
    }
    std::sort(inside.begin(), inside.end());
    return inside;
}

QByteArray RoundView::clientName(int client) const
{
    return client >= 0 && size_t(client) < m_records.clientCount()
        ? m_records.history.clients[size_t(client)].name
        : QByteArray();
}

} // namespace lockstep
