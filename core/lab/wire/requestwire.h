#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// Composes a command in the servers' protocol, into a buffer that is used again and again.
// Source: https://redis.io/docs/latest/develop/reference/protocol-spec/
void appendHeader(std::string *wire, int words);
// A word of the command; prefix stands before it.
void appendWord(std::string *wire, std::string_view prefix, std::string_view word);
// The same for people: a space before all but the first, in quotes where it has to be, and short.
// Its bytes are as they are: whoever shows it escapes what cannot be seen.
void appendReadable(std::string *words, std::string_view word);

} // namespace lockstep
