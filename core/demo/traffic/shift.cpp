// A pause is a handle in a table and a single-shot timer that knows its number. QCoro::sleepFor()
// was rejected: it cannot be ended early, and a coroutine that sleeps when its thread ends is never
// destroyed.

#include "core/demo/traffic/shift.h"

#include <QTimer>

#include <utility>

namespace lockstep {

Shift::Shift(double speed, QObject *parent)
    : QObject(parent)
    , m_speed(speed > 0 ? speed : 1)
{
}

Shift::Pause Shift::pause(std::chrono::milliseconds time)
{
    return {*this, time};
}

void Shift::Pause::await_suspend(std::coroutine_handle<> waiting)
{
    const std::chrono::milliseconds scaled(qRound64(double(m_time.count()) / m_shift.m_speed));
    Shift *shift = &m_shift;
    const quint64 number = shift->m_nextPause++;
    shift->m_pausing.insert(number, waiting);
    QTimer::singleShot(scaled, shift, [shift, number] {
        if (const std::coroutine_handle<> paused = shift->m_pausing.take(number))
            paused.resume();
    });
}

void Shift::work(QCoro::Task<> task)
{
    ++m_working;
    attend(std::move(task));
}

QCoro::Task<> Shift::attend(QCoro::Task<> task)
{
    co_await task;
    --m_working;
    announceWhenOver();
}

void Shift::end()
{
    m_ending = true;
    const auto pausing = std::exchange(m_pausing, {});
    for (const std::coroutine_handle<> paused : pausing)
        paused.resume();
    announceWhenOver();
}

void Shift::announceWhenOver()
{
    if (!m_ending || m_over || m_working > 0)
        return;
    m_over = true;
    // Queued, because a receiver may destroy what is still on the stack here.
    QMetaObject::invokeMethod(this, &Shift::over, Qt::QueuedConnection);
}

} // namespace lockstep
