#pragma once

#include "core/redis/error.h"
#include "core/redis/reply.h"

#include <QByteArray>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

// Where the keys of a command are, from the server's own reply to COMMAND, and which commands a
// client program may not send (blocking, administration, connection state, randomness).
class CommandTable
{
public:
    // reply: to COMMAND. Errors: ProtocolError when it is no such reply.
    static Result<CommandTable> fromReply(const Reply &reply);
    // A table that asks when a command is looked up for the first time: the whole COMMAND takes
    // some ms, more than a small exploration. ask: what the server replies to COMMAND INFO name.
    using Ask = std::function<Result<Reply>(std::string_view name)>;
    static CommandTable asking(Ask ask);
    // Why nothing more is known: what ask() failed with first.
    [[nodiscard]] std::optional<Error> failure() const;

    struct Place
    {
        bool known = false;
        const char *refusal = nullptr; // why programs may not send it; nullptr: they may
        bool writes = false;
        // Indexes of words that are keys, counted from 0 = the command's name. count 0: none.
        int first = 0, last = 0, step = 0; // last may be negative: from the end
        int numberOfKeysAt = 0; // > 0: that word says how many keys follow it (EVAL: 2)
        int channelAt = 0; // > 0: that word is a channel (PUBLISH: 1)
    };
    // name: any case.
    [[nodiscard]] Place place(std::string_view name) const;
    // The indexes themselves, for a command of these words.
    [[nodiscard]] std::vector<int> keysOf(const std::vector<std::string_view> &words) const;

private:
    class Private;
    std::shared_ptr<Private> d;
};

} // namespace lockstep
