#include "tests/bench/figure.h"
#include "tests/bench/population.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>

#include <malloc.h>

// What a watched key takes in our memory: everything that is allocated after the inventory and was
// not before, a taken snapshot included, divided by the keys. The floor is what has to be there in
// any case, the bytes of the name and of the value.
//
// Of 409 bytes, the mean of a lock, a counter and a window (x86-64, blocks of glibc's malloc):
//     224  the Item with the counts of its shared_ptr (sizeof 200, of which the Reading is 96)
//      48  the bytes of its key, with the header that Qt puts before them
//      43  the raw value, likewise: 64 for a token, 32 for a number
//      32  the Holder: 96 for a lock (sizeof 72), none for others
//      30  the place in the table of all objects: 25 bytes, and the places that are free
//      16  the place in the published list
//      16  all the rest
// An intrusive pointer in place of the shared_ptr would save 34 of them, and short raw values that
// lie in the Reading itself 37.

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
    options.busyShare = 1;
    const auto catalogue = builtInCatalogue();

    const double before = allocated();
    Watch watch(server.endpoint(), catalogue, options);
    runInventory(watch, watched);
    runEventLoop(std::chrono::seconds(3));
    const auto snapshot = watch.take();
    const double value = (allocated() - before) / watched;

    print({"memory per watched key (locks by token, counters, windows)", value, "bytes", floor,
        "value <= floor + 400", value <= floor + 400});
    std::fprintf(stderr, "%.0f bytes more than the %.0f of name and value\n", value - floor, floor);
    return 0;
}
