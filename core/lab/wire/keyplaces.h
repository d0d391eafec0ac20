#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

// Where the keys of a command are among its words, counted from 0 = the command's name.
struct KeyPlaces
{
    // First is 0 if there are no keys; a negative last counts from the end.
    int first = 0, last = 0, step = 0;
    int numberOfKeysAt = 0; // > 0: that word says how many keys follow it (EVAL: 2)
    int channelAt = 0; // > 0: that word is a channel (PUBLISH: 1)
    bool afterStreams = false; // XREAD … STREAMS key key id id

    friend bool operator==(const KeyPlaces &, const KeyPlaces &) = default;

    // The indexes of the keys. Nothing if it cannot be told from the words which of them are keys:
    // the server either refuses them or reads them in a way that is not known here.
    [[nodiscard]] std::optional<std::vector<int>> in(
        const std::vector<std::string_view> &words) const;
};

// The places of keys for commands of which the server's reply to COMMAND does not say them, or says
// something else in other versions; nullptr for all other commands. name: upper case.
const KeyPlaces *keyPlacesNotTold(std::string_view name);

// Whether the command's documentation was read for this program, so that it is known where its keys
// are and what else of the server it sees. name: upper case.
bool isDocumented(std::string_view name);

// Why a command may not be sent to a user's server, where only the run's keys may be reached;
// nullptr if it may. told: the places of keys that this server reports in COMMAND.
const char *refusalOnUsersServer(std::string_view name, const KeyPlaces &told, bool isOfModule);

// The words between the name of XREAD or XREADGROUP and STREAMS are options.
struct StreamWords
{
    int firstKey = 0;
    bool waits = false; // BLOCK is among the options
};
// Returns nothing if there is an unknown option or no STREAMS.
std::optional<StreamWords> streamWords(const std::vector<std::string_view> &words);

} // namespace lockstep
