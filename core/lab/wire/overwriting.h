#pragma once

#include <QByteArrayView>

#include <string_view>
#include <vector>

namespace lockstep {

// What a command that changes the value of a key does with the value before.
enum class Overwriting : quint8 {
    None, // it changes a part and leaves the rest, as INCR, HSET and RPUSH do
    Removal, // it takes the key away: what the same step puts there afterwards is made anew
    Whole // it puts another value in its place, as SET does
};
// words: of one command, its name in capitals first. SET … NX, and what else writes only where
// there is no key, leaves a value as it is.
Overwriting overwritingBy(const std::vector<QByteArrayView> &words);

// What the commands do with the value of a key that they name: the strongest of all. The Removal by
// a plain command counts as Whole; that of a script may not come to pass, for only the text of a
// script is known.
// wire: the commands in the protocol; scripts with their source (EVAL).
Overwriting overwritingOf(std::string_view wire, QByteArrayView key);

} // namespace lockstep
