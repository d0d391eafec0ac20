#pragma once

#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <map>

namespace lockstep {

// The keys of one server whose expiry clients have subscribed to. Belongs to the loop's thread.
class ExpiryReceivers
{
public:
    // prefix: of the run's keys. The connection has to outlive this.
    ExpiryReceivers(ControlConnection &queries, QByteArray prefix);

    // Finds these keys and reads their TTLs, unless that is still under way.
    void poll();
    void forgetPoll() { m_asked = 0; } // its replies will not come, the connection was lost
    // Whether no key had a TTL when they were read last, and none is being read.
    [[nodiscard]] bool noKeyCanExpire() const;

private:
    ControlConnection &m_queries;
    const QByteArray m_prefix;
    std::map<QByteArray, qint64> m_ttls; // as PTTL replies, by key
    int m_asked = 0; // how many replies are still to come
};

} // namespace lockstep
