#include "ui/watch/page/framepace.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int wholeCore = 10; // the whole core, in multiples of what may be used
// If less than half of what may be used was used, the next frame is not delayed. What was used
// during a long quiet time was not used for one frame.
constexpr int calm = 2 * wholeCore;
// The window has time to respond between two frames, whatever they cost.
constexpr int restPerCost = 3;

} // namespace

// A frame without any object only shows that the watch connects, and the first rows follow within
// milliseconds. So only the short rest for responding follows it.
Milliseconds FramePace::pauseAfter(const Frame &frame)
{
    const auto elapsed = frame.at - std::exchange(m_lastAt, frame.at);
    const auto used = frame.threadTime - std::exchange(m_lastThreadTime, frame.threadTime);
    const auto rest = std::chrono::ceil<Milliseconds>(frame.handling) * restPerCost;
    if (!frame.hasObjects)
        return rest;
    const auto wanted =
        used * calm > elapsed ? std::chrono::ceil<Milliseconds>(used * wholeCore) : shortest;
    return std::max(rest, std::clamp(wanted, shortest, longest));
}

} // namespace lockstep
