// The first change after a quiet time is shown at once; the timer only keeps the next ones apart. A
// timer that always runs would wake an idle program twenty times a second. A frame without a single
// object keeps the next one back for no longer than three times what it cost: it shows that the
// watch connects, and the first rows follow within milliseconds.

#include "ui/watch/page/watchfeed.h"

#include <QElapsedTimer>
#include <QTimerEvent>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int frameMs = 50; // twenty a second: nobody reads faster
constexpr int restPerCost = 3; // the window answers between two of them, whatever they cost

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
    QElapsedTimer cost;
    cost.start();
    const Snapshot snapshot = m_watch->take();
    Q_EMIT snapshotReady(snapshot);
    const int shortest = snapshot.status.objects > 0 ? frameMs : 0;
    m_frame.start(int(std::max<qint64>(shortest, cost.elapsed() * restPerCost)), this);
}

} // namespace lockstep
