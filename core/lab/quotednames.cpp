#include "core/lab/quotednames.h"

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

} // namespace

void forEachQuotedName(
    std::string_view source, const std::function<void(std::string_view name, bool isCalled)> &found)
{
    for (size_t at = 0; at < source.size(); ++at) {
        if (!isQuote(source[at]))
            continue;
        const size_t begin = at + 1;
        size_t end = begin;
        while (end < source.size() && isNameCharacter(source[end]))
            ++end;
        size_t closing = end;
        while (closing < source.size() && source[closing] == '\\')
            ++closing;
        if (end == begin || closing == source.size() || !isQuote(source[closing]))
            continue;
        std::string_view before = source.substr(0, at);
        while (!before.empty()
            && (before.back() == '\\' || before.back() == ' ' || before.back() == '('))
            before.remove_suffix(1);
        found(source.substr(begin, end - begin),
            before.size() >= 4 && before.substr(before.size() - 4) == "call");
        at = closing;
    }
}

} // namespace lockstep
