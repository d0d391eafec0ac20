#pragma once

#include "core/lab/executedsteps.h"
#include "core/lab/scratchserver.h"

#include <functional>
#include <map>
#include <set>

namespace lockstep {

// Between the servers' clock and the run's.
struct ClockOffset
{
    Moment runMinusServer = 0; // ns

    [[nodiscard]] Moment toRun(qint64 micros) const { return micros * 1000 + runMinusServer; }
    [[nodiscard]] qint64 toServerMs(Moment moment) const
    {
        return (moment - runMinusServer) / 1'000'000;
    }
};

// Executes steps again and notes what became of the keys.
class ValueReplay
{
public:
    // keys: names or globs of those that are noted; empty: all. All must outlive this.
    ValueReplay(ScratchServer &server, const QByteArray &prefix, const QList<QByteArray> &keys,
        ClockOffset clock, TextTable &texts);

    // steps: in the order of their execution, with their moments. Until then keys expire.
    // Errors: of the server; Cancelled when goOn said no.
    Result<std::vector<KeyChange>> changes(
        const std::vector<ExecutedStep> &steps, Moment until, const std::function<bool()> &goOn);

private:
    using Place = std::pair<int, QByteArray>; // node, key with prefix
    struct Pending
    {
        const ExecutedStep *step = nullptr;
        Replay replay;
    };

    Result<bool> prepare(const ExecutedStep &step, Replay &replay);
    Result<void> settle(size_t left = 0); // reads replies until so many are on their way
    void note(const Place &place, const KeyState &state, const ExecutedStep &step);
    void restart(const ExecutedStep &step);
    void expireBefore(qint64 ms, Moment at);
    void add(const Place &place, const KeyState &state, Moment at, quint32 operation);
    [[nodiscard]] bool isWanted(const QByteArray &key) const;

    ScratchServer &m_server;
    const QByteArray &m_prefix;
    const QList<QByteArray> &m_keys;
    const ClockOffset m_clock;
    TextTable &m_texts;
    std::vector<Pending> m_pending;
    std::map<Place, KeyState> m_known; // that exist
    std::set<std::pair<qint64, Place>> m_due; // deadline in ms
    std::vector<KeyChange> m_changes;
};

} // namespace lockstep
