#pragma once

#include <QtGlobal>

namespace lockstep {

// The part of a rule that the user wants to fill in; its field gets the focus.
enum class RuleField : quint8 { Keys, Limit, Name, Ignore };

} // namespace lockstep
