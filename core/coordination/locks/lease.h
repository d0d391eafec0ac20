#pragma once

#include "core/coordination/locks/claim.h"
#include "core/coordination/locks/leaseclock.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace lockstep {

struct LeaseTerms
{
    std::chrono::milliseconds length{30'000}; // 1 ms to 100 years
    bool renews = true; // every third of it, until it is released or lost

    // BadInput with what is possible.
    [[nodiscard]] Result<void> check() const;
};

// A lock that is held, for a time. It is certain until validUntil(), counted on the client's own
// clock from the moment the command that took or extended it was sent: the server counts from later
// on. Neither side's wall clock has a part in it. (A server whose clock is set forward ends it
// earlier, and nobody can know. Who must not write late needs a FencedLock.)
//
// Lives on the thread of its connection. Destroying it stops renewing and sends the release without
// waiting for the answer, unless it is not valid any more or release() was asked for; when there is
// no connection, the lock ends with its lease.
class Lease : public QObject
{
    Q_OBJECT

public:
    enum class Loss : quint8 {
        Expired, // not renewed in time; the server may have given it to somebody else by now
        Gone // the server says that it is not ours: expired there, deleted or overwritten
    };
    Q_ENUM(Loss)

    // sent: when the command that acquired it was sent.
    Lease(std::unique_ptr<Claim> claim, LeaseTerms terms, LeaseClock::time_point sent,
        std::optional<qint64> fencingToken = std::nullopt);
    ~Lease() override;

    [[nodiscard]] bool isValid() const { return !m_over && LeaseClock::now() < m_validUntil; }
    [[nodiscard]] LeaseClock::time_point validUntil() const { return m_validUntil; }
    [[nodiscard]] std::chrono::milliseconds remaining() const; // 0 when it is not valid
    [[nodiscard]] QByteArray token() const { return m_claim->token(); }
    // Only with a FencedLock: greater than the token of every lease before.
    [[nodiscard]] std::optional<qint64> fencingToken() const { return m_fencingToken; }

    // From now on the lease lasts that long, and renewals extend it by that. False: it is lost.
    // After an error it is certain only for the shorter of the old and the new time.
    QCoro::Task<Result<bool>> extend(std::chrono::milliseconds length);

    // The lease is over for its owner at once, whatever the server answers. True: it was released,
    // though those who wait may not be told (where PUBLISH is not permitted). False: it was not
    // ours any more. After an error with mayHaveRun the lock may stand until its lease ends, and
    // calling again does no harm. A claim that counts() is not released a second time, nor once the
    // lease is not valid: then nothing is sent and the answer is false.
    QCoro::Task<Result<bool>> release();

Q_SIGNALS:
    // Emitted once, and not after release(). Whatever the lock guards has to stop now. A slot may
    // destroy the lease.
    void lost(lockstep::Lease::Loss why);
    void renewed();
    void renewalFailed(const lockstep::Error &error); // it is tried again until the lease is over

private:
    void schedule();
    void tick();
    void lose(Loss why);
    QCoro::Task<> renew();
    QCoro::Task<Result<bool>> prolong();

    std::unique_ptr<Claim> m_claim;
    LeaseTerms m_terms;
    LeaseClock::time_point m_validUntil;
    LeaseClock::time_point m_nextRenewal;
    std::optional<qint64> m_fencingToken;
    QTimer m_timer;
    quint64 m_extensions = 0;
    bool m_renewing = false;
    bool m_over = false;
    bool m_released = false;
};

// What taking a lock comes to. nullptr: somebody else holds it, or got it first.
using Acquired = Result<std::unique_ptr<Lease>>;

} // namespace lockstep
