#pragma once

// What a fix that was swapped in for a lesson is played with, and which checks differ: plain text
// in the language of the program.

#include "core/lab/scenario/scenario.h"
#include "ui/lab/step/labmode.h"

#include <QString>

namespace lockstep {

// lessonTitle: as it is shown. settings: of the fix.
QString swapWords(const Scenario &lesson, const QString &lessonTitle, const Scenario &fix,
    const Settings &settings, LabMode mode);

} // namespace lockstep
