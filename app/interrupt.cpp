#include "app/interrupt.h"

#include <csignal>

#include <sys/socket.h>
#include <unistd.h>

// A signal handler may do next to nothing; writing one byte into a socket pair is allowed, and the
// event loop reads it.

namespace lockstep {

namespace {

int ends[2] = {-1, -1}; // the handler can reach nothing but a global

extern "C" void onSignal(int)
{
    const char byte = 1;
    [[maybe_unused]] const auto written = write(ends[0], &byte, 1);
}

} // namespace

Interrupt::Interrupt(QObject *parent)
    : QObject(parent)
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return; // then the signals end the program, as they do without us
    m_notifier = std::make_unique<QSocketNotifier>(ends[1], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        [[maybe_unused]] const auto got = read(ends[1], &byte, 1);
        Q_EMIT received();
    });
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
}

Interrupt::~Interrupt()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    m_notifier.reset();
    for (int &end : ends) {
        if (end >= 0)
            close(end);
        end = -1;
    }
}

} // namespace lockstep
