#pragma once

#include <QByteArray>

namespace lockstep {

// The name of a second key that belongs to the first and is in the same slot, so that a script can
// use both in a Cluster: "{job}:waiters" of "job", "{shop}:job:waiters" of "{shop}:job". A name
// with a closing brace but without a hash tag cannot become a tag; then the smallest number that
// leads to its slot is appended: "a}b:waiters:3021". Every client gets the same name.
QByteArray companionKey(const QByteArray &name, const QByteArray &part);

} // namespace lockstep
