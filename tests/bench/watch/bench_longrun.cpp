// Whether the program's memory stays flat while the demo shop works at ten times its speed: the
// window as the program opens it (offscreen), the watch and the shop, all in this process; the
// private server is another. Everything that is kept is bounded (series, journal, what is gone),
// and the bounds are reached after about a quarter of an hour, so the figure compares the last
// tenth of the run with the tenth that follows the first quarter. The standard run is too short to
// fill everything; `bench_longrun 60` runs for as many minutes.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/bench/memorysampling.h"

#include <QApplication>

using namespace lockstep;

namespace {

constexpr double speed = 10;
constexpr double standardMinutes = 4;

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

    MemorySampling memory(minutes);
    QApplication::exec();

    memory.report(
        "resident memory at the end of the demo at ten times its speed", &Memory::resident);
    memory.report("allocated memory at the end of the same run", &Memory::allocated);
    return 0;
}
