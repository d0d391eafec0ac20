// One libuv timer serves all alarms: thousands of sleeping clients are entries in a map, not
// handles of the loop. The resolution is libuv's, a millisecond. After its timers, a turn of libuv
// waits for the sockets, for any time if no other alarm is set. But an alarm may have been what
// done() waits for, so a turn in which one rang ends without waiting.
//
// Replies arrive together, so the next commands are written together: the server finds many
// commands when it wakes up instead of being woken for each, and took a third less time for them.
// The number of writers that wait is limited, so that the server has begun with these commands
// while the next ones are prepared.

#include "core/lab/freerun/net/runloop.h"

#include <uv.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr size_t together = 16;

} // namespace

struct RunLoop::Handles
{
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t timer;
};

RunLoop::RunLoop()
    : m_handles(std::make_unique<Handles>())
{
    begin();
    uv_loop_init(&m_handles->loop);
    m_handles->wake.data = this;
    m_handles->timer.data = this;
    uv_async_init(&m_handles->loop, &m_handles->wake,
        [](uv_async_t *wake) { static_cast<RunLoop *>(wake->data)->runPosted(); });
    uv_timer_init(&m_handles->loop, &m_handles->timer);
}

// The two clocks are read one after the other, and the thread may have to wait in between: so the
// readings are taken that were closest together.
void RunLoop::begin()
{
    using namespace std::chrono;
    nanoseconds closest = nanoseconds::max();
    for (int i = 0; i < 5; ++i) {
        const auto before = steady_clock::now();
        const auto wall = duration_cast<nanoseconds>(system_clock::now().time_since_epoch());
        const nanoseconds apart = steady_clock::now() - before;
        if (apart >= closest)
            continue;
        closest = apart;
        m_begin = before - wall % milliseconds(1);
        m_wallBegin = wall / milliseconds(1);
    }
}

RunLoop::~RunLoop()
{
    uv_close(reinterpret_cast<uv_handle_t *>(&m_handles->wake), nullptr);
    uv_close(reinterpret_cast<uv_handle_t *>(&m_handles->timer), nullptr);
    uv_run(&m_handles->loop, UV_RUN_DEFAULT); // calls what waits for the end of handles
    uv_loop_close(&m_handles->loop);
}

uv_loop_s *RunLoop::handle() const
{
    return &m_handles->loop;
}

Moment RunLoop::now() const
{
    return std::chrono::nanoseconds(std::chrono::steady_clock::now() - m_begin).count();
}

qint64 RunLoop::wallMs(Moment moment) const
{
    return m_wallBegin + moment / 1'000'000;
}

void RunLoop::stop()
{
    m_stopped = true;
    uv_async_send(&m_handles->wake);
}

void RunLoop::abandon()
{
    m_abandoned = true;
    uv_async_send(&m_handles->wake);
}

void RunLoop::post(std::function<void()> task)
{
    {
        const std::lock_guard guard(m_lock);
        m_posted.push_back(std::move(task));
    }
    uv_async_send(&m_handles->wake);
}

void RunLoop::runPosted()
{
    std::vector<std::function<void()>> posted;
    {
        const std::lock_guard guard(m_lock);
        posted.swap(m_posted);
    }
    for (const auto &task : posted)
        task();
}

void RunLoop::setPatience(Moment from, std::chrono::milliseconds patience)
{
    m_impatientFrom = from;
    m_patience = std::chrono::nanoseconds(patience).count();
}

bool RunLoop::isPatienceOver() const
{
    return m_impatientFrom != never && now() >= m_impatientFrom + m_patience;
}

bool RunLoop::serve(const std::function<bool()> &done, std::chrono::milliseconds limit)
{
    bool late = false;
    const Moment begun = now();
    Moment end = begun + std::chrono::nanoseconds(limit).count();
    if (m_impatientFrom != never)
        end = std::min(end, std::max(begun, m_impatientFrom) + m_patience);
    const Alarm limitAlarm = setAlarm(end, [&] { late = true; });
    bool isDone = false;
    for (;;) {
        writeAll();
        if (isStopped() || (isDone = done()) || late) // what has come counts, however late
            break;
        uv_run(&m_handles->loop, UV_RUN_ONCE);
    }
    cancel(limitAlarm);
    return isDone;
}

void RunLoop::writeSoon(Writer &writer)
{
    m_writers.push_back(&writer);
    if (m_writers.size() >= together)
        writeAll();
}

void RunLoop::writeAll()
{
    for (size_t i = 0; i < m_writers.size(); ++i) {
        if (m_writers[i])
            m_writers[i]->write();
    }
    m_writers.clear();
}

void RunLoop::forget(const Writer &writer)
{
    std::replace(m_writers.begin(), m_writers.end(), const_cast<Writer *>(&writer),
        static_cast<Writer *>(nullptr));
}

RunLoop::Alarm RunLoop::setAlarm(Moment at, std::function<void()> callback)
{
    const Alarm alarm{at, ++m_alarmsMade};
    m_alarms.emplace(alarm, std::move(callback));
    if (at < m_timerAt)
        setTimer();
    return alarm;
}

void RunLoop::cancel(const Alarm &alarm)
{
    m_alarms.erase(alarm);
}

void RunLoop::setTimer()
{
    if (m_alarms.empty()) {
        m_timerAt = never;
        uv_timer_stop(&m_handles->timer);
        return;
    }
    m_timerAt = m_alarms.begin()->first.first;
    constexpr Moment millisecond = 1'000'000;
    const Moment left = std::max<Moment>(0, m_timerAt - now());
    uv_update_time(&m_handles->loop);
    uv_timer_start(
        &m_handles->timer,
        [](uv_timer_t *timer) { static_cast<RunLoop *>(timer->data)->ringDue(); },
        quint64((left + millisecond - 1) / millisecond), 0);
}

void RunLoop::ringDue()
{
    const Moment due = now();
    while (!m_alarms.empty() && m_alarms.begin()->first.first <= due) {
        const auto callback = std::move(m_alarms.begin()->second);
        m_alarms.erase(m_alarms.begin());
        callback();
    }
    setTimer();
    uv_stop(&m_handles->loop); // this turn only
}

} // namespace lockstep
