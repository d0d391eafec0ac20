// The protocol is Redisson's, so its rules for waiting are the only possible ones: subscribe, try
// again, wait for a message or for the end of the lease, whichever is first, and try again. A
// release wakes all waiters, and one of them gets the lock. That costs one command for each waiter,
// so Lock is better for many waiters.

#include "core/coordination/locks/reentrantlock.h"

#include "core/coordination/locks/redissonname.h"
#include "core/coordination/locks/scriptruns.h"
#include "core/redis/connection/scriptfile.h"

#include <QUuid>

#include <algorithm>
#include <vector>

namespace lockstep {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds triesAgain = 30s;
const QByteArray released = "0"; // LockPubSub.UNLOCK_MESSAGE

const Script &enterScript()
{
    static const Script script = scriptFile(QStringLiteral("reentrant-acquire"));
    return script;
}

const Script &extendScript()
{
    static const Script script = scriptFile(QStringLiteral("reentrant-extend"));
    return script;
}

const Script &leaveScript()
{
    static const Script script = scriptFile(QStringLiteral("reentrant-release"));
    return script;
}

QByteArray channelOf(const QByteArray &name)
{
    return redissonName("redisson_lock__channel", name);
}

QByteArray number(milliseconds time)
{
    return QByteArray::number(qint64(time.count()));
}

// The claim of one entry.
class Entry : public Claim
{
public:
    Entry(QPointer<Connection> commands, QByteArray name, QByteArray holder)
        : m_commands(std::move(commands))
        , m_name(std::move(name))
        , m_holder(std::move(holder))
    {
    }

    QCoro::Task<Result<bool>> extend(milliseconds lease) override
    {
        return succeedsOn(m_commands, &extendScript(), {m_name}, {number(lease), m_holder});
    }
    QCoro::Task<Result<bool>> release() override
    {
        return succeedsOn(m_commands, &leaveScript(), {m_name}, leaving());
    }
    void releaseUnattended() override
    {
        runUnattended(m_commands, leaveScript(), {m_name}, leaving());
    }
    [[nodiscard]] bool isReentrant() const override { return true; }
    [[nodiscard]] QByteArray token() const override { return m_holder; }

private:
    [[nodiscard]] QByteArrayList leaving() const { return {released, m_holder, channelOf(m_name)}; }

    QPointer<Connection> m_commands;
    QByteArray m_name;
    QByteArray m_holder;
};

} // namespace

struct ReentrantLock::Shared
{
    QPointer<Connection> commands;
    QPointer<ReleaseChannels> channels;
    QByteArray name;
    LeaseTerms terms;
    QByteArray holder;
    std::vector<Waiter *> waiting{};
};

class ReentrantLock::Wait
{
public:
    explicit Wait(std::shared_ptr<Shared> lock)
        : m_lock(std::move(lock))
        , m_channels(m_lock->channels)
        , m_channel(channelOf(m_lock->name))
    {
        m_lock->waiting.push_back(&waiter);
    }
    ~Wait()
    {
        std::erase(m_lock->waiting, &waiter);
        if (m_listens && m_channels)
            m_channels->remove(m_channel, &waiter);
    }
    Q_DISABLE_COPY_MOVE(Wait)

    // Subscribes to the channel. Returns an error if waiting is not possible.
    std::optional<Error> listen()
    {
        if (!m_channels)
            return Error{
                ErrorCode::NotConnected, QStringLiteral("there are no channels to wait on")};
        if (!std::exchange(m_listens, true))
            m_channels->add(m_channel, &waiter);
        return m_channels->denial(m_channel);
    }

    Waiter waiter;

private:
    std::shared_ptr<Shared> m_lock;
    QPointer<ReleaseChannels> m_channels;
    QByteArray m_channel;
    bool m_listens = false;
};

ReentrantLock::ReentrantLock(Connection *commands, ReleaseChannels *channels, QByteArray name,
    LeaseTerms terms, QByteArray holder)
    : d(std::make_shared<Shared>(
        Shared{commands, channels, std::move(name), terms, std::move(holder)}))
{
    if (d->holder.isEmpty())
        d->holder = QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ":1";
}

ReentrantLock::~ReentrantLock()
{
    for (Waiter *waiter : d->waiting)
        waiter->cancel();
}

QByteArray ReentrantLock::holder() const
{
    return d->holder;
}

QCoro::Task<Acquired> ReentrantLock::tryAcquire()
{
    return tryAcquire(d, nullptr);
}

QCoro::Task<Acquired> ReentrantLock::acquire(milliseconds patience)
{
    return acquire(d, std::clamp(patience, 0ms, longestPatience));
}

// left: receives for how long somebody else holds the lock; it lives in the frame of the caller.
QCoro::Task<Acquired> ReentrantLock::tryAcquire(std::shared_ptr<Shared> lock, milliseconds *left)
{
    if (const auto possible = lock->terms.check(); !possible)
        co_return tl::unexpected(possible.error());
    const QByteArrayList arguments{number(lock->terms.length), lock->holder};
    const QByteArrayList keys{lock->name};
    const auto sent = LeaseClock::now();
    const Result<Reply> reply = co_await runOn(lock->commands, &enterScript(), keys, arguments);
    if (!reply)
        co_return tl::unexpected(reply.error());
    if (!reply->isNil()) {
        if (left)
            *left = milliseconds(reply->integer);
        co_return Acquired(nullptr);
    }
    auto entry = std::make_unique<Entry>(lock->commands, lock->name, lock->holder);
    co_return std::make_unique<Lease>(std::move(entry), lock->terms, sent);
}

QCoro::Task<Acquired> ReentrantLock::acquire(std::shared_ptr<Shared> lock, milliseconds patience)
{
    const auto deadline = LeaseClock::now() + patience;
    Wait wait(lock);
    while (true) {
        wait.waiter.expect(0);
        milliseconds left{-1};
        Acquired acquired = co_await tryAcquire(lock, &left);
        if (wait.waiter.isCancelled())
            co_return failure(ErrorCode::Cancelled); // this releases a lease that we got
        if (!acquired || *acquired || LeaseClock::now() >= deadline)
            co_return acquired;
        if (const auto reason = wait.listen())
            co_return tl::unexpected(*reason);
        const milliseconds pause = left < 0ms ? triesAgain : std::min(left + 2ms, triesAgain);
        const Result<Waiter::Wake> wake =
            co_await wait.waiter.next(std::min(deadline, LeaseClock::now() + pause));
        if (!wake)
            co_return tl::unexpected(wake.error());
    }
}

} // namespace lockstep
