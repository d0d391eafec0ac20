// What one redraw of the timeline costs, against one redraw of a QCustomPlot with a single graph of
// as many points as it has pixel columns. Both are painted into pixmaps of one size; the time is
// the thread's own processor time, so other load on the machine does not count. Rounds alternate,
// the medians are compared.

#include "samplehistories.h"
#include "tests/bench/figure.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/tracks/roundtracks.h"
#include "ui/plot/plotcanvas.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <cmath>
#include <ctime>
#include <functional>

using namespace lockstep;

namespace {

constexpr QSize size(1280, 720);
constexpr int rounds = 41;

double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double timed(const std::function<void()> &work)
{
    const double before = threadMilliseconds();
    work();
    return threadMilliseconds() - before;
}

void fillPlot(PlotCanvas &plot)
{
    plot.setColours(Colours::light());
    plot.resize(size);
    QCPGraph *graph = plot.addGraph();
    graph->setPen(QPen(Colours::light().text, 1));
    QVector<double> at, value;
    for (int i = 0; i < size.width(); ++i) {
        at << i;
        value << std::sin(i / 40.0) + (i * 7919 % 101) / 300.0;
    }
    graph->setData(at, value, true);
    plot.rescaleAxes();
    plot.replot(QCustomPlot::rpImmediateRefresh);
}

void measure(
    const char *name, const char *target, double most, Timeline &timeline, PlotCanvas &plot)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    std::vector<double> ours, floors;
    for (int i = 0; i < rounds; ++i) {
        floors.push_back(timed([&] { plot.replot(QCustomPlot::rpImmediateRefresh); }));
        ours.push_back(
            timed([&] { timeline.render(&image, {}, {}, QWidget::DrawWindowBackground); }));
    }
    Figure figure{name, quantile(ours, 0.5), "ms", quantile(floors, 0.5), target, false};
    figure.holds = figure.ratio() <= most;
    print(figure);
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    Theme theme(qApp);
    theme.setChoice(Theme::Choice::Light);
    PlotCanvas plot;
    fillPlot(plot);
    Timeline timeline(&theme);
    timeline.resize(size);
    for (const int clients : {500, 5}) {
        const RunPtr run = sample::crowd(clients, 1'000'000);
        const double setting = timed([&] { timeline.setRun(run, 0); });
        const double sorting = timed([&] { const RoundTracks tracks(run, 0); });
        while (timeline.isSorting())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const Moment end = run->history.rounds.front().end;
        const bool many = clients == 500;
        print({many ? "sort a million operations, 500 lanes" : "sort a million operations, 5 lanes",
            sorting, "ms", 0, "", true});
        print({many ? "the window's part of it, 500 lanes" : "the window's part of it, 5 lanes",
            setting, "ms", 0, "", true});
        measure(many ? "redraw, 500 lanes, 1,000,000 operations in view"
                     : "redraw, 5 lanes, 1,000,000 operations in view",
            "ratio <= 3", 3, timeline, plot);
        timeline.showRange(end / 2, end / 2 + end / 1000);
        measure(many ? "redraw, 500 lanes, zoomed to 1,000 operations"
                     : "redraw, 5 lanes, zoomed to 1,000 operations",
            "ratio <= 2", 2, timeline, plot);
    }
    return 0;
}
