#pragma once

#include <QtGlobal>

#include <optional>

namespace lockstep {

// Notices that the server's table of tracked names is full (tracking-table-max-keys, shared by all
// clients). Then it forgets names and announces them as changed; reading those makes it forget
// others, and so on for ever, and what has really changed waits behind them. It is full when for
// some seconds next to everything that was announced is found as it was, and the table holds fewer
// names than are watched. Where the size of the table is not told, the first alone decides.
class EvictionDetector
{
public:
    // Since the start: announced objects that were read, and those of them that were as before.
    // objects: watched now. Called once a second; true: it is full.
    bool update(qint64 read, qint64 inVain, qint64 objects)
    {
        const auto reads = read - m_read;
        const auto vain = inVain - m_inVain;
        m_read = read;
        m_inVain = inVain;
        const bool isSuspect = reads >= fewestReads && vain * 10 >= reads * 9;
        if (!isSuspect || m_suspectSeconds == 0)
            m_tableInThatTime.reset();
        m_suspectSeconds = isSuspect ? m_suspectSeconds + 1 : 0;
        if (m_suspectSeconds < secondsToBelieve)
            return false;
        return m_tableIsTold ? m_tableInThatTime && *m_tableInThatTime < objects : true;
    }
    void noteTable(std::optional<qint64> names)
    {
        m_tableIsTold = m_tableIsTold || names;
        m_tableInThatTime = names;
    }
    void reset() { *this = {}; }

private:
    static constexpr qint64 fewestReads = 32;
    static constexpr int secondsToBelieve = 3;

    qint64 m_read = 0;
    qint64 m_inVain = 0;
    int m_suspectSeconds = 0;
    bool m_tableIsTold = false;
    std::optional<qint64> m_tableInThatTime;
};

} // namespace lockstep
