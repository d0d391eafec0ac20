#pragma once

#include "core/coordination/takeover/standinglock.h"
#include "core/redis/identity/productioncheck.h"
#include "core/release/holdobservation.h"
#include "core/watch/formats/catalogue.h"

#include <memory>

namespace lockstep {

// What is known of a key before its lock is released by hand.
struct ReleaseLook
{
    enum class Verdict : quint8 {
        Nobody, // there is no such key
        Lock, // recognised by the watch as a lock with one holder
        PossibleLock, // it looks like one, but the evidence is weak
        OtherKind, // recognised as something that is not released by hand: see `recognition`
        Unrecognised, // not recognised by the watch: see `type`
    };

    Verdict verdict = Verdict::Nobody;
    std::optional<StandingLock> lock; // set for Lock and PossibleLock
    HoldObservation hold; // of `lock`, as far as one look shows
    KeyType type = KeyType::None;
    std::optional<Recognition> recognition;
    ServerIdentity server; // empty if this user may not ask; then only the address was compared

    friend bool operator==(const ReleaseLook &left, const ReleaseLook &right)
    {
        const auto formatOf = [](const ReleaseLook &look) {
            return look.recognition ? look.recognition->format : FormatPtr();
        };
        return left.verdict == right.verdict && left.lock == right.lock && left.hold == right.hold
            && left.type == right.type && left.server == right.server
            && formatOf(left) == formatOf(right);
    }
};

// Takes a bounded look at the key, recognises it as the watch does, and reads its holder. Errors:
// ProductionServer; WrongType (recognised, but not of a single holder, see readLock()); those of
// Connection::request(), including Moved and Ask if another node of the Cluster serves the key.
QCoro::Task<Result<ReleaseLook>> lookBeforeRelease(Connection *connection,
    std::shared_ptr<const Catalogue> catalogue, ProductionServers production, QByteArray key);

// The ConnectionOptions::maxReplyBytes for a connection that looks and releases.
constexpr qint64 largestReleaseReply = 1024 * 1024;

} // namespace lockstep
