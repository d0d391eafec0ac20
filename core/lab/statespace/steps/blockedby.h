#pragma once

#include <QtGlobal>

namespace lockstep {

// Why a step cannot be taken. Some reasons come with the name of a key, a channel or a mutex.
enum class BlockedBy : quint8 {
    None, // it can be taken
    KeyExists, // the thread waits in await_gone(name)
    KeyUnchanged, // the thread waits in await(name)
    TooEarly, // the thread's work or sleep is not over
    NoMessage, // no message has come on the channel `name`
    MutexTaken, // another thread has the mutex `name`
    Paused,
    NotPaused,
    Crashed,
    Finished,
    NotThere, // there is no such client, thread or choice
    KeyDue, // a key expires before the thread may send more
    Budget, // the bound for steps of this kind is used up
    NoDeadline, // time has no deadline or timer to go on to
    Assumption, // an assumption of the exploration forbids it
    // A restart or failover would lose nothing: no data and no open WATCH. A lost request: the
    // thread does not ask for a plain command next.
    NothingToLose,
    RunOver // all main threads have ended
};

// How a stepped run ends where no step is possible.
enum class Ending : quint8 {
    Open, // some step is possible
    Complete, // everybody has finished or crashed
    Stuck, // somebody waits for what cannot happen any more
    Undecided, // more time would decide, but its bound is used up
    Forbidden // more time would decide, but an assumption keeps it from passing
};

inline bool isDecided(Ending ending)
{
    return ending == Ending::Complete || ending == Ending::Stuck;
}

} // namespace lockstep
