#pragma once

#include "core/watch/link/clientlist.h"

#include <QString>

namespace lockstep {

// Which connections a holder's token names, and on what grounds; or that it names none, or why that
// is not known. Plain text, several lines.
QString clientSentence(const Holder &holder, const ClientList &list);

} // namespace lockstep
