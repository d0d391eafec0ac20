#pragma once

#include <QtGlobal>

namespace lockstep {

// What the window may do to a server besides watching it.
enum class Permission : quint8 {
    ReadOnly,
    MayRelease, // release locks, each after a question; for this connection only, never remembered
    Production, // read-only, and remembered as such: nothing is ever released there
};

} // namespace lockstep
