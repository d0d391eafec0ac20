#pragma once

#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <map>
#include <optional>

namespace lockstep {

class KeyWatcher;

// The keys that a run has created on a server that is not its own. Every such key that has no TTL
// is given one, which is renewed while the run lasts, so that nothing stays when the run is killed;
// remove() removes them all. A program that asks for the TTL sees it; a TTL that a program has set
// is never changed.
// Belongs to the loop's thread.
class CreatedKeys
{
public:
    // Nearly five minutes, and a length that no program would choose for a TTL of its own.
    static constexpr auto safetyTtl = std::chrono::milliseconds(287'311);

    // Learns the names from the watcher, and makes it listen.
    CreatedKeys(const RunLoop &loop, KeyWatcher &watcher, QByteArray prefix);

    void renew(); // called about once a minute
    // Whether the TTL of which so many ms are left was given to the key here.
    [[nodiscard]] bool gaveTtl(const QByteArray &key, qint64 left) const;
    // searching: keys whose names the server has not told are searched for and removed, too. Serves
    // the loop.
    // Errors: of the connection.
    Result<void> remove(bool searching);

private:
    struct Deadline // one that was given here
    {
        qint64 atServer = 0; // ms, on its clock
        Moment at = 0; // about
    };

    void ensureTtl(const QByteArray &key);
    void giveTtl(const QByteArray &key);

    const RunLoop &m_loop;
    KeyWatcher &m_watcher;
    QByteArray m_prefix;
    std::map<QByteArray, std::optional<Deadline>> m_keys;
};

} // namespace lockstep
