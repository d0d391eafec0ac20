#pragma once

#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <map>
#include <optional>

namespace lockstep {

class KeyWatcher;

// The keys that a run has created on a server of the user's. Every such key that has no TTL is
// given one, which is renewed while the run lasts, so that nothing stays when the run is killed;
// remove() deletes them all. A program that asks for the TTL sees it. A TTL that a program has set
// is never changed. Belongs to the loop's thread.
class CreatedKeys
{
public:
    // Nearly five minutes; a length that no program would choose for a TTL of its own.
    static constexpr auto safetyTtl = std::chrono::milliseconds(287'311);

    // Takes the names of the keys from the watcher (KeyWatcher::keyWritten), and makes it listen.
    CreatedKeys(const RunLoop &loop, KeyWatcher &watcher, QByteArray prefix);

    void renew(); // called about once a minute
    // Whether the key has its TTL, of which so many ms are left, from this object.
    [[nodiscard]] bool gaveTtl(const QByteArray &key, qint64 left) const;
    // Deletes the keys, and serves the loop. searching: also those that the server has not
    // announced, which are found by SCAN. Errors: those of the connection.
    Result<void> remove(bool searching);

private:
    struct Deadline // a deadline that this object has set
    {
        qint64 atServer = 0; // ms on the server's clock
        Moment at = 0; // about the same on the run's clock
    };

    void ensureTtl(const QByteArray &key);
    void giveTtl(const QByteArray &key);

    const RunLoop &m_loop;
    KeyWatcher &m_watcher;
    QByteArray m_prefix;
    std::map<QByteArray, std::optional<Deadline>> m_keys; // nothing: it has none from here
};

} // namespace lockstep
