#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QHash>

namespace lockstep {

// Tells in the journal which locks were released by hand from this window. What is asked of the
// server here and what is seen of it there come in any order.
class OwnReleases
{
public:
    // The lock is about to be taken from that holder.
    void begin(const QByteArray &key, const QByteArray &token) { m_tokens.insert(key, token); }
    // It was not, after all.
    void cancel(const QByteArray &key) { m_tokens.remove(key); }
    void clear();
    [[nodiscard]] bool isWaiting() const { return !m_tokens.isEmpty() || m_added > 0; }
    // The journal's lines about locks that were released here say so. Each release is told once.
    void mark(Snapshot &snapshot);

private:
    QHash<QByteArray, QByteArray> m_tokens; // of locks whose release was not seen yet
    qint64 m_added = 0; // lines that the watch has not written
};

} // namespace lockstep
