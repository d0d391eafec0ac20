#pragma once

#include "core/lab/statespace/steps/unexplorednotes.h"

namespace lockstep {

// Tells the clients of a state what has happened on the servers: messages of channels, and changes
// of the keys that they watch or wait for.
class ClientNotifications
{
public:
    // Both tables and notes outlive this.
    ClientNotifications(StateTables &tables, UnexploredNotes &unexplored)
        : m_tables(tables)
        , m_unexplored(unexplored)
    {
    }

    void deliverMessages(const Answer &answer, int node, quint32 *after);
    // executed: what the answer is to.
    void markDirtyWatches(
        const Answer &answer, const Execution &executed, int node, quint32 *after);
    // Wakes the threads that wait for what has become of the node's keys.
    void wakeWaiting(const quint32 *before, quint32 *after, int node);
    // Wakes the client's threads that have begun to wait for what is so already.
    void wakeFresh(quint32 *after, int client);

private:
    StateTables &m_tables;
    UnexploredNotes &m_unexplored;
};

} // namespace lockstep
