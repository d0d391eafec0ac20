#pragma once

#include <QByteArray>

namespace lockstep {

// The names that Redisson derives from that of an object: "prefix:{name}", which is in the same
// slot. A name with a brace is assumed to have a hash tag already: "prefix:name".
// Source: redisson/src/main/java/org/redisson/RedissonObject.java
inline QByteArray redissonName(const QByteArray &prefix, const QByteArray &name)
{
    return name.contains('{') ? prefix + ':' + name : prefix + ":{" + name + '}';
}

} // namespace lockstep
