#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>

#include <optional>
#include <string_view>

namespace lockstep {

// The `ACL SETUSER …` line of a user under which every scenario can be played on a server that was
// allowed: keys and channels of the lab alone. The password is left to the reader as <password>.
QByteArray labAclLine(const QByteArray &user);

// Whether a server refused a command by its ACL, as itself or within a script: NoPerm, with the
// command, the right that it needs and the server's words. words: of the command, for people; may
// be empty.
std::optional<Error> lackOfRights(std::string_view words, std::string_view reply);

} // namespace lockstep
