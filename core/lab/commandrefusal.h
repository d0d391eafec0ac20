#pragma once

#include <string_view>
#include <vector>

namespace lockstep {

// Why client programs may not send a command; nullptr: they may. name: upper case. The flags are
// the server's own; keysUnknown: it does not say where the keys are.
const char *refusalOf(
    std::string_view name, bool isAdmin, bool isBlocking, bool isRandom, bool keysUnknown);

// The same for what stands in an allowed command: "XREAD BLOCK 5 …", the source of EVAL.
const char *refusalOfOptions(const std::vector<std::string_view> &words);

} // namespace lockstep
