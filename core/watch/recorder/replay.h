#pragma once

#include "core/watch/recorder/recordedgap.h"

#include <unordered_map>

namespace lockstep {

struct RecordedItem;

// The states of objects as rows are taken in their order.
class Replay
{
public:
    // What is known of the keys that the gap covers ends here.
    void forget(const RecordedGap &gap);
    void take(const RecordedItem &item, const ObjectState &reading, WallMilliseconds at);
    void take(const RecordedItem &item, const JournalEntry &entry, WallMilliseconds at);

    struct Replayed
    {
        const RecordedItem *item = nullptr;
        ObjectState state;
        WallMilliseconds changedAt = 0; // by its last row
    };
    // By the id of the object.
    [[nodiscard]] const std::unordered_map<qint64, Replayed> &objects() const { return m_objects; }

private:
    std::unordered_map<qint64, Replayed> m_objects;
};

} // namespace lockstep
