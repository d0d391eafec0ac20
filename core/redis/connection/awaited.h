#pragma once

#include "core/redis/values/error.h"

#include <QAbstractEventDispatcher>
#include <QMetaObject>

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockstep {

// Turns a callback into something to co_await: hand callback() to whoever calls it once, then
// co_await the object.
//
// A callback that is destroyed without a call ends the wait as Cancelled, from the event loop: by
// then the object that dropped it is gone, and the coroutine has to be told, or its frame would
// never be freed.
template <typename T> class Awaited
{
public:
    std::function<void(Result<T>)> callback()
    {
        auto caller = std::make_shared<Caller>(m_shared);
        return [caller](Result<T> result) { caller->resolve(std::move(result)); };
    }

    [[nodiscard]] bool await_ready() const { return m_shared->result.has_value(); }
    void await_suspend(std::coroutine_handle<> coroutine) { m_shared->waiting = coroutine; }
    Result<T> await_resume() { return std::move(*m_shared->result); }

private:
    struct Shared
    {
        std::optional<Result<T>> result;
        std::coroutine_handle<> waiting;

        void resolve(Result<T> value)
        {
            result = std::move(value);
            if (auto coroutine = std::exchange(waiting, {}))
                coroutine.resume();
        }
    };

    // Owned by the callback alone, so that it is destroyed together with the callback.
    class Caller
    {
    public:
        explicit Caller(std::shared_ptr<Shared> shared)
            : m_shared(std::move(shared))
        {
        }
        Caller(const Caller &) = delete;
        Caller &operator=(const Caller &) = delete;
        ~Caller()
        {
            if (m_shared->result)
                return;
            if (!m_shared->waiting) {
                m_shared->result = failure(ErrorCode::Cancelled);
                return;
            }
            if (QAbstractEventDispatcher *loop = QAbstractEventDispatcher::instance()) {
                QMetaObject::invokeMethod(
                    loop, [shared = m_shared] { shared->resolve(failure(ErrorCode::Cancelled)); },
                    Qt::QueuedConnection);
            }
        }

        void resolve(Result<T> value)
        {
            const auto shared = m_shared; // resuming may destroy the callback and this with it
            shared->resolve(std::move(value));
        }

    private:
        std::shared_ptr<Shared> m_shared;
    };

    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
};

} // namespace lockstep
