#pragma once

#include "core/lab/freerun/clients/activeprocess.h"

namespace lockstep {

// Wakes a thread when a moment has come, and writes its waits into the history. Belongs to the
// loop's thread.
class WaitTimer
{
public:
    // onAlarm is called when the moment has come that hasCome() was called with last.
    WaitTimer(ActiveProcess &process, int thread, std::function<void()> onAlarm);

    // Whether the moment has come. If not, onAlarm will be called then. 0: it always has.
    [[nodiscard]] bool hasCome(Moment moment);
    // The thread waits from now on, unless it does already. name: text of the key, channel or mutex
    // that it waits for; 0: it waits for a time.
    void beginWait(quint32 name);
    void endWait();
    // The server has shown what the thread waited for, which it does still.
    void notePassed(WaitRecord::Proof proof, int node);
    [[nodiscard]] bool isWaiting() const { return m_wait.has_value(); }
    void cancel(); // the wait ends, and onAlarm will not be called
    // Notes that the waits that have ended were followed by that operation (WaitRecord::operation).
    void linkTo(quint32 operation);
    void forget() { m_ended.clear(); } // no operation followed them

private:
    ActiveProcess &m_process;
    const int m_thread;
    std::function<void()> m_onAlarm;
    std::optional<RunLoop::Alarm> m_alarm;
    std::optional<WaitRecord> m_wait;
    std::vector<quint32> m_ended; // waits whose following operation is not known yet
};

} // namespace lockstep
