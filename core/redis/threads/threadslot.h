#pragma once

#include <QMutex>

#include <optional>
#include <utility>

namespace lockstep {

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
