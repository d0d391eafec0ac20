#pragma once

#include "core/demo/traffic/shopclient.h"

namespace lockstep {

// Traffic on locks around pieces of work, whose tokens name their holders: ShedLock, BullMQ,
// phpredis' sessions, Spring Integration.
class JobLocks
{
public:
    explicit JobLocks(ShopClient &client);
    void open();

private:
    QCoro::Task<> reportNightly();
    QCoro::Task<> sendMail(QByteArray workerName);
    // Returns false when the shop is closing.
    QCoro::Task<bool> workOnMail(QByteArray job, QByteArray token);
    QCoro::Task<> serveSession(QByteArray session);
    QCoro::Task<> importAndCrash();
    QCoro::Task<> handleOrders(QByteArray registry);

    ShopClient &m_client;
};

} // namespace lockstep
