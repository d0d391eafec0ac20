#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QHash>

namespace lockstep {

// Marks in the journal the locks that were released by hand from this window. The reply to the
// release and what the watch sees of it may come in either order.
class OwnReleases
{
public:
    // Must be called when the lock is about to be taken from that holder.
    void begin(const QByteArray &key, const QByteArray &token) { m_tokens.insert(key, token); }
    // Must be called when the release failed.
    void cancel(const QByteArray &key) { m_tokens.remove(key); }
    void clear();
    [[nodiscard]] bool isWaiting() const { return !m_tokens.isEmpty() || m_added > 0; }
    // Changes the entries in the snapshot's journal that are about our releases. Each release is
    // marked once.
    void mark(Snapshot &snapshot);

private:
    QHash<QByteArray, QByteArray> m_tokens; // by key; the locks whose release was not seen yet
    qint64 m_added = 0; // entries added to the journal, which the watch does not count
};

} // namespace lockstep
