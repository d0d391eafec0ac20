#pragma once

#include <QCoreApplication>

#include <vector>

class QCPAbstractItem;
class QCustomPlot;

namespace lockstep {

struct Colours;
struct HistoryWindow;

// Hatched bands over the times at which the server was not seen: what was there then is neither
// held nor free, and must not look like either.
class UnseenBands
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::HistoryCanvas)

public:
    explicit UnseenBands(QCustomPlot *plot); // outlives this

    // In place of those that are shown. The time axis has its range.
    void show(const HistoryWindow &window, const Colours &colours);
    void clear();

private:
    void add(double from, double to, const Colours &colours); // seconds, 0 is now

    QCustomPlot *m_plot;
    std::vector<QCPAbstractItem *> m_items; // owned by the plot
};

} // namespace lockstep
