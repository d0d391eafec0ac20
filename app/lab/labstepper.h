#pragma once

#include "core/lab/step/stepsession.h"

namespace lockstep {

class SteppedRuns;

// Takes the steps that the Lab page asks for, and gives them to runs.
class LabStepper : public QObject
{
    Q_OBJECT

public:
    // runs must outlive this.
    explicit LabStepper(SteppedRuns *runs, QObject *parent = nullptr);

private:
    StepSession m_session;
};

} // namespace lockstep
