#pragma once

// QCustomPlot's header is written with the words that QT_NO_KEYWORDS and QT_NO_FOREACH take away.
// They are lent to it here and nowhere else; include this instead of <qcustomplot.h>.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach(variable, container) for (variable : container)

#include <qcustomplot.h>

#undef foreach
#undef emit
#undef slots
#undef signals
