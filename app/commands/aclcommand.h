#pragma once

namespace lockstep {

struct Arguments;

// lockstep acl: prints a line that makes a user who may do no more than what was asked for, and
// says on stderr what to do with it. Returns the exit status.
int printAcl(const Arguments &arguments);

} // namespace lockstep
