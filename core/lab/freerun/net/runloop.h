#pragma once

#include "core/lab/history/history.h"

#include <QtGlobal>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

struct uv_loop_s;

namespace lockstep {

// The libuv loop of a free run, with its clock and its alarms. Belongs to the thread that serves
// it; functions that any thread may call say so.
class RunLoop
{
public:
    RunLoop();
    ~RunLoop(); // all connections on it have to be closed by then
    Q_DISABLE_COPY_MOVE(RunLoop)

    [[nodiscard]] uv_loop_s *handle() const;
    // The time since this object was made.
    [[nodiscard]] Moment now() const;

    // Ends serve() until resume(). Any thread.
    void stop();
    // Ends serve() until resumeForCleanup(). Any thread.
    void abandon();
    [[nodiscard]] bool isStopped() const { return m_stopped || m_abandoned; }
    // Lets serve() work again after stop().
    void resume() { m_stopped = false; }
    void resumeForCleanup() { m_stopped = m_abandoned = false; }
    // Has the task done on the loop's thread while it is served. Any thread.
    void post(std::function<void()> task);

    // Serves until done(), which is called after each turn, returns true. False: the loop was
    // stopped, or the limit has passed.
    bool serve(const std::function<bool()> &done, std::chrono::milliseconds limit);

    // Has something to write. write() is called at the end of the turn, or as soon as enough
    // writers are waiting.
    class Writer
    {
    public:
        virtual ~Writer() = default;
        virtual void write() = 0;
    };
    void writeSoon(Writer &writer);
    void forget(const Writer &writer);

    // How many bytes of replies are on their way to the clients, on all connections of the run
    // together, and how many there may be.
    static constexpr qint64 mostReplyBytes = 64 * 1024 * 1024;
    qint64 replyBytes = 0;
    // Likewise for messages that the programs have not received yet.
    static constexpr qint64 mostMessageBytes = 64 * 1024 * 1024;
    qint64 messageBytes = 0;

    using Alarm = std::pair<Moment, quint64>;
    // Calls ring once, at that moment or up to a millisecond after it.
    Alarm ringAt(Moment at, std::function<void()> ring);
    void cancel(const Alarm &alarm);

private:
    struct Handles;

    void runPosted();
    void ringDue();
    void setTimer();
    void writeAll();

    std::unique_ptr<Handles> m_handles;
    std::chrono::steady_clock::time_point m_begin;
    std::atomic<bool> m_stopped = false;
    std::atomic<bool> m_abandoned = false;
    std::mutex m_lock; // of m_posted
    std::vector<std::function<void()>> m_posted;
    std::vector<Writer *> m_writers; // nullptr: forgotten
    std::map<Alarm, std::function<void()>> m_alarms;
    quint64 m_alarmsMade = 0;
    Moment m_timerAt = never; // when the timer rings
};

} // namespace lockstep
