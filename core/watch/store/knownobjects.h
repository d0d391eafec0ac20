#pragma once

#include "core/watch/items/item.h"
#include "core/watch/store/keytable.h"

#include <optional>
#include <vector>

namespace lockstep {

// The objects that are known, by key: what each is, what was read of it last, and what passes over
// all names have noted of it. ItemStore adds and removes them, and applies what is read.
class KnownObjects
{
public:
    [[nodiscard]] bool contains(const QByteArray &key) const
    {
        return m_entries.find(key) != nullptr;
    }
    // The format of an object, also of one that is gone; null for an unknown key.
    [[nodiscard]] FormatPtr format(const QByteArray &key) const;
    // The last item of an object; null for an unknown key or one that is gone.
    [[nodiscard]] ItemPtr item(const QByteArray &key) const;
    // When it was read for the last time, or found gone; nothing for an unknown key or one that was
    // not read yet.
    [[nodiscard]] std::optional<Instant> readAt(const QByteArray &key) const;
    [[nodiscard]] qint64 objects() const { return m_objects; } // that exist
    [[nodiscard]] std::size_t entries() const
    {
        return m_entries.size();
    } // those that are gone included
    // The key of any object, which may be gone; nothing if the store is empty.
    [[nodiscard]] std::optional<QByteArray> anyKey() const;
    // Whether no object waits for its first reading.
    [[nodiscard]] bool allRead() const { return m_unread == 0; }
    // The keys of the objects that wait for their first reading.
    [[nodiscard]] std::vector<QByteArray> unread() const;
    // All keys, those that are gone included.
    template <typename F> void forEach(F &&f) const
    {
        for (const auto &entry : m_entries)
            f(entry.last->key, entry.item());
    }
    // The keys of objects that exist, and of those that have been found gone since that instant.
    [[nodiscard]] std::vector<QByteArray> keys(Instant goneSince) const;
    // The keys of any `most` of the objects that exist, or of all if there are fewer.
    [[nodiscard]] std::vector<QByteArray> someKeys(std::size_t most) const;
    // Notes that SCAN met the key in that pass. Returns false for an unknown key.
    bool markMet(const QByteArray &key, quint32 pass);
    // Notes that what it was taken for is only possible, because it has no TTL that would decide
    // it.
    void setGuessedWithoutTtl(const QByteArray &key, bool isGuessed);
    // Returns false for an unknown key.
    [[nodiscard]] bool isGuessedWithoutTtl(const QByteArray &key) const;
    // Returns false for an unknown key.
    [[nodiscard]] bool wasMet(const QByteArray &key, quint32 pass) const;
    // The keys of objects that exist as far as is known, but were not met in that pass.
    [[nodiscard]] std::vector<QByteArray> notMet(quint32 pass) const;
    // Locks whose waiters subscribe to a channel: those that exist, and those that are free, but
    // were waited for when they were counted last.
    [[nodiscard]] std::vector<QByteArray> keysToCountWaitersOf() const;

protected:
    // There may be very many of these, so they hold nothing twice: the key, the name and the format
    // are those of the item.
    struct Entry
    {
        [[nodiscard]] ItemPtr item() const { return exists ? last : ItemPtr(); }
        [[nodiscard]] const QByteArray &key() const { return last->key; }

        // For an object that is gone or not read yet, it says what it is, and readAt since when.
        ItemPtr last;
        quint32 metIn = 0;
        quint32 lastGap : 27 = 0; // before the last reading, see Continuity
        bool exists : 1 = false;
        bool everRead : 1 = false;
        bool isNew : 1 = false; // its appearance was announced
        bool isGuessedWithoutTtl : 1 = false;
        bool hasNoAlerts : 1 = false; // no rule of the present ones matches its key
    };

    KnownObjects() = default;
    ~KnownObjects() = default;

    KeyTable<Entry> m_entries;
    qint64 m_objects = 0; // entries that exist
    std::size_t m_unread = 0; // entries that wait for their first reading
};

} // namespace lockstep
