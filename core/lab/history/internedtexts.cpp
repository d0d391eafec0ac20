// InternedTexts keeps each text once. All texts lie one behind the other in one vector, and are
// found by open addressing over their numbers. So a million operations with a handful of different
// replies take no memory but their 40 bytes each. A std::unordered_map of QByteArray was rejected:
// it takes three allocations and about 100 bytes for each text.
//
// The hash reads eight bytes at a time. It need not withstand texts that are chosen to collide,
// because they come from the user's own scenario.

#include "core/lab/history/internedtexts.h"

#include <cstring>

namespace lockstep {

namespace {

constexpr size_t firstSlots = 64; // a power of two, like all that follow

quint64 mixedWord(quint64 word)
{
    word *= 0x9E3779B97F4A7C15ULL;
    return word ^ (word >> 32);
}

quint64 hashOfText(QByteArrayView text)
{
    const char *at = text.data();
    qsizetype left = text.size();
    quint64 hash = mixedWord(quint64(left) + 1);
    for (; left >= 8; left -= 8, at += 8) {
        quint64 word = 0;
        std::memcpy(&word, at, 8);
        hash = mixedWord(hash ^ word);
    }
    if (left > 0) {
        quint64 word = 0;
        std::memcpy(&word, at, size_t(left));
        hash = mixedWord(hash ^ word);
    }
    return hash;
}

} // namespace

InternedTexts::InternedTexts()
    : m_slots(firstSlots, none)
{
    add({});
}

quint32 InternedTexts::add(QByteArrayView text)
{
    const size_t mask = m_slots.size() - 1;
    size_t slot = hashOfText(text) & mask;
    for (; m_slots[slot] != none; slot = (slot + 1) & mask) {
        if ((*this)[m_slots[slot]] == text)
            return m_slots[slot];
    }
    const auto number = quint32(m_ends.size());
    m_slots[slot] = number;
    m_bytes.insert(m_bytes.end(), text.begin(), text.end());
    m_ends.push_back(m_bytes.size());
    if (m_ends.size() * 2 > m_slots.size())
        grow();
    return number;
}

quint32 InternedTexts::find(QByteArrayView text) const
{
    const size_t mask = m_slots.size() - 1;
    for (size_t slot = hashOfText(text) & mask; m_slots[slot] != none; slot = (slot + 1) & mask) {
        if ((*this)[m_slots[slot]] == text)
            return m_slots[slot];
    }
    return none;
}

QByteArrayView InternedTexts::operator[](quint32 number) const
{
    const quint64 begin = number == 0 ? 0 : m_ends[number - 1];
    return {m_bytes.data() + begin, qsizetype(m_ends[number] - begin)};
}

void InternedTexts::grow()
{
    m_slots.assign(m_slots.size() * 2, none);
    const size_t mask = m_slots.size() - 1;
    for (quint32 number = 0; number < size(); ++number) {
        size_t slot = hashOfText((*this)[number]) & mask;
        while (m_slots[slot] != none)
            slot = (slot + 1) & mask;
        m_slots[slot] = number;
    }
}

qint64 InternedTexts::memory() const
{
    return qint64(m_ends.capacity() * sizeof(m_ends[0]) + m_bytes.capacity()
        + m_slots.capacity() * sizeof(m_slots[0]));
}

} // namespace lockstep
