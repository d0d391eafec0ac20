#pragma once

#include <QMetaObject>
#include <QMutex>
#include <QObject>

#include <utility>

namespace lockstep {

// Calls back from a worker's thread to the object for which it works, its owner, through the event
// loop of the owner's thread. The owner may be destroyed while the worker still has something to
// do.
template <typename Owner> class QueuedCallbacks
{
public:
    explicit QueuedCallbacks(Owner *owner)
        : m_owner(owner)
    {
    }
    Q_DISABLE_COPY_MOVE(QueuedCallbacks)

    // Calls f with the owner, on the owner's thread, and does not wait for that. Does nothing after
    // close().
    template <typename F> void post(F f)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_owner)
            QMetaObject::invokeMethod(
                m_owner, [owner = m_owner, f = std::move(f)] { f(owner); }, Qt::QueuedConnection);
    }
    // The owner's destructor calls this first.
    void close()
    {
        const QMutexLocker lock(&m_mutex);
        m_owner = nullptr;
    }

private:
    QMutex m_mutex;
    Owner *m_owner; // guarded by m_mutex; nullptr: it is being destroyed, or was
};

} // namespace lockstep
