#pragma once

#include "core/watch/reading/readpace.h"

#include <QByteArray>
#include <QHashFunctions>

#include <optional>
#include <unordered_map>

namespace lockstep {

class ItemStore;

// Until when an object is left alone although it was announced as changed.
//
// One that is announced again and again and is found as it was (a heartbeat that only moves a
// score, a key of the same name in another database) is read less and less often, it alone: what
// others tell must not wait for it. One that really changes all the time is left alone for as long
// as ReadPace says; after a longer quiet it is read at once. Neither is left alone past the moment
// at which time itself changes it.
class ReadRests
{
public:
    // Both are borrowed. turn: as that of ItemReader.
    ReadRests(const ItemStore *store, const ReadPace *pace, Milliseconds turn);

    // The object was announced as changed, read, and found as it was.
    void noteUnchanged(const QByteArray &key, Instant readAt);
    void forget(const QByteArray &key) { m_unchanged.erase(key); } // called when it had changed
    void clear() { m_unchanged.clear(); }
    // Until when the object is left alone; nothing if it may be read at once.
    [[nodiscard]] std::optional<Instant> end(const QByteArray &key) const;

private:
    // How often in succession an object was read because it was announced as changed, and was found
    // as it was.
    struct UnchangedReads
    {
        int inSuccession = 0;
        Instant readAt{};
    };
    [[nodiscard]] std::optional<Instant> unchangedEnd(const QByteArray &key) const;
    [[nodiscard]] std::optional<Instant> paceEnd(const QByteArray &key) const;

    const ItemStore *m_store;
    const ReadPace *m_pace;
    Milliseconds m_turn;
    std::unordered_map<QByteArray, UnchangedReads> m_unchanged;
};

} // namespace lockstep
