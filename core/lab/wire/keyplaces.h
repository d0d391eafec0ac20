#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

// Where the keys of a command are among its words, counted from 0 = the command's name.
struct KeyPlaces
{
    int first = 0, last = 0, step = 0; // first 0: none. last may be negative: from the end
    int numberOfKeysAt = 0; // > 0: that word says how many keys follow it (EVAL: 2)
    int channelAt = 0; // > 0: that word is a channel (PUBLISH: 1)
    bool afterStreams = false; // XREAD … STREAMS key key id id

    friend bool operator==(const KeyPlaces &, const KeyPlaces &) = default;

    // The indexes of the keys. Nothing: the words do not say which of them are keys, so that the
    // server either refuses them or reads them in a way that is not known here.
    [[nodiscard]] std::optional<std::vector<int>> in(
        const std::vector<std::string_view> &words) const;
};

// Of the commands whose keys the servers' own COMMAND does not tell, or tells differently from
// version to version; nullptr for all others. name: upper case.
const KeyPlaces *keyPlacesNotTold(std::string_view name);

// Whether it is one of the commands that were read in the documentation: where its keys are, and
// what else it sees. name: upper case.
bool isDocumented(std::string_view name);

// Why a command may not be sent to a server of the user's, where no other key than the run's may be
// reached; nullptr: it may. told: what that server says of the command in COMMAND.
const char *refusalOnUsersServer(std::string_view name, const KeyPlaces &told, bool isOfModule);

// The words between the name of XREAD or XREADGROUP and STREAMS are options.
struct StreamWords
{
    int firstKey = 0;
    bool waits = false; // BLOCK is among the options
};
// Nothing: there are unknown options, or no STREAMS.
std::optional<StreamWords> streamWords(const std::vector<std::string_view> &words);

} // namespace lockstep
