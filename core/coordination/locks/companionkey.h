#pragma once

#include <QByteArray>

namespace lockstep {

// A second key for what belongs to the first, in the same slot, so that one script may use both in
// a Cluster: "{job}:waiters" of "job", "{shop}:job:waiters" of "{shop}:job". A name that has a
// closing brace but no tag cannot be made one; the first number that leads to its slot is added:
// "a}b:waiters:3021". The same for every client.
QByteArray companionKey(const QByteArray &name, const QByteArray &part);

} // namespace lockstep
