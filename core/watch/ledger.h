#pragma once

#include "core/watch/item.h"
#include "core/watch/journal.h"
#include "core/watch/seriesstore.h"
#include "core/watch/snapshot.h"

#include <unordered_map>

namespace lockstep {

// What is known of every object, and what follows from successive readings: first seen, renewals,
// hand-overs, the journal. Decides without a server: readings go in, items and journal entries come
// out.
class Ledger
{
public:
    // How an object came to our knowledge.
    enum class Origin : quint8 {
        Inventory, // it may have been there for long
        Feed, // its appearance was announced
    };

    // Begins to watch. The first reading is applied with apply(). An object known already changes
    // its format.
    void add(const Recognition &recognition, Origin origin);
    // One look. A reading whose ttl is missing: it is gone now; its entry stays, so that its return
    // is told. Returns whether it differs from the one before.
    bool apply(const QByteArray &key, const Reading &reading, Instant readAt);
    // It is no object any more, or nobody cares: forgotten without a word in the journal.
    void remove(const QByteArray &key);

    // From the next reading of each object on nothing is concluded from what was before the gap.
    void beginUnseen();
    // When the object was learned to be gone minus its deadline, for each expiry seen.
    [[nodiscard]] const std::vector<Milliseconds> &expiryLags() const { return m_expiryLags; }

    [[nodiscard]] bool contains(const QByteArray &key) const { return m_entries.contains(key); }
    // Nothing for an unknown key; the format of one that is gone is remembered.
    [[nodiscard]] FormatPtr format(const QByteArray &key) const;
    // Nothing for an unknown key or one that is gone.
    [[nodiscard]] ItemPtr item(const QByteArray &key) const;
    [[nodiscard]] qint64 objects() const { return m_objects; } // that exist
    [[nodiscard]] std::size_t entries() const
    {
        return m_entries.size();
    } // those that are gone included
    // Nothing waits for its first reading.
    [[nodiscard]] bool allRead() const { return m_unread == 0; }
    // All keys, those that are gone included.
    template <typename F> void forEach(F &&f) const
    {
        for (const auto &[key, entry] : m_entries)
            f(key, entry.item);
    }
    // SCAN met it in that pass.
    void markMet(const QByteArray &key, quint32 pass);
    // Objects that exist as far as we know, but were not met in that pass.
    [[nodiscard]] std::vector<QByteArray> notMet(quint32 pass) const;
    // Counted by PUBSUB NUMSUB; kept until the next count.
    void setWaiters(const QByteArray &key, int waiters);
    // Forgets objects that have been gone since before that instant; returns their keys.
    std::vector<QByteArray> forgetGoneBefore(Instant instant);

    // Fills in items, journal and its total; the families that did not change are shared with the
    // one before.
    void publish(Snapshot &snapshot);
    [[nodiscard]] bool hasNews() const;

private:
    struct Entry
    {
        Recognition recognition;
        ItemPtr item; // nothing: gone, or not read yet
        Instant goneSince{};
        quint32 epoch = 0; // of the last reading
        quint32 metIn = 0;
        bool everRead = false;
        Origin origin = Origin::Inventory;
    };
    // One family: what was published, sorted by key, and what has changed since; nothing removes.
    struct Table
    {
        Snapshot::Items published = std::make_shared<const std::vector<ItemPtr>>();
        std::unordered_map<QByteArray, ItemPtr> changes;
    };

    void vanished(const QByteArray &key, Entry &entry, Instant readAt);
    void present(const QByteArray &key, Entry &entry, const Reading &reading, Instant readAt);
    void keepSeries(const Item *before, Item &item);
    void tellFirst(const Entry &entry, const Item &item, bool comparable);
    void tellChange(const Item &before, const Item &item);
    void tell(JournalEntry::Kind kind, const Item &item, JournalEntry details = {});
    void noteLag(Milliseconds lag);
    Table &table(Family family) { return m_tables[static_cast<std::size_t>(family)]; }

    std::unordered_map<QByteArray, Entry> m_entries;
    Table m_tables[3];
    SeriesStore m_series;
    std::vector<JournalEntry> m_journal; // not yet published
    qint64 m_journalTotal = 0;
    std::vector<Milliseconds> m_expiryLags; // ring of the last lagsKept
    std::size_t m_nextLag = 0;
    qint64 m_objects = 0;
    std::size_t m_unread = 0; // entries
    quint32 m_epoch = 1;
};

} // namespace lockstep
