#pragma once

#include <QByteArray>

namespace lockstep {

// A canonical value (see dataset.h) as people write it: a string as it is (an empty one as ""), a
// hash {field: value, …}, a list [a, b], a set {a, b}, a sorted set {member: score}; at most some
// hundred bytes. Empty if there is no value.
QByteArray valueText(QByteArrayView canonical);

} // namespace lockstep
