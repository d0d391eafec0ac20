#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArray>
#include <QHashFunctions>

#include <queue>
#include <unordered_map>
#include <vector>

namespace lockstep {

// A priority queue of keys by deadline, soonest first. A key whose deadline is moved keeps its one
// place: its later deadline is looked up when the earlier one comes.
class Deadlines
{
public:
    void set(const QByteArray &key, Instant deadline);
    void remove(const QByteArray &key) { m_deadlines.erase(key); }
    void clear();

    // The next deadline, or a moment before it; never one after it. Nothing if there is none.
    [[nodiscard]] std::optional<Instant> next() const;
    // All keys due at that instant; they are removed.
    std::vector<QByteArray> takeDue(Instant now);

private:
    struct Slot
    {
        Instant at;
        QByteArray key;
        bool operator>(const Slot &other) const { return at > other.at; }
    };

    struct Entry
    {
        Instant deadline;
        Instant queued; // its earliest slot in the queue
    };

    std::priority_queue<Slot, std::vector<Slot>, std::greater<>> m_queue;
    std::unordered_map<QByteArray, Entry> m_deadlines;
};

} // namespace lockstep
