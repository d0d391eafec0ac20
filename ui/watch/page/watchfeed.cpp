// The first change after a quiet time is shown at once; the timer only separates the next ones. A
// timer that always runs would wake an idle program twenty times a second.

#include "ui/watch/page/watchfeed.h"

#include <QTimerEvent>

#include <ctime>

namespace lockstep {

namespace {

// The processor time of this thread so far; 0 if the system does not tell.
std::chrono::nanoseconds threadTime()
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
#endif
    return {};
}

} // namespace

WatchFeed::WatchFeed(Watch *watch, QObject *parent)
    : QObject(parent)
    , m_watch(watch)
{
    connect(watch, &Watch::updated, this, [this] {
        if (m_frame.isActive())
            m_waiting = true;
        else
            take();
    });
}

void WatchFeed::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_frame.timerId())
        return;
    m_frame.stop();
    if (m_waiting)
        take();
}

void WatchFeed::take()
{
    m_waiting = false;
    const Instant begin = Instant::clock::now();
    const Snapshot snapshot = m_watch->take();
    Q_EMIT snapshotReady(snapshot);
    const Instant now = Instant::clock::now();
    m_frame.start(
        int(m_pace.pauseAfter({now, now - begin, threadTime(), snapshot.status.objects > 0})
                .count()),
        this);
}

} // namespace lockstep
