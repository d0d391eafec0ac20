#pragma once

#include "app/arguments/arguments.h"
#include "app/arguments/options.h"

#include <span>

namespace lockstep {

// One command, or one form of it that takes other options. Texts for people are in the context
// lockstep::Arguments.
struct CommandEntry
{
    const char *name; // as it is typed; for a form, as the help calls it
    Arguments::Command command;
    CommandBit bit;
    const char *usage;
    const char *brief; // one line in the list of all commands
    const char *what; // a paragraph in the command's own help
    const char *example;
    bool isForm = false; // a variant of the command above it, such as shot lab:ID
};

// The only list of commands: the parser, its sentences and the help are made from it.
std::span<const CommandEntry> allCommands();

} // namespace lockstep
