// A library of its own, preloaded into a private redis-server: its gettimeofday(), time() and clock
// CLOCK_REALTIME, from which a server computes deadlines, TIME and expiries, and from nothing else.
// Monotonic clocks stay real, by which the server's event loop and the limit of its scripts work.
//
// LOCKSTEP_CLOCK=FILE: they tell the number that ServerClock writes into a mapped file, in
// microseconds since 1970. So time stands still, jumps and goes back as the lab says.
//
// LOCKSTEP_CLOCK=+FILE: they tell the real time plus that number of microseconds.
//
// LOCKSTEP_CLOCK=held: they tell the real time, but from when the server has read from a socket, or
// has waited for one, until it does so again, they do not pass into another millisecond. In between
// it executes commands. It judges by one reading of the clock which keys have expired and tells
// MONITOR another one, and on a busy machine much may lie between the two; now both are the same
// millisecond, and deadlines are kept in milliseconds.
//
// Without the variable, and before the library is set up, all clocks are real. It uses nothing of
// C++'s library and nothing of Qt's: redis-server has neither.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

using Microseconds = std::atomic<std::int64_t>;
static_assert(Microseconds::is_always_lock_free && sizeof(Microseconds) == sizeof(std::int64_t));

const Microseconds *shown = nullptr; // the mapped file; nullptr if clocks are real
int (*realClock)(clockid_t, timespec *) = nullptr;

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t millisecond = 1'000;

Microseconds heldUntil = std::numeric_limits<std::int64_t>::max();
bool isHeld = false;
bool isShifted = false;
pthread_t serving; // the thread that executes commands

int readReal(clockid_t clock, timespec *to)
{
    return realClock ? realClock(clock, to) : int(syscall(SYS_clock_gettime, clock, to));
}

std::int64_t realNow()
{
    timespec now{};
    readReal(CLOCK_REALTIME, &now);
    return now.tv_sec * second + now.tv_nsec / 1000;
}

// Whether this is the thread that executes commands. The server's other threads wait for instants
// of the real clock.
bool isServing()
{
    return isHeld && pthread_equal(serving, pthread_self());
}

// Called when the server returns from reading or waiting: holds the clock at the present
// millisecond. errno stays as it was.
void holdAnew()
{
    if (!isServing())
        return;
    const std::int64_t now = realNow();
    heldUntil.store(now - now % millisecond + millisecond - 1, std::memory_order_relaxed);
}

__attribute__((constructor)) void openClock()
{
    realClock = reinterpret_cast<int (*)(clockid_t, timespec *)>(dlsym(RTLD_NEXT, "clock_gettime"));
    const char *const path = getenv("LOCKSTEP_CLOCK");
    serving = pthread_self();
    isHeld = path && strcmp(path, "held") == 0;
    if (isHeld)
        return;
    isShifted = path && *path == '+';
    const int file = path ? open(isShifted ? path + 1 : path, O_RDONLY | O_CLOEXEC) : -1;
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
    if (!isWallClock || (!shown && !isServing()))
        return readReal(clock, to);
    const std::int64_t now = isHeld
        ? std::min(realNow(), heldUntil.load(std::memory_order_relaxed))
        : shown->load(std::memory_order_acquire) + (isShifted ? realNow() : 0);
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

__attribute__((visibility("default"))) ssize_t read(int file, void *to, size_t size)
{
    const ssize_t count = syscall(SYS_read, file, to, size);
    holdAnew();
    return count;
}

__attribute__((visibility("default"))) int epoll_wait(
    int poll, epoll_event *events, int most, int milliseconds)
{
    const int count = int(syscall(SYS_epoll_pwait, poll, events, most, milliseconds, nullptr, 0));
    holdAnew();
    return count;
}
}
