#pragma once

#include <QString>

class QColor;
class QPainter;
class QRectF;

namespace lockstep {

// Draws one of the program's own one-colour icons (resources/icons, name without .svg) in the given
// colour.
void paintIcon(QPainter &painter, const QRectF &area, const QString &name, const QColor &colour);

} // namespace lockstep
