#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QCoroTask>

#include <chrono>

namespace lockstep {

// What a Lease holds on one or several servers, and how it is extended and released. A task has all
// that it needs, so it may outlive the claim.
class Claim
{
public:
    Claim() = default;
    virtual ~Claim() = default;
    Q_DISABLE_COPY_MOVE(Claim)

    // Returns true if the lock was still ours; then the lease lasts that long from the moment the
    // server executed the command. Sending it twice does no harm.
    virtual QCoro::Task<Result<bool>> extend(std::chrono::milliseconds lease) = 0;
    // Returns true if the lock was still ours; it is free then.
    virtual QCoro::Task<Result<bool>> release() = 0;
    // Whether leases with the same token are counted in the same key, so that a release reduces
    // that count. Such a release is sent at most once, and not after a lost connection.
    [[nodiscard]] virtual bool isReentrant() const { return false; }
    // Sends the release without waiting for the answer. Without a connection the lock ends with its
    // lease.
    virtual void releaseUnattended() = 0;

    [[nodiscard]] virtual QByteArray token() const = 0;
    // How much the clocks of several servers may differ over a lease of that length.
    [[nodiscard]] virtual std::chrono::milliseconds drift(std::chrono::milliseconds) const
    {
        return std::chrono::milliseconds(0);
    }
};

} // namespace lockstep
