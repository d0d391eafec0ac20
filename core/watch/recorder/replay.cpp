#include "core/watch/recorder/replay.h"

#include "core/watch/recorder/recordingrows.h"

namespace lockstep {

void Replay::forget(const RecordedGap &gap)
{
    for (auto &[id, replayed] : m_objects) {
        if (gap.covers(replayed.item->key))
            replayed.state.forget();
    }
}

void Replay::take(const RecordedItem &item, const ObjectState &reading, WallMilliseconds at)
{
    m_objects.insert_or_assign(item.id, Replayed{&item, reading, at});
}

void Replay::take(const RecordedItem &item, const JournalEntry &entry, WallMilliseconds at)
{
    Replayed &replayed = m_objects[item.id];
    replayed.item = &item;
    replayed.changedAt = at;
    replayed.state.apply(entry, at);
}

} // namespace lockstep
