// The servers are asked at the same time and not one after the other as in the description, because
// the time that asking takes is lost from the lease. A vote ends when it is decided, so a server
// that hangs delays nobody while the others agree.
//
// A lock that was not won is released on all servers, including those that did not answer: their
// SET may be under way, and on the same connection the release comes after it.

#include "core/coordination/redlock/redlock.h"

#include "core/coordination/locks/lockscripts.h"
#include "core/coordination/locks/scriptruns.h"
#include "core/coordination/locks/waiter.h"
#include "core/coordination/redlock/vote.h"

#include <QRandomGenerator>
#include <QUuid>

#include <algorithm>

namespace lockstep {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

using Servers = std::vector<QPointer<Connection>>;

milliseconds driftOf(milliseconds lease)
{
    return lease / 100 + 2ms;
}

std::shared_ptr<Vote> voteOf(const Servers &servers, milliseconds lease, Vote::Doubt doubt)
{
    return std::make_shared<Vote>(int(servers.size()), std::max(lease / 10, 1ms), doubt);
}

QCoro::Task<> count(QCoro::Task<Result<bool>> answer, std::shared_ptr<Vote> vote)
{
    const Result<bool> counted = co_await answer;
    vote->add(counted);
}

QCoro::Task<Result<bool>> set(QPointer<Connection> server, Command command)
{
    if (!server)
        co_return failure(ErrorCode::NotConnected);
    const Result<Reply> reply = co_await server->request(std::move(command));
    if (!reply)
        co_return tl::unexpected(reply.error());
    co_return !reply->isNil();
}

// The claim of a Redlock: the same token on more than half of the servers.
class RedlockClaim : public Claim
{
public:
    RedlockClaim(Servers servers, LockKeys keys, QByteArray token, milliseconds lease)
        : m_servers(std::move(servers))
        , m_keys(std::move(keys))
        , m_token(std::move(token))
        , m_lease(lease)
    {
    }

    QCoro::Task<Result<bool>> extend(milliseconds lease) override
    {
        m_lease = lease;
        const auto vote = voteOf(m_servers, lease, Vote::Doubt::IsError);
        for (const auto &server : m_servers)
            count(succeedsOn(server, &lockExtend(), {m_keys.lock},
                      {m_token, QByteArray::number(qint64(lease.count()))}),
                vote);
        return vote->result();
    }
    QCoro::Task<Result<bool>> release() override
    {
        const auto vote = voteOf(m_servers, m_lease, Vote::Doubt::IsError);
        for (const auto &server : m_servers)
            count(succeedsOn(server, &lockRelease(), m_keys.list(), {m_token}), vote);
        return vote->result();
    }
    void releaseUnattended() override
    {
        for (const auto &server : m_servers)
            runUnattended(server, lockRelease(), m_keys.list(), {m_token});
    }
    [[nodiscard]] QByteArray token() const override { return m_token; }
    [[nodiscard]] milliseconds drift(milliseconds lease) const override { return driftOf(lease); }

private:
    Servers m_servers;
    LockKeys m_keys;
    QByteArray m_token;
    milliseconds m_lease;
};

Result<void> check(const Servers &servers, LeaseTerms terms)
{
    if (servers.empty())
        return failure(
            ErrorCode::BadInput, QStringLiteral("no servers: 1 or more are possible, best 3 or 5"));
    if (const auto possible = terms.check(); !possible)
        return possible;
    if (terms.length <= driftOf(terms.length))
        return failure(ErrorCode::BadInput,
            QStringLiteral(
                "a lease of %1 ms: over several servers, from 3 ms to 100 years is possible")
                .arg(terms.length.count()));
    return {};
}

} // namespace

struct Redlock::Shared
{
    Servers servers;
    LockKeys keys;
    LeaseTerms terms;
    std::vector<Waiter *> waiting{};
    bool isGone = false;
};

Redlock::Redlock(const std::vector<Connection *> &servers, QByteArray name, LeaseTerms terms)
    : d(std::make_shared<Shared>(
        Shared{Servers(servers.begin(), servers.end()), LockKeys(std::move(name), false), terms}))
{
}

Redlock::~Redlock()
{
    d->isGone = true;
    for (Waiter *waiter : d->waiting)
        waiter->cancel();
}

QCoro::Task<Acquired> Redlock::tryAcquire()
{
    return tryAcquire(d);
}

QCoro::Task<Acquired> Redlock::acquire(int tries, milliseconds pause)
{
    return acquire(d, tries, std::clamp(pause, 0ms, longestPatience));
}

QCoro::Task<Acquired> Redlock::tryAcquire(std::shared_ptr<Shared> lock)
{
    if (const auto possible = check(lock->servers, lock->terms); !possible)
        co_return tl::unexpected(possible.error());
    const milliseconds length = lock->terms.length;
    const QByteArray token = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    Command command{"SET", lock->keys.lock, token, "NX", "PX"};
    command << qint64(length.count());

    auto claim = std::make_unique<RedlockClaim>(lock->servers, lock->keys, token, length);
    const auto sent = LeaseClock::now();
    const auto vote = voteOf(lock->servers, length, Vote::Doubt::IsNo);
    for (const auto &server : lock->servers)
        count(set(server, command), vote);
    const Result<bool> won = co_await vote->result();
    const bool inTime = LeaseClock::now() < sent + length - driftOf(length);
    if (won.value_or(false) && inTime && !lock->isGone)
        co_return std::make_unique<Lease>(std::move(claim), lock->terms, sent);
    claim->releaseUnattended();
    if (lock->isGone)
        co_return failure(ErrorCode::Cancelled);
    if (!won)
        co_return tl::unexpected(won.error());
    co_return Acquired(nullptr);
}

QCoro::Task<Acquired> Redlock::acquire(std::shared_ptr<Shared> lock, int tries, milliseconds pause)
{
    if (tries < 1)
        co_return failure(
            ErrorCode::BadInput, QStringLiteral("%1 tries: 1 or more are possible").arg(tries));
    for (int attempt = 1;; ++attempt) {
        Acquired acquired = co_await tryAcquire(lock);
        const bool isFinal = !acquired
            && (acquired.error().code == ErrorCode::BadInput
                || acquired.error().code == ErrorCode::Cancelled);
        if (isFinal || (acquired && *acquired) || attempt == tries)
            co_return acquired;
        Waiter waiter;
        lock->waiting.push_back(&waiter);
        const double part = 0.5 + QRandomGenerator::global()->generateDouble() / 2;
        const auto length = std::chrono::duration_cast<LeaseClock::duration>(pause * part);
        const auto paused = co_await waiter.next(LeaseClock::now() + length);
        std::erase(lock->waiting, &waiter);
        if (!paused)
            co_return tl::unexpected(paused.error());
    }
}

} // namespace lockstep
