#include "app/lab/labtracer.h"

#include "core/lab/counterexample/violationtrace.h"
#include "ui/lab/step/traceopening.h"

namespace lockstep {

LabTracer::LabTracer(TraceOpening *traces, QObject *parent)
    : QObject(parent)
    , m_traces(traces)
{
    connect(traces, &TraceOpening::traceRequested, this, &LabTracer::start);
    connect(traces, &TraceOpening::traceCancelled, this, [this] { m_thread.request_stop(); });
}

// The next trace is asked for only after this one has come, so assigning the thread does not
// wait.
void LabTracer::start(const RunPtr &run, int check)
{
    m_thread = std::jthread([this, run, check](const std::stop_token &stop) {
        auto traced =
            traceViolation(*run, size_t(check), [&stop] { return !stop.stop_requested(); });
        QMetaObject::invokeMethod(this, [traces = m_traces, traced = std::move(traced)] {
            if (traced)
                traces->setTrace(*traced);
            else
                traces->setFailure(traced.error());
        });
    });
}

} // namespace lockstep
