#pragma once

#include <QByteArray>

namespace lockstep {

// The minimal `ACL SETUSER …` line for a Sentinel under which everything works that SentinelLink
// sends. Sentinels have users of their own, and refuse the line for a server because they do not
// have its commands. The password is left to the reader as <password>.
QByteArray sentinelAclLine(const QByteArray &user);

} // namespace lockstep
