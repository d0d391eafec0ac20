#pragma once

#include "core/redis/connection/script.h"

namespace lockstep {

// The keys of a lock, all in one slot, and the scripts that Lock and FencedLock share.
struct LockKeys
{
    LockKeys(QByteArray name, bool isFenced);

    QByteArray lock;
    QByteArray waiters; // the list of waiters; exists only while somebody waits
    // The counter of fencing tokens, never deleted; empty if the lock is not fenced.
    QByteArray fence;

    [[nodiscard]] QByteArrayList list() const; // the KEYS of each script
};

const Script &lockAcquire(); // resources/scripts/lock-acquire.lua
const Script &lockExtend(); // resources/scripts/lock-extend.lua
// resources/scripts/lock-release.lua; the reply 2 means released, but no waiter got the message.
const Script &lockRelease();

} // namespace lockstep
