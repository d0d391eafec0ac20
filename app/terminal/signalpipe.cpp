// The self-pipe trick: a signal handler may do next to nothing, but it may write a byte into a
// pipe. Who waits for other things as well, the event loop or a question in the terminal, reads it
// there.

#include "app/terminal/signalpipe.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::array caught{SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t writingEnd = -1; // global, because a handler can reach nothing else

extern "C" void onSignal(int number)
{
    const int before = errno;
    const auto byte = static_cast<char>(number);
    [[maybe_unused]] const auto written = write(writingEnd, &byte, 1);
    errno = before;
}

} // namespace

SignalPipe::SignalPipe()
{
    if (pipe2(m_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_outer = static_cast<int>(writingEnd);
    writingEnd = m_ends[1];
    for (std::size_t i = 0; i < caught.size(); ++i) {
        sigaction(caught.at(i), nullptr, &m_before.at(i));
        if (m_before.at(i).sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        sigaction(caught.at(i), &action, nullptr);
    }
}

SignalPipe::~SignalPipe()
{
    if (m_ends[0] < 0)
        return;
    for (std::size_t i = 0; i < caught.size(); ++i)
        sigaction(caught.at(i), &m_before.at(i), nullptr);
    writingEnd = m_outer;
    for (const int end : m_ends)
        close(end);
}

std::optional<int> SignalPipe::take()
{
    char number = 0;
    if (m_ends[0] < 0 || read(m_ends[0], &number, 1) != 1)
        return std::nullopt;
    return number;
}

} // namespace lockstep
