// Part of StateSpace. What follows from a step: awaits that wake, events, owners of keys.

#include "core/lab/statespace/statespace.h"

#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/replytext.h"

#include <algorithm>

namespace lockstep {

namespace {

bool matches(const QByteArray &pattern, const QByteArray &key)
{
    return matchesKeyPattern(
        {pattern.constData(), size_t(pattern.size())}, {key.constData(), size_t(key.size())});
}

bool isOwnerCheck(const Check &check)
{
    return check.kind == Check::Kind::ReleasedByOwner || check.kind == Check::Kind::RenewedByOwner;
}

} // namespace

QByteArray StateSpace::plainKey(QByteArrayView name) const
{
    return withoutPrefix(name, m_prefix);
}

void StateSpace::contentsChanged(const quint32 *before, quint32 *after, int node)
{
    if (before[node] == after[node])
        return;
    for (int client = 0; client < clients(); ++client) {
        quint32 &process = after[m_firstProcess + client];
        if (!(*m_processes)[process].awaits)
            continue;
        process = m_processes->awaited(process, [&](int, const KnownWait &wait) {
            if (wait.node != node)
                return false;
            const quint32 now = m_datasets.valueOf(after[node], wait.key);
            return now == 0
                || (wait.kind == Wait::Kind::Changed
                    && now != m_datasets.valueOf(before[node], wait.key));
        });
    }
}

void StateSpace::wakeFresh(quint32 *after, int client)
{
    quint32 &process = after[m_firstProcess + client];
    if (!(*m_processes)[process].awaits)
        return;
    process = m_processes->awaited(process, [&](int, const KnownWait &wait) {
        return m_datasets.valueOf(after[wait.node], wait.key) == 0;
    });
}

std::vector<int> StateSpace::inside(const quint32 *state, const QByteArray &lock) const
{
    std::vector<int> clients;
    for (int client = 0; client < this->clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const auto &inside = (*m_histories)[process.history].inside;
        if (!process.isOver && !inside.empty() && (lock.isEmpty() || inside.count(lock) != 0))
            clients.push_back(client);
    }
    return clients;
}

void StateSpace::noteMarks(quint32 *after, int client, qint64 at)
{
    if (!m_keepsEvents)
        return;
    const ClientHistory &history = this->history(after, client);
    for (const Mark &mark : history.marks) {
        const bool isCount = mark.kind == Mark::Kind::Count;
        if (mark.kind != Mark::Kind::Event
            && !(isCount
                && std::find(m_admissions.begin(), m_admissions.end(), mark.name)
                    != m_admissions.end()))
            continue;
        Event event;
        event.before = after[m_eventWord];
        event.at = at;
        event.client = client;
        event.value = mark.value;
        event.isCount = isCount;
        event.name = mark.name;
        event.text = mark.text;
        event.inside = inside(after, mark.name);
        if (event.inside.empty())
            event.inside = inside(after, {});
        QByteArray encoded = mark.name + '\0' + mark.text + '\0';
        for (const qint64 number :
            {qint64(event.before), event.at, qint64(client), mark.value, qint64(isCount)})
            encoded += QByteArray::number(number) + ' ';
        for (const int each : event.inside)
            encoded += QByteArray::number(each) + ' ';
        const quint32 number = m_eventsEncoded.add(encoded);
        if (number == m_events.size())
            m_events.push_back(std::move(event));
        after[m_eventWord] = number;
    }
}

quint32 StateSpace::noteOwners(const quint32 *before, quint32 *after, Move move, int node,
    const std::vector<quint32> &deadlines)
{
    const auto &checks = m_scenario->checks;
    if (std::none_of(checks.begin(), checks.end(), isOwnerCheck)
        || (before[node] == after[node] && deadlines.empty()))
        return 0;
    const quint32 actor = move.kind == TraceStep::Kind::Client ? move.client : none;
    std::vector<Owner> owners;
    quint32 violated = 0;
    for (const Owner &each : m_owners[before[m_ownerWord]]) {
        if (int(each.node) != node) {
            owners.push_back(each);
            continue;
        }
        const quint32 then = m_datasets.valueOf(before[node], each.key);
        const quint32 now = m_datasets.valueOf(after[node], each.key);
        if (now != 0)
            owners.push_back(each);
        const bool isRenewed = now != then
            || std::find(deadlines.begin(), deadlines.end(), each.key) != deadlines.end();
        if (actor == none || each.client == none || actor == each.client || !isRenewed)
            continue;
        const QByteArray key = plainKey(m_datasets.keyName(each.key));
        for (size_t i = 0; i < checks.size(); ++i) {
            const bool released = checks[i].kind == Check::Kind::ReleasedByOwner;
            if (isOwnerCheck(checks[i]) && matches(checks[i].name, key) && released == (now == 0))
                violated |= quint32(1) << i;
        }
    }
    for (const KeyHeld &each : m_datasets[after[node]]) {
        const QByteArray key = plainKey(m_datasets.keyName(each.key));
        const bool isWatched = std::any_of(checks.begin(), checks.end(),
            [&](const Check &check) { return isOwnerCheck(check) && matches(check.name, key); });
        if (isWatched && m_datasets.valueOf(before[node], each.key) == 0)
            owners.push_back({quint32(node), each.key, actor});
    }
    const quint32 number = m_ownersEncoded.add(
        {reinterpret_cast<const char *>(owners.data()), qsizetype(owners.size() * sizeof(Owner))});
    if (number == m_owners.size())
        m_owners.push_back(std::move(owners));
    after[m_ownerWord] = number;
    return violated;
}

} // namespace lockstep
