#pragma once

#include <functional>
#include <string_view>

namespace lockstep {

// Calls found for each text of a Lua source that is a single word, also for those within a text
// ("\"TIME\""). isCalled: it is the first argument of call() or pcall(), so it is the name of a
// command that is sent.
void forEachQuotedName(std::string_view source,
    const std::function<void(std::string_view name, bool isCalled)> &found);

} // namespace lockstep
