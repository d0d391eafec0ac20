#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

struct CommandName
{
    Arguments::Command command;
    unsigned bit; // of CommandBit
    const char *words; // as it is typed
};

// Finds the command that the words, of which there is one at least, begin with, and removes its
// name from them. Errors: BadInput, with the commands that are possible.
Result<CommandName> takeCommand(QStringList &words);

// The CommandBit of the command that --help is about; 0 is the window. Errors: BadInput.
Result<unsigned> helpedCommand(QStringList words);

} // namespace lockstep
