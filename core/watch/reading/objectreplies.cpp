#include "core/watch/reading/objectreplies.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/values/replysize.h"

namespace lockstep {

namespace {

constexpr int unknownTtl = -3; // see Ttl::fromPttl

} // namespace

std::optional<MissingPermission> ObjectReplies::take(
    std::size_t place, const Command &command, const Result<Reply> &reply)
{
    const bool isTtl = command.words().first() == "PTTL";
    if (isTtl)
        m_observed = std::chrono::steady_clock::now();
    if (reply) {
        m_isTooLarge |= sizeOf(*reply) > largestRead;
        if (!m_isTooLarge)
            m_all[place] = *reply;
        return {};
    }
    const Error &error = reply.error();
    using Effect = MissingPermission::Effect;
    const auto missing = missingFor(command, isTtl ? Effect::NoTtl : Effect::NoValue, error);
    const bool isLacking = missing && !isRefusedByName(command.words().at(1), error);
    if (isLacking) {
        m_isDenied |= !isTtl;
    } else if (isServedElsewhere(error.code)) {
        m_movedAway = error;
    } else if (isTransient(error.code)) {
        m_failure = error;
        // Replies come in order: the first that is missing is the one that was too large.
        m_isTooLarge |= error.code == ErrorCode::ReplyTooLarge;
    } else {
        m_hasOtherType = true;
    }
    Reply &kept = m_all[place];
    if (isTtl && missing) {
        kept.kind = Reply::Kind::Integer;
        kept.integer = unknownTtl;
    } else {
        kept.kind = Reply::Kind::Error;
        kept.text = error.detail.toUtf8();
    }
    return isLacking ? missing : std::nullopt;
}

std::optional<Ttl> ObjectReplies::ttlOfUnreadable() const
{
    if (!m_isDenied || m_hasOtherType || !m_all.back().isInteger())
        return {};
    return Ttl::fromPttl(m_all.back().integer, m_observed);
}

} // namespace lockstep
