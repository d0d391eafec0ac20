#include "core/watch/reading/readbatch.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr qsizetype mostBytesInBatch = 2 * 1024 * 1024; // a slow link has to carry them in time

} // namespace

bool ReadBatch::isFull() const
{
    return objects.size() >= mostObjects || bytes >= mostBytesInBatch;
}

void ReadBatch::add(Wanted wanted, const FormatPtr &format, std::size_t commandsOfIt)
{
    const bool isAnnounced = wanted.source == ReadQueue::Source::Announced;
    const bool isLock = format->family() == Family::Lock;
    unannounced += isAnnounced ? 0 : 1;
    bytes += wanted.key.size() * qsizetype(commandsOfIt);
    hasLocks |= isLock;
    hasAnnouncedLocks |= isLock && isAnnounced;
    objects.push_back({std::move(wanted), format, ObjectReplies(commandsOfIt, sentAt)});
}

void ReadBatch::noteWanted(Instant since)
{
    wantedSince = std::min(wantedSince.value_or(since), since);
}

std::vector<const ReadBatch::Object *> ReadBatch::unread() const
{
    std::vector<const Object *> unread;
    for (auto object = objects.rbegin(); object != objects.rend(); ++object) {
        if (object->replies.failure())
            unread.push_back(&*object);
    }
    return unread;
}

} // namespace lockstep
