#pragma once

#include "core/lab/scenario/scenario.h"
#include "core/lab/wire/commandtable.h"

#include <QByteArray>

#include <vector>

namespace lockstep {

// A command whose name stands in the text of a file: redis.call("GET", key).
struct WrittenCommand
{
    QByteArray name; // as written
    int line = 0;
};

// The commands in a Lua source, in its order. Comments and string literals are left out, so a
// script, which is a string, is not searched; nor is a name found that is put together when the
// program runs. forEachQuotedName() (quotednames.h) finds those as well, and more than there are.
std::vector<WrittenCommand> writtenCommands(const QByteArray &source);

// Refuses, before anything is done on a server of the user's, the commands that may not be sent
// there, as far as the file tells them. The others are refused when they are sent. Errors:
// BadInput.
Result<void> checkWrittenCommands(const Scenario &scenario, const CommandTable &commands);

} // namespace lockstep
