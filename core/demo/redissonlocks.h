#pragma once

#include "core/demo/desk.h"
#include "core/redis/subscriber.h"

#include <memory>
#include <vector>

namespace lockstep {

// Two Java processes that want the same re-entrant lock, one holding and renewing, the other
// subscribed and waiting; and a semaphore with permits that expire.
class RedissonLocks
{
public:
    // The ears are the processes' connections for listening.
    RedissonLocks(Desk &desk, Desk &firstEar, Desk &secondEar);
    void open();

private:
    struct Process
    {
        QByteArray holder; // "<uuid>:<thread>"
        std::unique_ptr<Subscriber> ear;
        bool woken = false; // a release was announced
    };

    QCoro::Task<> takeTurns(Process &process);
    // False: the shop closes.
    QCoro::Task<bool> waitForLock(Process &process);
    QCoro::Task<bool> holdLock(Process &process);
    QCoro::Task<> stockPrinters();
    QCoro::Task<> print();
    [[nodiscard]] static Command enterLock(const Process &process);
    [[nodiscard]] static Command leaveLock(const Process &process);

    Desk &m_desk;
    std::vector<std::unique_ptr<Process>> m_processes;
};

} // namespace lockstep
