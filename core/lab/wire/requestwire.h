#pragma once

#include <QByteArrayView>

#include <initializer_list>
#include <string>
#include <string_view>

namespace lockstep {

// The first three of these functions encode a command in RESP. They append to the buffer, so that
// it can be reused.
// Source: https://redis.io/docs/latest/develop/reference/protocol-spec/
void appendHeader(std::string *wire, int words);
// Appends a word of the command, with prefix put before it.
void appendWord(std::string *wire, std::string_view prefix, std::string_view word);
// Appends a whole command.
void appendCommand(std::string *wire, std::initializer_list<std::string_view> words);
std::string wireOf(std::initializer_list<std::string_view> words);
// Whether the word is the other one in any letter case. upperCase: ASCII capitals.
bool isSameWord(std::string_view word, std::string_view upperCase);
inline std::string_view viewOf(QByteArrayView text)
{
    return {text.data(), size_t(text.size())};
}
// Appends a word as people read it: shortened, in quotes if needed, and with a space before it
// unless it is the first. Bytes that cannot be printed stay as they are; whoever shows the text
// escapes them.
void appendReadable(std::string *words, std::string_view word);

} // namespace lockstep
