// Each step changes the state of one of two hundred customers: who is online logs out, who is
// offline logs in. Wherever it starts, this settles at about a hundred online, plus or minus seven
// (a binomial distribution), without any control.

#include "core/demo/traffic/customers.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr size_t customerCount = 200;
constexpr size_t onlineAtFirst = 100;
constexpr auto keepVisits = 24h; // after the end of the day
constexpr qint64 keepVisitors = 2 * 24 * 3600; // seconds
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

} // namespace

Customers::Customers(ShopClient &client)
    : m_client(client)
    , m_onlineUsers(&client.connection(), "online_users")
    , m_pageViews(&client.connection(), "page_view")
    , m_visits(&client.connection(), "<user>:<yyyy.m.d>", {QTimeZone::utc(), keepVisits})
    , m_presence(&client.connection(), "online:users")
    , m_online(customerCount, false)
{
}

void Customers::open()
{
    m_client.tasks().start(comeAndGo());
    m_client.tasks().start(beat());
}

QCoro::Task<> Customers::comeAndGo()
{
    // An earlier shop on the same server may have left counts.
    co_await m_client.ask(
        "DEL", "online_users", "presence:room:7", "online:users", "online:bitmap");
    for (size_t customer = 0; customer < onlineAtFirst; ++customer) {
        const bool open = co_await logIn(customer);
        if (!open)
            co_return;
    }
    while (co_await m_client.pause(60ms, 140ms)) {
        const auto customer = size_t(m_client.dice().between(0, customerCount - 1));
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
    co_await m_onlineUsers.increment();
    co_await m_presence.heartbeat(name);
    co_await m_client.ask("SETBIT", "online:bitmap", qint64(customer), "1");
    if (sitsInRoom7(customer))
        co_await m_client.ask("SADD", "presence:room:7", name);

    const QByteArray visitors =
        "visitors:hll:" + QDateTime::currentDateTimeUtc().date().toString(Qt::ISODate).toLatin1();
    co_await m_client.ask("PFADD", visitors, name);
    co_await m_client.ask("EXPIRE", visitors, keepVisitors);
    if (isRegular(customer))
        co_await m_visits.increment(name);
    co_return m_client.goesOn(co_await m_pageViews.increment());
}

QCoro::Task<bool> Customers::logOut(size_t customer)
{
    const QByteArray name = nameOf(customer);
    m_online[customer] = false;
    co_await m_client.ask("SETBIT", "online:bitmap", qint64(customer), "0");
    co_await m_client.ask("SREM", "presence:room:7", name);
    // Some customers only close the browser, and stop being online when their last heartbeat is too
    // old.
    if (!m_client.dice().chance(leavesWithoutLogout))
        co_await m_presence.leave(name);
    co_return m_client.goesOn(co_await m_onlineUsers.decrement());
}

// A customer who is online sends a heartbeat and views a page.
QCoro::Task<> Customers::beat()
{
    while (co_await m_client.pause(40ms, 80ms)) {
        const auto customer = size_t(m_client.dice().between(0, customerCount - 1));
        if (!m_online[customer])
            continue;
        co_await m_presence.heartbeat(nameOf(customer));
        if (!m_client.goesOn(co_await m_pageViews.increment()))
            co_return;
    }
}

} // namespace lockstep
