#include "tests/bench/figure.h"
#include "tests/bench/population.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>

#include <malloc.h>

// What a watched key takes in our memory: everything that is allocated after the inventory and was
// not before, a taken snapshot included, divided by the keys. The floor is what has to be there in
// any case, the bytes of the name and of the value.
//
// Of 331 bytes, the mean of a lock, a counter and a window (x86-64, blocks of glibc's malloc):
//     192  the Item with the count of its pointers (sizeof 184, of which the Reading is 78)
//      48  the bytes of its key, with the header that Qt puts before them
//      48  the Holder with its token: 144 for a lock (80 and 64), none for others
//      20  the place in the table of all objects: 17 bytes, and the places that are free
//       8  the place in the published list
//      15  all the rest

using namespace lockstep;

namespace {

constexpr int watched = 100'000;

// Large blocks are mapped by themselves and counted apart.
double allocated()
{
    malloc_trim(0);
    const auto info = mallinfo2();
    return double(info.uordblks + info.hblkhd);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server;
    const double floor = double(addRecognised(server, watched).bytes) / watched;
    WatchOptions options;
    options.serverTimeShare = 1;
    const auto catalogue = builtInCatalogue();

    const double before = allocated();
    Watch watch(server.endpoint(), catalogue, options);
    runInventory(watch, watched);
    runEventLoop(std::chrono::seconds(3));
    const auto snapshot = watch.take();
    const double value = (allocated() - before) / watched;

    print({"memory per watched key (locks by token, counters, windows)", value, "bytes", floor,
        "value <= 350", value <= 350});
    std::fprintf(stderr, "%.0f bytes more than the %.0f of name and value\n", value - floor, floor);
    return 0;
}
