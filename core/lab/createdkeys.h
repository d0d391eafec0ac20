#pragma once

#include "core/lab/runqueries.h"

#include <QByteArray>

#include <set>

namespace lockstep {

class KeyWaits;

// What a run has created on a server that is not its own: every such key that has no TTL gets one,
// renewed while the run lasts, so that nothing stays when the run is killed; and remove() removes
// them all. A program that asks for a TTL sees it. Belongs to the loop's thread.
class CreatedKeys
{
public:
    static constexpr auto net = std::chrono::minutes(5);

    // Learns the names from waits, which is made to listen.
    explicit CreatedKeys(KeyWaits &waits, QByteArray prefix);

    void renew(); // every minute or so
    // searching: also those whose names the server has not told. Serves the loop.
    // Errors: of the connection.
    Result<void> remove(bool searching);

private:
    void secure(const QByteArray &key);

    KeyWaits &m_waits;
    QByteArray m_prefix;
    std::set<QByteArray> m_keys;
};

} // namespace lockstep
