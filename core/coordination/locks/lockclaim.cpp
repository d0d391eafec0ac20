#include "core/coordination/locks/lockclaim.h"

namespace lockstep {

LockClaim::LockClaim(
    QPointer<Connection> connection, LockKeys keys, QByteArray token, QPointer<WakeChannel> channel)
    : m_connection(std::move(connection))
    , m_keys(std::move(keys))
    , m_token(std::move(token))
    , m_channel(std::move(channel))
{
    if (m_channel)
        m_channel->addHolder(m_keys.lock, m_token);
}

LockClaim::~LockClaim()
{
    if (m_channel)
        m_channel->removeHolder(m_keys.lock, m_token);
}

QCoro::Task<Result<bool>> LockClaim::extend(std::chrono::milliseconds lease)
{
    return succeedsOn(m_connection, &lockExtend(), {m_keys.lock},
        {m_token, QByteArray::number(qint64(lease.count()))});
}

QCoro::Task<Result<bool>> LockClaim::release()
{
    return succeedsOn(m_connection, &lockRelease(), m_keys.list(), {m_token});
}

void LockClaim::releaseUnattended()
{
    runUnattended(m_connection, lockRelease(), m_keys.list(), {m_token});
}

} // namespace lockstep
