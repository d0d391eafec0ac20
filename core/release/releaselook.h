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
        Nobody, // there is no such key: nobody holds it
        Lock, // the watch recognises a lock of one holder
        PossibleLock, // it looks like one, but the signs are weak
        OtherKind, // recognised as something that is not released by hand: see recognition
        Unrecognised, // the watch takes it for nothing: see type
    };

    Verdict verdict = Verdict::Nobody;
    std::optional<StandingLock> lock; // of Lock and PossibleLock
    HoldObservation hold; // of that lock's holder, as far as one look tells
    KeyType type = KeyType::None;
    std::optional<Recognition> recognition;
    ServerIdentity server; // empty: this user may not ask; only the address was compared

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

// Takes a bounded look at the key, recognises it as the watch does and reads its holder.
// Errors: ProductionServer; WrongType (recognised, but not of a single holder, see readLock());
// those of Connection::request(), Moved and Ask among them: another node of the Cluster serves the
// key.
QCoro::Task<Result<ReleaseLook>> lookBeforeRelease(Connection *connection,
    std::shared_ptr<const Catalogue> catalogue, ProductionServers production, QByteArray key);

// What may be put into ConnectionOptions::maxReplyBytes of a connection for looking and releasing.
constexpr qint64 largestReleaseReply = 1024 * 1024;

} // namespace lockstep
