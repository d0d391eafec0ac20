#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/net/monitorconnection.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/order/executionorder.h"

namespace lockstep {

// Receives by MONITOR which commands the nodes execute, and has them executed again on a scratch
// server, where the keys are read after each of them: see ExecutionOrder.
class MonitoredChanges : public ChangeSource
{
public:
    // scratch: the server on which the commands are executed again.
    MonitoredChanges(
        RunContext &context, QByteArray prefix, const QList<QByteArray> &keys, Endpoint scratch);

    Result<void> open() override;
    void addConnection(
        int node, const QByteArray &address, int client, int thread, int repeats) override;
    void addUnknownScript(const Operation &operation) override
    {
        m_order.addUnknownScript(operation);
    }
    void clear() override { m_order.clear(); }
    Result<void> settle() override;
    Result<void> apply(History &history, int round) override;
    void requestLastChanges() override { mark(0); }
    [[nodiscard]] bool hasLastChanges() const override { return m_monitors[0]->hasSeen(); }
    void nodeLeaves() override { m_monitors[0]->close(); }
    Result<void> nodeReopened() override;
    [[nodiscard]] bool isListening() const override;

private:
    // Sends the node a command with a word of its own. When MONITOR has reported it, everything
    // that was executed before it has been reported, too.
    void mark(size_t node);
    [[nodiscard]] Error unanswered(bool (MonitorConnection::*hasAnswered)() const) const;

    RunContext &m_context;
    Endpoint m_scratch;
    ExecutionOrder m_order;
    std::vector<std::unique_ptr<MonitorConnection>> m_monitors; // by node
    quint64 m_marks = 0;
};

} // namespace lockstep
