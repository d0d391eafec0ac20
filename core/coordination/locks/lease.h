#pragma once

#include "core/coordination/locks/claim.h"
#include "core/coordination/locks/leaseclock.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace lockstep {

// How long a lease is, and whether it is renewed.
struct LeaseTerms
{
    std::chrono::milliseconds length{30'000}; // 1 ms to 100 years
    bool renews = true; // after each third of the length, until it is released or lost

    // Returns BadInput with the possible values if the length is out of bounds.
    [[nodiscard]] Result<void> check() const;
};

// A lock that is held for a limited time. It is certainly held until validUntil(), which counts on
// the client's own clock from the moment when the command that took or extended it was sent; the
// server counts from a later moment. Wall clocks play no part in this. (A server whose clock is set
// forward ends the lease earlier, which nobody can notice. Who must never write late needs a
// FencedLock.)
//
// Lives on the thread of its connection. The destructor stops the renewals and sends the release
// without waiting for the answer, unless the lease is no longer valid or release() was called.
// Without a connection, the lock ends with its lease.
class Lease : public QObject
{
    Q_OBJECT

public:
    enum class Loss : quint8 {
        Expired, // not renewed in time; somebody else may hold the lock by now
        Gone // the server says that the lock is not ours: it expired, was deleted or overwritten
    };
    Q_ENUM(Loss)

    // sent: when the command that acquired the lock was sent.
    Lease(std::unique_ptr<Claim> claim, LeaseTerms terms, LeaseClock::time_point sent,
        std::optional<qint64> fencingToken = std::nullopt);
    ~Lease() override;

    [[nodiscard]] bool isValid() const { return !m_over && LeaseClock::now() < m_validUntil; }
    [[nodiscard]] LeaseClock::time_point validUntil() const { return m_validUntil; }
    [[nodiscard]] std::chrono::milliseconds remaining() const; // 0 if it is not valid
    [[nodiscard]] QByteArray token() const { return m_claim->token(); }
    // The token of a FencedLock's lease, greater than the tokens of all earlier leases; other locks
    // have none.
    [[nodiscard]] std::optional<qint64> fencingToken() const { return m_fencingToken; }

    // Makes the lease last that long from now on, also at later renewals. Returns false if it is
    // lost. After an error it is certain only for the shorter of the old and the new time.
    QCoro::Task<Result<bool>> extend(std::chrono::milliseconds length);

    // Ends the lease for its owner at once, whatever the server answers. Returns true if it was
    // released; waiters may nevertheless not be notified, if PUBLISH is not permitted. Returns
    // false if the lock was no longer ours. After an error with mayHaveRun the lock may exist until
    // its lease ends, and calling this again does no harm. A claim that isReentrant() is not
    // released twice, nor when the lease is no longer valid: then nothing is sent and the answer is
    // false.
    QCoro::Task<Result<bool>> release();

Q_SIGNALS:
    // Emitted once, but not after release(). Whatever the lock guards has to stop now. A slot may
    // delete the lease.
    void lost(lockstep::Lease::Loss why);
    void renewed();
    void renewalFailed(const lockstep::Error &error); // tried again until the lease is over

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

// The result of taking a lock. nullptr if somebody else holds it or was faster.
using Acquired = Result<std::unique_ptr<Lease>>;

} // namespace lockstep
