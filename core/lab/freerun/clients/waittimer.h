#pragma once

#include "core/lab/freerun/clients/activeprocess.h"

namespace lockstep {

// Wakes a thread when a moment has come, and writes its waits into the history. Belongs to the
// loop's thread.
class WaitTimer
{
public:
    // ring: when a moment has come that hasCome() was asked for.
    WaitTimer(ActiveProcess &process, int thread, std::function<void()> ring);

    // Whether it is that late already; else the alarm rings then. 0: always.
    [[nodiscard]] bool hasCome(Moment moment);
    // The thread waits from now on, if it does not yet. name: text of a key, channel or mutex; 0: a
    // time.
    void begin(quint32 name);
    void end();
    [[nodiscard]] bool isWaiting() const { return m_wait.has_value(); }
    void quiet(); // the alarm does not ring, the wait ends
    // The waits that have ended led to that operation.
    void ledTo(quint32 operation);
    void forget() { m_ended.clear(); }

private:
    ActiveProcess &m_process;
    const int m_thread;
    std::function<void()> m_ring;
    std::optional<RunLoop::Alarm> m_alarm;
    std::optional<WaitRecord> m_wait;
    std::vector<quint32> m_ended; // before the operation, which is not known yet
};

} // namespace lockstep
