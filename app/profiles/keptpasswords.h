#pragma once

#include "core/redis/values/endpoint.h"

#include <QCoroTask>

#include <vector>

namespace lockstep {

struct Arguments;

// The passwords of profiles on the command line, in the desktop's keychain. Nobody is asked to
// unlock it. What was done there is printed; so is a failure, which never ends the program. All of
// these except keepTypedPassword() block until the keychain has answered or a time limit is over.

// Completes the endpoint of --profile with its password from the keychain, unless one was given in
// another way. A failure is only put into keychainTrouble, because most servers want no password
// after all.
void takeKeptPasswords(Arguments &arguments);
// Stores the passwords of the endpoints; does nothing for those without one.
void keepPasswords(const std::vector<Endpoint> &endpoints);
void forgetPasswords(const Endpoint &endpoint);

// Asks on the terminal whether to keep the password that was just typed. Returns false without
// asking if there is no profile or the keychain cannot be used.
bool isTypedPasswordToBeKept(const Arguments &arguments);
// This has to be called once the password has turned out to be right. Returns a sentence about what
// was done.
QCoro::Task<QString> keepTypedPassword(Endpoint endpoint);

} // namespace lockstep
