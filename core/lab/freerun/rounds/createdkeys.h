#pragma once

#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <map>
#include <optional>

namespace lockstep {

class KeyWatcher;

// What a run has created on a server that is not its own: every such key that has no TTL gets one,
// renewed while the run lasts, so that nothing stays when the run is killed; and remove() removes
// them all. A program that asks for a TTL sees it; one that a program has set is never changed.
// Belongs to the loop's thread.
class CreatedKeys
{
public:
    // Nearly five minutes, and a length that no program takes for a TTL of its own.
    static constexpr auto net = std::chrono::milliseconds(287'311);

    // Learns the names from the watcher, and makes it listen.
    CreatedKeys(const RunLoop &loop, KeyWatcher &watcher, QByteArray prefix);

    void renew(); // every minute or so
    // Whether a key that has so much of its TTL left, in ms, has it from here.
    [[nodiscard]] bool gaveTtl(const QByteArray &key, qint64 left) const;
    // searching: also those whose names the server has not told. Serves the loop.
    // Errors: of the connection.
    Result<void> remove(bool searching);

private:
    struct Deadline // that was given here
    {
        qint64 atServer = 0; // ms, on its clock
        Moment at = 0; // about
    };

    void secure(const QByteArray &key);
    void give(const QByteArray &key);

    const RunLoop &m_loop;
    KeyWatcher &m_watcher;
    QByteArray m_prefix;
    std::map<QByteArray, std::optional<Deadline>> m_keys;
};

} // namespace lockstep
