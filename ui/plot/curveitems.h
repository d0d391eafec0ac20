#pragma once

#include "ui/plot/historycurve.h"
#include "ui/widgets/theme.h"

#include <QPen>

#include "ui/plot/customplot.h"

#include <vector>

namespace lockstep {

// How one curve is drawn among others.
struct CurveLook
{
    QString name; // for the label at its end
    QPen pen = {};
    QBrush fill = {}; // below the line; none where several curves share the plot
    bool alone = true; // else it is labelled at its end
    Colours colours;
};

// The parts of a QCustomPlot that show one HistoryCurve. Must not outlive the plot.
class CurveItems
{
public:
    CurveItems(QCustomPlot *plot, CurveLook look);
    ~CurveItems();
    CurveItems(const CurveItems &) = delete;
    CurveItems &operator=(const CurveItems &) = delete;

    // Call after the axes have their ranges. value: its present value in words, for the label.
    void setCurve(const HistoryCurve &curve, const QString &value);
    // Where the label would like to be, 0 top … 1 bottom of the plot: at the end of the line;
    // nothing where the curve is alone.
    [[nodiscard]] std::optional<double> wishedLabelPlace() const;
    void placeLabel(double place);
    [[nodiscard]] int labelWidth() const; // pixels, its distance from the plot included

private:
    QCPGraph *addGraph(const QPen &pen);
    void setEndless(const HistoryCurve &curve);
    void addEndless(const std::vector<HistoryCurve::Stretch> &stretches, const QString &word,
        const QColor &colour);
    void setFree(const HistoryCurve &curve);
    void setRenewalDue(const HistoryCurve &curve);
    void setLimit(const HistoryCurve &curve);

    QCustomPlot *m_plot;
    CurveLook m_look;
    QCPGraph *m_line;
    QCPGraph *m_renewals;
    QCPGraph *m_due;
    QCPGraph *m_limit;
    QCPGraph *m_excess; // the line where it is above the limit, filled down to it
    QCPGraph *m_handOvers;
    QCPGraph *m_free; // on the ground
    QCPItemText *m_dueLabel;
    QCPItemLine *m_endSample; // of the line, before its label
    QCPItemText *m_endLabel;
    std::vector<QCPAbstractItem *> m_endless;
    std::optional<double> m_wishedPlace;
};

} // namespace lockstep
