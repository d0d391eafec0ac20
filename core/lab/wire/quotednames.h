#pragma once

#include <functional>
#include <string_view>

namespace lockstep {

// Runs `found` for every quoted single word of a Lua source, in whichever of Lua's quotes and long
// brackets it stands, also for those within a text
// ("\"TIME\""), because scripts stand in texts, and for those in comments: rather a word too many
// than one missed. isCalled: what stands before the word ends in "call", so it is the first
// argument of call(), of pcall(), or of any function whose name ends so. Where one of them is put
// into a variable or handed on (local c = redis.call), every word is taken for called. Where the
// user is told the line, writtenCommands() reads Lua's own grammar instead.
void forEachQuotedName(std::string_view source,
    const std::function<void(std::string_view name, bool isCalled)> &found);

} // namespace lockstep
