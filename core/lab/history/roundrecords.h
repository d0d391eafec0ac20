#pragma once

#include "core/lab/history/executionintervals.h"
#include "core/lab/history/history.h"
#include "core/lab/history/waitproofs.h"

#include <optional>
#include <span>

namespace lockstep {

// The records of one round of a history, which must outlive this object. Operations have the
// numbers that they have in the whole history; operations[0] is number firstOperation.
struct RoundRecords
{
    RoundRecords(const History &of, int which);

    const History &history;
    const Round &round;
    int number = 0;
    quint32 firstOperation = 0;
    std::span<const Operation> operations;
    std::span<const MarkRecord> marks;
    std::span<const WaitRecord> waits;
    std::span<const KeyChange> changes;
    std::span<const Incident> incidents;
    std::span<const MessageRecord> messages;
    std::span<const ReceiptRecord> receipts;
    std::span<const ProcessRecord> processes;
    std::span<const KeyChange> replicaReadings;

    // How many clients the run has. The setup is none of them.
    [[nodiscard]] size_t clientCount() const { return history.clients.size(); }
    // Whether all values that keys had in the round are known.
    [[nodiscard]] bool knowsValues() const;
    // Whether the key of that name, or all keys that the pattern matches, were read, at least at
    // the end of the round.
    [[nodiscard]] bool wereKeysRead(const QByteArray &nameOrPattern) const;
    // Between which moments the change happened, as far as it alone tells: as its command was
    // executed, or around its deadline as well as the clocks can tell. Exact where the key was lost
    // with its server, and of the setup.
    [[nodiscard]] ExecutionInterval rangeOf(const KeyChange &change) const;
    // Whether time made the change: no command, not the setup, and not the loss of its server.
    [[nodiscard]] bool isOfTime(const KeyChange &change) const;
    // Whether it is not certain if a key exists at the end of the round, because its deadline lies
    // closer to the end than the clocks can tell. state: the last change of the key. before: the
    // change before that; nullptr: there is none.
    [[nodiscard]] bool isDeadlineTooClose(const KeyChange &state, const KeyChange *before) const;
    // Whether the client did nothing more from some moment of the round on, because of a fault.
    [[nodiscard]] bool hasCrashed(quint32 client) const;
    // The client of the operation; none if the operation is none.
    [[nodiscard]] quint32 clientOf(quint32 operation) const;
    // When each operation was executed, from the round's first operation on. Computed on first use.
    [[nodiscard]] const std::vector<ExecutionInterval> &executions() const;
    [[nodiscard]] const WaitProofs &waitProofs() const; // likewise

private:
    mutable std::optional<std::vector<ExecutionInterval>> m_executions;
    mutable std::optional<WaitProofs> m_waitProofs;
};

// Makes the round begin here: its records are those that are added to the history from now on.
void beginRecords(Round &round, const History &history);

// Whether a program made both marks without a command or a wait in between, so that they belong to
// one state, as in a step. `next` has to follow `mark` in the same round.
bool isOneState(const MarkRecord &mark, const MarkRecord &next);

// Whether the setup made the change. The last change of the setup may have the very moment at which
// the round begins.
bool isOfSetup(const KeyChange &change, const Round &round);

// A stay between enter and leave, on the run's clock. A client that enters again before it has left
// stays until it has left as often. It certainly was inside from `from` to `until`, and may have
// been from possibleFrom on.
struct Holding
{
    // The earliest moment at which its acquire can have been executed, or the wait before the
    // enter() can have been over. `from`, if it says leave() before it asks for anything else: as
    // in a step, it is then inside at no moment.
    Moment possibleFrom = 0;
    Moment from = 0; // the mark: the acquire's reply was there
    Moment until = 0; // the mark, a crash, or the end of the round
    quint32 client = 0;
    quint32 lock = 0; // text
    quint32 acquire = none; // operation
};

// The holdings of the round, in the order of their enter marks. lock: a text; none: of all locks.
std::vector<Holding> holdings(const RoundRecords &records, quint32 lock = none);

// A stretch of time with more than `most` holders of one lock.
struct Overlap
{
    Moment from = 0;
    Moment until = 0;
};

// held: of one lock. A stay that ends when another begins does not overlap it. begin: `from`, of
// what is certain, or possibleFrom.
std::vector<Overlap> overlaps(
    const std::vector<Holding> &held, qint64 most, Moment Holding::*begin = &Holding::from);

} // namespace lockstep
