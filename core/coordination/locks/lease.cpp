// One timer serves both the next renewal and the end. The end is reported when the client's clock
// reaches it, even while a renewal is under way: a server that is paused answers only after its
// lock is gone.
//
// A command with an unknown outcome is normally not sent again. A renewal is, because it only
// extends what is ours, and twice has the same effect as once. If one succeeds after the owner was
// told of the end, the lock is released, once.
//
// Nothing else is sent after a loss, and nothing at all for a claim that counts its holds (that of
// a reentrant lock): a newer lease may exist on the server under the same token by then, and would
// be released instead.

#include "core/coordination/locks/lease.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockstep {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds shortest = 1ms;
constexpr milliseconds longest = std::chrono::hours(24 * 365) * 100;

} // namespace

Result<void> LeaseTerms::check() const
{
    if (length >= shortest && length <= longest)
        return {};
    return failure(ErrorCode::BadInput,
        QStringLiteral("a lease of %1 ms: from 1 ms to 100 years is possible").arg(length.count()));
}

Lease::Lease(std::unique_ptr<Claim> claim, LeaseTerms terms, LeaseClock::time_point sent,
    std::optional<qint64> fencingToken)
    : m_claim(std::move(claim))
    , m_terms(terms)
    , m_validUntil(sent + terms.length - m_claim->drift(terms.length))
    , m_nextRenewal(sent + terms.length / 3)
    , m_fencingToken(fencingToken)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Lease::tick);
    schedule();
}

Lease::~Lease()
{
    if (!m_released && isValid())
        m_claim->releaseUnattended();
}

milliseconds Lease::remaining() const
{
    if (m_over)
        return 0ms;
    const auto left = m_validUntil - LeaseClock::now();
    return std::max(0ms, std::chrono::floor<milliseconds>(left));
}

void Lease::schedule()
{
    auto next = m_validUntil;
    if (m_terms.renews && !m_renewing)
        next = std::min(next, m_nextRenewal);
    const auto wait = std::chrono::ceil<milliseconds>(next - LeaseClock::now());
    m_timer.start(std::clamp(wait, 0ms, longestTimer));
}

void Lease::tick()
{
    const auto now = LeaseClock::now();
    if (now >= m_validUntil)
        return lose(Loss::Expired);
    if (m_terms.renews && !m_renewing && now >= m_nextRenewal)
        renew();
    else
        schedule();
}

void Lease::lose(Loss why)
{
    m_over = true;
    m_timer.stop();
    Q_EMIT lost(why);
}

// Sends one extension and applies its result. After the reply, members are used only if this object
// still exists.
QCoro::Task<Result<bool>> Lease::prolong()
{
    const QPointer<Lease> alive(this);
    const LeaseTerms terms = m_terms;
    const auto end = LeaseClock::now() + terms.length - m_claim->drift(terms.length);
    m_validUntil = std::min(m_validUntil, end); // until the answer, only the earlier end is certain
    m_nextRenewal = LeaseClock::now() + terms.length / 3;
    const quint64 extension = ++m_extensions;
    schedule();
    Result<bool> extended = co_await m_claim->extend(terms.length);
    if (!alive)
        co_return extended;
    if (m_over) {
        if (extended.value_or(false) && !m_claim->isReentrant() && !std::exchange(m_released, true))
            m_claim->releaseUnattended();
        co_return false; // for the caller the lease is over, whatever the server says
    }
    if (extended && !*extended)
        lose(Loss::Gone);
    else if (extended && extension == m_extensions) // unless a later one was sent
        m_validUntil = end;
    co_return extended;
}

QCoro::Task<> Lease::renew()
{
    const QPointer<Lease> alive(this);
    m_renewing = true;
    const Result<bool> extended = co_await prolong();
    if (!alive)
        co_return;
    m_renewing = false;
    if (m_over)
        co_return;
    if (!extended)
        m_nextRenewal = LeaseClock::now() + std::max<LeaseClock::duration>(m_terms.length / 9, 1ms);
    schedule();
    if (extended)
        Q_EMIT renewed();
    else
        Q_EMIT renewalFailed(extended.error());
}

QCoro::Task<Result<bool>> Lease::extend(milliseconds length)
{
    const LeaseTerms terms{length, m_terms.renews};
    if (const auto possible = terms.check(); !possible)
        co_return tl::unexpected(possible.error());
    if (m_over)
        co_return false;
    const QPointer<Lease> alive(this);
    m_terms = terms;
    const Result<bool> extended = co_await prolong();
    if (alive && !m_over)
        schedule();
    co_return extended;
}

QCoro::Task<Result<bool>> Lease::release()
{
    const bool wasValid = isValid();
    m_over = true;
    m_released = true;
    m_timer.stop();
    if (m_claim->isReentrant() && !wasValid)
        co_return false;
    co_return co_await m_claim->release();
}

} // namespace lockstep
