#pragma once

#include <QByteArrayView>

#include <initializer_list>
#include <string>
#include <string_view>

namespace lockstep {

// Composes a command in the servers' protocol, into a buffer that is used again and again.
// Source: https://redis.io/docs/latest/develop/reference/protocol-spec/
void appendHeader(std::string *wire, int words);
// A word of the command; prefix stands before it.
void appendWord(std::string *wire, std::string_view prefix, std::string_view word);
// A whole command.
void appendCommand(std::string *wire, std::initializer_list<std::string_view> words);
std::string wireOf(std::initializer_list<std::string_view> words);
// Whether the words are the same if letter case is ignored.
bool isSameWord(std::string_view word, std::string_view upperCase);
inline std::string_view viewOf(QByteArrayView text)
{
    return {text.data(), size_t(text.size())};
}
// A word for people: a space before all but the first, in quotes where it has to be, and short.
// Its bytes are as they are: whoever shows it escapes what cannot be seen.
void appendReadable(std::string *words, std::string_view word);

} // namespace lockstep
