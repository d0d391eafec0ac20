#pragma once

#include "core/lab/step/stepsession.h"

namespace lockstep {

class SteppedRuns;

// Takes the steps that the page wishes for.
class LabStepper : public QObject
{
    Q_OBJECT

public:
    // runs: outlives this.
    explicit LabStepper(SteppedRuns *runs, QObject *parent = nullptr);

private:
    StepSession m_session;
};

} // namespace lockstep
