#pragma once

#include <QtGlobal>

namespace lockstep {

// Why a step cannot be taken. "name": of the key, channel or mutex that comes with it.
enum class BlockedBy : quint8 {
    None, // it can
    KeyExists, // await_gone(name)
    KeyUnchanged, // await(name)
    TooEarly, // its work or sleep is not over
    NoMessage, // on the channel name
    MutexTaken, // name
    Paused,
    NotPaused,
    Crashed,
    Finished,
    NotThere, // there is no such client, thread or choice
    KeyDue, // a key expires before it sends more
    Budget, // used up
    NoDeadline, // nothing lies ahead
    Assumption, // forbids it
    // The node holds nothing, or the replica has it all, and nobody watches there; no plain command
    // is next.
    NothingToLose,
    RunOver // all main threads have ended
};

// How a stepped run ends where no step is possible.
enum class Ending : quint8 {
    Open, // some step is possible
    Complete, // everybody has finished or crashed
    Stuck, // somebody waits for what cannot happen any more
    Undecided // more time would decide, but its bound is used up
};

} // namespace lockstep
