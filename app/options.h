#pragma once

#include "app/arguments.h"

#include <span>

namespace lockstep {

// Which command an option belongs to.
enum On : unsigned {
    Window = 1,
    Watch = 2,
    Shot = 4,
    Acl = 8,
    Unlock = 16,
    Watching = Window | Watch | Shot,
    Connecting = Watching | Unlock,
    All = Connecting | Acl
};

struct Option
{
    const char *name; // without dashes; two commands may use one name for different things
    const char *value; // what it takes, for the help; nullptr: nothing
    unsigned on;
    const char *help; // in the context lockstep::Arguments
    Result<void> (*take)(Arguments &, const QString &);
};

// One table says which option belongs to which command, so that an option that would do nothing is
// refused, and the help cannot forget one.
std::span<const Option> allOptions();

} // namespace lockstep
