#pragma once

#include "core/lab/statespace/state/statetables.h"

namespace lockstep {

// Writes what clients tell into a state, each kind of list only where a check looks at it: the
// events in the order in which they were told, and those of in_order in the order of the commands
// that they come after.
class EventWriter
{
public:
    explicit EventWriter(StateTables &tables) // the tables outlive this
        : m_tables(tables)
    {
    }

    // What the thread has told with this step. age: ms since the command was executed whose reply
    // it has.
    void note(PackedStep step, qint64 age, quint32 *after);
    // Gives what the thread will tell its place in the order of commands: its command was executed,
    // and its reply is on its way. next: of its client, if it arrived now.
    void keepPlace(PackedStep step, const ClientHistory &next, quint32 *after);
    void dropPlacesOfEnded(quint32 *after); // of clients that have ended
    void forget(quint32 *after, int client); // all that the client has told

private:
    void noteTold(quint32 *after, int client, qint64 age);
    void noteOrdered(PackedStep step, quint32 *after);

    StateTables &m_tables;
};

} // namespace lockstep
