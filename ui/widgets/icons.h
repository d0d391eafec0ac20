#pragma once

#include <QString>

class QColor;
class QPainter;
class QRectF;

namespace lockstep {

// Paints one of the program's own one-colour icons in the given colour. name: of a file in
// resources/icons, without .svg.
void paintIcon(QPainter &painter, const QRectF &area, const QString &name, const QColor &colour);

} // namespace lockstep
