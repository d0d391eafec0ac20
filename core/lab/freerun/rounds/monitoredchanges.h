#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/net/monitorconnection.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/order/executionorder.h"

namespace lockstep {

// Reads by MONITOR which commands the nodes execute, and has them executed again: see
// ExecutionOrder.
class MonitoredChanges : public ChangeSource
{
public:
    // scratch: the server on which the commands are executed again.
    MonitoredChanges(
        RunContext &context, QByteArray prefix, const QList<QByteArray> &keys, Endpoint scratch);

    Result<void> open() override;
    void addConnection(
        int node, const QByteArray &address, int client, int thread, int repeats) override;
    void clear() override { m_order.clear(); }
    Result<void> settle() override;
    Result<void> apply(History &history, int round) override;
    void askForRest() override { mark(0); }
    [[nodiscard]] bool hasRest() const override { return m_monitors[0]->hasSeen(); }
    void nodeLeaves() override { m_monitors[0]->close(); }
    Result<void> nodeReopened() override;
    [[nodiscard]] bool isListening() const override;

private:
    // Has a node execute a command that MONITOR tells behind everything that was executed before.
    void mark(size_t node);

    RunContext &m_context;
    Endpoint m_scratch;
    ExecutionOrder m_order;
    std::vector<std::unique_ptr<MonitorConnection>> m_monitors; // by node
    quint64 m_marks = 0;
};

} // namespace lockstep
