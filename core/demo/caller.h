#pragma once

#include "core/demo/desk.h"

#include <functional>

namespace lockstep {

// Builds the command of one call of a rate-limited API. Its reply is 1 when the call is let through
// and 0 when it is refused.
using Call = std::function<Command()>;

// A client that calls at its ease, falls into a hurry now and then, is refused, and takes a rest.
// At speed 1 that is a call every few seconds and an exhausted limit every minute or two.
void keepCalling(Desk &desk, Call call);

// A script with its keys and arguments, as a command.
class Script
{
public:
    Script(const QByteArray &text, const QByteArrayList &keys);
    Script &operator<<(const QByteArray &argument);
    Script &operator<<(qint64 argument);
    operator Command() const { return m_command; }

private:
    Command m_command;
};

} // namespace lockstep
