#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QHash>

namespace lockstep {

// Marks in the journal the locks that were released by hand from this window. The reply to the
// release and what the watch sees of it come in any order.
class OwnReleases
{
public:
    // The lock is about to be taken from that holder.
    void begin(const QByteArray &key, const QByteArray &token) { m_tokens.insert(key, token); }
    // The release failed.
    void cancel(const QByteArray &key) { m_tokens.remove(key); }
    void clear();
    [[nodiscard]] bool isWaiting() const { return !m_tokens.isEmpty() || m_added > 0; }
    // Changes the lines of the snapshot's journal that are about releases of ours. Each release is
    // marked once.
    void mark(Snapshot &snapshot);

private:
    QHash<QByteArray, QByteArray> m_tokens; // by key, of locks whose release was not seen yet
    qint64 m_added = 0; // lines that the watch did not write
};

} // namespace lockstep
