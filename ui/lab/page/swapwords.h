#pragma once

// Says with which settings the fix of a lesson is run, and which of its checks differ. It is plain
// text in the language of the program.

#include "core/lab/scenario/scenario.h"
#include "ui/lab/step/labmode.h"

#include <QString>

namespace lockstep {

// lessonTitle: as it is shown. settings: those of the fix. isChanged: whether the user has changed
// anything of what the fix got when it was swapped in.
QString swapWords(const Scenario &lesson, const QString &lessonTitle, const Scenario &fix,
    const Settings &settings, LabMode mode, bool isChanged);

} // namespace lockstep
