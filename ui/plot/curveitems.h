#pragma once

#include "ui/plot/curves/historycurve.h"
#include "ui/widgets/theme.h"

#include <QPen>

#include "ui/plot/customplot.h"

#include <vector>

namespace lockstep {

// How a curve is drawn, and whether there are others in the plot.
struct CurveLook
{
    QString name; // for the label at its end
    QPen pen = {};
    QBrush fill = {}; // below the line; empty if several curves share the plot
    bool isOnly = true; // no other curve is in the plot; otherwise it has a label at its end
    Colours colours;
};

// The parts of a QCustomPlot that show one HistoryCurve. The plot must outlive this.
class CurveItems
{
public:
    CurveItems(QCustomPlot *plot, CurveLook look);
    ~CurveItems();
    CurveItems(const CurveItems &) = delete;
    CurveItems &operator=(const CurveItems &) = delete;

    // This has to be called when the axes have their ranges. value: the present value, for the
    // label.
    void setCurve(const HistoryCurve &curve, const QString &value);
    // The best place for the label, at the end of the line: 0 is the top and 1 the bottom of the
    // plot. Nothing if there is no label, because it is the only curve.
    [[nodiscard]] std::optional<double> wishedLabelPlace() const;
    void placeLabel(double place);
    // Places the label of the level at which the lease is renewed where the curve does not cross
    // it; hides it if there is no such place. This has to be called when the plot has its layout.
    void placeDueLabel();
    [[nodiscard]] int labelWidth() const; // pixels, including the distance from the plot

private:
    QCPGraph *addGraph(const QPen &pen);
    void setEndless(const HistoryCurve &curve);
    void addEndless(const std::vector<HistoryCurve::Stretch> &stretches, const QString &word,
        const QColor &colour);
    void setFree(const HistoryCurve &curve);
    void setRenewalDue(const HistoryCurve &curve);
    [[nodiscard]] bool isCrossed(const QRectF &area) const;
    void setLimit(const HistoryCurve &curve);

    QCustomPlot *m_plot;
    CurveLook m_look;
    QCPGraph *m_line;
    QCPGraph *m_renewals;
    QCPGraph *m_due;
    QCPGraph *m_limit;
    QCPGraph *m_excess; // the part of the line above the limit, filled down to the limit
    QCPGraph *m_handOvers;
    QCPGraph *m_free; // when nobody holds the lock, drawn at 0
    QCPItemText *m_dueLabel;
    QCPItemLine *m_endSample; // a piece of line in the look of the curve, before its label
    QCPItemText *m_endLabel;
    std::vector<QCPAbstractItem *> m_endless; // marks of the times without a TTL
    std::optional<double> m_wishedPlace;
    std::optional<double> m_dueLevel; // that is shown
};

} // namespace lockstep
