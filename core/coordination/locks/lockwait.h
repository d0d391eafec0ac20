#pragma once

#include "core/coordination/locks/lock.h"
#include "core/coordination/locks/lockclaim.h"

#include <vector>

namespace lockstep {

// What a Lock shares with its waiters, which may outlive it until a reply has come.
struct Lock::Shared
{
    QPointer<WakeChannel> channel;
    QPointer<Connection> commands;
    LockKeys keys;
    LockOptions options;
    bool isGone = false;
    std::vector<Waiter *> waiting{};

    [[nodiscard]] QByteArray token() const;
    // Makes a lease that is held with that token since the command sent at `sent`.
    [[nodiscard]] std::unique_ptr<Lease> lease(
        const QByteArray &token, LeaseClock::time_point sent, qint64 fence) const;
};

// One wait in line. It is used by one coroutine and lives in its frame.
class LockWait
{
public:
    // Without a channel it cannot wait in line and is used only for pause().
    LockWait(std::shared_ptr<Lock::Shared> lock, WakeChannel *channel);
    ~LockWait();
    Q_DISABLE_COPY_MOVE(LockWait)

    QCoro::Task<Acquired> untilOurs(LeaseClock::time_point deadline);
    // Returns an error if the wait was cancelled.
    QCoro::Task<Result<void>> pause(std::chrono::milliseconds length);

private:
    QCoro::Task<Result<void>> channelOpen(LeaseClock::time_point deadline);
    QCoro::Task<Acquired> inLine(LeaseClock::time_point deadline);
    QCoro::Task<Acquired> call(); // nullptr if we are in line now
    [[nodiscard]] bool isHandedFreshly() const;
    void leave();

    std::shared_ptr<Lock::Shared> m_lock;
    QPointer<WakeChannel> m_channel;
    QByteArray m_token;
    Waiter m_waiter;
    QByteArray m_place; // our place in line, as of the last call
    LeaseClock::time_point m_called; // when the last call was sent
    LeaseClock::time_point m_callsAgain; // when to call again at the latest
};

} // namespace lockstep
