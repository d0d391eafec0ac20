// Whether the program's memory stays flat while the demo shop works at ten times its speed: the
// window as the program opens it (offscreen), the watch and the shop, all in this process; the
// private server is another. Everything that is kept is bounded (series, journal, what is gone),
// and the bounds are reached after about a quarter of an hour, so the figure compares the last
// tenth of the run with the tenth that follows the first quarter. The standard run is too short to
// fill everything; `bench_longrun 60` runs for as many minutes.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/bench/figure.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <malloc.h>
#include <unistd.h>

#include <vector>

using namespace lockstep;

namespace {

constexpr double speed = 10;
constexpr double standardMinutes = 4;
constexpr int samples = 400; // over the whole run

struct Memory
{
    double resident = 0; // bytes the process occupies
    double allocated = 0; // bytes it has asked for and not given back
};

Memory memoryNow()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("/proc/self/statm cannot be read.");
    const auto info = mallinfo2();
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return {pages * double(sysconf(_SC_PAGESIZE)), double(info.uordblks + info.hblkhd)};
}

// Of the samples between two parts of the run.
double medianBetween(
    const std::vector<Memory> &taken, double from, double to, double Memory::*which)
{
    std::vector<double> values;
    for (auto at = size_t(from * double(taken.size())); at < size_t(to * double(taken.size()));
         ++at)
        values.push_back(taken[at].*which);
    return quantile(values, 0.5);
}

void report(const std::vector<Memory> &taken, const char *name, double Memory::*which)
{
    const double full = medianBetween(taken, 0.25, 0.35, which);
    const double end = medianBetween(taken, 0.9, 1.0, which);
    print({name, end, "bytes", full, "ratio <= 1.05", end <= full * 1.05});
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const double minutes = argc > 1 ? QByteArray(argv[1]).toDouble() : standardMinutes;
    if (minutes <= 0)
        qFatal("bench_longrun [MINUTES]: a number above 0");

    auto privateServer = PrivateServer::start();
    if (!privateServer)
        qFatal("No server: %s", qPrintable(privateServer.error().detail));
    Source source;
    source.endpoint = (*privateServer)->endpoint();
    source.privateServer = std::move(*privateServer);
    source.shop = std::make_unique<DemoShop>(source.endpoint, DemoShop::Options{speed, 1});

    Theme theme(&application);
    Language language;
    WatchWindow main(&theme, &language, {});
    if (!main.watch(std::move(source)))
        qFatal("The private server cannot be watched.");
    main.window().resize(1280, 720);
    main.window().show();

    std::vector<Memory> taken;
    QTimer sampling;
    QObject::connect(&sampling, &QTimer::timeout, &sampling, [&] {
        taken.push_back(memoryNow());
        if (taken.size() % 20 == 0) {
            std::fprintf(stderr, "%3zu of %d: %.1f MB resident, %.1f MB allocated\n", taken.size(),
                samples, taken.back().resident / 1e6, taken.back().allocated / 1e6);
        }
        if (taken.size() == samples)
            QApplication::quit();
    });
    sampling.start(int(minutes * 60'000 / samples));
    QApplication::exec();

    report(
        taken, "resident memory at the end of the demo at ten times its speed", &Memory::resident);
    report(taken, "allocated memory at the end of the same run", &Memory::allocated);
    return 0;
}
