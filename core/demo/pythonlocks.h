#pragma once

#include "core/demo/desk.h"

namespace lockstep {

// Locks as redis-py makes them, well and badly: orders that several workers want, a holder that
// crashes, one that was orphaned hours ago and is still renewed, and one somebody set by hand
// without a TTL.
class PythonLocks
{
public:
    explicit PythonLocks(Desk &desk);
    void open();

private:
    QCoro::Task<> workOnOrders(quint64 macAddress);
    QCoro::Task<> shipAndCrash();
    QCoro::Task<> renewForEver();
    QCoro::Task<> keepStuck();
    [[nodiscard]] QByteArray newToken(
        quint64 macAddress, std::chrono::seconds ago = std::chrono::seconds(0));

    Desk &m_desk;
};

} // namespace lockstep
