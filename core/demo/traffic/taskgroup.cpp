// A pause is a handle in a table and a single-shot timer that knows its number. QCoro::sleepFor()
// was rejected: it cannot be ended early, and a coroutine that sleeps when its thread ends is never
// destroyed.

#include "core/demo/traffic/taskgroup.h"

#include <QTimer>

#include <utility>

namespace lockstep {

TaskGroup::TaskGroup(double speed, QObject *parent)
    : QObject(parent)
    , m_speed(speed > 0 ? speed : 1)
{
}

TaskGroup::Pause TaskGroup::pause(std::chrono::milliseconds time)
{
    return {*this, time};
}

void TaskGroup::Pause::await_suspend(std::coroutine_handle<> waiting)
{
    const std::chrono::milliseconds scaled(qRound64(double(m_time.count()) / m_tasks.m_speed));
    TaskGroup *group = &m_tasks;
    const quint64 number = group->m_nextPause++;
    group->m_pausing.insert(number, waiting);
    QTimer::singleShot(scaled, group, [group, number] {
        if (const std::coroutine_handle<> paused = group->m_pausing.take(number))
            paused.resume();
    });
}

void TaskGroup::start(QCoro::Task<> task)
{
    ++m_running;
    runToEnd(std::move(task));
}

QCoro::Task<> TaskGroup::runToEnd(QCoro::Task<> task)
{
    co_await task;
    --m_running;
    announceWhenFinished();
}

void TaskGroup::end()
{
    m_isEnding = true;
    const auto pausing = std::exchange(m_pausing, {});
    for (const std::coroutine_handle<> paused : pausing)
        paused.resume();
    announceWhenFinished();
}

void TaskGroup::announceWhenFinished()
{
    if (!m_isEnding || m_isFinished || m_running > 0)
        return;
    m_isFinished = true;
    // Queued, because a receiver may destroy what is still on the stack here.
    QMetaObject::invokeMethod(this, &TaskGroup::finished, Qt::QueuedConnection);
}

} // namespace lockstep
