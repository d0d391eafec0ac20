#pragma once

#include "core/watch/items/journal.h"

#include <deque>
#include <vector>

namespace lockstep {

// What a journal keeps at most. Whichever limit is reached first, the oldest lines go.
struct JournalLimits
{
    std::size_t lines = 200'000;
    std::chrono::hours age{24}; // before the newest line
    std::size_t bytes = 160'000'000; // of the lines, as JournalStore::bytesOf() estimates them
};

// The latest lines of the journal, in the order in which they were learned of. Each has a number
// that stays its own, from 0 since the last clear(). Appending and dropping cost what is appended
// and dropped.
class JournalStore
{
public:
    explicit JournalStore(JournalLimits limits = {})
        : m_limits(limits)
    {
    }

    // entries: in the order in which they were learned of, after all that there are. Drops nothing.
    void append(const std::vector<JournalEntry> &entries);
    // How many of the oldest lines are beyond the limits now.
    [[nodiscard]] std::size_t excess() const;
    void dropOldest(std::size_t count); // of size() at most
    void clear();

    // The numbers of the lines that there are: from first() up to, but not, end().
    [[nodiscard]] quint64 first() const { return m_first; }
    [[nodiscard]] quint64 end() const { return m_first + m_entries.size(); }
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] const JournalEntry &at(quint64 number) const
    {
        return m_entries.at(static_cast<std::size_t>(number - m_first));
    }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    [[nodiscard]] std::vector<JournalEntry> entries() const // oldest first
    {
        return {m_entries.begin(), m_entries.end()};
    }

    // The memory that a line takes at most: what it shares with other lines is counted in each.
    [[nodiscard]] static std::size_t bytesOf(const JournalEntry &entry);

private:
    JournalLimits m_limits;
    std::deque<JournalEntry> m_entries;
    quint64 m_first = 0;
    std::size_t m_bytes = 0;
};

} // namespace lockstep
