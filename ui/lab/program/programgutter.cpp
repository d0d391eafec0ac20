#include "ui/lab/program/programgutter.h"

#include "ui/widgets/marks.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QTextBlock>

#include <cmath>

namespace lockstep {

int ProgramView::chipsWidth() const
{
    return qRound(fontMetrics().averageCharWidth() * 4.6);
}

int ProgramView::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(2, QString::number(blockCount()).size());
    return chipsWidth() + fontMetrics().horizontalAdvance(u'9') * int(digits + 2);
}

void ProgramView::paintGutter(const QRect &area)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(m_gutter);
    painter.fillRect(area, colours.panel);
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    for (; block.isValid(); block = block.next()) {
        if (!block.isVisible())
            continue;
        const QRectF line = blockBoundingGeometry(block).translated(contentOffset());
        if (line.top() > area.bottom())
            break;
        const int number = block.blockNumber() + 1;
        const auto here = m_clients.find(number);
        const bool isMistaken = number == m_mistaken;
        if (number == m_highlighted || isMistaken || here != m_clients.end()) {
            const QColor fill = number == m_highlighted
                ? blended(colours.accent, colours.panel, 0.24)
                : isMistaken ? blended(colours.accent, colours.panel, 0.18)
                             : colours.selection;
            painter.fillRect(QRectF(0, line.top(), m_gutter->width(), line.height()), fill);
        }
        const QRectF row(0, line.top(), m_gutter->width(), fontMetrics().height());
        if (here != m_clients.end())
            paintChips(painter, QRectF(0, row.top(), chipsWidth(), row.height()), here->second);
        paintChange(painter, QRectF(0, line.top(), m_gutter->width(), line.height()), number);
        painter.setPen(isMistaken ? colours.text : colours.secondary);
        painter.drawText(row.adjusted(0, 0, -fontMetrics().averageCharWidth(), 0),
            int(Qt::AlignRight | Qt::AlignVCenter),
            isMistaken ? u'!' + QString::number(number) : QString::number(number));
    }
}

// Paints a bar at the right end of a changed line, and a wedge above a line before which lines were
// removed.
void ProgramView::paintChange(QPainter &painter, const QRectF &line, int number) const
{
    const double width = std::max(3.0, fontMetrics().averageCharWidth() * 0.4);
    const QRectF bar(line.right() - width, line.top(), width, line.height());
    if (m_changes.changed.contains(number))
        painter.fillRect(bar, m_theme->colours().accent);
    if (m_changes.removedBefore.contains(number)) {
        const double size = width * 2;
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme->colours().accent);
        painter.drawPolygon(QPolygonF({{line.right(), line.top() - size / 2},
            {line.right() - size, line.top()}, {line.right(), line.top() + size / 2}}));
    }
}

// Paints the letters of the clients in a box, or how many clients there are if the letters do not
// fit.
void ProgramView::paintChips(
    QPainter &painter, const QRectF &area, const QStringList &letters) const
{
    const Colours &colours = m_theme->colours();
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    bold.setPointSizeF(bold.pointSizeF() * 0.88);
    QString words = letters.join(QString());
    if (QFontMetricsF(bold).horizontalAdvance(words) > area.width() - 8)
        words = letters.size() == 1 ? words.left(3) : QString::number(letters.size()) + u'×';
    const double width = QFontMetricsF(bold).horizontalAdvance(words) + 7;
    const QRectF box(area.right() - width, std::round(area.top()) + 0.5, width, area.height() - 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.accent);
    painter.drawRoundedRect(box, 3, 3);
    painter.setFont(bold);
    painter.setPen(colours.dark ? colours.ground : colours.panel);
    painter.drawText(box, int(Qt::AlignCenter), words);
    painter.restore();
}

} // namespace lockstep
