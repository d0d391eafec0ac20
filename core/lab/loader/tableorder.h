#pragma once

#include <QByteArrayView>

namespace lockstep {

// Whether a server script may go through a table in an order that texts decide which it has only
// when it is executed: by pairs() or next(), by what makes a text or a reply of a whole table, or
// by a function that is not named, where some table has such texts as its keys. So does the order
// of names of Redis keys, which are longer in the lab than elsewhere and others in each free run.
// Found out from its text alone.
bool goesThroughTables(QByteArrayView script);

} // namespace lockstep
