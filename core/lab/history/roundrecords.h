#pragma once

#include "core/lab/history/history.h"

#include <span>

namespace lockstep {

// The records of one round of a history, which must outlive this. Operations are numbered over the
// whole history, as everywhere.
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

    // The clients by number, in a vector of this size. The setup has none.
    [[nodiscard]] size_t clientCount() const { return history.clients.size(); }
    // Whether every value is known that a key had in the round.
    [[nodiscard]] bool knowsValues() const;
    // Whether the keys that the name or pattern is of were looked at, at the round's end at least.
    [[nodiscard]] bool looksAt(const QByteArray &nameOrPattern) const;
    // Whether a key in that state, the last one of it, may be gone by the end of the round, or may
    // be there still: its deadline lies so close to it that the clocks do not tell. before: the
    // state before that one, if there was any.
    [[nodiscard]] bool isDeadlineTooClose(const KeyChange &state, const KeyChange *before) const;
    // Whose the operation is; none: that of time or the setup, or not known.
    [[nodiscard]] quint32 clientOf(quint32 operation) const;
};

// The records of the round are those that are added to the history from now on.
void beginRecords(Round &round, const History &history);

// Whether the program made one mark after the other without a command or a wait between them. They
// are one state, as in a step. Both: of one round, one behind the other.
bool isOneState(const MarkRecord &mark, const MarkRecord &next);

// Whether the setup made the change; its last one may fall on the very beginning of the round.
bool isOfSetup(const KeyChange &change, const Round &round);

// A stay between enter and leave, on the run's clock. A client that enters again before it has left
// stays until it has left as often. It may have been inside from possibleFrom to possibleUntil and
// certainly was from `from` to `until`. Where the order of execution is known, a release that was
// executed before another's acquire cannot overlap it, however late its reply was: `began` and
// `ended` tell it.
struct Holding
{
    // A command that one server executed in an order that is known.
    struct Edge
    {
        int server = 0; // 1 for the first; 0: there is no such command
        quint32 order = none;
        Moment earliest = 0, latest = never; // between which it was executed
    };

    Moment possibleFrom = 0; // the earliest moment at which the acquire can have been executed
    Moment from = 0; // its reply was there
    Moment until = 0; // the mark, a crash, or the end of the round
    Moment possibleUntil = 0; // the latest moment at which the release can have been executed
    quint32 client = 0;
    quint32 lock = 0; // text
    quint32 acquire = none; // operation
    Edge began, ended; // its acquire, its release
};

// In the order in which they begin. lock: text; none: of all locks.
std::vector<Holding> holdings(const RoundRecords &records, quint32 lock = none);

// A stretch of time with more than `most` holders of one lock.
struct Overlap
{
    Moment from = 0;
    Moment until = 0;
};

// Of what is certain. held: of one lock. A stay that ends when another begins does not overlap it.
std::vector<Overlap> overlaps(const std::vector<Holding> &held, qint64 most);

} // namespace lockstep
