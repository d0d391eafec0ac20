#pragma once

#include "core/lab/lanes.h"
#include "core/lab/run.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace lockstep {

// Writes runs by hand: times in microseconds, clients by number. One round.
class HistoryBuilder
{
public:
    using State = LaneSpan::State;

    explicit HistoryBuilder(int clients, OrderKind kind = OrderKind::Exact);

    History &history() { return m_run->history; }
    Scenario &scenario() { return *m_scenario; }
    quint32 text(const QByteArray &text) { return m_run->history.texts.add(text); }

    // The number of the operation, to be named by key changes.
    quint32 operation(quint32 client, qint64 called, const QByteArray &words,
        const QByteArray &reply, int line = 0, qint64 took = 80);
    void lostOperation(quint32 client, qint64 called, const QByteArray &words);
    void number(qint64 at, const QByteArray &key, qint64 value, quint32 operation,
        qint64 deadline = -1, quint8 node = 0); // −1: no TTL
    void token(qint64 at, const QByteArray &key, const QByteArray &token, qint64 deadline,
        quint32 operation, quint8 node = 0);
    void gone(qint64 at, const QByteArray &key, quint32 operation, quint8 node = 0);
    void mark(
        MarkRecord::Kind kind, quint32 client, qint64 at, const QByteArray &name, qint64 value = 1);
    // What the client's lane shows until then, from its last one on.
    void lane(quint32 client, qint64 until, State state, const QByteArray &name = {});
    CheckResult &check(Check::Kind kind, const QByteArray &name, qint64 amount);
    void violated(CheckResult &result, qint64 at, qint64 until, qint64 actual);

    // Ends the round; the builder is empty then.
    RunPtr finish(qint64 end);

    // The lanes of a finished run, as they were written.
    static std::vector<LaneSpan> lanesOf(const History &history);

private:
    void change(KeyChange change, qint64 at, const QByteArray &key, qint64 deadline,
        quint32 operation, quint8 node);

    std::shared_ptr<Run> m_run;
    std::shared_ptr<Scenario> m_scenario;
    std::vector<std::vector<LaneSpan>> m_lanes; // by client
};

namespace sample {

RunPtr leaseExpires(); // as in the drawings: A's lease ends, B enters, both sell
RunPtr stepped(); // the same in steps
RunPtr flashSale(); // 50 clients, 1,000 operations, more sold than there were
RunPtr watchdog(); // renewals, a pause, a crash, a key without TTL
RunPtr limiter(); // admitted and refused, one window too full; fencing tokens out of order
RunPtr crowd(int clients, int operations); // holders one after another

} // namespace sample

} // namespace lockstep
