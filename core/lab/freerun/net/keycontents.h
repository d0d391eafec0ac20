#pragma once

#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

// The command that tells how much there is in a key of that type, as TYPE names it: of a string and
// of a hash all of it, of other types the number of elements.
std::string sizeCommand(const QByteArray &type, std::string_view key);

// Called with what is equal for equal contents, and nothing if there is no such key.
using ContentsRead = std::function<void(const std::optional<QByteArray> &contents)>;

// Reads what a key holds, without its deadline. Contents are compared as DUMP gives them. But that
// also tells in which order and form the server keeps the elements of a collection, which is no
// difference: those are compared by their elements. done is called from within the loop; it is not
// if the connection, which must outlive the replies, is lost before.
void readContents(ControlConnection &server, const QByteArray &key, ContentsRead done);

} // namespace lockstep
