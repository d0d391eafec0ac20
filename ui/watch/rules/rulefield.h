#pragma once

#include <QtGlobal>

namespace lockstep {

// The part of a rule that somebody wants to fill in, which gets the focus.
enum class RuleField : quint8 { Keys, Limit, Name, Ignore };

} // namespace lockstep
