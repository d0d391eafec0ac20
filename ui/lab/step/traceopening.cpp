#include "ui/lab/step/traceopening.h"

#include "ui/lab/scenarios/shownscenario.h"
#include "ui/lab/words/runorigin.h"
#include "ui/text/errormessage.h"

#include <utility>

namespace lockstep {

TraceOpening::TraceOpening(const ShownScenario *shown, QObject *parent)
    : QObject(parent)
    , m_shown(shown)
{
}

void TraceOpening::request(const RunPtr &run, int check)
{
    if (m_isBusy)
        return;
    m_isBusy = true;
    Q_EMIT told([] { return tr("Looking for the steps of this violation. Esc gives it up."); });
    Q_EMIT changed();
    Q_EMIT traceRequested(run, check);
}

void TraceOpening::cancel()
{
    Q_EMIT traceCancelled();
}

void TraceOpening::setTrace(const TracedViolation &traced)
{
    m_isBusy = false;
    Q_EMIT told({});
    Q_EMIT changed();
    const QString origin = QString::fromLatin1(runOrigin::freeRun);
    if (m_shown->hasTextOf(*traced.scenario)) {
        Q_EMIT opened(traced, origin);
        return;
    }
    const ScenarioPtr shown = m_shown->scenario();
    if (shown && shown->id == traced.scenario->id) {
        Q_EMIT told([] {
            return tr("The file was changed before its violation could be stepped. Run it again.");
        });
        return;
    }
    openWhenShown(traced, origin);
    Q_EMIT told([this, scenario = traced.scenario] {
        return tr("The violation of “%1” is ready to be stepped. It opens when that scenario is "
                  "chosen again.")
            .arg(m_shown->titleOf(*scenario));
    });
}

QString TraceOpening::problemWords(const Error &error)
{
    return tr("It cannot be stepped. %1").arg(foreignWords(error.detail));
}

void TraceOpening::setFailure(const Error &error)
{
    m_isBusy = false;
    if (error.code == ErrorCode::Cancelled)
        Q_EMIT told({});
    else if (error.code == ErrorCode::BadInput)
        Q_EMIT told([error] { return problemWords(error); });
    else
        Q_EMIT told([error] { return errorMessage(error, {}); });
    Q_EMIT changed();
}

void TraceOpening::openWhenShown(const TracedViolation &traced, const QString &origin)
{
    m_waiting = traced;
    m_origin = origin;
}

void TraceOpening::openWaiting()
{
    if (m_waiting && m_shown->hasTextOf(*m_waiting->scenario))
        Q_EMIT opened(*std::exchange(m_waiting, std::nullopt), m_origin);
}

} // namespace lockstep
