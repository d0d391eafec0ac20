#pragma once

#include "core/coordination/locks/lease.h"

#include <QCoroTask>

#include <memory>
#include <optional>

namespace lockstep {

// A wait for a lease that is under way, and what came of it.
class Waiting
{
public:
    using Outcome = Result<std::unique_ptr<Lease>>;

    explicit Waiting(QCoro::Task<Outcome> task)
        : m_state(std::make_shared<State>())
    {
        take(std::move(task), m_state);
    }

    [[nodiscard]] bool isDone() const { return m_state->outcome.has_value(); }
    [[nodiscard]] bool hasLease() const
    {
        return isDone() && m_state->outcome->has_value() && **m_state->outcome != nullptr;
    }
    Outcome &result() { return *m_state->outcome; }
    Lease &lease() { return ***m_state->outcome; }

private:
    struct State
    {
        std::optional<Outcome> outcome;
    };

    static QCoro::Task<> take(QCoro::Task<Outcome> task, std::shared_ptr<State> state)
    {
        Outcome outcome = co_await task;
        state->outcome.emplace(std::move(outcome));
    }

    std::shared_ptr<State> m_state;
};

} // namespace lockstep
