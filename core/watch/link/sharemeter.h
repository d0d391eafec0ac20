#pragma once

#include "core/watch/link/serverfigures.h"
#include "core/watch/values/ttl.h"

#include <map>
#include <optional>

namespace lockstep {

// Measures which part of its time the server spends on our commands, by its own accounts: the time
// of each kind of command, and, of the processor time beyond that (reading requests, writing
// replies and announcements), our part by the number of commands and announcements. What it takes
// to make an announcement is in the time of the command that changes the key, whoever sent it, and
// is reckoned as one more command. What the server does for itself is nobody's: as much as it did
// when it was quiet, if that was seen. bench_load compares the sum with a server that is not
// watched.
class ShareMeter
{
public:
    using Counts = std::map<QByteArray, qint64>;

    // Takes the counts since the start. ours: commands that we sent, by the names that the server
    // gives them. announcements: messages that the server pushed to us.
    void update(Instant now, const ServerFigures &server, const Counts &ours, qint64 announcements);
    // The part, 0 to 1, between the last two updates. Nothing if the server does not tell it or has
    // not told it recently.
    [[nodiscard]] std::optional<double> serverTimeShare(Instant now) const;
    // Commands a second that the server executed for others between the last two updates; nothing
    // as for serverTimeShare().
    [[nodiscard]] std::optional<double> othersPerSecond(Instant now) const;
    void reset() { *this = {}; }

private:
    struct Sample
    {
        Instant at;
        ServerFigures server;
        Counts ours;
        qint64 announcements = 0;
    };
    struct Load
    {
        double serverTimeShare = 0;
        double othersPerSecond = 0;
    };
    [[nodiscard]] std::optional<Load> between(const Sample &from, const Sample &to);
    [[nodiscard]] const Load *load(Instant now) const; // nullptr: as above

    std::optional<Sample> m_last;
    std::optional<Load> m_load;
    std::optional<double> m_housekeeping; // part of the time, 0 to 1; nothing: never seen quiet
};

} // namespace lockstep
