#pragma once

#include <QtGlobal>

namespace lockstep {

// What of a rule somebody wants to say.
enum class RuleField : quint8 { Keys, Limit, Name, Ignore };

} // namespace lockstep
