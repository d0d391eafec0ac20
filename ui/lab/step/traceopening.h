#pragma once

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/history/run.h"
#include "ui/widgets/banner.h"

#include <QObject>

#include <optional>

namespace lockstep {

class ShownScenario;

// Opens traces that do not come from stepping itself: that of a violation of a free run, for which
// the steps have to be found first, and that of a replay command. A trace of a scenario that is not
// shown waits until it is.
class TraceOpening : public QObject
{
    Q_OBJECT

public:
    // shown must outlive this.
    TraceOpening(const ShownScenario *shown, QObject *parent);

    // Asks for the steps of a violation. check: its index in the results of the run. Does nothing
    // while other steps are awaited.
    void request(const RunPtr &run, int check);
    void cancel();
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    // Lets openWaiting() open the trace as soon as its scenario is shown, in place of any other
    // that waits. origin: one of runOrigin.
    void openWhenShown(const TracedViolation &traced, const QString &origin);
    // What is said when a violation cannot be shown as steps. error: a BadInput of canBeTraced() or
    // traceViolation().
    static QString problemWords(const Error &error);
    void openWaiting(); // to be called whenever a scenario is shown

public Q_SLOTS:
    // Opens the steps, which the user has asked for, or says when they can be seen.
    void setTrace(const lockstep::TracedViolation &traced);
    void setFailure(const lockstep::Error &error);

Q_SIGNALS:
    // setTrace() or setFailure() answers.
    void traceRequested(const lockstep::RunPtr &run, int check);
    void traceCancelled();
    void opened(const lockstep::TracedViolation &traced, const QString &origin);
    void told(const lockstep::Saying &sentence); // empty if there is nothing to say any more
    void changed(); // isBusy() has changed

private:
    const ShownScenario *m_shown;
    bool m_isBusy = false;
    std::optional<TracedViolation> m_waiting; // of a scenario that is not shown at present
    QString m_origin; // where m_waiting comes from
};

} // namespace lockstep
