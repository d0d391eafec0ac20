#pragma once

#include "core/watch/reading/readpace.h"

#include <QByteArray>
#include <QHashFunctions>

#include <optional>
#include <unordered_map>

namespace lockstep {

class ItemStore;

// Tells until when an object is left alone although it was announced as changed.
//
// An object that is announced again and again and is found as it was (a heartbeat that only moves a
// score, a key of the same name in another database) is read less and less often. Each object has
// its own rest: the changes of other objects must not wait for it. An object that really changes
// all the time is left alone for as long as ReadPace says; after a longer quiet it is read at once.
// Neither is left alone past the moment at which time itself changes it.
class ReadRests
{
public:
    // store and pace are borrowed. batchTime: how long ItemReader gathers what it reads together;
    // rests of unchanged objects begin with twice that.
    ReadRests(const ItemStore *store, const ReadPace *pace, Milliseconds batchTime);

    // The object was announced as changed, read, and found as it was.
    void noteUnchanged(const QByteArray &key, Instant readAt);
    // The object was read, and had changed or is none any more.
    void noteChanged(const QByteArray &key) { m_unchanged.erase(key); }
    void clear() { m_unchanged.clear(); }
    // Tells until when the object is left alone; nothing if it may be read at once.
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
    Milliseconds m_batchTime;
    std::unordered_map<QByteArray, UnchangedReads> m_unchanged;
};

} // namespace lockstep
