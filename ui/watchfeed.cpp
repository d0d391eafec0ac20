#include "ui/watchfeed.h"

#include <QTimerEvent>

// The first change after a quiet time is shown at once; the timer only keeps the next ones apart. A
// timer that always runs would wake an idle program sixty times a second.

namespace lockstep {

namespace {

constexpr int frameMs = 16;

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
    m_frame.start(frameMs, Qt::PreciseTimer, this);
    Q_EMIT snapshotReady(m_watch->take());
}

} // namespace lockstep
