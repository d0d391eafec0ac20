#pragma once

#include <string_view>

namespace lockstep {

// Whether a key is one of the scenario's: * stands for any bytes, ? for one, everything else for
// itself. Takes at most pattern times key.
bool matchesKeyPattern(std::string_view pattern, std::string_view key);
// Whether it may match other keys than the one of that name.
inline bool isKeyPattern(std::string_view text)
{
    return text.find_first_of("*?") != std::string_view::npos;
}

} // namespace lockstep
