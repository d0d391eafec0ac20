#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArray>
#include <QHashFunctions>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace lockstep {

// The objects that are to be read, each once: those that may be read now, the longest waiting
// first, and those that rest until a moment of their own.
class ReadQueue
{
public:
    enum class Source : quint8 {
        Asked,
        Announced, // as changed
        Also, // read when nothing else is to be read; not kept in this queue
    };
    struct Wanted
    {
        QByteArray key;
        Source source = Source::Asked;
        Instant since{};
    };

    [[nodiscard]] bool contains(const QByteArray &key) const { return m_keys.contains(key); }
    // Tells since when the object is wanted; nothing: it is not contained.
    [[nodiscard]] std::optional<Instant> wantedSince(const QByteArray &key) const;
    // wanted: not contained yet. restsUntil: when it may be read; nothing: at once.
    void add(Wanted wanted, std::optional<Instant> restsUntil);
    // Those whose rest is over take the places that they would have without one.
    void wake(Instant now);
    // Takes out the object that has waited longest among those that may be read. Call it only if
    // hasReady().
    Wanted take();
    // Puts back what was taken and not read. It counts as waiting since it was wanted first, also
    // where it was asked for once more meanwhile.
    void putBack(std::vector<Wanted> unread);
    void clear() { *this = {}; }

    [[nodiscard]] bool isEmpty() const { return m_keys.empty(); }
    [[nodiscard]] bool hasReady() const { return !m_ready.empty(); }
    [[nodiscard]] std::optional<Instant> nextWake() const;
    // Tells since when the object that has waited longest is wanted; nothing if the queue is empty.
    [[nodiscard]] std::optional<Instant> oldest() const;

private:
    void insert(std::vector<Wanted> wanted);
    void removeYounger(std::vector<Wanted> &older);

    std::deque<Wanted> m_ready; // by since
    std::multimap<Instant, Wanted> m_resting; // by when they may be read
    std::multiset<Instant> m_restingSince; // since when each of those is wanted
    std::unordered_map<QByteArray, Instant> m_keys; // of both, with Wanted::since
};

} // namespace lockstep
