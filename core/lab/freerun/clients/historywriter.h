#pragma once

#include "core/lab/history/longvaluebudget.h"
#include "core/lab/program/program.h"

#include <map>

namespace lockstep {

// Writes what happens in a run into its history. Belongs to the thread of the run.
class HistoryWriter
{
public:
    // prefix: of the run's keys; the history has their names without it.
    HistoryWriter(History &history, QByteArray prefix);

    void beginRound(Moment at);
    // Ends the round, and adds its lost operations after all others.
    void endRound(Moment at, bool cutOff, bool stuck, quint32 unfinished, quint32 waiting);
    [[nodiscard]] int round() const { return int(m_history.rounds.size()) - 1; }

    quint32 text(std::string_view words)
    {
        return m_history.texts.add({words.data(), qsizetype(words.size())});
    }
    // Adds the string that a key holds now to the texts, and returns its number. If longValues does
    // not admit it, it is cut, and from then on the values of the round are not known.
    quint32 value(const QByteArray &value, Moment now, LongValueBudget &longValues);
    // Adds the name of a key or channel to the texts, without the prefix, and returns its number.
    quint32 name(const QByteArray &nameWithPrefix);

    // Adds an operation whose reply was read. Returns its number.
    quint32 add(Operation operation, const redisReply &reply);
    // Adds an operation that was sent and whose reply will not come.
    void addLost(const Operation &operation);
    // Has to be called in the order in which the marks are made. lastOperation: the client's.
    void add(const Mark &mark, Moment at, quint32 client, quint32 lastOperation);
    // The program has gone on after the reply that it was given. Marks that it makes from now on
    // are later than the operation that was added last (MarkRecord::isLater).
    void programHasMoved() { m_delivered = none; }
    quint32 add(const WaitRecord &wait);
    void waitLedTo(quint32 wait, quint32 operation) { m_history.waits[wait].operation = operation; }
    quint32 add(const ProcessRecord &process);
    void processEnded(quint32 process, Moment at) { m_history.processes[process].until = at; }
    // Sets Round::deadlineError of the present round.
    void setDeadlineError(Moment error) { m_history.rounds.back().deadlineError = error; }
    void noteUncertainWait() { m_history.rounds.back().hasGuessedWait = true; }
    void add(const Incident &incident) { m_history.incidents.push_back(incident); }
    void add(const ReceiptRecord &receipt) { m_history.receipts.push_back(receipt); }
    void add(const KeyChange &change) { m_history.changes.push_back(change); }
    void addOfReplica(const KeyChange &held) { m_history.replicaReadings.push_back(held); }

    [[nodiscard]] qint64 operations() const { return m_history.operationCount(); }
    [[nodiscard]] const std::map<QByteArray, qint64> &counts() const { return m_counts; }

private:
    History &m_history;
    QByteArray m_prefix;
    std::map<QByteArray, qint64> m_counts;
    std::vector<Operation> m_lost;
    quint32 m_delivered = none; // the operation whose reply the program is being given
    std::string m_reply; // kept so that its memory is allocated once
};

} // namespace lockstep
