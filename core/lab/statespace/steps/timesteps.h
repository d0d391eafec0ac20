#pragma once

#include "core/lab/statespace/steps/clientnotifications.h"
#include "core/lab/statespace/steps/commandanswers.h"
#include "core/lab/statespace/steps/stephindrances.h"

namespace lockstep {

// Lets virtual time pass.
class TimeSteps
{
public:
    // All outlive this.
    TimeSteps(StateTables &tables, const StepHindrances &hindrances, CommandAnswers &answers,
        ClientNotifications &notifications, UnexploredNotes &unexplored);

    // Takes a step of time, which is enabled. after: a copy of the state. Errors: of the server.
    Result<void> take(const quint32 *state, quint32 *after);

private:
    void moveClock(qint64 ms, bool arePending, quint32 *after);
    Result<void> letExpire(quint32 *after);
    void passDeadline(quint32 *after);

    StateTables &m_tables;
    const StepHindrances &m_hindrances;
    CommandAnswers &m_answers;
    ClientNotifications &m_notifications;
    UnexploredNotes &m_unexplored;
};

} // namespace lockstep
