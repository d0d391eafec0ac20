#pragma once

#include "core/lab/scenario/scenario.h"

#include <map>
#include <set>

namespace lockstep {

// What the text of a scenario's programs, and of the server scripts that they call, does to a key.
struct KeyUse
{
    std::set<QByteArray> commands; // in capitals
    bool isSetOnce = false; // by SETNX or SET … NX
    bool isEntered = false; // enter() has its name
    bool isBucket = false; // it is the first key that a script of a bucket is given

    [[nodiscard]] bool hasAny(const std::set<QByteArray> &names) const;
};

// The uses of each key, by the names and patterns of the scenario's keys. It is read from the text
// alone: a name that a program composes is recognised only if its literal beginning is that of a
// pattern.
std::map<QByteArray, KeyUse> keyUses(const Scenario &scenario);

} // namespace lockstep
