#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/run.h"

#include <algorithm>
#include <memory>

namespace lockstep {

// A history of one round, written down by hand. Times are in milliseconds, or in another unit that
// it is made with; −1 as a time is never. Commands in the order in which they return, lost ones
// last; the rest in any order.
class WrittenHistory
{
public:
    explicit WrittenHistory(int clients, OrderKind kind = OrderKind::Exact, Moment unit = 1'000'000)
        : m_unit(unit)
    {
        scenario.roles = {{"client", {clients, {}}}};
        for (int i = 0; i < clients; ++i) {
            QByteArray name;
            for (int rest = i; rest >= 0; rest = rest / 26 - 1)
                name.prepend(char('A' + rest % 26));
            history.clients.push_back({name, "client", 0});
        }
        history.rounds.emplace_back();
        history.rounds[0].end = ms(1000);
        history.orderKind = kind;
    }

    static Moment ms(qint64 value) { return value == -1 ? never : value * 1'000'000; }

    // returned −1: its reply never came. Returns its number.
    quint32 operation(int client, qint64 called, qint64 returned, QByteArrayView words = "GET k",
        QByteArrayView reply = {}, int line = 0)
    {
        Operation operation;
        operation.called = moment(called);
        operation.returned = moment(returned);
        operation.command = history.texts.add(words);
        operation.reply = history.texts.add(reply);
        operation.client = quint32(client);
        operation.line = quint16(line);
        history.operations.push_back(operation);
        return quint32(history.operations.size() - 1);
    }
    void mark(MarkRecord::Kind kind, int client, qint64 at, QByteArrayView name, qint64 value = 0,
        quint32 operation = none)
    {
        MarkRecord mark;
        mark.at = moment(at);
        mark.value = value;
        mark.operation = operation;
        mark.name = history.texts.add(name);
        mark.client = quint32(client);
        mark.kind = kind;
        insert(history.marks, mark, &MarkRecord::at);
    }
    void enter(int client, qint64 at, quint32 operation = none, QByteArrayView lock = "lock")
    {
        mark(MarkRecord::Kind::Enter, client, at, lock, 0, operation);
    }
    void leave(int client, qint64 at, quint32 operation = none, QByteArrayView lock = "lock")
    {
        mark(MarkRecord::Kind::Leave, client, at, lock, 0, operation);
    }
    void count(int client, qint64 at, qint64 by = 1, quint32 operation = none)
    {
        mark(MarkRecord::Kind::Count, client, at, "sold", by, operation);
    }
    void event(int client, qint64 at, qint64 value, quint32 operation = none,
        QByteArrayView name = "write")
    {
        mark(MarkRecord::Kind::Event, client, at, name, value, operation);
    }
    void wait(int client, qint64 from, qint64 until, QByteArrayView name = "lock",
        WaitRecord::Proof proof = WaitRecord::Proof::Nothing)
    {
        const WaitRecord wait{moment(from), moment(until), quint32(client), history.texts.add(name),
            none, 0, 0, proof};
        insert(history.waits, wait, &WaitRecord::until);
    }
    void incident(Incident::Kind kind, int client, qint64 at)
    {
        insert(history.incidents, {moment(at), kind, quint32(client), none}, &Incident::at);
    }
    // A string; deadline −1: none.
    void set(QByteArrayView key, qint64 at, qint64 number, quint32 operation, qint64 deadline = -1,
        quint8 node = 0)
    {
        change(key, at, operation, deadline, number, QByteArray::number(number), true, node);
    }
    void set(QByteArrayView key, qint64 at, const QByteArray &value, quint32 operation,
        qint64 deadline = -1, quint8 node = 0)
    {
        change(key, at, operation, deadline, value.size(), value, false, node);
    }
    void gone(QByteArrayView key, qint64 at, quint32 operation, quint8 node = 0)
    {
        KeyChange change;
        change.at = moment(at);
        change.operation = operation;
        change.key = history.texts.add(key);
        change.node = node;
        insert(history.changes, change, &KeyChange::at);
    }

    // Of a stepped run, whose deadlines are moments on the clock that this moves.
    void letPass(qint64 from, qint64 until, qint64 length)
    {
        const Moment clock = history.clockAt(moment(from));
        history.timeSteps.push_back({moment(from), moment(until), moment(length), clock});
    }

    CheckResult &check(Check::Kind kind, const QByteArray &name, qint64 amount)
    {
        CheckResult &result = results.emplace_back();
        result.check.kind = kind;
        result.check.name = name;
        result.check.amount.number = amount;
        return result;
    }
    void violated(CheckResult &result, qint64 at, qint64 until, qint64 actual) const
    {
        result.outcome = CheckOutcome::Violated;
        result.violatedRounds = 1;
        result.first.emplace();
        result.first->at = moment(at);
        result.first->until = moment(until);
        result.first->actual = actual;
        result.first->allowed = result.check.amount.number;
    }

    // The run of that round; nothing is left here.
    RunPtr finish(qint64 end)
    {
        history.rounds.front().end = moment(end);
        auto run = std::make_shared<Run>();
        run->history = std::move(history);
        run->results = std::move(results);
        run->scenario = std::make_shared<const Scenario>(std::move(scenario));
        run->server = "redis 7.0.15";
        return run;
    }

    History history;
    Scenario scenario;
    std::vector<CheckResult> results;

private:
    [[nodiscard]] Moment moment(qint64 value) const { return value == -1 ? never : value * m_unit; }

    template <typename Record>
    static void insert(std::vector<Record> &records, const Record &record, Moment Record::*at)
    {
        const auto after = std::upper_bound(records.begin(), records.end(), record,
            [at](const Record &a, const Record &b) { return a.*at < b.*at; });
        records.insert(after, record);
    }

    void change(QByteArrayView key, qint64 at, quint32 operation, qint64 deadline, qint64 number,
        const QByteArray &value, bool isNumber, quint8 node = 0)
    {
        KeyChange change;
        change.at = moment(at);
        change.deadline = moment(deadline);
        change.number = number;
        change.operation = operation;
        change.key = history.texts.add(key);
        change.value = history.texts.add(value);
        change.node = node;
        change.exists = true;
        change.isNumber = isNumber;
        change.isString = true;
        change.isComparable = true;
        insert(history.changes, change, &KeyChange::at);
    }

    Moment m_unit;
};

} // namespace lockstep
