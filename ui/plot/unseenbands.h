#pragma once

#include <QCoreApplication>

#include <vector>

class QCPAbstractItem;
class QCustomPlot;

namespace lockstep {

struct Colours;
struct HistoryWindow;

// Draws hatched bands over the times at which the server was not seen. A lock was neither known to
// be held nor known to be free then, and must not look like either.
class UnseenBands
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::HistoryCanvas)

public:
    explicit UnseenBands(QCustomPlot *plot); // must outlive this

    // Replaces the bands. To be called when the time axis has its range.
    void show(const HistoryWindow &window, const Colours &colours);
    void clear();

private:
    // from and to: seconds relative to now.
    void add(double from, double to, const Colours &colours);

    QCustomPlot *m_plot;
    std::vector<QCPAbstractItem *> m_items; // owned by the plot
};

} // namespace lockstep
