#pragma once

#include "core/lab/order/executedsteps.h"
#include "core/redis/values/error.h"

#include <map>
#include <tuple>

namespace lockstep {

// Says of the steps that the servers executed in a round which operation of a client each one is.
class StepMatcher
{
public:
    // history: outlives this.
    StepMatcher(const History &history, int round);

    // Sets the operations of the steps of one server, which are in its order. Errors:
    // ProtocolError, where a step and what its client sent do not fit.
    Result<void> match(std::vector<ExecutedStep> &steps);
    // After the steps of all servers: an operation that no server has shown must have a reason.
    // Errors: ProtocolError.
    [[nodiscard]] Result<void> checkRest() const;

private:
    using Thread = std::tuple<quint32, quint8, quint8>; // client, thread, node
    struct Sent
    {
        std::vector<quint32> operations; // in the order of sending
        size_t next = 0; // the first that may belong to the next step
    };

    Result<void> match(ExecutedStep &step);
    [[nodiscard]] bool fits(const ExecutedStep &step, const Operation &operation) const;
    [[nodiscard]] bool mayHaveNoLine(const Operation &operation) const;
    [[nodiscard]] tl::unexpected<Error> doesNotFit(
        const QByteArray &line, const Operation *operation) const;

    const History &m_history;
    std::map<Thread, Sent> m_sent;
};

} // namespace lockstep
