#pragma once

#include "core/watch/formats/format.h"
#include "core/watch/reading/objectreplies.h"
#include "core/watch/reading/readqueue.h"

#include <optional>
#include <vector>

namespace lockstep {

// The objects that ItemReader reads together, with the replies that have come in so far.
struct ReadBatch
{
    using Wanted = ReadQueue::Wanted;
    struct Object
    {
        Wanted wanted;
        FormatPtr format;
        ObjectReplies replies;
    };

    static constexpr std::size_t usualObjects = 512;

    // most: objects.
    ReadBatch(Instant at, std::size_t most)
        : sentAt(at)
        , mostObjects(most)
    {
    }

    [[nodiscard]] bool isFull() const;
    // commandsOfIt: how many commands read the object.
    void add(Wanted wanted, const FormatPtr &format, std::size_t commandsOfIt);
    // Notes that somebody wants an object of the batch, and since when.
    void noteWanted(Instant since);
    // The objects that have no replies because of a failure, in the order in which putting each
    // before the others restores the one that they had.
    [[nodiscard]] std::vector<const Object *> unread() const;

    const Instant sentAt;
    const std::size_t mostObjects;
    std::vector<Object> objects;
    int pending = 0; // replies that have not come in yet
    int commands = 0;
    int unannounced = 0; // objects
    std::optional<Instant> wantedSince; // the longest waiting one; nothing: nobody wants them
    qsizetype bytes = 0; // of keys in commands
    bool hasLocks = false;
    bool hasAnnouncedLocks = false;
    bool someFailed = false;
    std::optional<Error> refusal; // why some failed
};

} // namespace lockstep
