#pragma once

#include "ui/lab/words/verdictwords.h"

class QColor;
class QPainter;
class QRectF;

namespace lockstep {

struct Colours;

// The sign of a verdict: told apart by its shape, not by its colour. Held is a disc, violated a
// cross, possible a ring that does not close, undecided an hourglass, not checked a dash, a mistake
// an exclamation mark.
void paintVerdict(
    QPainter &painter, const QRectF &area, CheckOutcome outcome, const Colours &colours);
QColor verdictColour(CheckOutcome outcome, const Colours &colours);

} // namespace lockstep
