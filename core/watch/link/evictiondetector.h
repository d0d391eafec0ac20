#pragma once

#include <QtGlobal>

#include <optional>

namespace lockstep {

// Notices that the server's table of tracked names is full (tracking-table-max-keys, shared by all
// clients). Then it forgets names and announces them as changed; reading those makes it forget
// others, and so on for ever, and what has really changed waits behind them. It may be full when
// for some seconds next to everything that was announced is found as it was. But a heartbeat, too,
// is announced and changes nothing that is watched: so the server is asked then.
class EvictionDetector
{
public:
    // read, inVain: since the start, the announced objects that were read, and those of them that
    // had not changed. Called once a second. Returns true if the table may be full and the server
    // should be asked.
    bool update(qint64 read, qint64 inVain)
    {
        const auto reads = read - m_read;
        m_vainLately = inVain - m_inVain;
        m_read = read;
        m_inVain = inVain;
        const bool isSuspect = reads >= fewestReads && m_vainLately * 10 >= reads * 9;
        m_suspectSeconds = isSuspect ? m_suspectSeconds + 1 : 0;
        if (m_suspectSeconds < m_secondsToAsk)
            return false;
        m_suspectSeconds = 0;
        m_secondsToAsk = secondsToAskAgain;
        return true;
    }
    // What the server told when it was asked. names: in the table; limit: of the table, 0 if it has
    // none; others: commands a second that it executes for others. Each is nothing if the server
    // does not say it. Without the limit, the table is full only where more was announced in vain
    // than anybody can have written.
    [[nodiscard]] bool isFull(std::optional<qint64> names, std::optional<qint64> limit,
        std::optional<double> others) const
    {
        if (names && limit)
            return *limit > 0 && *names * 10 >= *limit * 9;
        return others && double(m_vainLately) > mostWrittenByACommand * *others;
    }
    void reset() { *this = {}; }

private:
    static constexpr qint64 fewestReads = 32;
    static constexpr int secondsToAsk = 3;
    static constexpr int secondsToAskAgain = 30;
    // Names that a command usually writes at most.
    static constexpr double mostWrittenByACommand = 4;

    qint64 m_read = 0;
    qint64 m_inVain = 0;
    qint64 m_vainLately = 0; // within the last second
    int m_suspectSeconds = 0;
    int m_secondsToAsk = secondsToAsk;
};

} // namespace lockstep
