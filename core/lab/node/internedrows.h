#pragma once

#include <QtGlobal>

#include <cstring>
#include <memory>
#include <vector>

namespace lockstep {

// Keeps equal rows once and gives each a number, counted from 0. A row is a fixed number of 32-bit
// words. Explorations keep millions of states in this form, so the rows lie one behind the other,
// in blocks that never move, and are found by open addressing. Reading a row that is not in the
// processor's cache takes longer than all else, so a slot holds half of the row's hash as well:
// rows that only share the slot are not read.
class InternedRows
{
public:
    explicit InternedRows(int width) // words of a row
        : m_width(size_t(width))
        , m_slots(1024)
    {
    }

    struct Place
    {
        quint32 number = 0;
        bool isNew = false;
    };

    Place add(const quint32 *row) { return add(row, hashOf(row)); }

    // add() in two parts: prepare() makes the processor fetch the row's slot, so that the slots of
    // several rows are fetched at once. Returns the hash, which add() takes.
    [[nodiscard]] quint64 prepare(const quint32 *row) const
    {
        const quint64 hash = hashOf(row);
        __builtin_prefetch(&m_slots[size_t(hash) & (m_slots.size() - 1)]);
        return hash;
    }
    Place add(const quint32 *row, quint64 hash)
    {
        if (size_t(m_size) * 2 >= m_slots.size())
            grow();
        const size_t mask = m_slots.size() - 1;
        const auto tag = quint32(hash >> 32);
        size_t slot = size_t(hash) & mask;
        for (; m_slots[slot].number != empty; slot = (slot + 1) & mask) {
            if (m_slots[slot].tag == tag
                && std::memcmp((*this)[m_slots[slot].number], row, m_width * sizeof(quint32)) == 0)
                return {m_slots[slot].number, false};
        }
        m_slots[slot] = {m_size, tag};
        return {append(row), true};
    }

    // Adds the row even if there is an equal one, and returns its number. An object that append()
    // was called of must not be given to add().
    quint32 append(const quint32 *row)
    {
        if (m_size % rowsOfBlock == 0)
            m_blocks.push_back(std::make_unique<quint32[]>(rowsOfBlock * m_width));
        std::memcpy(
            m_blocks.back().get() + m_size % rowsOfBlock * m_width, row, m_width * sizeof(quint32));
        return m_size++;
    }

    [[nodiscard]] const quint32 *operator[](quint32 number) const
    {
        return m_blocks[number / rowsOfBlock].get() + number % rowsOfBlock * m_width;
    }
    [[nodiscard]] quint32 size() const { return m_size; }
    [[nodiscard]] qint64 memory() const // bytes
    {
        return qint64(m_blocks.size() * rowsOfBlock * m_width * sizeof(quint32)
            + m_slots.capacity() * sizeof(Slot));
    }

    // How many bytes more the slots take once they have grown.
    [[nodiscard]] qint64 memoryToGrow() const { return qint64(m_slots.size() * sizeof(Slot)); }

private:
    static constexpr quint32 empty = 0xffffffff; // the number in a slot without a row
    static constexpr size_t rowsOfBlock = 1024;

    struct Slot
    {
        quint32 number = empty; // of the row
        quint32 tag = 0; // the upper half of its hash
    };

    // The lower half selects the slot and the upper half is the tag; both depend on all words.
    [[nodiscard]] quint64 hashOf(const quint32 *row) const
    {
        quint64 hash = m_width;
        for (size_t i = 0; i < m_width; ++i) {
            hash = (hash ^ row[i]) * 0x9E3779B97F4A7C15ULL;
            hash ^= hash >> 29;
        }
        return hash ^ (hash >> 32);
    }

    void grow()
    {
        const size_t slots = m_slots.size() * 2;
        std::vector<Slot>().swap(m_slots); // first, or both would need memory at once
        m_slots.resize(slots);
        const size_t mask = m_slots.size() - 1;
        for (quint32 number = 0; number < m_size; ++number) {
            const quint64 hash = hashOf((*this)[number]);
            size_t slot = size_t(hash) & mask;
            while (m_slots[slot].number != empty)
                slot = (slot + 1) & mask;
            m_slots[slot] = {number, quint32(hash >> 32)};
        }
    }

    size_t m_width;
    quint32 m_size = 0;
    std::vector<std::unique_ptr<quint32[]>> m_blocks;
    std::vector<Slot> m_slots;
};

} // namespace lockstep
