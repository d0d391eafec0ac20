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
    QCoro::Task<> openDesks();
    void giveUp(const Error &error);

    Shift m_shift;
    Desk m_entrance;
    Desk m_apis;
    Desk m_locks;
    Desk m_pythonEar;
    Desk m_javaEar;
    Customers m_customers;
    PythonLocks m_pythonLocks;
    JobLocks m_jobLocks;
    RedissonLocks m_redissonLocks;
    bool m_broke = false;
};

} // namespace lockstep
