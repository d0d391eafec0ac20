#include "core/demo/shop.h"

#include "core/demo/traffic/bucketlimits.h"
#include "core/demo/traffic/loglimits.h"
#include "core/demo/traffic/orders.h"
#include "core/demo/traffic/windowlimits.h"

namespace lockstep {

Shop::Shop(const Endpoint &endpoint, double speed, quint32 seed)
    : m_shift(speed)
    , m_entrance(endpoint, "shop-entrance", m_shift, seed)
    , m_apis(endpoint, "shop-apis", m_shift, seed + 1)
    , m_locks(endpoint, "shop-workers", m_shift, seed + 2)
    , m_pythonEar(endpoint, "shop-python", m_shift, seed + 3)
    , m_javaEar(endpoint, "shop-java", m_shift, seed + 4)
    , m_customers(m_entrance)
    , m_pythonLocks(m_locks, m_pythonEar)
    , m_jobLocks(m_locks)
    , m_redissonLocks(m_locks, m_javaEar)
{
    for (Desk *desk : {&m_entrance, &m_apis, &m_locks, &m_pythonEar, &m_javaEar})
        connect(desk, &Desk::broke, this, &Shop::giveUp);
    connect(&m_shift, &Shift::over, this, &Shop::closed);
}

void Shop::open()
{
    m_shift.work(openDesks());
}

QCoro::Task<> Shop::openDesks()
{
    for (Desk *desk : {&m_entrance, &m_apis, &m_locks, &m_pythonEar, &m_javaEar}) {
        const Result<void> opened = co_await desk->open();
        if (m_shift.isEnding())
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
    if (m_broke || m_shift.isEnding())
        return;
    m_broke = true;
    Q_EMIT broke(error);
    // Queued, because the connection that broke is still on the stack.
    QMetaObject::invokeMethod(this, &Shop::close, Qt::QueuedConnection);
}

void Shop::close()
{
    if (m_shift.isEnding())
        return;
    m_shift.end();
    m_pythonLocks.close();
    m_redissonLocks.close();
    for (Desk *desk : {&m_entrance, &m_apis, &m_locks, &m_pythonEar, &m_javaEar})
        desk->close();
}

} // namespace lockstep
