#pragma once

#include "core/lab/node/dataset.h"

namespace lockstep {

// What a client has said with event(), or with a count() that a check looks at by its moment.
struct StateEvent
{
    quint32 before = 0; // number of the event before this one; 0: this is the first
    qint64 at = 0; // ms on the virtual clock; 0 if the state keeps no clock
    int client = 0;
    qint64 value = 0;
    bool isCount = false;
    QByteArray name;
    QByteArray text;
    std::vector<int> inside; // clients inside the lock of that name, or else inside any lock
};

// The events of all states. Equal events are kept once and have one number. A state holds the
// number of its last event, which leads to the earlier ones by StateEvent::before.
class EventTable
{
public:
    quint32 add(StateEvent event)
    {
        QByteArray encoded = event.name + '\0' + event.text + '\0';
        for (const qint64 number : {qint64(event.before), event.at, qint64(event.client),
                 event.value, qint64(event.isCount)})
            encoded += QByteArray::number(number) + ' ';
        for (const int each : event.inside)
            encoded += QByteArray::number(each) + ' ';
        const quint32 number = m_encoded.add(encoded);
        if (number == m_events.size())
            m_events.push_back(std::move(event));
        return number;
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
