#pragma once

#include "core/demo/desk.h"

#include <functional>

namespace lockstep {

// Builds the command of one call of a rate-limited API. Its reply is 1 when the call is let through
// and 0 when it is refused.
using Call = std::function<Command()>;

// A client that calls about once in `ease`, falls into a hurry now and then, is refused, and takes
// a rest. The ease should be one that the limit bears: then it is the hurry that exhausts it.
void keepCalling(Desk &desk, std::chrono::milliseconds ease, Call call);

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
