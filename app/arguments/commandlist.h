#pragma once

#include "app/arguments/arguments.h"
#include "app/arguments/options.h"

#include <span>

namespace lockstep {

// One command, or one form of it that takes other options. Texts for people are in the context
// lockstep::Arguments.
struct CommandEntry
{
    const char *name; // as it is typed; of a form: what the help calls it
    Arguments::Command command;
    On on;
    const char *usage;
    const char *brief; // beside it in the help of all
    const char *what; // in its own help
    const char *example;
    bool isForm = false; // it is the one above, called with something special
};

// The only list of commands: the parser, its sentences and the help are made from it.
std::span<const CommandEntry> allCommands();

} // namespace lockstep
