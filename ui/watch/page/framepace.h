#pragma once

#include "core/watch/values/ttl.h"

namespace lockstep {

// Decides how long after a frame the next one may come. The pause is short enough that nobody sees
// single frames, and long enough that the window takes about a tenth of a core, however many rows
// change and however slow the machine is. Most of a frame's cost is painting, which comes after it
// was handed over. So the cost of a frame is what the thread has used since the frame before.
class FramePace
{
public:
    static constexpr Milliseconds shortest{50}; // twenty a second; nobody reads faster
    // A frame is waited for no longer than that, even if it takes more than a tenth of a core.
    static constexpr Milliseconds longest{250};

    struct Frame
    {
        Instant at; // when the frame was handed over
        std::chrono::nanoseconds handling; // how long that took
        std::chrono::nanoseconds threadTime; // the thread's processor time so far; 0 if unknown
        bool hasObjects = false; // whether the snapshot has any object
    };
    // The pause after this frame. To be called for each frame, because the last one is remembered.
    [[nodiscard]] Milliseconds pauseAfter(const Frame &frame);

private:
    Instant m_lastAt{};
    std::chrono::nanoseconds m_lastThreadTime{};
};

} // namespace lockstep
