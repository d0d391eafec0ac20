#include "ui/plot/timecursor.h"

namespace lockstep {

TimeCursor::TimeCursor(QCustomPlot *plot)
    : m_plot(plot)
    , m_line(new QCPItemLine(plot))
    , m_box(new QCPItemText(plot))
{
    for (QCPItemPosition *end : {m_line->start, m_line->end, m_box->position}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    for (QCPLayerable *part :
        {static_cast<QCPLayerable *>(m_line), static_cast<QCPLayerable *>(m_box)})
        part->setLayer(QStringLiteral("legend")); // above the curves, which may be added later
    m_box->setPadding(QMargins(6, 3, 6, 3));
    m_box->setTextAlignment(Qt::AlignLeft);
    m_box->setClipToAxisRect(false);
    show({}, {});
}

TimeCursor::~TimeCursor()
{
    m_plot->removeItem(m_box);
    m_plot->removeItem(m_line);
}

void TimeCursor::setColours(const QColor &line, Qt::PenStyle style, const Colours &colours)
{
    m_line->setPen(QPen(line, 1, style));
    m_box->setFont(m_plot->xAxis->tickLabelFont());
    m_box->setColor(colours.text);
    m_box->setBrush(colours.panel);
    m_box->setPen(QPen(colours.hairline, 1));
}

void TimeCursor::show(std::optional<double> x, const QString &words)
{
    const QCPRange range = m_plot->xAxis->range();
    const bool visible = x && range.contains(*x);
    m_line->setVisible(visible);
    m_box->setVisible(visible && !words.isEmpty());
    if (!visible)
        return;
    m_line->start->setCoords(*x, 0);
    m_line->end->setCoords(*x, 1);
    // The box stands on the side of the line that has more room.
    const bool left = *x > range.center();
    const double gap = range.size() * 0.008;
    m_box->setText(words);
    m_box->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    m_box->position->setCoords(left ? *x - gap : *x + gap, 0);
}

} // namespace lockstep
