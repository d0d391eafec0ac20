#pragma once

#include "core/redis/values/command.h"

#include <QByteArray>

namespace lockstep {

// The commands that watching may send, the handshake included. Given to every connection of a watch
// as ConnectionOptions::permit, the one place where its commands leave.
bool isAllowedForWatching(const Command &command);

// The minimal `ACL SETUSER …` line under which everything that push mode needs works. The password
// is left to the reader as <password>.
QByteArray aclLine(const QByteArray &user);

} // namespace lockstep
