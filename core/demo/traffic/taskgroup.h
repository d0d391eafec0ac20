#pragma once

#include <QCoroTask>
#include <QHash>
#include <QObject>

#include <chrono>
#include <coroutine>

namespace lockstep {

// The coroutines of the shop, which wait by pause(). After end(), all pauses end at once, the
// coroutines return, and finished() is emitted after the last one. Belongs to one thread.
class TaskGroup : public QObject
{
    Q_OBJECT

public:
    explicit TaskGroup(double speed, QObject *parent = nullptr);

    // co_await gives true when the time divided by the speed has passed. It gives false after
    // end(); the coroutine has to return then. Do not use `continue` in do … while (co_await
    // pause(…)): g++ 12 jumps to the beginning and not to the condition.
    class Pause;
    [[nodiscard]] Pause pause(std::chrono::milliseconds time);

    // Takes a coroutine into the group, until it returns.
    void start(QCoro::Task<> task);
    void end();
    [[nodiscard]] bool isEnding() const { return m_isEnding; }

Q_SIGNALS:
    void finished();

private:
    QCoro::Task<> runToEnd(QCoro::Task<> task);
    void announceWhenFinished();

    double m_speed;
    bool m_isEnding = false;
    bool m_isFinished = false;
    int m_running = 0; // coroutines that have not returned yet
    quint64 m_nextPause = 0;
    QHash<quint64, std::coroutine_handle<>> m_pausing;
};

// What pause() returns, to be awaited.
class TaskGroup::Pause
{
public:
    Pause(TaskGroup &tasks, std::chrono::milliseconds time)
        : m_tasks(tasks)
        , m_time(time)
    {
    }

    [[nodiscard]] bool await_ready() const noexcept { return m_tasks.m_isEnding; }
    void await_suspend(std::coroutine_handle<> waiting);
    [[nodiscard]] bool await_resume() const noexcept { return !m_tasks.m_isEnding; }

private:
    TaskGroup &m_tasks;
    std::chrono::milliseconds m_time;
};

} // namespace lockstep
