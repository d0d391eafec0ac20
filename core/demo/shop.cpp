#include "core/demo/shop.h"

#include "core/demo/traffic/bucketlimits.h"
#include "core/demo/traffic/loglimits.h"
#include "core/demo/traffic/orders.h"
#include "core/demo/traffic/windowlimits.h"

namespace lockstep {

Shop::Shop(const Endpoint &endpoint, double speed, quint32 seed)
    : m_tasks(speed)
    , m_entrance(endpoint, "shop-entrance", m_tasks, seed)
    , m_apis(endpoint, "shop-apis", m_tasks, seed + 1)
    , m_locks(endpoint, "shop-workers", m_tasks, seed + 2)
    , m_pythonSubscriber(endpoint, "shop-python", m_tasks, seed + 3)
    , m_javaSubscriber(endpoint, "shop-java", m_tasks, seed + 4)
    , m_customers(m_entrance)
    , m_pythonLocks(m_locks, m_pythonSubscriber)
    , m_jobLocks(m_locks)
    , m_redissonLocks(m_locks, m_javaSubscriber)
{
    for (ShopClient *client :
        {&m_entrance, &m_apis, &m_locks, &m_pythonSubscriber, &m_javaSubscriber})
        connect(client, &ShopClient::broke, this, &Shop::giveUp);
    connect(&m_tasks, &TaskGroup::finished, this, &Shop::closed);
}

void Shop::open()
{
    m_tasks.start(openClients());
}

QCoro::Task<> Shop::openClients()
{
    for (ShopClient *client :
        {&m_entrance, &m_apis, &m_locks, &m_pythonSubscriber, &m_javaSubscriber}) {
        const Result<void> opened = co_await client->open();
        if (m_tasks.isEnding())
            co_return;
        if (!opened) {
            giveUp(opened.error());
            co_return;
        }
    }
    m_customers.open();
    openOrders(m_entrance);
    openWindowLimits(m_apis);
    openBucketLimits(m_apis);
    openLogLimits(m_apis);
    m_pythonLocks.open();
    m_jobLocks.open();
    m_redissonLocks.open();
}

void Shop::giveUp(const Error &error)
{
    if (m_broke || m_tasks.isEnding())
        return;
    m_broke = true;
    Q_EMIT broke(error);
    // Queued, because the connection that broke is still on the stack.
    QMetaObject::invokeMethod(this, &Shop::close, Qt::QueuedConnection);
}

void Shop::close()
{
    if (m_tasks.isEnding())
        return;
    m_tasks.end();
    m_pythonLocks.close();
    m_redissonLocks.close();
    for (ShopClient *client :
        {&m_entrance, &m_apis, &m_locks, &m_pythonSubscriber, &m_javaSubscriber})
        client->close();
}

} // namespace lockstep
