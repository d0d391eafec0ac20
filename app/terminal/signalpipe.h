#pragma once

#include <array>
#include <csignal>
#include <optional>

namespace lockstep {

// Catches SIGINT, SIGTERM and SIGHUP while it exists, and makes each of them readable from a
// descriptor. A signal that was ignored before stays ignored, because nohup relies on it. If there
// are several objects, the one made last gets the signals; they must be destroyed in the reverse
// order.
class SignalPipe
{
public:
    SignalPipe();
    ~SignalPipe();
    SignalPipe(const SignalPipe &) = delete;
    SignalPipe &operator=(const SignalPipe &) = delete;

    // Readable while a signal waits to be taken. -1 if the system has no descriptor left; then the
    // signals do what they did before.
    [[nodiscard]] int descriptor() const { return m_ends[0]; }
    // The number of the next signal; nothing if none waits.
    [[nodiscard]] std::optional<int> take();

private:
    std::array<int, 2> m_ends{-1, -1};
    int m_outer = -1; // the descriptor that the handler wrote to before
    std::array<struct sigaction, 3> m_before{};
};

} // namespace lockstep
