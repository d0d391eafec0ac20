#include "core/watch/reading/looktiming.h"

#include <algorithm>

namespace lockstep {

namespace {

// An object that is read within this time after it is known to have changed is taken to have
// changed once. It is longer than a turn, and than a round of polling.
constexpr auto oneMoment = Milliseconds(300);
// An announcement may have waited for so long to be heard by a machine that has much to do. After
// more than that a silence is noticed.
constexpr auto longestDelay = std::chrono::seconds(3);

} // namespace

// Neither the way to the server and back makes a look late, nor a batch that was under way: what
// changes meanwhile is announced once more.
Look LookTiming::lookOf(const ReadBatch::Object &object, const ReadBatch &batch,
    std::optional<Instant> before, Instant::duration roundTrip)
{
    using Source = ReadQueue::Source;
    Look look(object.replies.observed(), object.wanted.since);
    look.isAnnounced = object.wanted.source == Source::Announced
        || (object.wanted.source == Source::Also && object.wanted.since < batch.sentAt);
    const Instant same = m_polls ? before.value_or(look.wantedAt) : look.wantedAt;
    // What has not changed since the look before cannot have been missed before it.
    look.maybeMissed =
        look.readAt - std::max(same, before.value_or(same)) > seenAtOnce + 2 * roundTrip;
    look.maybeMissedSince = std::max(before.value_or(same), same - longestDelay)
        - (look.readAt - batch.sentAt) - seenAtOnce;
    if (const auto stall = m_stalls && !m_polls ? m_stalls->stallOf(look.wantedAt) : std::nullopt) {
        const Instant since = stall->since;
        look.maybeMissed = true;
        // A look that was under way when the stall began counts as later than it is.
        look.maybeMissedSince = since - (look.readAt - batch.sentAt) - seenAtOnce;
        look.isLate = stall->isOfProgram;
        look.sameUntil = look.isLate ? since : look.sameUntil;
        m_stalled = {since, look.readAt};
    }
    if (!before || look.isLate)
        return look;
    look.isLate = batch.sentAt - same > oneMoment + (look.readAt - batch.sentAt);
    if (m_polls)
        look.sameUntil = look.isLate ? same : look.readAt;
    return look;
}

} // namespace lockstep
