#pragma once

#include <QString>

namespace lockstep {

// The labels of a step's column on the time axis.
struct StepColumn
{
    QString name; // the step's name in the trace; empty if the column shows its number instead
    QString words; // the name with what the step does, shown where there is room
};

} // namespace lockstep
