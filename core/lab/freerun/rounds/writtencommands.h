#pragma once

#include "core/lab/scenario/scenario.h"
#include "core/lab/wire/commandtable.h"

#include <QByteArray>

#include <vector>

namespace lockstep {

// A command whose name is written in the text of a file, as in redis.call("GET", key).
struct WrittenCommand
{
    QByteArray name; // as written
    int line = 0;
};

// The commands in a Lua source, in the order of the text. Comments and other string literals are
// not searched, so commands inside a script, which is a string, are not found; nor are names that
// are put together when the program runs. forEachQuotedName() (quotednames.h) also searches
// strings, and may find names that are no commands.
std::vector<WrittenCommand> writtenCommands(const QByteArray &source);

// Called before anything is done on a server of the user's: refuses a file in which commands are
// written that may not be sent there. Commands that are not found are refused when they are sent.
// Errors: BadInput.
Result<void> checkWrittenCommands(const Scenario &scenario, const CommandTable &commands);

} // namespace lockstep
