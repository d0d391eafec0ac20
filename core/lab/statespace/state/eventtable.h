#pragma once

#include "core/lab/node/dataset.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace lockstep {

// What a client has said with event(), or with a count() that a check looks at by its moment.
struct StateEvent
{
    static constexpr int told = -1;

    quint32 before = 0; // number of the event before this one; 0: this is the first
    // When it was told, and when the command that it comes after was executed: ms on the virtual
    // clock. Both are the same where it comes after no command, 0 where no check asks.
    qint64 at = 0;
    qint64 executed = 0;
    int client = 0;
    qint64 value = 0;
    bool isCount = false;
    // `told`, or this is no event but a place for what the thread with that number will tell once
    // its reply has arrived.
    int awaitedBy = told;
    QByteArray name;
    QByteArray text;
    std::vector<int> inside; // clients inside the lock of that name, or else inside any lock
};

// The events of all states. Equal events with the same ones before them are kept once and have one
// number. A state holds the number of its last event, which leads to the earlier ones by
// StateEvent::before.
class EventTable
{
public:
    quint32 add(StateEvent event)
    {
        QByteArray encoded = event.name + '\0' + event.text + '\0';
        for (const qint64 number : {qint64(event.before), event.at, event.executed,
                 qint64(event.client), event.value, qint64(event.isCount), qint64(event.awaitedBy)})
            encoded += QByteArray::number(number) + ' ';
        for (const int each : event.inside)
            encoded += QByteArray::number(each) + ' ';
        const quint32 number = m_encoded.add(encoded);
        if (number == m_events.size())
            m_events.push_back(std::move(event));
        return number;
    }

    // Adds these in their order, the first without one before it. Returns the number of the last
    // one; 0: there is none.
    quint32 add(std::vector<StateEvent> events)
    {
        quint32 last = 0;
        for (StateEvent &event : events) {
            event.before = last;
            last = add(std::move(event));
        }
        return last;
    }

    // The event with that number and all before it, the first one first.
    [[nodiscard]] std::vector<StateEvent> upTo(quint32 number) const
    {
        std::vector<StateEvent> events;
        for (; number != 0; number = m_events[number].before)
            events.push_back(m_events[number]);
        std::reverse(events.begin(), events.end());
        return events;
    }

    // The same without those for which isDropped is true, as the number of the last one. Where
    // there are none, which is so in nearly every step, nothing is copied.
    template <typename Predicate>
    [[nodiscard]] quint32 without(quint32 number, const Predicate &isDropped)
    {
        quint32 found = number;
        while (found != 0 && !isDropped(m_events[found]))
            found = m_events[found].before;
        if (found == 0)
            return number;
        std::vector<StateEvent> events = upTo(number);
        std::erase_if(events, isDropped);
        return add(std::move(events));
    }

    [[nodiscard]] const StateEvent &operator[](quint32 number) const { return m_events[number]; }
    [[nodiscard]] qint64 memory() const // bytes
    {
        return qint64(m_events.size() * sizeof(StateEvent)) + m_encoded.memory();
    }

private:
    InternedTexts m_encoded;
    std::deque<StateEvent> m_events{{}};
};

} // namespace lockstep
