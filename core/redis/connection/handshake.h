#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/values/command.h"

#include <optional>
#include <vector>

namespace lockstep {

// The first commands of a connection, sent in one go, and what their replies mean for it.
class Handshake
{
public:
    Handshake(const Endpoint &endpoint, const ConnectionOptions &options);

    [[nodiscard]] const std::vector<Command> &commands() const { return m_commands; }

    // The error that ends the attempt, if this reply to commands()[step] is one.
    [[nodiscard]] std::optional<Error> errorOf(size_t step, const Result<Reply> &reply) const;

private:
    // The error that follows from a reply that is none, but shows that this is the wrong server.
    [[nodiscard]] std::optional<Error> answerError(size_t step, const Reply &reply) const;

    std::vector<Command> m_commands;
};

} // namespace lockstep
