#pragma once

#include <QByteArray>

namespace lockstep {

// The ACL rules that releasing locks by hand needs besides those of watching: access to any key,
// the channels on which the libraries' waiters listen, and the commands of the look and of the
// scripts.
QByteArray releaseRights();

// The `ACL SETUSER …` line of a user who may watch and release locks by hand. The reader has to
// replace <password>.
QByteArray releaseAclLine(const QByteArray &user);

} // namespace lockstep
