#include "ui/plot/unseenbands.h"

#include "ui/plot/curves/historycurve.h"
#include "ui/plot/customplot.h"
#include "ui/widgets/theme.h"

#include <chrono>
#include <utility>

namespace lockstep {

UnseenBands::UnseenBands(QCustomPlot *plot)
    : m_plot(plot)
{
}

void UnseenBands::clear()
{
    for (QCPAbstractItem *item : std::exchange(m_items, {}))
        m_plot->removeItem(item);
}

void UnseenBands::show(const HistoryWindow &window, const Colours &colours)
{
    clear();
    const QCPRange range = m_plot->xAxis->range();
    const auto secondsFromNow = [&window](Instant moment) {
        return std::chrono::duration<double>(moment - window.now).count();
    };
    for (const UnseenSpan &span : window.unseen) {
        if (span.to >= window.from && span.from <= window.to)
            add(std::max(range.lower, secondsFromNow(span.from)),
                std::min(range.upper, secondsFromNow(span.to)), colours);
    }
}

void UnseenBands::add(double from, double to, const Colours &colours)
{
    auto *band = new QCPItemRect(m_plot);
    auto *words = new QCPItemText(m_plot);
    for (QCPItemPosition *place : {band->topLeft, band->bottomRight, words->position}) {
        place->setTypeX(QCPItemPosition::ptPlotCoords);
        place->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    band->topLeft->setCoords(from, 0);
    band->bottomRight->setCoords(to, 1);
    band->setPen(Qt::NoPen);
    band->setBrush(QBrush(colours.outside, Qt::BDiagPattern));
    const QCPAxis &axis = *m_plot->xAxis;
    words->position->setCoords((from + to) / 2, 0.5);
    words->setText(tr("not seen"));
    words->setFont(axis.tickLabelFont());
    words->setColor(colours.secondary);
    words->setBrush(colours.panel);
    const double room = axis.coordToPixel(to) - axis.coordToPixel(from);
    words->setVisible(QFontMetrics(words->font()).horizontalAdvance(words->text()) < room);
    m_items.push_back(band);
    m_items.push_back(words);
}

} // namespace lockstep
