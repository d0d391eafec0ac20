#pragma once

#include <QString>

namespace lockstep {

// What the column of a step is called.
struct StepColumn
{
    QString name; // in the trace; empty: it is called by its number
    QString words; // with what the step does, where there is room
};

} // namespace lockstep
