#pragma once

#include "core/watch/items/item.h"
#include "core/watch/items/journal.h"
#include "core/watch/items/lockchange.h"

#include <utility>
#include <vector>

namespace lockstep {

// Writes the journal: what happened to an object, concluded from what was and what is. What is not
// worth a line is left out.
class JournalWriter
{
public:
    // Writes "acquired" of a lock that was not there before (seenToCome), else "appeared".
    void itemAdded(const Item &item, bool seenToCome, const Look &look);
    // What expired is told as of its deadline, however late that was learned, but never as earlier
    // than the entry before it.
    // last: the item as it was read before, which knows the deadlines that are over by now.
    void lockChanged(const Item &last, const Item &item, const std::vector<LockChange> &changes,
        const Look &look);
    // Writes that the lock may have changed, though the look found nothing that tells how.
    void maybeMissed(const Item &lock, const Look &look);
    void bucketChanged(const Item &before, const Item &item);
    // A counter is gone, or a lock of which it is not known how its holders lost it.
    void gone(const Item &last);
    // Writes about a lock that existed before and after a gap: who has got it meanwhile, and who
    // has lost it. How that came about is not known.
    void lockChangedUnseen(const Item &last, const Item &item);
    void movedAway(const Item &last); // to another node of the Cluster
    // Writes about the server, or a node of a Cluster; see JournalEntry.
    void unseen(JournalEntry::Gap gap, std::chrono::system_clock::time_point since,
        const QString &node = {});
    void restarted(
        const QString &primary, const QString &node = {}, const QString &slotRanges = {});

    // Writes that an alert fires or was resolved; the caller gives the whole entry.
    void alertChanged(JournalEntry entry) { add(std::move(entry)); }

    [[nodiscard]] bool isEmpty() const { return m_entries.empty(); }
    [[nodiscard]] qint64 total() const { return m_total; } // entries since the start
    // The entries since the last take().
    std::vector<JournalEntry> take() { return std::exchange(m_entries, {}); }

private:
    void writeOfServer(JournalEntry entry);
    void write(JournalEntry::Kind kind, const Item &item, JournalEntry details = {});
    void writeOfHolder(JournalEntry::Kind kind, const Item &item, const Holder &holder,
        const std::optional<WallSpan> &maybeMissed = {});
    [[nodiscard]] std::chrono::system_clock::time_point expiredAt(
        const Item &last, const Holder &holder) const;
    void add(JournalEntry entry);

    std::vector<JournalEntry> m_entries;
    std::chrono::system_clock::time_point m_lastAt{}; // of the latest entry: their order is kept
    qint64 m_total = 0;
};

} // namespace lockstep
