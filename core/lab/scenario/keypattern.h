#pragma once

#include <string_view>

namespace lockstep {

// Whether the key matches the pattern: * stands for any bytes, ? for one byte, everything else for
// itself. Takes at most time proportional to the product of both lengths.
bool matchesKeyPattern(std::string_view pattern, std::string_view key);
// Whether the text has a * or ?, so that it may match more than the key of that name.
inline bool isKeyPattern(std::string_view text)
{
    return text.find_first_of("*?") != std::string_view::npos;
}

} // namespace lockstep
