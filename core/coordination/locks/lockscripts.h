#pragma once

#include "core/redis/connection/script.h"

namespace lockstep {

// The keys of a lock, all in one slot, and the scripts that Lock and FencedLock share.
struct LockKeys
{
    LockKeys(QByteArray name, bool isFenced);

    QByteArray lock;
    QByteArray waiters; // the list of those who wait; exists only while somebody waits
    QByteArray fence; // the counter of fencing tokens, never deleted; empty: not fenced

    [[nodiscard]] QByteArrayList list() const; // KEYS of each script
};

const Script &lockAcquire(); // resources/scripts/lock-acquire.lua
const Script &lockExtend(); // resources/scripts/lock-extend.lua
// resources/scripts/lock-release.lua; 2: released, but no waiter received the message.
const Script &lockRelease();

} // namespace lockstep
