#pragma once

#include <array>
#include <csignal>
#include <optional>

namespace lockstep {

// Catches SIGINT, SIGTERM and SIGHUP for as long as it lives, and makes each of them readable. A
// signal that was ignored when the object was made stays ignored, as nohup wants it. Of several
// objects the one made last gets the signals; they end in the reverse order.
class SignalPipe
{
public:
    SignalPipe();
    ~SignalPipe();
    SignalPipe(const SignalPipe &) = delete;
    SignalPipe &operator=(const SignalPipe &) = delete;

    // Readable while a signal waits to be taken. -1: the system has no descriptor left, and the
    // signals do what they did before.
    [[nodiscard]] int descriptor() const { return m_ends[0]; }
    // The number of the next signal; nothing: none waits.
    [[nodiscard]] std::optional<int> take();

private:
    std::array<int, 2> m_ends{-1, -1};
    int m_outer = -1; // where the signals went before
    std::array<struct sigaction, 3> m_before{};
};

} // namespace lockstep
