#pragma once

#include <QString>

#include <functional>

namespace lockstep {

// Words for a person, in the language that is chosen when they are asked for. Whoever shows them
// for longer asks again when another language is chosen. nullptr: there is nothing to say.
using Saying = std::function<QString()>;

} // namespace lockstep
