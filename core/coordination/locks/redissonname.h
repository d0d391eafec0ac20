#pragma once

#include <QByteArray>

namespace lockstep {

// What Redisson derives from the name of an object: "prefix:{name}", in the slot of the name; a
// name with a brace is taken to have a tag of its own: "prefix:name".
// Source: redisson/src/main/java/org/redisson/RedissonObject.java
inline QByteArray redissonName(const QByteArray &prefix, const QByteArray &name)
{
    return name.contains('{') ? prefix + ':' + name : prefix + ":{" + name + '}';
}

} // namespace lockstep
