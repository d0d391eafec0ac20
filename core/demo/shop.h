#pragma once

#include "core/demo/traffic/customers.h"
#include "core/demo/traffic/joblocks.h"
#include "core/demo/traffic/pythonlocks.h"
#include "core/demo/traffic/redissonlocks.h"

namespace lockstep {

// All parts of the shop, which work on one thread.
class Shop : public QObject
{
    Q_OBJECT

public:
    Shop(const Endpoint &endpoint, double speed, quint32 seed);

    void open();
    void close(); // closed() follows when every coroutine has returned

Q_SIGNALS:
    void broke(const lockstep::Error &error); // emitted once, when the server is gone
    void closed();

private:
    QCoro::Task<> openClients();
    void giveUp(const Error &error);

    TaskGroup m_tasks;
    ShopClient m_entrance;
    ShopClient m_apis;
    ShopClient m_locks;
    ShopClient m_pythonSubscriber;
    ShopClient m_javaSubscriber;
    Customers m_customers;
    PythonLocks m_pythonLocks;
    JobLocks m_jobLocks;
    RedissonLocks m_redissonLocks;
    bool m_broke = false;
};

} // namespace lockstep
