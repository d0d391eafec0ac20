#include "ui/widgets/icons.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace lockstep {

void paintIcon(QPainter &painter, const QRectF &area, const QString &name, const QColor &colour)
{
    const double scale = painter.device()->devicePixelRatioF();
    QPixmap pixmap((area.size() * scale).toSize());
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(QStringLiteral(":/icons/%1.svg").arg(name));
    Q_ASSERT(renderer.isValid());
    QPainter tint(&pixmap);
    renderer.render(&tint);
    tint.setCompositionMode(QPainter::CompositionMode_SourceIn);
    tint.fillRect(pixmap.rect(), colour);
    tint.end();
    pixmap.setDevicePixelRatio(scale);
    painter.drawPixmap(area.topLeft(), pixmap);
}

} // namespace lockstep
