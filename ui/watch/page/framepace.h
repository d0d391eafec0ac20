#pragma once

#include "core/watch/values/ttl.h"

namespace lockstep {

// How long after a frame the next one may come: soon enough that nobody sees the steps, and so
// rarely that the window takes about a tenth of a core, however many rows change and however slow
// the machine is. What a frame costs is mostly painting, which comes after it was handed over; so
// each frame is judged by what the thread has used since the frame before.
class FramePace
{
public:
    static constexpr Milliseconds shortest{50}; // twenty a second: nobody reads faster
    static constexpr Milliseconds longest{250}; // for the sake of a tenth of a core

    struct Frame
    {
        Instant at; // when it was handed over
        std::chrono::nanoseconds handling; // how long that took
        std::chrono::nanoseconds threadTime; // the thread's processor time so far; 0: not known
        bool hasObjects = false;
    };
    [[nodiscard]] Milliseconds pauseAfter(const Frame &frame);

private:
    Instant m_lastAt{};
    std::chrono::nanoseconds m_lastThreadTime{};
};

} // namespace lockstep
