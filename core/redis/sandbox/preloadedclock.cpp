// A library of its own, preloaded into a private redis-server: gettimeofday(), time() and the clock
// CLOCK_REALTIME then tell the number that ServerClock writes into a mapped file, in microseconds
// since 1970. A server computes deadlines, TIME and expiries from nothing else, so its time stands
// still, jumps and goes back as the lab says. Monotonic clocks stay real, by which the server's
// event loop and the limit of its scripts work.
//
// Without the file, and before the library is set up, all clocks are real. It uses nothing of C++'s
// library and nothing of Qt's: redis-server has neither.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

using Microseconds = std::atomic<std::int64_t>;
static_assert(Microseconds::is_always_lock_free && sizeof(Microseconds) == sizeof(std::int64_t));

const Microseconds *shown = nullptr; // nullptr: the real time
int (*realClock)(clockid_t, timespec *) = nullptr;

constexpr std::int64_t second = 1'000'000;

__attribute__((constructor)) void openClock()
{
    realClock = reinterpret_cast<int (*)(clockid_t, timespec *)>(dlsym(RTLD_NEXT, "clock_gettime"));
    const char *const path = getenv("LOCKSTEP_CLOCK");
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *const mapped = mmap(nullptr, sizeof(Microseconds), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        shown = static_cast<const Microseconds *>(mapped);
}

int readClock(clockid_t clock, timespec *to)
{
    const bool isWallClock = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!isWallClock || !shown)
        return realClock ? realClock(clock, to) : int(syscall(SYS_clock_gettime, clock, to));
    const std::int64_t now = shown->load(std::memory_order_acquire);
    to->tv_sec = time_t(now / second);
    to->tv_nsec = long(now % second * 1000);
    return 0;
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, timespec *to) noexcept
{
    return readClock(clock, to);
}

__attribute__((visibility("default"))) int gettimeofday(timeval *to, void *) noexcept
{
    timespec now{};
    if (readClock(CLOCK_REALTIME, &now) != 0)
        return -1;
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}

__attribute__((visibility("default"))) time_t time(time_t *to) noexcept
{
    timespec now{};
    readClock(CLOCK_REALTIME, &now);
    if (to)
        *to = now.tv_sec;
    return now.tv_sec;
}
}
