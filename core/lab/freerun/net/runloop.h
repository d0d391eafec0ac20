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
// it, except where said.
class RunLoop
{
public:
    RunLoop();
    ~RunLoop(); // whatever watches it is closed by then
    Q_DISABLE_COPY_MOVE(RunLoop)

    [[nodiscard]] uv_loop_s *handle() const;
    // Since this object was made.
    [[nodiscard]] Moment now() const;

    // Serving ends. Any thread.
    void stop();
    void abandon(); // likewise, and only goOnToTidyUp() can help it
    [[nodiscard]] bool isStopped() const { return m_stopped || m_abandoned; }
    // Serves again after a stop.
    void goOn() { m_stopped = false; }
    void goOnToTidyUp() { m_stopped = m_abandoned = false; }
    // Done on the loop's thread while it is served. Any thread.
    void post(std::function<void()> task);

    // Serves until done(), which is asked after each turn. False: stopped, or it took longer.
    bool serve(const std::function<bool()> &done, std::chrono::milliseconds limit);

    // Somebody with something to write, which is written at the end of the turn, or when enough
    // others have something.
    class Writer
    {
    public:
        virtual ~Writer() = default;
        virtual void write() = 0;
    };
    void writeSoon(Writer &writer);
    void forget(const Writer &writer);

    // Bytes of replies that are on their way to the clients, on all connections of the run
    // together, and how many there may be.
    static constexpr qint64 mostReplyBytes = 64 * 1024 * 1024;
    qint64 replyBytes = 0;
    // Likewise of messages that have not been received by the programs.
    static constexpr qint64 mostMessageBytes = 64 * 1024 * 1024;
    qint64 messageBytes = 0;

    using Alarm = std::pair<Moment, quint64>;
    // Rings once, at that moment or up to a millisecond after it.
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
