#include "drivenlocks.h"

#include <QDateTime>
#include <QUuid>

// The commands are those that the libraries send; what a script leaves aside (a reply that only the
// client needs) changes no key.

namespace lockstep {

namespace {

using Kind = JournalEntry::Kind;
using Form = LockLibrary::Form;

constexpr auto unseenLease = std::chrono::seconds(60);

QByteArray bytes(std::mt19937 &random, int count)
{
    QByteArray result;
    for (int i = 0; i < count; ++i)
        result += char(random() & 0xff);
    return result;
}

QByteArray uuid4(std::mt19937 &random)
{
    return QUuid::fromRfc4122(bytes(random, 16)).toByteArray(QUuid::WithoutBraces);
}

// uuid.uuid1().hex
QByteArray redisPy(std::mt19937 &random)
{
    constexpr qint64 from1582To1970 = 0x01B21DD213814000; // in 100 ns
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ticks = quint64(
        from1582To1970 + std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() / 100);
    return QStringLiteral("%1%2%3%4")
               .arg(ticks & 0xffffffff, 8, 16, QLatin1Char('0'))
               .arg(ticks >> 32 & 0xffff, 4, 16, QLatin1Char('0'))
               .arg((ticks >> 48 & 0x0fff) | 0x1000, 4, 16, QLatin1Char('0'))
               .arg(0x8000 | (random() & 0x3fff), 4, 16, QLatin1Char('0'))
               .toLatin1()
        + "0242ac" + bytes(random, 3).toHex();
}

QByteArray nodeRedlock(std::mt19937 &random)
{
    return bytes(random, 16).toHex();
}

QByteArray uuidAndNumber(std::mt19937 &random)
{
    return uuid4(random) + ':' + QByteArray::number(random() % 90 + 1);
}

QByteArray shedLock(std::mt19937 &random)
{
    return "ADDED:" + QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1()
        + "@web-" + QByteArray::number(random() % 20) + ':' + uuid4(random);
}

QByteArray bsmRedislock(std::mt19937 &random)
{
    return bytes(random, 16)
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

QByteArray redsync(std::mt19937 &random)
{
    return bytes(random, 16).toBase64();
}

} // namespace

const std::vector<LockLibrary> &lockLibraries()
{
    static const std::vector<LockLibrary> all{
        {"redis-py", "lock:py:%1", Form::String, redisPy}, // tells when it was asked for
        {"", "lock:node:%1", Form::String, nodeRedlock},
        {"Redisson", "crown%1", Form::RedissonHash, uuidAndNumber},
        {"redis-semaphore", "mutex:%1", Form::String, uuid4},
        {"BullMQ", "bull:mail:%1:lock", Form::String, uuidAndNumber},
        {"ShedLock", "job-lock:default:report%1", Form::String, shedLock, true},
        {"", "lock:go:%1", Form::String, bsmRedislock},
        {"", "lock:sync:%1", Form::String, redsync},
    };
    return all;
}

DrivenLock::DrivenLock(const LockLibrary *library, int number, BlockingClient *client)
    : m_library(library)
    , m_client(client)
    , m_key(QString::fromLatin1(library->key).arg(number).toLatin1())
{
}

Command DrivenLock::acquiring(const QByteArray &token, Milliseconds lease) const
{
    const auto ms = QByteArray::number(qint64(lease.count()));
    if (m_library->form == Form::String)
        return {"SET", m_key, token, "NX", "PX", ms};
    return {"EVAL",
        "if redis.call('exists', KEYS[1]) == 0 then redis.call('hincrby', KEYS[1], ARGV[2], 1) "
        "redis.call('pexpire', KEYS[1], ARGV[1]) return 'OK' end return false",
        "1", m_key, ms, token};
}

Command DrivenLock::renewing(Milliseconds lease) const
{
    const QByteArray holds = m_library->form == Form::String
        ? "redis.call('get', KEYS[1]) == ARGV[2]"
        : "redis.call('hexists', KEYS[1], ARGV[2]) == 1";
    return {"EVAL",
        "if " + holds + " then return redis.call('pexpire', KEYS[1], ARGV[1]) end return 0", "1",
        m_key, QByteArray::number(qint64(lease.count())), token()};
}

Command DrivenLock::releasing() const
{
    if (m_library->form == Form::String)
        return {"EVAL",
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end "
            "return 0",
            "1", m_key, token()};
    return {"EVAL",
        "if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end "
        "if redis.call('hincrby', KEYS[1], ARGV[1], -1) <= 0 then redis.call('del', KEYS[1]) "
        "redis.call('publish', 'redisson_lock__channel:{' .. KEYS[1] .. '}', '0') end return 1",
        "1", m_key, token()};
}

Sent DrivenLock::run(const std::vector<Command> &commands, std::vector<Reply> *replies)
{
    Sent sent{std::chrono::steady_clock::now(), {}};
    *replies = m_client->runAll(commands);
    sent.to = std::chrono::steady_clock::now();
    return sent;
}

// Leases are so long that only a machine that stands still for half a minute lets one run out.
void DrivenLock::requireDone(bool isDone) const
{
    if (!isDone)
        qFatal("%s is not as its driver left it", m_key.constData());
}

void DrivenLock::begin(const QByteArray &token, Milliseconds lease, const Sent &sent, bool isSeen)
{
    DrivenHold hold;
    hold.token = token;
    hold.begin = hold.leaseSet = sent;
    hold.beginIsSeen = isSeen;
    hold.lease = lease;
    m_holds.push_back(hold);
}

void DrivenLock::end(HoldEnd how, const Sent &sent)
{
    m_holds.back().end = how;
    m_holds.back().ended = sent;
}

void DrivenLock::acquire(std::mt19937 &random, Milliseconds lease)
{
    const QByteArray token = m_library->token(random);
    std::vector<Reply> replies;
    const Sent sent = run({acquiring(token, lease)}, &replies);
    requireDone(replies.front().text == "OK");
    begin(token, lease, sent, true);
    m_told.emplace_back(Kind::Acquired, token);
}

void DrivenLock::renew(Milliseconds lease)
{
    std::vector<Reply> replies;
    const Sent sent = run({renewing(lease)}, &replies);
    requireDone(replies.front().integer == 1);
    ++m_holds.back().renewals;
    m_holds.back().lease = lease;
    m_holds.back().leaseSet = sent;
    m_told.emplace_back(Kind::Renewed, token());
}

void DrivenLock::release()
{
    std::vector<Reply> replies;
    const Sent sent = run({releasing()}, &replies);
    requireDone(replies.front().integer == 1);
    m_told.emplace_back(Kind::Released, token());
    end(HoldEnd::Released, sent);
}

void DrivenLock::handOver(std::mt19937 &random, Milliseconds lease)
{
    const QByteArray next = m_library->token(random);
    std::vector<Reply> replies;
    const Sent sent = run({{"MULTI"}, releasing(), acquiring(next, lease), {"EXEC"}}, &replies);
    requireDone(replies.back().elements.at(0).integer == 1);
    m_told.emplace_back(Kind::HandedOver, next);
    end(HoldEnd::HandedOver, sent);
    begin(next, lease, sent, true);
}

void DrivenLock::abandon()
{
    const DrivenHold &hold = m_holds.back();
    m_told.emplace_back(Kind::Expired, hold.token);
    end(HoldEnd::Expired, {hold.leaseSet.from + hold.lease, hold.leaseSet.to + hold.lease});
}

std::vector<Command> DrivenLock::commandsUnseen(Unseen what, std::mt19937 &random)
{
    m_next = m_library->token(random);
    switch (what) {
    case Unseen::Nothing:
        return {};
    case Unseen::Acquire:
        return {acquiring(m_next, unseenLease)};
    case Unseen::Renew:
        return {renewing(2 * unseenLease)};
    case Unseen::Release:
        return {releasing()};
    case Unseen::HandOver:
        return {releasing(), acquiring(m_next, unseenLease)};
    }
    return {};
}

void DrivenLock::doneUnseen(Unseen what, const Sent &sent)
{
    if (what == Unseen::Renew) {
        m_holds.back().lease = 2 * unseenLease;
        m_holds.back().isRenewedUnseen = true;
        m_holds.back().leaseSet = sent;
    }
    if (what == Unseen::Release || what == Unseen::HandOver)
        end(HoldEnd::Unseen, sent);
    if (what == Unseen::Release || what == Unseen::HandOver)
        m_told.emplace_back(Kind::Gone, token());
    if (what == Unseen::Acquire || what == Unseen::HandOver)
        begin(m_next, unseenLease, sent, false);
    // It is not told how: who holds it now is met, as one that may be old.
    if (what == Unseen::Acquire || what == Unseen::HandOver)
        m_told.emplace_back(Kind::Appeared, m_next);
}

void DrivenLock::lostByTheServer(const Sent &sent)
{
    if (!isHeld())
        return;
    end(HoldEnd::Unseen, sent);
    m_told.emplace_back(Kind::Gone, token());
}

} // namespace lockstep
