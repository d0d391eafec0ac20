#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep::shop {

struct Words
{
    Family family = Family::Lock;
    QString library, kind;
    bool countsPresence = false;
    QByteArray readCommand;
};

// A format for showing, not for recognising.
FormatPtr format(const Words &words);

// A moment of a busy shop: every state there is, one of each or more.
Snapshot snapshot(Instant now);
// The same moment with alerts of each severity, and a long name and a key with markup among them.
Snapshot withAlerts(Snapshot snapshot);

} // namespace lockstep::shop
