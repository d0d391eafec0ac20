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

    // sent: when the command that took it was.
    Lease(std::unique_ptr<Claim> claim, LeaseTerms terms, LeaseClock::time_point sent,
        std::optional<qint64> fencingToken = std::nullopt);
    ~Lease() override;

    [[nodiscard]] bool isValid() const { return !m_over && LeaseClock::now() < m_validUntil; }
    [[nodiscard]] LeaseClock::time_point validUntil() const { return m_validUntil; }
    [[nodiscard]] std::chrono::milliseconds remaining() const; // 0 when it is not valid
    [[nodiscard]] QByteArray token() const { return m_claim->token(); }
    // Of a FencedLock: greater than that of every lease before.
    [[nodiscard]] std::optional<qint64> fencingToken() const { return m_fencingToken; }

    // From now on that long, also when it is renewed. False: it is lost. After an error it is
    // certain for the shorter of both times.
    QCoro::Task<Result<bool>> extend(std::chrono::milliseconds length);

    // It is over for the owner at once, whatever the answer. True also where those in line may not
    // be told (PUBLISH is not permitted). False: it was not ours any more. After
    // an error with mayHaveRun it may stand until its end; to call again does no harm. Of a claim
    // that counts nothing is sent, and it is false, when it was asked for before or is not valid.
    QCoro::Task<Result<bool>> release();

Q_SIGNALS:
    // Once, not after release(). Whatever it guards has to stop now. The lease may be destroyed in
    // it.
    void lost(lockstep::Lease::Loss why);
    void renewed();
    void renewalFailed(const lockstep::Error &error); // is tried again until the lease is over

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

} // namespace lockstep
