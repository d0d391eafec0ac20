#pragma once

#include "core/lab/scenario/scenario.h"

#include <QByteArray>
#include <QByteArrayView>

#include <set>
#include <string_view>
#include <vector>

namespace lockstep {

// What a Lua source does with times that it reads: how long a key has left (PTTL), when it ends
// (EXPIRETIME), what time it is (TIME, now(), the ids of XADD), how long ago something was (XINFO).
struct TimeUse
{
    // What it does depends on them: it compares them with anything but 0, 1, -1 and -2, which only
    // tell whether there is a deadline, or what it has computed from them with any number; it
    // searches them as a text; it makes a key of them, an index or the bound of a loop; it hands
    // them to a command, but for deadlines, or tells them to a check that reads them; it waits for
    // what it has computed from them or makes a deadline of that; it gives them to a function that
    // is not known to give them back; or the server compares for it, by EXPIRE … GT and LT, by the
    // range of a sorted set or by the age of what waits in a stream.
    bool isCompared = false;
    bool isReturned = false; // it returns such a time to its caller

    // Found out from the text alone. tellingScripts: names of scripts whose reply tells a time.
    static TimeUse of(QByteArrayView source, const std::set<QByteArray> &tellingScripts = {});
    // The same of a server script, whose commands are executed out of sight: it also compares where
    // the option of an EXPIRE does not stand in its text, and so may be GT or LT.
    static TimeUse ofScript(QByteArrayView source);
};

// Whether programs of the scenario, or scripts that they name, compare times (TimeUse::isCompared).
bool comparesTimes(const Scenario &scenario);
// Whether a command that was sent compares times by itself, wherever its words come from: by EXPIRE
// … GT and LT, or by the age of what waits in a stream. words: its name and its arguments.
bool comparesTimes(const std::vector<std::string_view> &words);
// Whether a script that was called compares times, whatever stands in the scenario's file. One that
// only tells a time counts where it was put together, for comparesTimes() has not seen then what
// becomes of its reply.
bool comparesTimesInScript(QByteArrayView script, const Scenario &scenario);

} // namespace lockstep
