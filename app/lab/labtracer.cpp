#include "app/lab/labtracer.h"

#include "core/lab/counterexample/violationtrace.h"
#include "ui/lab/page/labpage.h"

namespace lockstep {

LabTracer::LabTracer(LabPage *page, QObject *parent)
    : QObject(parent)
    , m_page(page)
{
    connect(page, &LabPage::traceRequested, this, &LabTracer::start);
    connect(page, &LabPage::traceCancelled, this, [this] { m_thread.request_stop(); });
}

// The page asks for the next trace only after it has got this one, so assigning the thread does not
// wait.
void LabTracer::start(const RunPtr &run, int check)
{
    m_thread = std::jthread([this, run, check](const std::stop_token &stop) {
        auto traced =
            traceViolation(*run, size_t(check), [&stop] { return !stop.stop_requested(); });
        QMetaObject::invokeMethod(this, [page = m_page, traced = std::move(traced)] {
            if (traced)
                page->setTrace(*traced);
            else
                page->setTraceFailure(traced.error());
        });
    });
}

} // namespace lockstep
