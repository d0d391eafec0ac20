#pragma once

#include "core/lab/history/history.h"

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
    // Whether it is not certain if a key exists at the end of the round, because its deadline lies
    // closer to the end than the clocks can tell. state: the last change of the key. before: the
    // change before that; nullptr: there is none.
    [[nodiscard]] bool isDeadlineTooClose(const KeyChange &state, const KeyChange *before) const;
    // The client of the operation; none if the operation is none.
    [[nodiscard]] quint32 clientOf(quint32 operation) const;
};

// Makes the round begin here: its records are those that are added to the history from now on.
void beginRecords(Round &round, const History &history);

// Whether a program made both marks without a command or a wait in between, so that they belong to
// one state, as in a step. `next` has to follow `mark` in the same round.
bool isOneState(const MarkRecord &mark, const MarkRecord &next);

// Whether the setup made the change. The last change of the setup may have the very moment at which
// the round begins.
bool isOfSetup(const KeyChange &change, const Round &round);

// The time for which a client was inside a lock, between enter and leave. A client that enters
// again before it has left is inside until it has left as often. It may have been inside from
// possibleFrom to possibleUntil and certainly was from `from` to `until`. Where the order of
// execution is known, a holding whose release was executed before another's acquire does not
// overlap that one, however late the reply was; `began` and `ended` have the places in this order.
struct Holding
{
    // The command that began or ended the holding, where the order of execution is known.
    struct Edge
    {
        int server = 0; // the node, counted from 1; 0: no such command is known
        quint32 order = none; // see Operation::order
        Moment earliest = 0, latest = never; // it was executed between these moments
    };

    Moment possibleFrom = 0; // the earliest moment at which the acquire can have been executed
    Moment from = 0; // when the program said enter
    Moment until = 0; // when it said leave, or crashed, or the round ended
    Moment possibleUntil = 0; // the latest moment at which the release can have been executed
    quint32 client = 0;
    quint32 lock = 0; // text
    quint32 acquire = none; // the client's last operation before `enter`
    Edge began, ended; // the acquire and the release
};

// The holdings of the round, in the order of their enter marks. lock: a text; none: of all locks.
std::vector<Holding> holdings(const RoundRecords &records, quint32 lock = none);

// A stretch of time with more than `most` holders of one lock.
struct Overlap
{
    Moment from = 0;
    Moment until = 0;
};

// The overlaps that are certain. held: the holdings of one lock. A holding that ends at the moment
// at which another begins does not overlap it.
std::vector<Overlap> overlaps(const std::vector<Holding> &held, qint64 most);

} // namespace lockstep
