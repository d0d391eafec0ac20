#pragma once

#include <QByteArray>
#include <QHashFunctions>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

// A hash table of entries by their keys. Entry has key(), and free places hold default-constructed
// entries.
//
// For very many entries, and for being asked mostly about keys that it does not hold, as by an
// inventory over all keys of a server. Beside the entries there is one byte for each place (open
// addressing, linear probing): 0 where it is free, else seven bits of the hash of its key. So
// nearly always these few bytes tell that a key is not there, without a look at any entry. A
// std::unordered_set needs 22 more bytes an entry, and follows two pointers into main memory for
// each key it is asked about.
template <typename Entry> class KeyTable
{
public:
    class Iterator
    {
    public:
        Iterator(const KeyTable *table, std::size_t place)
            : m_table(table)
            , m_place(place)
        {
            skipFree();
        }
        const Entry &operator*() const { return m_table->m_entries[m_place]; }
        const Entry *operator->() const { return &**this; }
        Iterator &operator++()
        {
            ++m_place;
            skipFree();
            return *this;
        }
        friend bool operator==(const Iterator &, const Iterator &) = default;

    private:
        void skipFree()
        {
            while (m_place < m_table->m_tags.size() && m_table->m_tags[m_place] == freePlace)
                ++m_place;
        }

        const KeyTable *m_table;
        std::size_t m_place;
    };

    KeyTable() = default;
    KeyTable(KeyTable &&other) noexcept { swap(other); }
    KeyTable &operator=(KeyTable &&other) noexcept
    {
        KeyTable taken(std::move(other));
        swap(taken);
        return *this;
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, m_tags.size()}; }

    // Calls change(entry) for each entry, which must not change its key.
    template <typename Change> void changeAll(Change change)
    {
        for (std::size_t place = 0; place < m_tags.size(); ++place) {
            if (m_tags[place] != freePlace)
                change(m_entries[place]);
        }
    }

    // The entry of the key; nullptr if there is none. Valid until the next insert() or erase().
    [[nodiscard]] const Entry *find(const QByteArray &key) const
    {
        if (m_size == 0)
            return nullptr;
        const auto hash = hashOf(key);
        const quint8 tag = tagOf(hash);
        for (auto place = homeOf(hash); m_tags[place] != freePlace; place = next(place)) {
            if (m_tags[place] == tag && m_entries[place].key() == key)
                return &m_entries[place];
        }
        return nullptr;
    }
    [[nodiscard]] Entry *find(const QByteArray &key)
    {
        return const_cast<Entry *>(std::as_const(*this).find(key));
    }
    // Inserts an entry whose key is not there yet.
    Entry *insert(Entry entry)
    {
        if ((m_size + 1) * fullOf > m_tags.size() * fullAt)
            rebuild(std::max<std::size_t>(leastPlaces, m_tags.size() * 3 / 2));
        ++m_size;
        return put(std::move(entry));
    }
    void erase(const Entry *entry)
    {
        close(static_cast<std::size_t>(entry - m_entries.data()));
        --m_size;
        if (m_tags.size() > leastPlaces && m_size * 8 < m_tags.size())
            rebuild(std::max(leastPlaces, m_size * 2));
    }
    // Erases all entries for which isGone(entry) is true, in one pass.
    template <typename Predicate> void eraseIf(Predicate isGone)
    {
        for (std::size_t place = 0; place < m_tags.size(); ++place) {
            if (m_tags[place] == freePlace || !isGone(std::as_const(m_entries[place])))
                continue;
            m_tags[place] = freePlace;
            m_entries[place] = Entry();
            --m_size;
        }
        if (!m_tags.empty())
            rebuild(std::max(leastPlaces, m_size * 2));
    }

private:
    static constexpr quint8 freePlace = 0;
    static constexpr std::size_t leastPlaces = 16;
    // The table grows when seven eighths of its places are taken: above that, probe sequences
    // become long.
    static constexpr std::size_t fullAt = 7;
    static constexpr std::size_t fullOf = 8;

    void swap(KeyTable &other) noexcept
    {
        m_entries.swap(other.m_entries);
        m_tags.swap(other.m_tags);
        std::swap(m_size, other.m_size);
    }
    static quint64 hashOf(const QByteArray &key)
    {
        // The seed is this process's own, so that nobody can choose names that collide.
        return quint64(qHash(key, QHashSeed::globalSeed()))
            * 0x9E3779B97F4A7C15; // spreads one of 32 bits as well
    }
    static quint8 tagOf(quint64 hash) { return static_cast<quint8>(0x80 | (hash & 0x7F)); }
    // The place of an entry if there are no collisions: the upper half of the hash, scaled to the
    // number of places.
    [[nodiscard]] std::size_t homeOf(quint64 hash) const
    {
        return static_cast<std::size_t>((hash >> 32) * m_tags.size() >> 32);
    }
    [[nodiscard]] std::size_t next(std::size_t place) const
    {
        return place + 1 == m_tags.size() ? 0 : place + 1;
    }
    [[nodiscard]] std::size_t distance(std::size_t from, std::size_t to) const
    {
        return to >= from ? to - from : to + m_tags.size() - from;
    }

    Entry *put(Entry entry)
    {
        const auto hash = hashOf(entry.key());
        auto place = homeOf(hash);
        while (m_tags[place] != freePlace)
            place = next(place);
        m_tags[place] = tagOf(hash);
        m_entries[place] = std::move(entry);
        return &m_entries[place];
    }
    // Frees the place. What lies behind it, without a free place in between, moves up to where it
    // is found: not before its home.
    void close(std::size_t gap)
    {
        for (auto place = next(gap); m_tags[place] != freePlace; place = next(place)) {
            const auto home = homeOf(hashOf(m_entries[place].key()));
            if (distance(home, place) < distance(gap, place))
                continue;
            m_tags[gap] = m_tags[place];
            m_entries[gap] = std::move(m_entries[place]);
            gap = place;
        }
        m_tags[gap] = freePlace;
        m_entries[gap] = Entry();
    }
    void rebuild(std::size_t places)
    {
        auto entries = std::exchange(m_entries, std::vector<Entry>(places));
        const auto tags = std::exchange(m_tags, std::vector<quint8>(places, freePlace));
        for (std::size_t place = 0; place < tags.size(); ++place) {
            if (tags[place] != freePlace)
                put(std::move(entries[place]));
        }
    }

    std::vector<Entry> m_entries;
    std::vector<quint8> m_tags; // one for each place
    std::size_t m_size = 0;
};

} // namespace lockstep
