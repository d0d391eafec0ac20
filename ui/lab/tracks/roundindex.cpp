#include "ui/lab/tracks/roundindex.h"

#include <QHash>

#include <algorithm>

namespace lockstep {

std::size_t endOf(const History &history, int round, quint32 Round::*begin, std::size_t total)
{
    const auto next = std::size_t(round) + 1;
    return next < history.rounds.size() ? history.rounds[next].*begin : total;
}

RoundIndex::RoundIndex(const History &history, int round)
    : m_history(&history)
{
    const Round &it = history.rounds.at(std::size_t(round));
    m_first = it.firstOperation;
    m_count =
        quint32(endOf(history, round, &Round::firstOperation, history.operations.size())) - m_first;
    indexClients();
    indexExecution();
    indexChanges(
        it.firstChange, endOf(history, round, &Round::firstChange, history.changes.size()));
}

// A counting sort by client, in two passes. Keeps the order of the history within each client.
void RoundIndex::indexClients()
{
    const Operation *operations = m_history->operations.data() + m_first;
    m_clientBegin.assign(m_history->clients.size() + 1, 0);
    for (quint32 i = 0; i < m_count; ++i)
        ++m_clientBegin.at(operations[i].client + 1);
    for (std::size_t i = 1; i < m_clientBegin.size(); ++i)
        m_clientBegin[i] += m_clientBegin[i - 1];
    std::vector<quint32> place = m_clientBegin;
    m_byClient.resize(m_count);
    for (quint32 i = 0; i < m_count; ++i)
        m_byClient[place[operations[i].client]++] = m_first + i;
}

void RoundIndex::indexExecution()
{
    const Operation *operations = m_history->operations.data() + m_first;
    std::vector<std::pair<quint32, quint32>>
        byOrder; // place in the order of execution, number of the operation
    byOrder.reserve(m_count);
    quint32 latest = 0;
    for (quint32 i = 0; i < m_count; ++i) {
        const bool isLost = operations[i].returned == never && operations[i].order == none;
        latest = isLost ? none : operations[i].order == none ? latest : operations[i].order;
        byOrder.emplace_back(latest, m_first + i);
    }
    if (std::is_sorted(byOrder.begin(), byOrder.end()))
        return;
    std::sort(byOrder.begin(), byOrder.end());
    m_executed.reserve(m_count);
    m_places.resize(m_count);
    for (const auto &[order, operation] : byOrder) {
        m_places[operation - m_first] = quint32(m_executed.size());
        m_executed.push_back(operation);
    }
}

void RoundIndex::indexChanges(std::size_t begin, std::size_t end)
{
    m_firstChange = begin;
    m_changeOf.assign(m_count, none);
    m_next.assign(end - begin, none);
    m_before.assign(end - begin, none);
    QHash<quint64, quint32> latest; // the latest change, by key and node
    for (std::size_t i = begin; i < end; ++i) {
        const KeyChange &change = m_history->changes[i];
        const auto number = quint32(i - begin);
        const quint64 key = (quint64(change.node) << 32) | change.key;
        m_before[number] = latest.value(key, none);
        latest.insert(key, number);
        const quint32 operation = change.operation - m_first;
        if (change.operation == none || operation >= m_count)
            continue;
        quint32 *link = &m_changeOf[operation];
        while (*link != none)
            link = &m_next[*link];
        *link = number;
    }
}

std::span<const quint32> RoundIndex::operationsOf(quint32 client) const
{
    if (std::size_t(client) + 1 >= m_clientBegin.size())
        return {};
    return {
        m_byClient.data() + m_clientBegin[client], m_byClient.data() + m_clientBegin[client + 1]};
}

quint32 RoundIndex::operationAt(Moment at) const
{
    if (!m_history)
        return none;
    const auto begin = m_history->operations.begin() + m_first;
    const auto found = std::upper_bound(begin, begin + m_count, at,
        [](Moment moment, const Operation &operation) { return moment < operation.returned; });
    return found == begin ? none : m_first + quint32(found - begin) - 1;
}

quint32 RoundIndex::presentOperation(quint32 client, Moment at) const
{
    const auto own = operationsOf(client);
    const auto found =
        std::upper_bound(own.begin(), own.end(), at, [this](Moment moment, quint32 operation) {
            return moment < m_history->operations[operation].returned;
        });
    return found == own.end() ? none : *found;
}

std::vector<RoundIndex::Change> RoundIndex::changesOf(quint32 operation) const
{
    std::vector<Change> changes;
    const quint32 place = operation - m_first;
    for (quint32 i = place < m_count ? m_changeOf[place] : none; i != none; i = m_next[i]) {
        const KeyChange *all = m_history->changes.data() + m_firstChange;
        changes.push_back({m_before[i] == none ? nullptr : all + m_before[i], all + i});
    }
    return changes;
}

// Goes back from the operation's end to the last change that was executed before the operation. For
// changes made while the operation was under way the order of execution decides. A change
// without a command, such as an expiry, has no place in this order, so then the answer is not
// known.
const KeyChange *RoundIndex::valueAt(quint32 number, quint32 key) const
{
    constexpr int mostLookedAt = 4096;
    const Operation &operation = m_history->operations[number];
    if (m_history->orderKind == OrderKind::Sampled || operation.order == none)
        return nullptr;
    const auto begin = m_history->changes.begin() + std::ptrdiff_t(m_firstChange);
    auto change = std::upper_bound(begin, begin + std::ptrdiff_t(m_next.size()), operation.returned,
        [](Moment at, const KeyChange &each) { return at < each.at; });
    for (int looked = 0; change != begin && looked < mostLookedAt; ++looked) {
        --change;
        if (change->key != key || change->node != operation.node)
            continue;
        if (change->at < operation.called)
            return &*change;
        if (change->operation == none)
            return nullptr;
        if (m_history->operations[change->operation].order < operation.order)
            return &*change;
    }
    return nullptr;
}

} // namespace lockstep
