#pragma once

#include "core/lab/order/executedsteps.h"
#include "core/redis/values/error.h"

#include <map>
#include <set>
#include <tuple>

namespace lockstep {

// Finds for each step that the servers executed in a round the operation of a client that it is.
class StepMatcher
{
public:
    // Which operation it is: its client, thread and node, and when it was sent.
    using OperationPlace = std::tuple<quint32, quint8, quint8, Moment>;
    static OperationPlace placeOf(const Operation &operation);

    // history: must outlive this. prefix: that of the run's keys. unknownScripts: operations whose
    // EVALSHA the server did not know, so that the source was sent as well.
    StepMatcher(const History &history, int round, QByteArray prefix,
        std::set<OperationPlace> unknownScripts);

    // Sets the operation of each step. steps: those of one server, in its order. Errors:
    // BadInput, where a step does not fit what its client sent.
    Result<void> match(std::vector<ExecutedStep> &steps);
    // Called after the steps of all servers were matched. Errors: BadInput, where an operation
    // has no step and no reason for that.
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
    [[nodiscard]] bool hasWordsOf(const ExecutedStep &step, const Operation &operation) const;
    [[nodiscard]] bool isRefused(const Operation &operation) const;
    [[nodiscard]] bool mayHaveNoLine(const Operation &operation) const;
    [[nodiscard]] tl::unexpected<Error> doesNotFit(
        const QByteArray &line, const Operation *operation) const;

    const History &m_history;
    std::map<Thread, Sent> m_sent;
    QByteArray m_prefix;
    std::set<OperationPlace> m_unknownScripts; // whose EVALSHA has not been seen
};

} // namespace lockstep
