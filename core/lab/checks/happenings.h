#pragma once

#include "core/lab/history/roundrecords.h"

#include <vector>

namespace lockstep {

// A change of a key, a mark or a crash: one of the three.
struct Happening
{
    Moment at = 0; // from which on it counts
    Moment earliest = 0, latest = 0; // between which it happened
    const KeyChange *change = nullptr;
    const MarkRecord *mark = nullptr;
    const Incident *crash = nullptr;
    int group = 0; // see HistoryCut: the server that executed it, 1 for its first
    quint64 place = 0; // of those at one moment, the lowest was first
    // Its command changed nothing: the group's order does not tell which keys had expired by then.
    bool isOfReading = false;
    // A mark that counts from its command on: it may have happened later than its place in the
    // group tells.
    bool mayBeLate = false;
    // For a key that was not removed by a command: its deadline, or the moment at which its server
    // was lost. All keys of a server that have the same value here are gone at once.
    Moment struck = never;

    [[nodiscard]] quint32 operation() const;
};

// All of a round, its setup's too, in the order in which they count. The records must outlive them.
std::vector<Happening> happeningsOf(const RoundRecords &records);

// Whether it was before the round's first state.
bool isOfSetup(const Happening &happening, const Round &round);

// Whether both are of one state: all key changes of one operation and the marks that count from it
// on are, all marks that a client makes at one moment, and all keys that are gone at once. Both:
// one behind the other.
bool isOneState(const Happening &happening, const Happening &next);

} // namespace lockstep
