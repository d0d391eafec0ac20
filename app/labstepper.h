#pragma once

#include "core/lab/stepsession.h"

#include <map>

namespace lockstep {

class SteppedRuns;

// Takes the steps that the page wishes for. A run has two numbers: that of the page, and that of
// the session.
class LabStepper : public QObject
{
    Q_OBJECT

public:
    // runs: outlives this.
    explicit LabStepper(SteppedRuns *runs, QObject *parent = nullptr);

private:
    void connectRuns();
    [[nodiscard]] int ofSession(int run) const; // 0, which is none: it is not known
    [[nodiscard]] int ofPage(int run) const; // likewise

    SteppedRuns *m_runs;
    StepSession m_session;
    std::map<int, int> m_numbers; // the session's, by the page's
};

} // namespace lockstep
