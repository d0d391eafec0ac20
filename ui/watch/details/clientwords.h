#pragma once

#include "core/watch/link/clientlist.h"

#include <QString>

namespace lockstep {

// Says which connections a holder's token names, and by what that is known; or that it names none,
// or why that is not known. Plain text, several lines.
QString clientSentence(const Holder &holder, const ClientList &list);

} // namespace lockstep
