#include "core/lab/freerun/clients/waittimer.h"

namespace lockstep {

WaitTimer::WaitTimer(ActiveProcess &process, int thread, std::function<void()> onAlarm)
    : m_process(process)
    , m_thread(thread)
    , m_onAlarm(std::move(onAlarm))
{
}

bool WaitTimer::hasCome(Moment moment)
{
    RunLoop &loop = m_process.context.loop;
    if (moment == 0 || loop.now() >= moment)
        return true;
    if (m_alarm)
        loop.cancel(*m_alarm);
    m_alarm = loop.setAlarm(moment, [this] {
        m_alarm.reset();
        m_onAlarm();
    });
    return false;
}

void WaitTimer::beginWait(quint32 name)
{
    if (!m_wait)
        m_wait = WaitRecord{m_process.context.loop.now(), never, quint32(m_process.identity.index),
            name, none, quint8(m_thread)};
}

void WaitTimer::endWait()
{
    if (!m_wait)
        return;
    m_wait->until = m_process.context.loop.now();
    m_ended.push_back(m_process.context.record.add(*m_wait));
    m_wait.reset();
}

void WaitTimer::notePassed(WaitRecord::Proof proof, int node)
{
    if (!m_wait)
        return;
    m_wait->proves = proof;
    m_wait->node = quint8(node);
}

void WaitTimer::cancel()
{
    if (m_alarm)
        m_process.context.loop.cancel(*m_alarm);
    m_alarm.reset();
    endWait();
}

void WaitTimer::linkTo(quint32 operation)
{
    for (const quint32 wait : m_ended)
        m_process.context.record.waitLedTo(wait, operation);
    m_ended.clear();
}

} // namespace lockstep
