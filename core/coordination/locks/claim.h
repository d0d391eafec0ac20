#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QCoroTask>

#include <chrono>

namespace lockstep {

// What stands on the server, or on several, behind a Lease: how it is extended and given back. The
// tasks are complete in themselves: they may outlive the claim.
class Claim
{
public:
    Claim() = default;
    virtual ~Claim() = default;
    Q_DISABLE_COPY_MOVE(Claim)

    // True: it was still ours and lasts that long from when the server did it. Does no harm twice.
    virtual QCoro::Task<Result<bool>> extend(std::chrono::milliseconds lease) = 0;
    // True: it was still ours and is not any more.
    virtual QCoro::Task<Result<bool>> release() = 0;
    // Whether a release takes one off a count that is shared with other leases of the same token,
    // instead of nothing but this claim's own: then it is sent once at most, and not after a loss.
    [[nodiscard]] virtual bool counts() const { return false; }
    // Sends the release and waits for nothing; without a connection the lock ends with its lease.
    virtual void letGo() = 0;

    [[nodiscard]] virtual QByteArray token() const = 0;
    // By how much clocks may disagree about a lease of that length.
    [[nodiscard]] virtual std::chrono::milliseconds drift(std::chrono::milliseconds) const
    {
        return std::chrono::milliseconds(0);
    }
};

} // namespace lockstep
