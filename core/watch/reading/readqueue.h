#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArray>
#include <QHashFunctions>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
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
        Also, // when nothing else is to be read; kept elsewhere
    };
    struct Wanted
    {
        QByteArray key;
        Source source = Source::Asked;
        Instant since{};
    };

    [[nodiscard]] bool contains(const QByteArray &key) const { return m_keys.contains(key); }
    // One that is not contained. restsUntil: it may not be read before; nothing: now.
    void add(Wanted wanted, std::optional<Instant> restsUntil);
    // Those whose rest is over take the places that they would have without one.
    void wake(Instant now);
    // The one that has waited longest of those that may be read; only where hasReady().
    Wanted take();
    // What was taken and not read waits on since it was wanted first, also where it is wanted once
    // more by now.
    void putBack(std::vector<Wanted> unread);
    void clear() { *this = {}; }

    [[nodiscard]] bool isEmpty() const { return m_keys.empty(); }
    [[nodiscard]] bool hasReady() const { return !m_ready.empty(); }
    [[nodiscard]] std::optional<Instant> nextWake() const;
    // Since when the longest waiting one is wanted.
    [[nodiscard]] std::optional<Instant> oldest() const;

private:
    void insert(std::vector<Wanted> wanted);
    void removeYounger(std::vector<Wanted> &older);

    std::deque<Wanted> m_ready; // by since
    std::multimap<Instant, Wanted> m_resting; // by when they may be read
    std::multiset<Instant> m_restingSince; // since when each of those is wanted
    std::unordered_set<QByteArray> m_keys; // of both
};

} // namespace lockstep
