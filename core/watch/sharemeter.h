#pragma once

#include "core/watch/serverfigures.h"
#include "core/watch/ttl.h"

#include <map>
#include <optional>

namespace lockstep {

// Which part of its time the server spends on our commands, by its own accounts: what it took to
// execute each kind of command, and, of the processor time beyond that (reading requests, writing
// replies), our part by the number of commands.
class ShareMeter
{
public:
    using Counts = std::map<QByteArray, qint64>;

    // ours: commands sent since the start, named as the server's.
    void update(Instant now, const ServerFigures &server, const Counts &ours);
    // 0…1, between the last two updates. Nothing: the server does not tell, or has not for long.
    [[nodiscard]] std::optional<double> share(Instant now) const;
    void reset() { *this = {}; }

private:
    struct Sample
    {
        Instant at;
        ServerFigures server;
        Counts ours;
    };
    [[nodiscard]] static std::optional<double> between(const Sample &from, const Sample &to);

    std::optional<Sample> m_last;
    std::optional<double> m_share;
};

} // namespace lockstep
