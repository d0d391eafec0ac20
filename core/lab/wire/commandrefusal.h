#pragma once

#include <string_view>
#include <vector>

namespace lockstep {

// Returns why client programs may not send a command, or nullptr if they may. name: in upper case.
// The flags are what the server says of it; keysUnknown: it does not say where the keys are.
const char *refusalOf(
    std::string_view name, bool isAdmin, bool isBlocking, bool isRandom, bool keysUnknown);

// Returns the same for the arguments of an allowed command, such as "XREAD BLOCK 5 …" or the source
// in EVAL.
const char *refusalOfOptions(const std::vector<std::string_view> &words);

// Why the words may not be sent to a user's server if they would make it allocate far more than
// their own length: it might evict the user's keys to make room. nullptr if they may be sent.
const char *refusalOfFarOffset(const std::vector<std::string_view> &words);

// The commands that refusalOf() refuses whatever their flags are, upper case. The manual
// (resources/manual/scenarios.md) lists them.
std::vector<std::string_view> commandsRefusedByName();

} // namespace lockstep
