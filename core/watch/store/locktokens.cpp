#include "core/watch/store/locktokens.h"

#include "core/watch/items/comparison.h"

namespace lockstep {

namespace {

bool isHeldByTheSame(const Item &last, const Reading &reading)
{
    return last.reading.holder && sameHolder(last.reading, reading);
}

} // namespace

std::optional<Recognition> LockTokens::otherFormat(const Item &last, const Reading &reading) const
{
    if (!m_recognise || last.format->family() != Family::Lock || !reading.holder
        || isHeldByTheSame(last, reading))
        return std::nullopt;
    auto recognition = m_recognise(last, reading);
    if (!recognition || recognition->format->family() != Family::Lock
        || recognition->primary != last.key || recognition->format == last.format)
        return std::nullopt;
    return recognition;
}

bool LockTokens::isNoLock(const Item &last, const Reading &reading) const
{
    if (!m_recognise || last.format->family() != Family::Lock || !Catalogue::isToken(reading)
        || isHeldByTheSame(last, reading))
        return false;
    const auto isLock = [&](const Reading &each) {
        const auto recognition = m_recognise(last, each);
        return recognition && recognition->format->family() == Family::Lock;
    };
    Reading withDeadline = reading; // SETNX, and EXPIRE a moment later
    withDeadline.ttl = Ttl::fromPttl(1, last.readAt);
    return !isLock(reading) && !(reading.ttl.isPersistent() && isLock(withDeadline));
}

} // namespace lockstep
