#pragma once

#include <QtGlobal>

#include <cstring>
#include <vector>

namespace lockstep {

// Rows of a fixed number of words, each kept once, by number. What an exploration remembers is of
// this form: millions of rows, so they lie one behind the other and are found by open addressing.
class WordTable
{
public:
    explicit WordTable(int width)
        : m_width(size_t(width))
        , m_slots(1024, empty)
    {
    }

    struct Place
    {
        quint32 number = 0;
        bool isNew = false;
    };

    Place add(const quint32 *row)
    {
        if (size_t(m_size) * 2 >= m_slots.size())
            grow();
        const size_t mask = m_slots.size() - 1;
        size_t slot = hashOf(row) & mask;
        for (; m_slots[slot] != empty; slot = (slot + 1) & mask) {
            if (std::memcmp((*this)[m_slots[slot]], row, m_width * sizeof(quint32)) == 0)
                return {m_slots[slot], false};
        }
        m_slots[slot] = m_size;
        return {append(row), true};
    }

    // A row of its own, although there may be the same; not to be mixed with add().
    quint32 append(const quint32 *row)
    {
        m_words.insert(m_words.end(), row, row + m_width);
        return m_size++;
    }

    // Valid until the next row is added.
    [[nodiscard]] const quint32 *operator[](quint32 number) const
    {
        return m_words.data() + size_t(number) * m_width;
    }
    [[nodiscard]] quint32 size() const { return m_size; }
    [[nodiscard]] qint64 memory() const // bytes
    {
        return qint64((m_words.capacity() + m_slots.capacity()) * sizeof(quint32));
    }

private:
    static constexpr quint32 empty = 0xffffffff;

    [[nodiscard]] size_t hashOf(const quint32 *row) const
    {
        quint64 hash = m_width;
        for (size_t i = 0; i < m_width; ++i) {
            hash = (hash ^ row[i]) * 0x9E3779B97F4A7C15ULL;
            hash ^= hash >> 29;
        }
        return size_t(hash ^ (hash >> 32));
    }

    void grow()
    {
        m_slots.assign(m_slots.size() * 2, empty);
        const size_t mask = m_slots.size() - 1;
        for (quint32 number = 0; number < m_size; ++number) {
            size_t slot = hashOf((*this)[number]) & mask;
            while (m_slots[slot] != empty)
                slot = (slot + 1) & mask;
            m_slots[slot] = number;
        }
    }

    size_t m_width;
    quint32 m_size = 0;
    std::vector<quint32> m_words;
    std::vector<quint32> m_slots;
};

} // namespace lockstep
