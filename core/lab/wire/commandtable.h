#pragma once

#include "core/lab/wire/keyplaces.h"
#include "core/redis/values/error.h"
#include "core/redis/values/reply.h"

#include <QByteArray>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// Where the keys of a command are, from the server's own reply to COMMAND, and which commands a
// client program may not send (blocking, administration, connection state, randomness).
class CommandTable
{
public:
    // To whom the server belongs that the commands are sent to. To a user's server, only commands
    // whose keys are all known may be sent: others could reach keys that are not the run's.
    enum class ServerOwner : quint8 { Lab, User };
    // reply: the server's reply to COMMAND. Errors: ProtocolError if it is no such reply.
    static Result<CommandTable> fromReply(const Reply &reply, ServerOwner owner = ServerOwner::Lab);
    // A table that asks the server when a command is looked up for the first time: the reply to
    // COMMAND takes some ms, longer than a small exploration. ask: returns the reply to COMMAND
    // INFO name.
    using Ask = std::function<Result<Reply>(std::string_view name)>;
    static CommandTable asking(Ask ask);
    // The error with which `ask` failed first, after which no further command is known; nothing if
    // it has not failed.
    [[nodiscard]] std::optional<Error> failure() const;

    struct Place : KeyPlaces
    {
        bool known = false;
        const char *refusal = nullptr; // why programs may not send it; nullptr if they may
        bool writes = false; // by its flags
        // It only reads. Never of a script or a transaction, whatever is in it.
        bool changesNothing = false;
        bool isDocumented = false; // see isDocumented() in keyplaces.h
    };
    // name: any case.
    [[nodiscard]] Place place(std::string_view name) const;
    // Sets *error to what the server answers if it refuses the command before it looks at what the
    // words mean, so that it does not queue it in a transaction either: too few words, too many, or
    // a subcommand that it does not have. Otherwise, and of unknown commands, *error stays as it
    // is. words: the command's name and its arguments.
    void refuseWords(const std::vector<std::string_view> &words, std::string *error) const;
    [[nodiscard]] ServerOwner serverOwner() const;

private:
    class Private;
    std::shared_ptr<Private> d;
};

// Whether it is PFCOUNT: that is flagged as a command that only reads, but it stores what it has
// counted in the key. No other command does such a thing. (The key specification of PFCOUNT says
// RW, which servers before 7.0 do not tell.) name: in capitals.
bool isReaderThatWrites(std::string_view name);

} // namespace lockstep
