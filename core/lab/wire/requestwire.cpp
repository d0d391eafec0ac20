#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <charconv>

namespace lockstep {

namespace {

constexpr size_t longestReadable = 80; // bytes of a word

void appendNumber(std::string *wire, char kind, size_t number)
{
    char digits[24];
    digits[0] = kind;
    char *const end = std::to_chars(digits + 1, digits + sizeof digits, number).ptr;
    wire->append(digits, size_t(end - digits));
    wire->append("\r\n", 2);
}

bool isPlain(std::string_view word)
{
    if (word.empty())
        return false;
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte == '"' || byte == 0x7f)
            return false;
    }
    return true;
}

} // namespace

void appendHeader(std::string *wire, int words)
{
    appendNumber(wire, '*', size_t(words));
}

void appendWord(std::string *wire, std::string_view prefix, std::string_view word)
{
    appendNumber(wire, '$', prefix.size() + word.size());
    wire->append(prefix);
    wire->append(word);
    wire->append("\r\n", 2);
}

void appendCommand(std::string *wire, std::initializer_list<std::string_view> words)
{
    appendHeader(wire, int(words.size()));
    for (const std::string_view word : words)
        appendWord(wire, {}, word);
}

std::string wireOf(std::initializer_list<std::string_view> words)
{
    std::string wire;
    appendCommand(&wire, words);
    return wire;
}

bool isSameWord(std::string_view word, std::string_view upperCase)
{
    return std::equal(word.begin(), word.end(), upperCase.begin(), upperCase.end(),
        [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

void appendReadable(std::string *words, std::string_view word)
{
    if (!words->empty())
        words->push_back(' ');
    const bool isLong = word.size() > longestReadable;
    size_t length = isLong ? longestReadable : word.size();
    while (isLong && length > 0 && (static_cast<unsigned char>(word[length]) & 0xc0) == 0x80)
        --length; // not within a character
    const std::string_view shown = word.substr(0, length);
    if (isPlain(shown)) {
        words->append(shown);
    } else {
        const char quote = shown.find('"') == std::string_view::npos ? '"' : '\'';
        words->push_back(quote);
        words->append(shown);
        words->push_back(quote);
    }
    if (isLong)
        words->append("…");
}

} // namespace lockstep
