#pragma once

#include "core/coordination/locks/lock.h"
#include "core/coordination/locks/lockclaim.h"

#include <vector>

namespace lockstep {

// What a Lock shares with those who wait for it, which may outlive it by a reply.
struct Lock::Shared
{
    QPointer<WakeChannel> channel;
    QPointer<Connection> commands;
    LockKeys keys;
    LockOptions options;
    bool isGone = false;
    std::vector<Waiter *> waiting{};

    [[nodiscard]] QByteArray token() const;
    // Held with that token since a command that was sent then.
    [[nodiscard]] std::unique_ptr<Lease> lease(
        const QByteArray &token, LeaseClock::time_point sent, qint64 fence) const;
};

// One wait in line. Used by one coroutine, whose frame it lives in.
class LockWait
{
public:
    // Without a channel nobody stands in line; it is only for pausing.
    LockWait(std::shared_ptr<Lock::Shared> lock, WakeChannel *channel);
    ~LockWait();
    Q_DISABLE_COPY_MOVE(LockWait)

    QCoro::Task<Acquired> untilOurs(LeaseClock::time_point deadline);
    // Error: cancelled.
    QCoro::Task<Result<void>> pause(std::chrono::milliseconds length);

private:
    QCoro::Task<Result<void>> channelOpen(LeaseClock::time_point deadline);
    QCoro::Task<Acquired> inLine(LeaseClock::time_point deadline);
    QCoro::Task<Acquired> call(); // nullptr: we stand in line
    [[nodiscard]] bool isHandedFreshly() const;
    void leave();

    std::shared_ptr<Lock::Shared> m_lock;
    QPointer<WakeChannel> m_channel;
    QByteArray m_token;
    Waiter m_waiter;
    QByteArray m_place; // in line, of the last call
    LeaseClock::time_point m_called; // when that was sent
    LeaseClock::time_point m_callsAgain;
};

} // namespace lockstep
