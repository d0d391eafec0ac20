#pragma once

#include "core/redis/values/endpoint.h"

#include <QCoroTask>

#include <vector>

namespace lockstep {

struct Arguments;

// The passwords of profiles on the command line, in the desktop's keychain. Nobody is asked to
// unlock it. What was done there, or why it was of no use, is said, and is no reason to end. All of
// these but keepTypedPassword() block until the keychain has answered, or has been waited for long
// enough.

// Completes the endpoint of --profile, where no password was given for it in another way. What is
// wrong is left in keychainTrouble, because most servers want no password after all.
void takeKeptPasswords(Arguments &arguments);
// Keeps the passwords that the endpoints have; nothing to do where none has one.
void keepPasswords(const std::vector<Endpoint> &endpoints);
void forgetPasswords(const Endpoint &endpoint);

// Asks on the terminal whether the password that was just typed is to be kept. False without a
// question: it is of no profile, or the keychain cannot be used.
bool isTypedPasswordToBeKept(const Arguments &arguments);
// Once it has turned out to be right. Returns what was done.
QCoro::Task<QString> keepTypedPassword(Endpoint endpoint);

} // namespace lockstep
