#pragma once

// Includes QCustomPlot. Its header uses the keywords that QT_NO_KEYWORDS and QT_NO_FOREACH remove,
// so they are defined here for as long as it is read. Include this in place of <qcustomplot.h>.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach(variable, container) for (variable : container)

#include <qcustomplot.h>

#undef foreach
#undef emit
#undef slots
#undef signals
