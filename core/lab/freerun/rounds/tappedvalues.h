#pragma once

#include "core/lab/freerun/clients/runstage.h"
#include "core/lab/freerun/net/monitortap.h"
#include "core/lab/freerun/rounds/valuesource.h"
#include "core/lab/order/executionorder.h"

namespace lockstep {

// Listens to what the nodes say they execute, and has it executed again: see ExecutionOrder.
class TappedValues : public ValueSource
{
public:
    // scratch: where it is executed again. hasFailed: nothing more is to be waited for.
    TappedValues(RunStage &stage, QByteArray prefix, const QList<QByteArray> &keys,
        Endpoint scratch, std::function<bool()> hasFailed);

    Result<void> open() override;
    void addConnection(
        int node, const QByteArray &address, int client, int thread, int repeats) override;
    void clear() override { m_order.clear(); }
    void beginRound() override { }
    void look() override { }
    Result<void> settle(int round) override;
    Result<void> apply(History &history, int round) override;
    void nodeLeaves() override { m_taps[0]->close(); }
    Result<void> nodeReopened() override;

private:
    RunStage &m_stage;
    Endpoint m_scratch;
    std::function<bool()> m_hasFailed;
    ExecutionOrder m_order;
    std::vector<std::unique_ptr<MonitorTap>> m_taps; // by node
};

} // namespace lockstep
