#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/error.h"
#include "core/redis/values/reply.h"
#include "core/watch/snapshot/snapshot.h"

#include <optional>
#include <vector>

namespace lockstep {

// The replies to the commands that read one object, and what their errors mean.
class ObjectReplies
{
public:
    ObjectReplies(std::size_t commands, Instant sentAt)
        : m_observed(sentAt)
        , m_all(commands)
    {
    }

    // place: of the command among those that read the object. Returns what the user lacks, where it
    // was refused for that.
    std::optional<MissingPermission> take(
        std::size_t place, const Command &command, const Result<Reply> &reply);

    [[nodiscard]] const std::vector<Reply> &all() const { return m_all; } // by place
    // When the server told its TTL; if it did not, when the object was asked for.
    [[nodiscard]] Instant observed() const { return m_observed; }
    // Whether one of the replies is larger than what is read of an object; all() lacks it then.
    [[nodiscard]] bool isTooLarge() const { return m_isTooLarge; }
    // Why it has to be asked for again: the connection is lost, the server is loading or busy.
    [[nodiscard]] const std::optional<Error> &failure() const { return m_failure; }
    // The error that says so if another node of the Cluster serves it now; nothing otherwise.
    [[nodiscard]] const std::optional<Error> &movedAway() const { return m_movedAway; }
    // The TTL, which may be unknown, of an object that may not be read, unless something says that
    // it is of another format now. Nothing: it is no such object.
    [[nodiscard]] std::optional<Ttl> ttlOfUnreadable() const;

private:
    Instant m_observed;
    std::vector<Reply> m_all;
    std::optional<Error> m_failure;
    std::optional<Error> m_movedAway;
    bool m_isTooLarge = false;
    bool m_isDenied = false; // its value, for want of a permission
    bool m_hasOtherType = false; // the server refused a command for the type of the key
};

} // namespace lockstep
