#pragma once

#include "ui/lab/words/verdictwords.h"

class QColor;
class QPainter;
class QRectF;

namespace lockstep {

struct Colours;

// Paints the sign of a verdict. The signs differ in shape, so that nobody has to tell them apart by
// colour: a disc for held, a cross for violated, an open ring for possible, an hourglass for
// undecided, a dash for not checked, an exclamation mark for a mistake in the file.
void paintVerdict(
    QPainter &painter, const QRectF &area, CheckOutcome outcome, const Colours &colours);
QColor verdictColour(CheckOutcome outcome, const Colours &colours);

} // namespace lockstep
