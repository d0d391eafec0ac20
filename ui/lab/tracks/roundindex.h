#pragma once

#include "core/lab/history/run.h"

#include <span>
#include <vector>

namespace lockstep {

// An index of one round of a history: finds the operations of a client, the changes of an
// operation, and what was under way at a moment. Takes about 12 bytes an operation, or 20 if
// operations were not executed in the order in which they returned. Refers to the history, which
// must outlive it.
class RoundIndex
{
public:
    RoundIndex() = default;
    RoundIndex(const History &history, int round);

    [[nodiscard]] quint32 first() const { return m_first; } // number of the first operation
    [[nodiscard]] quint32 count() const { return m_count; } // number of operations

    // The operations in the order of execution. An operation whose place in that order is unknown
    // follows the one that returned before it. place: from 0, within the round.
    [[nodiscard]] quint32 executedAt(quint32 place) const
    {
        return m_executed.empty() ? m_first + place : m_executed[place];
    }
    [[nodiscard]] quint32 placeOf(quint32 operation) const
    {
        return m_executed.empty() ? operation - m_first : m_places[operation - m_first];
    }

    // The operations of a client, sorted by the time they returned.
    [[nodiscard]] std::span<const quint32> operationsOf(quint32 client) const;
    // The last operation that had returned at that moment; `none` if there was no such operation.
    [[nodiscard]] quint32 operationAt(Moment at) const;
    // The operation that a client has under way at that moment, or else its next one. `none` if the
    // client has finished.
    [[nodiscard]] quint32 presentOperation(quint32 client, Moment at) const;

    // A change of a key and the change before it.
    struct Change
    {
        const KeyChange *before = nullptr; // of the same key; nullptr if it is not known
        const KeyChange *after = nullptr;
    };
    // The changes of keys that an operation made.
    [[nodiscard]] std::vector<Change> changesOf(quint32 operation) const;

    // The state of a key when the operation was executed, given that the operation did not change
    // the key. Needs the exact order of execution; nullptr if it is not known.
    [[nodiscard]] const KeyChange *valueAt(quint32 operation, quint32 key) const;

private:
    void indexClients();
    void indexExecution();
    void indexChanges(std::size_t begin, std::size_t end);

    const History *m_history = nullptr;
    quint32 m_first = 0;
    quint32 m_count = 0;
    std::vector<quint32>
        m_clientBegin; // where each client begins in m_byClient; the last entry is its size
    std::vector<quint32> m_byClient;
    std::vector<quint32>
        m_executed; // operations in the order of execution; empty if they returned in that order
    std::vector<quint32> m_places; // the index in m_executed of each operation of the round
    // Changes are linked by their number within the round: m_changeOf has the first change of each
    // operation, m_next the next change of the same operation, m_before the one before of the same
    // key.
    std::size_t m_firstChange = 0;
    std::vector<quint32> m_changeOf;
    std::vector<quint32> m_next;
    std::vector<quint32> m_before;
};

// One past the last record of a kind that belongs to the round. begin: the member of Round with the
// index of the first such record. total: how many of them the history has.
std::size_t endOf(const History &history, int round, quint32 Round::*begin, std::size_t total);

} // namespace lockstep
