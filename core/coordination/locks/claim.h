#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QCoroTask>

#include <chrono>

namespace lockstep {

// What a Lease has on the server, or on several servers, and how it is extended and released. A
// task holds all that it needs, so it may outlive the claim.
class Claim
{
public:
    Claim() = default;
    virtual ~Claim() = default;
    Q_DISABLE_COPY_MOVE(Claim)

    // True: it was still ours, and lasts that long from the moment the server executed it. May be
    // sent twice without harm.
    virtual QCoro::Task<Result<bool>> extend(std::chrono::milliseconds lease) = 0;
    // True: it was still ours, and is free now.
    virtual QCoro::Task<Result<bool>> release() = 0;
    // Whether other leases with the same token are counted in the same key, so that a release takes
    // one off their number. Such a release is sent at most once, and not after a lost connection.
    [[nodiscard]] virtual bool counts() const { return false; }
    // Sends the release and waits for nothing; without a connection the lock ends with its lease.
    virtual void letGo() = 0;

    [[nodiscard]] virtual QByteArray token() const = 0;
    // By how much the clocks of several servers may disagree about a lease of that length.
    [[nodiscard]] virtual std::chrono::milliseconds drift(std::chrono::milliseconds) const
    {
        return std::chrono::milliseconds(0);
    }
};

} // namespace lockstep
