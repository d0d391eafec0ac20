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

// Those of a Lua text, in its order, comments and texts left out. A name that is put together when
// the program runs is not among them, nor one in a script, which is a text: forEachQuotedName()
// (quotednames.h) finds those, and more than there are.
std::vector<WrittenCommand> writtenCommands(const QByteArray &source);

// What a program may not send to a server of the user's is refused when it is sent; here before
// anything is done there, as far as the file tells. Errors: BadInput.
Result<void> checkWrittenCommands(const Scenario &scenario, const CommandTable &commands);

} // namespace lockstep
