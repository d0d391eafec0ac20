#pragma once

#include "core/redis/values/reply.h"

namespace lockstep {

// What a key may cost each time it is read. Lengths are asked for before anything is read, so only
// a giant element among small ones can reach this limit.
constexpr qint64 largestRead = 2 * 1024 * 1024; // bytes of one reply

// The bytes of all texts in a reply.
inline qint64 sizeOf(const Reply &reply)
{
    qint64 size = reply.text.size();
    for (const auto &element : reply.elements)
        size += sizeOf(element);
    return size;
}

} // namespace lockstep
