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

// Why words that make the server allocate far more than they are long may not be sent to a server
// of the user's: it might evict the user's keys to make room. nullptr: they may.
const char *refusalOfFarOffset(const std::vector<std::string_view> &words);

} // namespace lockstep
