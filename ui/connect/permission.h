#pragma once

#include <QtGlobal>

namespace lockstep {

// What the window may do to a server besides watching it.
enum class Permission : quint8 {
    ReadOnly,
    MayRelease, // may release locks, each after a question; never remembered
    Production, // read-only and remembered as production: nothing is ever released there
};

} // namespace lockstep
