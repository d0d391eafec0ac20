#pragma once

#include "core/watch/link/clientlist.h"

#include <QString>

namespace lockstep {

// Says which connections belong to the holder's token and by what they are recognised, or that none
// does, or why it is unknown. Plain text of several lines.
QString clientSentence(const Holder &holder, const ClientList &list);

} // namespace lockstep
