// Each step turns one of two hundred customers round: who is in goes, who is out comes. However it
// starts, that settles at a hundred online, give or take seven (a binomial distribution), without
// any steering.

#include "core/demo/customers.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr size_t customerCount = 200;
constexpr size_t onlineAtFirst = 100;
constexpr qint64 seenWithin = 60; // seconds after which a silent customer is swept out
constexpr qint64 keepDailyKeys = 2 * 24 * 3600; // seconds
constexpr double leavesWithoutLogout = 0.1;

QByteArray nameOf(size_t customer)
{
    static const std::vector<QByteArray> regulars{"peter", "mary", "alice", "bob", "carol", "dave"};
    return customer < regulars.size() ? regulars[customer]
                                      : "user" + QByteArray::number(qulonglong(customer));
}

bool isRegular(size_t customer)
{
    return customer < 6;
}

bool sitsInRoom7(size_t customer)
{
    return customer % 3 == 0;
}

QByteArray today(const char *format)
{
    return QDateTime::currentDateTimeUtc().toString(QLatin1String(format)).toLatin1();
}

qint64 now()
{
    return QDateTime::currentSecsSinceEpoch();
}

} // namespace

Customers::Customers(Desk &desk)
    : m_desk(desk)
    , m_online(customerCount, false)
{
}

void Customers::open()
{
    m_desk.shift().work(comeAndGo());
    m_desk.shift().work(beat());
    m_desk.shift().work(sweep());
}

QCoro::Task<> Customers::comeAndGo()
{
    // An earlier shop on the same server may have left its counts.
    co_await m_desk.ask("DEL", "online_users", "presence:room:7", "online:users", "online:bitmap");
    for (size_t customer = 0; customer < onlineAtFirst; ++customer) {
        const bool open = co_await logIn(customer);
        if (!open)
            co_return;
    }
    while (co_await m_desk.pause(60ms, 140ms)) {
        const auto customer = size_t(m_desk.dice().between(0, customerCount - 1));
        bool open = true;
        if (m_online[customer])
            open = co_await logOut(customer);
        else
            open = co_await logIn(customer);
        if (!open)
            co_return;
    }
}

QCoro::Task<bool> Customers::logIn(size_t customer)
{
    const QByteArray name = nameOf(customer);
    m_online[customer] = true;
    co_await m_desk.ask("INCR", "online_users");
    co_await m_desk.ask("ZADD", "online:users", now(), name);
    co_await m_desk.ask("SETBIT", "online:bitmap", qint64(customer), "1");
    if (sitsInRoom7(customer))
        co_await m_desk.ask("SADD", "presence:room:7", name);

    const QByteArray visitors = "visitors:hll:" + today("yyyy-MM-dd");
    co_await m_desk.ask("PFADD", visitors, name);
    co_await m_desk.ask("EXPIRE", visitors, keepDailyKeys);
    if (isRegular(customer)) {
        const QByteArray visits = name + ':' + today("yyyy.M.d");
        co_await m_desk.ask("INCR", visits);
        co_await m_desk.ask("EXPIRE", visits, keepDailyKeys);
    }
    const std::optional<Reply> viewed = co_await m_desk.ask("INCR", "page_view");
    co_return viewed.has_value();
}

QCoro::Task<bool> Customers::logOut(size_t customer)
{
    const QByteArray name = nameOf(customer);
    m_online[customer] = false;
    co_await m_desk.ask("SETBIT", "online:bitmap", qint64(customer), "0");
    co_await m_desk.ask("SREM", "presence:room:7", name);
    // Some only close the browser: the sorted set still shows them until they are swept out.
    if (!m_desk.dice().chance(leavesWithoutLogout))
        co_await m_desk.ask("ZREM", "online:users", name);
    const std::optional<Reply> left = co_await m_desk.ask("DECR", "online_users");
    co_return left.has_value();
}

// Somebody who is online says so again, and looks at a page.
QCoro::Task<> Customers::beat()
{
    while (co_await m_desk.pause(40ms, 80ms)) {
        const auto customer = size_t(m_desk.dice().between(0, customerCount - 1));
        if (!m_online[customer])
            continue;
        co_await m_desk.ask("ZADD", "online:users", now(), nameOf(customer));
        const std::optional<Reply> viewed = co_await m_desk.ask("INCR", "page_view");
        if (!viewed)
            co_return;
    }
}

QCoro::Task<> Customers::sweep()
{
    while (co_await m_desk.pause(5s)) {
        const std::optional<Reply> swept =
            co_await m_desk.ask("ZREMRANGEBYSCORE", "online:users", "-inf", now() - seenWithin);
        if (!swept)
            co_return;
    }
}

} // namespace lockstep
