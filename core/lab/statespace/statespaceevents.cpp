// Part of StateSpace. Keeps the events of a state in two lists, each only where a check looks at
// it.
//
// One is in the order in which clients told the events, with who was inside then: functions look at
// it. The other is in the order in which the servers executed the commands that the events come
// after: in_order is about that one, as it is in a free run. Where a reply is on its way, its
// command keeps a place for what the thread will tell once it has arrived. An event behind a wait
// has no command and takes the last place when it is told.

#include "core/lab/statespace/statespace.h"

#include <algorithm>

namespace lockstep {

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

// An event knows who is inside when it is told, and a client may enter and leave in the same step.
void StateSpace::noteEvents(quint32 *after, int client, qint64 age)
{
    if (!m_seen.events)
        return;
    const qint64 at = m_seen.tellingTimes ? clockOf(after) : 0;
    const qint64 executed = m_seen.executionTimes ? clockOf(after) - age : 0;
    const quint32 before = history(after, client).before;
    std::map<QByteArray, int> own;
    if (before != none)
        own = (*m_histories)[before].inside;
    const auto insideNow = [&](const QByteArray &lock) {
        std::vector<int> inside = this->inside(after, lock);
        std::erase(inside, client);
        if (lock.isEmpty() ? !own.empty() : own.contains(lock))
            inside.insert(std::lower_bound(inside.begin(), inside.end(), client), client);
        return inside;
    };
    for (const Mark &mark : history(after, client).marks) {
        noteInside(own, mark);
        if (!m_seen.isEvent(mark))
            continue;
        std::vector<int> inside = insideNow(mark.name);
        if (inside.empty())
            inside = insideNow({});
        quint32 &last = m_layout.event(after);
        last = m_events.add({last, at, executed, client, mark.value, mark.kind == Mark::Kind::Count,
            StateEvent::told, mark.name, mark.text, std::move(inside)});
    }
}

void StateSpace::keepPlaceOfEvents(PackedStep step, const ClientHistory &next, quint32 *after)
{
    if (!m_layout.keepsOrder())
        return;
    // What a thread tells may depend on what others of its client do before its reply arrives, and
    // on when it does.
    const auto &threads = history(after, step.client).threads;
    const auto isOfOther = [&](const KnownRequest &each) {
        return &each != &threads[step.thread] && each.kind != Request::Kind::Finished;
    };
    const bool tells = std::any_of(next.marks.begin(), next.marks.end(),
        [this](const Mark &mark) { return m_seen.isOrdered(mark); });
    if (!tells && !next.hasReadClock && std::none_of(threads.begin(), threads.end(), isOfOther))
        return;
    StateEvent place;
    place.before = m_layout.orderedEvent(after);
    place.client = step.client;
    place.awaitedBy = step.thread;
    m_layout.orderedEvent(after) = m_events.add(std::move(place));
}

void StateSpace::noteOrderedEvents(PackedStep step, quint32 *after)
{
    if (!m_layout.keepsOrder())
        return;
    std::vector<StateEvent> told;
    for (const Mark &mark : history(after, step.client).marks) {
        if (!m_seen.isOrdered(mark))
            continue;
        StateEvent &event = told.emplace_back();
        event.client = step.client;
        event.value = mark.value;
        event.name = mark.name;
    }
    quint32 &last = m_layout.orderedEvent(after);
    const auto isPlace = [&](const StateEvent &each) {
        return each.client == step.client && each.awaitedBy == int(step.thread);
    };
    if (told.empty()) {
        last = m_events.without(last, isPlace);
        return;
    }
    std::vector<StateEvent> all = m_events.upTo(last);
    const auto place = std::find_if(all.begin(), all.end(), isPlace);
    // What one client tells it tells in this order, whatever its threads were answered before.
    const auto isToldByClient = [&](const StateEvent &each) {
        return each.client == step.client && each.awaitedBy == StateEvent::told;
    };
    const auto behind =
        std::max(place, std::find_if(all.rbegin(), all.rend(), isToldByClient).base());
    all.insert(behind, told.begin(), told.end());
    std::erase_if(all, isPlace);
    last = m_events.add(std::move(all));
}

// Nobody tells what a reply would have led to that does not arrive any more.
void StateSpace::dropPlacesOfEnded(quint32 *after)
{
    if (!m_layout.keepsOrder())
        return;
    quint32 &last = m_layout.orderedEvent(after);
    last = m_events.without(last, [&](const StateEvent &each) {
        return each.awaitedBy != StateEvent::told && process(after, each.client).isOver;
    });
}

// It starts only now, so what it told when its first wait was over has not been told.
void StateSpace::forgetEvents(quint32 *after, int client)
{
    const auto forget = [&](quint32 &last) {
        last =
            m_events.without(last, [&](const StateEvent &each) { return each.client == client; });
    };
    forget(m_layout.event(after));
    if (m_layout.keepsOrder())
        forget(m_layout.orderedEvent(after));
}

} // namespace lockstep
