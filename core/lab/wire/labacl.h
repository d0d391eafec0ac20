#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>

#include <optional>
#include <string_view>

namespace lockstep {

// The `ACL SETUSER …` line for a user who may do all that scenarios need, but only with the lab's
// own keys and channels. In place of the password it says <password>.
QByteArray labAclLine(const QByteArray &user);

// Returns NoPerm if the reply says that the server's ACL refused the command, or one within a
// script; its detail has the command, the right that it needs and the server's words. Otherwise
// nothing. words: the command for people; may be empty.
std::optional<Error> lackOfRights(std::string_view words, std::string_view reply);

} // namespace lockstep
