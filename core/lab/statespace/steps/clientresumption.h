#pragma once

#include "core/lab/statespace/steps/clientnotifications.h"
#include "core/lab/statespace/steps/eventwriter.h"
#include "core/lab/statespace/steps/stepvisibility.h"

namespace lockstep {

// Lets the programs of clients go on: from a reply, the end of a wait, or the start to what each
// thread asks for next. Functions change the state *after. Errors: a mistake in the file.
class ClientResumption
{
public:
    // All outlive this.
    ClientResumption(StateTables &tables, const StepVisibility &visibility,
        ClientNotifications &notifications, EventWriter &events, UnexploredNotes &unexplored);

    // Gives the thread its reply (0: none) and lets its program go on to what it asks for next.
    Result<void> resume(PackedStep step, quint32 reply, quint32 *after);
    // Does so, or lets the thread find the reply on its way where others could tell.
    Result<void> answer(PackedStep step, quint32 reply, quint32 *after);
    // Lets all go on whose wait is over, unless somebody could tell that from a moment later.
    Result<void> passWaits(quint32 *after);
    // The client starts only now, whatever it did at the beginning.
    Result<void> startLate(int client, quint32 *after);

    [[nodiscard]] qint64 memory() const; // bytes

private:
    // The history of the client when the thread has gone on.
    Result<quint32> next(const quint32 *state, PackedStep step, quint32 reply);

    StateTables &m_tables;
    const StepVisibility &m_visibility;
    ClientNotifications &m_notifications;
    EventWriter &m_events;
    UnexploredNotes &m_unexplored;
    InternedRows m_resumed{5}; // process, thread, reply, clock
    std::vector<quint32> m_resumedTo; // the process then; 0: not asked for yet
};

} // namespace lockstep
