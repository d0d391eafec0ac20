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

// The libuv event loop of a free run, with its clock and its alarms. It belongs to the thread that
// calls serve(); functions that any thread may call say so.
class RunLoop
{
public:
    RunLoop();
    ~RunLoop(); // all connections on the loop have to be closed before
    Q_DISABLE_COPY_MOVE(RunLoop)

    [[nodiscard]] uv_loop_s *handle() const;
    // The time since this object was made, or less than a millisecond more: whole milliseconds of
    // it are those of the wall clock.
    [[nodiscard]] Moment now() const;
    // What the wall clock shows at that moment, in ms since 1970, unless it is set meanwhile.
    [[nodiscard]] qint64 wallMs(Moment moment) const;

    // serve() returns at once, and does nothing until resume() is called. Any thread.
    void stop();
    // Stops it likewise until resumeForCleanup() is called; resume() does not end it. Any thread.
    void abandon();
    [[nodiscard]] bool isStopped() const { return m_stopped || m_abandoned; }
    // Lets serve() work again after stop().
    void resume() { m_stopped = false; }
    void resumeForCleanup() { m_stopped = m_abandoned = false; }
    // Calls the task on the loop's thread while the loop is served. Any thread.
    void post(std::function<void()> task);

    // From that moment on nothing is waited for longer than that: a wait that began before ends so
    // long after the moment, a later one after so long.
    void setPatience(Moment from, std::chrono::milliseconds patience);
    // Whether so much time has passed since that moment: what takes long is given up.
    [[nodiscard]] bool isPatienceOver() const;
    // Runs the loop until done(), which is called after each turn, returns true. Returns false if
    // the loop was stopped or the limit has passed.
    bool serve(const std::function<bool()> &done, std::chrono::milliseconds limit);

    // Somebody who has something to write. After writeSoon(), write() is called once, at the end of
    // the turn or as soon as enough writers are waiting, unless forget() is called before.
    class Writer
    {
    public:
        virtual ~Writer() = default;
        virtual void write() = 0;
    };
    void writeSoon(Writer &writer);
    void forget(const Writer &writer);
    // Calls write() of all that wait for it, in the order of writeSoon().
    void writeAll();

    // The memory of all replies that have not been given to the programs yet, on all connections of
    // the run together, and its limit. The connections count and check it.
    static constexpr qint64 mostReplyBytes = 64 * 1024 * 1024;
    qint64 replyBytes = 0;
    // The same for messages that the programs have not received yet.
    static constexpr qint64 mostMessageBytes = 64 * 1024 * 1024;
    qint64 messageBytes = 0;

    using Alarm = std::pair<Moment, quint64>;
    // Calls the callback once, at that moment or up to a millisecond later.
    Alarm setAlarm(Moment at, std::function<void()> callback);
    void cancel(const Alarm &alarm);

private:
    struct Handles;

    void begin();
    void runPosted();
    void ringDue();
    void setTimer();

    std::unique_ptr<Handles> m_handles;
    std::chrono::steady_clock::time_point m_begin;
    qint64 m_wallBegin = 0; // ms since 1970
    std::atomic<bool> m_stopped = false;
    std::atomic<bool> m_abandoned = false;
    std::mutex m_lock; // guards m_posted
    std::vector<std::function<void()>> m_posted;
    std::vector<Writer *> m_writers; // nullptr: forget() was called
    std::map<Alarm, std::function<void()>> m_alarms;
    quint64 m_alarmsMade = 0; // tells alarms at the same moment apart
    Moment m_timerAt = never; // when libuv's timer goes off
    Moment m_impatientFrom = never;
    Moment m_patience = 0;
};

} // namespace lockstep
