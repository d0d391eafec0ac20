#include "ui/watch/page/framepace.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int wholeCore = 10; // times what may be used
// Below half of what may be used no frame is put off. What was used in a long quiet time was not
// used for one frame.
constexpr int calm = 2 * wholeCore;
constexpr int restPerCost = 3; // the window answers between two frames, whatever they cost

} // namespace

// A frame without a single object shows that the watch connects, and the first rows follow within
// milliseconds.
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
