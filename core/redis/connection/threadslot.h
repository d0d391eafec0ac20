#pragma once

#include <QMetaObject>
#include <QMutex>
#include <QObject>

#include <optional>
#include <utility>

namespace lockstep {

// The way back from a worker's thread to the object for which it works. The object may be destroyed
// while the thread still has something to do.
template <typename Owner> class WayBack
{
public:
    explicit WayBack(Owner *owner)
        : m_owner(owner)
    {
    }
    Q_DISABLE_COPY_MOVE(WayBack)

    // Calls f with the owner, on the owner's thread, and does not wait for that. Does nothing after
    // close().
    template <typename F> void tell(F f)
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

// A place for one value that one thread leaves for another, which takes the latest one.
template <typename T> class ThreadSlot
{
public:
    // Returns whether the slot was empty: then the other thread has to be told.
    bool put(T value)
    {
        return change([&](std::optional<T> &place) { place = std::move(value); });
    }
    // As put(), where the new value depends on one that was not taken yet.
    template <typename F> bool change(F f)
    {
        const QMutexLocker lock(&m_mutex);
        const bool wasEmpty = !m_value;
        f(m_value);
        return wasEmpty;
    }
    std::optional<T> take()
    {
        const QMutexLocker lock(&m_mutex);
        return std::exchange(m_value, std::nullopt);
    }

private:
    QMutex m_mutex;
    std::optional<T> m_value; // guarded by m_mutex
};

} // namespace lockstep
