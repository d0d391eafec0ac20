#pragma once

#include "core/lab/scenario/scenario.h"
#include "core/lab/statespace/state/trace.h"

namespace lockstep {

// Where each word of a state lies. The order is: the dataset of each node and of the replica, if
// there is one; the process of each client; the last event; the owners of keys; two words of
// budgets; two words of the clock, if it is kept; the last ordered event, if these are kept. All
// but budgets and clock are numbers in tables.
class StateLayout
{
public:
    StateLayout() = default;
    StateLayout(const Scenario &scenario, int clients, bool keepsClock, bool keepsOrder)
        : m_firstProcess(scenario.nodes + (scenario.replica ? 1 : 0))
        , m_eventWord(m_firstProcess + clients)
        , m_hasReplica(scenario.replica)
        , m_keepsClock(keepsClock)
        , m_keepsOrder(keepsOrder)
    {
    }

    [[nodiscard]] int words() const { return orderedWord() + (m_keepsOrder ? 1 : 0); }
    [[nodiscard]] bool hasReplica() const { return m_hasReplica; }
    [[nodiscard]] bool keepsClock() const { return m_keepsClock; }
    [[nodiscard]] bool keepsOrder() const { return m_keepsOrder; }

    // The dataset of the replica of node 0. The dataset of a node is the word with its number.
    template <typename Word> Word &replica(Word *state) const { return state[m_firstProcess - 1]; }
    template <typename Word> Word *processes(Word *state) const { return state + m_firstProcess; }
    template <typename Word> Word &process(Word *state, int client) const
    {
        return state[m_firstProcess + client];
    }
    template <typename Word> Word &event(Word *state) const { return state[m_eventWord]; }
    template <typename Word> Word &owners(Word *state) const { return state[m_eventWord + 1]; }
    // Only where the order of the events' commands is kept.
    template <typename Word> Word &orderedEvent(Word *state) const { return state[orderedWord()]; }

    // How many steps of the kind are still allowed. Each kind has 8 bits, four kinds share a word.
    [[nodiscard]] int budget(const quint32 *state, TraceStep::Kind kind) const
    {
        return int(state[budgetWord(kind)] >> shiftOf(kind) & 255);
    }
    void spend(quint32 *state, TraceStep::Kind kind) const
    {
        state[budgetWord(kind)] -= quint32(1) << shiftOf(kind);
    }
    // Adds to what is allowed, which must stay within the 8 bits: beyond these are those of the
    // next kind.
    void grant(quint32 *state, TraceStep::Kind kind, int steps) const
    {
        Q_ASSERT(steps >= 0 && budget(state, kind) + steps <= Bounds::most);
        static_assert(Bounds::most <= 255);
        state[budgetWord(kind)] += quint32(steps) << shiftOf(kind);
    }

    // Whether keys and timers that end at the present instant are still to end, with the next step
    // of time (see timesteps.cpp). Steps of clients have no bound, so their room is free for it.
    [[nodiscard]] bool hasPendingEnds(const quint32 *state) const
    {
        return budget(state, TraceStep::Kind::Client) != 0;
    }
    void setPendingEnds(quint32 *state, bool arePending) const
    {
        if (hasPendingEnds(state) && !arePending)
            spend(state, TraceStep::Kind::Client);
        else if (arePending && !hasPendingEnds(state))
            grant(state, TraceStep::Kind::Client, 1);
    }

    // ms; 0 if the clock is not kept.
    [[nodiscard]] qint64 clock(const quint32 *state) const
    {
        const quint32 *const clock = state + m_eventWord + 4;
        return m_keepsClock ? qint64(quint64(clock[1]) << 32 | clock[0]) : 0;
    }
    void setClock(quint32 *state, qint64 ms) const
    {
        state[m_eventWord + 4] = quint32(ms);
        state[m_eventWord + 5] = quint32(quint64(ms) >> 32);
    }

private:
    [[nodiscard]] int orderedWord() const { return m_eventWord + (m_keepsClock ? 6 : 4); }
    [[nodiscard]] int budgetWord(TraceStep::Kind kind) const
    {
        static_assert(int(TraceStep::Kind::LostRequest) < 8); // two words of four
        return m_eventWord + 2 + int(kind) / 4;
    }
    static int shiftOf(TraceStep::Kind kind) { return int(kind) % 4 * 8; }

    int m_firstProcess = 0;
    int m_eventWord = 0;
    bool m_hasReplica = false;
    bool m_keepsClock = false;
    bool m_keepsOrder = false;
};

} // namespace lockstep
