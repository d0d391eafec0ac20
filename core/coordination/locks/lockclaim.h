#pragma once

#include "core/coordination/locks/claim.h"
#include "core/coordination/locks/lockscripts.h"
#include "core/coordination/locks/scriptruns.h"
#include "core/coordination/locks/wakechannel.h"

#include <QPointer>

namespace lockstep {

// The claim of a Lock: one key on one server, which holds our token.
class LockClaim : public Claim
{
public:
    // channel: knows that this token holds the lock as long as the claim exists, so that a late
    // message for it does not hand the lock on. nullptr if there is none.
    LockClaim(QPointer<Connection> connection, LockKeys keys, QByteArray token,
        QPointer<WakeChannel> channel = {});
    ~LockClaim() override;

    QCoro::Task<Result<bool>> extend(std::chrono::milliseconds lease) override;
    QCoro::Task<Result<bool>> release() override;
    void releaseUnattended() override;
    [[nodiscard]] QByteArray token() const override { return m_token; }

private:
    QPointer<Connection> m_connection;
    LockKeys m_keys;
    QByteArray m_token;
    QPointer<WakeChannel> m_channel;
};

} // namespace lockstep
