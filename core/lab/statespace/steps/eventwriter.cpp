// There are two lists.
//
// One is in the order in which clients told the events, with who was inside then: functions look at
// it. The other is in the order in which the servers executed the commands that the events come
// after: in_order is about that one, as it is in a free run. Where a reply is on its way, its
// command keeps a place for what the thread will tell once it has arrived. An event behind a wait
// has no command and takes the last place when it is told.

#include "core/lab/statespace/steps/eventwriter.h"

#include <algorithm>

namespace lockstep {

void EventWriter::note(PackedStep step, qint64 age, quint32 *after)
{
    noteTold(after, step.client, age);
    noteOrdered(step, after);
}

// An event knows who is inside when it is told, and a client may enter and leave in the same step.
void EventWriter::noteTold(quint32 *after, int client, qint64 age)
{
    if (!m_tables.seen.events)
        return;
    const qint64 at = m_tables.seen.tellingTimes ? m_tables.clockOf(after) : 0;
    const qint64 executed = m_tables.seen.executionTimes ? m_tables.clockOf(after) - age : 0;
    const quint32 before = m_tables.history(after, client).before;
    std::map<QByteArray, int> own;
    if (before != none)
        own = (*m_tables.histories)[before].inside;
    const auto insideNow = [&](const QByteArray &lock) {
        std::vector<int> inside = m_tables.inside(after, lock);
        std::erase(inside, client);
        if (lock.isEmpty() ? !own.empty() : own.contains(lock))
            inside.insert(std::lower_bound(inside.begin(), inside.end(), client), client);
        return inside;
    };
    for (const Mark &mark : m_tables.history(after, client).marks) {
        noteInside(own, mark);
        if (!m_tables.seen.isEvent(mark))
            continue;
        std::vector<int> inside = insideNow(mark.name);
        if (inside.empty())
            inside = insideNow({});
        quint32 &last = m_tables.layout.event(after);
        last = m_tables.events.add(
            {last, at, executed, client, mark.value, mark.kind == Mark::Kind::Count,
                StateEvent::told, mark.name, mark.text, std::move(inside)});
    }
}

void EventWriter::keepPlace(PackedStep step, const ClientHistory &next, quint32 *after)
{
    if (!m_tables.layout.keepsOrder())
        return;
    // What a thread tells may depend on what others of its client do before its reply arrives, and
    // on when it does.
    const auto &threads = m_tables.history(after, step.client).threads;
    const auto isOfOther = [&](const KnownRequest &each) {
        return &each != &threads[step.thread] && each.kind != Request::Kind::Finished;
    };
    const bool tells = std::any_of(next.marks.begin(), next.marks.end(),
        [this](const Mark &mark) { return m_tables.seen.isOrdered(mark); });
    if (!tells && !next.hasReadClock && std::none_of(threads.begin(), threads.end(), isOfOther))
        return;
    StateEvent place;
    place.before = m_tables.layout.orderedEvent(after);
    place.client = step.client;
    place.awaitedBy = step.thread;
    m_tables.layout.orderedEvent(after) = m_tables.events.add(std::move(place));
}

void EventWriter::noteOrdered(PackedStep step, quint32 *after)
{
    if (!m_tables.layout.keepsOrder())
        return;
    std::vector<StateEvent> told;
    for (const Mark &mark : m_tables.history(after, step.client).marks) {
        if (!m_tables.seen.isOrdered(mark))
            continue;
        StateEvent &event = told.emplace_back();
        event.client = step.client;
        event.value = mark.value;
        event.name = mark.name;
    }
    quint32 &last = m_tables.layout.orderedEvent(after);
    const auto isPlace = [&](const StateEvent &each) {
        return each.client == step.client && each.awaitedBy == int(step.thread);
    };
    if (told.empty()) {
        last = m_tables.events.without(last, isPlace);
        return;
    }
    std::vector<StateEvent> all = m_tables.events.upTo(last);
    const auto place = std::find_if(all.begin(), all.end(), isPlace);
    // What one client tells it tells in this order, whatever its threads were answered before.
    const auto isToldByClient = [&](const StateEvent &each) {
        return each.client == step.client && each.awaitedBy == StateEvent::told;
    };
    const auto behind =
        std::max(place, std::find_if(all.rbegin(), all.rend(), isToldByClient).base());
    all.insert(behind, told.begin(), told.end());
    std::erase_if(all, isPlace);
    last = m_tables.events.add(std::move(all));
}

// Nobody tells what a reply would have led to that does not arrive any more.
void EventWriter::dropPlacesOfEnded(quint32 *after)
{
    if (!m_tables.layout.keepsOrder())
        return;
    quint32 &last = m_tables.layout.orderedEvent(after);
    last = m_tables.events.without(last, [&](const StateEvent &each) {
        return each.awaitedBy != StateEvent::told && m_tables.process(after, each.client).isOver;
    });
}

// It starts only now, so what it told when its first wait was over has not been told.
void EventWriter::forget(quint32 *after, int client)
{
    const auto forget = [&](quint32 &last) {
        last = m_tables.events.without(
            last, [&](const StateEvent &each) { return each.client == client; });
    };
    forget(m_tables.layout.event(after));
    if (m_tables.layout.keepsOrder())
        forget(m_tables.layout.orderedEvent(after));
}

} // namespace lockstep
