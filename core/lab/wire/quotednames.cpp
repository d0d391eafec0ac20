#include "core/lab/wire/quotednames.h"

namespace lockstep {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '-';
}

bool isQuote(char c)
{
    return c == '"' || c == '\'';
}

// Whether a text begins right behind this sign: it is a quote, or the last sign of "[[", "[=[",
// "[==[", …
bool opensText(std::string_view source, size_t at)
{
    if (isQuote(source[at]))
        return true;
    const size_t before = at == 0 ? at : source.find_last_not_of('=', at - 1);
    return source[at] == '[' && at > 0 && before != std::string_view::npos && source[before] == '[';
}

// Whether this is the first sign of what ends a text.
bool closesText(std::string_view source, size_t at)
{
    if (at >= source.size() || isQuote(source[at]))
        return at < source.size();
    const size_t last = source.find_first_not_of('=', at + 1);
    return source[at] == ']' && last != std::string_view::npos && source[last] == ']';
}

// Whether `before`, which is what stands before the text, ends in a call of call() or pcall(), with
// or without its bracket.
bool isCall(std::string_view before)
{
    constexpr std::string_view skipped = "\\ \t\r\n([=";
    constexpr std::string_view name = "call"; // and pcall
    const size_t last = before.find_last_not_of(skipped);
    return last != std::string_view::npos && last + 1 >= name.size()
        && before.substr(last + 1 - name.size(), name.size()) == name;
}

// Whether redis.call, or pcall, is put into a variable or handed on: then any name may be called.
bool handsCallOn(std::string_view source)
{
    constexpr std::string_view name = "call";
    constexpr std::string_view opening = "([\"'\\";
    for (size_t at = source.find(name); at != std::string_view::npos;
         at = source.find(name, at + name.size())) {
        const size_t begin = at > 0 && source[at - 1] == 'p' ? at - 1 : at;
        const bool isMember = begin > 0 && source[begin - 1] == '.';
        const size_t end = at + name.size();
        const bool isWhole = end >= source.size() || !isNameCharacter(source[end]);
        const size_t next = source.find_first_not_of(" \t\r\n", end);
        if (isMember && isWhole
            && (next == std::string_view::npos
                || opening.find(source[next]) == std::string_view::npos))
            return true;
    }
    return false;
}

} // namespace

void forEachQuotedName(
    std::string_view source, const std::function<void(std::string_view name, bool isCalled)> &found)
{
    const bool anyMayBeCalled = handsCallOn(source);
    for (size_t at = 0; at < source.size(); ++at) {
        if (!opensText(source, at))
            continue;
        const size_t begin = at + 1;
        size_t end = begin;
        while (end < source.size() && isNameCharacter(source[end]))
            ++end;
        size_t closing = end;
        while (closing < source.size() && source[closing] == '\\')
            ++closing;
        if (end == begin || !closesText(source, closing))
            continue;
        found(source.substr(begin, end - begin), anyMayBeCalled || isCall(source.substr(0, at)));
        at = closing;
    }
}

} // namespace lockstep
