// A journal of a busy server grows by hundreds of lines a second, and the operator wants to know
// who held a lock hours ago. So it is kept long, but bounded three ways: by the number of lines, by
// age, and by memory, since one line holds a key and up to two tokens of any length.
//
// Lines share most of their texts with each other and with the items of the tables (implicit
// sharing). The estimate counts them in every line nevertheless: when the objects are gone, the
// lines are what keeps the texts alive.

#include "core/watch/items/journalstore.h"

namespace lockstep {

namespace {

// What the heap adds to each block, its header and that of Qt's arrays included.
constexpr std::size_t blockOverhead = 40;

std::size_t bytesOfText(qsizetype size, std::size_t unit)
{
    return size == 0 ? 0 : static_cast<std::size_t>(size) * unit + blockOverhead;
}

std::size_t bytesOfLabel(const CompactString &label)
{
    return label.isEmpty()
        ? 0
        : sizeof(QString) + blockOverhead + bytesOfText(label.text().size(), sizeof(QChar));
}

std::size_t bytesOfHolder(const CowOptional<Holder> &holder)
{
    if (!holder)
        return 0;
    return sizeof(Holder) + blockOverhead + bytesOfText(holder->token.size(), 1)
        + bytesOfLabel(holder->host) + bytesOfLabel(holder->process) + bytesOfLabel(holder->thread);
}

} // namespace

std::size_t JournalStore::bytesOf(const JournalEntry &entry)
{
    return sizeof(JournalEntry) + bytesOfText(entry.key.size(), 1)
        + bytesOfText(entry.name.size(), sizeof(QChar))
        + bytesOfText(entry.node.size(), sizeof(QChar))
        + bytesOfText(entry.slotRanges.size(), sizeof(QChar)) + bytesOfHolder(entry.holder)
        + bytesOfHolder(entry.previous);
}

void JournalStore::append(const std::vector<JournalEntry> &entries)
{
    for (const JournalEntry &entry : entries) {
        m_entries.push_back(entry);
        m_bytes += bytesOf(entry);
    }
}

std::size_t JournalStore::excess() const
{
    std::size_t count = 0;
    std::size_t bytes = m_bytes;
    const auto isBeyond = [&](const JournalEntry &oldest) {
        return m_entries.size() - count > m_limits.lines || bytes > m_limits.bytes
            || m_entries.back().at - oldest.at > m_limits.age;
    };
    while (count + 1 < m_entries.size() && isBeyond(m_entries[count]))
        bytes -= bytesOf(m_entries[count++]);
    return count;
}

void JournalStore::dropOldest(std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        m_bytes -= bytesOf(m_entries.front());
        m_entries.pop_front();
    }
    m_first += count;
}

void JournalStore::clear()
{
    m_entries.clear();
    m_first = 0;
    m_bytes = 0;
}

} // namespace lockstep
