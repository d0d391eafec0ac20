#pragma once

#include <QCoroTask>
#include <QHash>
#include <QObject>

#include <chrono>
#include <coroutine>

namespace lockstep {

// The time during which the shop is open. Everything in it is a coroutine that waits by pause().
// When the shift ends, all pauses end at once, the coroutines return, and over() is emitted after
// the last one.
class Shift : public QObject
{
    Q_OBJECT

public:
    explicit Shift(double speed, QObject *parent = nullptr);

    // co_await gives true when the time divided by the speed has passed. It gives false when the
    // shift ends; the coroutine has to return then. Do not use `continue` in do … while (co_await
    // pause(…)): g++ 12 jumps to the beginning and not to the condition.
    class Pause;
    [[nodiscard]] Pause pause(std::chrono::milliseconds time);

    // Counts a coroutine as working until it returns.
    void work(QCoro::Task<> task);
    void end();
    [[nodiscard]] bool isEnding() const { return m_ending; }

Q_SIGNALS:
    void over();

private:
    QCoro::Task<> attend(QCoro::Task<> task);
    void announceWhenOver();

    double m_speed;
    bool m_ending = false;
    bool m_over = false;
    int m_working = 0;
    quint64 m_nextPause = 0;
    QHash<quint64, std::coroutine_handle<>> m_pausing;
};

// What pause() returns, to be awaited.
class Shift::Pause
{
public:
    Pause(Shift &shift, std::chrono::milliseconds time)
        : m_shift(shift)
        , m_time(time)
    {
    }

    [[nodiscard]] bool await_ready() const noexcept { return m_shift.m_ending; }
    void await_suspend(std::coroutine_handle<> waiting);
    [[nodiscard]] bool await_resume() const noexcept { return !m_shift.m_ending; }

private:
    Shift &m_shift;
    std::chrono::milliseconds m_time;
};

} // namespace lockstep
