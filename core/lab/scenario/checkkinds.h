#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>

namespace lockstep {

// The kinds of arguments that a check may take.
enum class CheckArgument : quint8 {
    None,
    Name, // of a lock, a count or an event
    OptionalName, // Check::other
    AdmittedName, // of an event or a count; "admitted" if it is left out
    Key, // Check::name, one of the scenario's keys
    OtherKey, // Check::other, one of the scenario's keys
    Amount,
    Window
};

struct CheckKind
{
    Check::Kind kind;
    const char *name; // in a file
    std::array<CheckArgument, 3> arguments; // in their order, followed by None
    const char *usage; // shown when the arguments are wrong
};

// The name of the constructor check(name, function), which gives a check function a name.
inline constexpr const char *namedFunction = "check";

// All checks that a file can name; a function has no name of its own. The only list of them: the
// constructors in Lua are made from it, and the loader reads by it.
inline constexpr std::array allCheckKinds = [] {
    using enum CheckArgument;
    using Kind = Check::Kind;
    return std::array{
        CheckKind{Kind::HoldersAtMost, "holders_at_most", {Name, Amount},
            "holders_at_most(lock, number)"},
        CheckKind{
            Kind::CountAtMost, "count_at_most", {Name, Amount}, "count_at_most(count, number)"},
        CheckKind{
            Kind::CountAtLeast, "count_at_least", {Name, Amount}, "count_at_least(count, number)"},
        CheckKind{Kind::SumEquals, "sum_equals", {Name, OtherKey, Amount},
            "sum_equals(count, key, number)"},
        CheckKind{
            Kind::ValueAtLeast, "value_at_least", {Key, Amount}, "value_at_least(key, number)"},
        CheckKind{Kind::ValueAtMost, "value_at_most", {Key, Amount}, "value_at_most(key, number)"},
        CheckKind{Kind::TtlPresent, "ttl_present", {Key}, "ttl_present(key)"},
        CheckKind{Kind::ReleasedByOwner, "released_by_owner", {Key}, "released_by_owner(key)"},
        CheckKind{Kind::RenewedByOwner, "renewed_by_owner", {Key}, "renewed_by_owner(key)"},
        CheckKind{Kind::InOrder, "in_order", {Name, OptionalName},
            "in_order(event) or in_order(first, second)"},
        CheckKind{Kind::AdmittedAtMost, "admitted_at_most", {AdmittedName, Amount, Window},
            "admitted_at_most(number, window) or admitted_at_most(name, number, window)"},
        CheckKind{Kind::NobodyWaits, "nobody_waits", {}, "nobody_waits()"},
    };
}();
static_assert(allCheckKinds.size() == size_t(Check::Kind::Function), "Function is the last kind");

} // namespace lockstep
