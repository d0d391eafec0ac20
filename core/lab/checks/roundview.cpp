// A mark happens when the reply has come back, later than the command was executed. In a step both
// are one. So a mark counts from the moment of the key change that its operation made, if it made
// one and no wait lies between them. A client's marks stay in the order in which its program made
// them: where one of its threads has made a mark while the reply to another's command was on its
// way, what the other makes of that reply comes later. Marks that a program makes without a wait
// between them are one state, too.

#include "core/lab/checks/roundview.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep {

quint32 RoundView::Happening::operation() const
{
    if (change != nullptr)
        return change->operation;
    return mark != nullptr ? mark->operation : none;
}

RoundView::RoundView(const RoundRecords &records)
    : m_records(records)
    , m_now(records.round.begin)
{
    gather();
    while (m_next < m_happenings.size() && belongsToSetup(m_happenings[m_next]))
        take(m_happenings[m_next++]);
}

bool RoundView::isOneState(const Happening &happening, const Happening &next)
{
    const auto isLater = [](const Happening &each) { return each.mark && each.mark->isLater; };
    if (isLater(happening) || isLater(next))
        return isLater(happening) && isLater(next) && happening.at == next.at
            && happening.mark->client == next.mark->client;
    return happening.operation() != none && happening.operation() == next.operation();
}

bool RoundView::belongsToSetup(const Happening &happening) const
{
    return happening.at < m_records.round.begin
        || (happening.change != nullptr && isOfSetup(*happening.change, m_records.round));
}

void RoundView::gather()
{
    std::unordered_map<quint32, Moment> executed;
    for (const KeyChange &each : m_records.changes) {
        Happening happening{each.at, each.at, each.at, &each, nullptr, nullptr};
        if (each.operation != none) {
            executed[each.operation] = each.at;
            const Operation &operation = m_records.history.operations[each.operation];
            happening.earliest = operation.called;
            happening.latest = operation.returned;
        } else if (!isOfSetup(each, m_records.round)) { // it has expired
            const Moment error = m_records.round.deadlineError;
            happening.earliest = error == never ? m_records.round.begin : each.at - error;
            happening.latest = error == never ? never : each.at + error;
        }
        m_happenings.push_back(happening);
    }
    std::unordered_map<quint32, Moment> lastOf; // client: its latest mark so far
    for (const MarkRecord &each : m_records.marks) {
        const auto found = executed.find(each.operation);
        const bool isOfOperation = found != executed.end() && !each.isLater;
        Moment at = isOfOperation ? std::min(each.at, found->second) : each.at;
        const auto last = lastOf.try_emplace(each.client, at).first;
        at = last->second = std::max(last->second, at);
        const Moment earliest =
            isOfOperation ? m_records.history.operations[each.operation].called : each.at;
        m_happenings.push_back({at, std::min(earliest, each.at), each.at, nullptr, &each, nullptr});
    }
    for (const Incident &each : m_records.incidents) {
        if (each.kind == Incident::Kind::Crash)
            m_happenings.push_back({each.at, each.at, each.at, nullptr, nullptr, &each});
    }
    std::stable_sort(m_happenings.begin(), m_happenings.end(),
        [](const Happening &a, const Happening &b) { return a.at < b.at; });
}

bool RoundView::advance()
{
    if (m_next == m_happenings.size())
        return false;
    const Happening &first = m_happenings[m_next];
    m_asked = {};
    m_now = first.at;
    m_operation = first.operation();
    do
        take(m_happenings[m_next++]);
    while (
        m_next < m_happenings.size() && isOneState(m_happenings[m_next - 1], m_happenings[m_next]));
    return true;
}

void RoundView::goToEnd()
{
    while (advance()) { }
    m_asked = {};
    m_hasGuessed = false;
    m_isAtEnd = true;
    m_now = std::max(m_now, m_records.round.end);
    m_operation = none;
}

qsizetype RoundView::stateCount() const
{
    return qsizetype(m_happenings.size() - m_next);
}

void RoundView::take(const Happening &happening)
{
    if (happening.change != nullptr)
        m_keys[{happening.change->key, happening.change->node}] = happening.change;
    else if (happening.mark != nullptr)
        take(*happening.mark);
    else {
        for (auto &[lock, clients] : m_inside)
            clients.erase(int(happening.incident->client));
    }
}

void RoundView::take(const MarkRecord &mark)
{
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
        const InternedTexts &texts = m_records.history.texts;
        const bool ofLock = m_inside.contains(mark.name);
        m_events[mark.name].push_back({texts[mark.name].toByteArray(), mark.value,
            texts[mark.text].toByteArray(), client, (mark.at - m_records.round.begin) / 1'000'000,
            insideOf(ofLock ? mark.name : none)});
        break;
    }
}

bool RoundView::wasAsked(const Happening &happening) const
{
    if (happening.change != nullptr)
        return m_asked.keys.contains({happening.change->key, happening.change->node});
    return happening.mark == nullptr || m_asked.names.contains(happening.mark->name);
}

// There was such a moment if all that counts before it can only have happened before the rest.
bool RoundView::isCertain() const
{
    if (m_latestBefore.empty() || m_asked != m_spansOf) {
        constexpr Moment first = std::numeric_limits<Moment>::min();
        m_spansOf = m_asked;
        m_latestBefore.assign(m_happenings.size() + 1, first);
        m_earliestFrom.assign(m_happenings.size() + 1, never);
        for (size_t i = 0; i < m_happenings.size(); ++i)
            m_latestBefore[i + 1] = std::max(
                m_latestBefore[i], wasAsked(m_happenings[i]) ? m_happenings[i].latest : first);
        for (size_t i = m_happenings.size(); i > 0; --i)
            m_earliestFrom[i - 1] = std::min(m_earliestFrom[i],
                wasAsked(m_happenings[i - 1]) ? m_happenings[i - 1].earliest : never);
    }
    return !m_mayHaveExpired && m_latestBefore[m_next] <= m_earliestFrom[m_next];
}

const KeyChange *RoundView::state(const QByteArray &key, int node) const
{
    const bool isSampled = m_records.history.orderKind == OrderKind::Sampled;
    m_hasGuessed |= m_now >= m_records.round.valuesUntil
        || (isSampled && (!m_isAtEnd || !m_records.looksAt(key)));
    const quint32 text = m_records.history.texts.find(key);
    m_asked.keys.insert({text, node});
    const auto found = m_keys.find({text, node});
    if (found == m_keys.end() || !found->second->exists)
        return nullptr;
    m_mayHaveExpired |= m_isAtEnd && m_records.mayHaveExpired(*found->second);
    return found->second;
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
    return left == never ? -1 : left / 1'000'000;
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
    // In which order those of several clients happened, only the order of execution tells.
    const std::vector<EventSeen> &seen = found->second;
    m_hasGuessed |= m_records.history.orderKind == OrderKind::Sampled
        && std::any_of(seen.begin(), seen.end(),
            [&](const EventSeen &each) { return each.client != seen.front().client; });
    return seen;
}

QByteArray RoundView::clientName(int client) const
{
    return client >= 0 && size_t(client) < m_records.clientCount()
        ? m_records.history.clients[size_t(client)].name
        : QByteArray();
}

} // namespace lockstep
