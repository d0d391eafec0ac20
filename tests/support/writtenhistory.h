#pragma once

#include "core/lab/history.h"

#include <algorithm>

namespace lockstep {

// A history of one round, written down by hand, in milliseconds.
class WrittenHistory
{
public:
    explicit WrittenHistory(int clients)
    {
        for (int i = 0; i < clients; ++i)
            history.clients.push_back({QByteArray(1, char('A' + i)), "client", 0});
        history.rounds.emplace_back();
        history.rounds[0].end = ms(1000);
        history.orderKind = OrderKind::Exact;
    }

    static Moment ms(qint64 value) { return value == -1 ? never : value * 1'000'000; }

    // returned -1: its reply never came. Returns its number.
    quint32 operation(int client, qint64 called, qint64 returned, QByteArrayView words = "GET k")
    {
        Operation operation;
        operation.called = ms(called);
        operation.returned = ms(returned);
        operation.words = history.texts.add(words);
        operation.client = quint32(client);
        history.operations.push_back(operation);
        return quint32(history.operations.size() - 1);
    }
    void mark(MarkRecord::Kind kind, int client, qint64 at, QByteArrayView name, qint64 value = 0,
        quint32 operation = none)
    {
        MarkRecord mark;
        mark.at = ms(at);
        mark.value = value;
        mark.operation = operation;
        mark.name = history.texts.add(name);
        mark.client = quint32(client);
        mark.kind = kind;
        history.marks.push_back(mark);
        std::stable_sort(history.marks.begin(), history.marks.end(),
            [](const MarkRecord &a, const MarkRecord &b) { return a.at < b.at; });
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
    void event(int client, qint64 at, qint64 value, quint32 operation = none)
    {
        mark(MarkRecord::Kind::Event, client, at, "write", value, operation);
    }
    void wait(int client, qint64 from, qint64 until, QByteArrayView name = "lock")
    {
        history.waits.push_back(
            {ms(from), ms(until), quint32(client), history.texts.add(name), none, 0});
    }
    void incident(Incident::Kind kind, int client, qint64 at)
    {
        history.incidents.push_back({ms(at), kind, quint32(client), none});
    }
    // A string; deadline -1: none.
    void set(QByteArrayView key, qint64 at, qint64 number, quint32 operation, qint64 deadline = -1)
    {
        KeyChange change;
        change.at = ms(at);
        change.deadline = ms(deadline);
        change.number = number;
        change.operation = operation;
        change.key = history.texts.add(key);
        change.value = history.texts.add(QByteArray::number(number));
        change.exists = change.isNumber = true;
        history.changes.push_back(change);
    }
    void gone(QByteArrayView key, qint64 at, quint32 operation)
    {
        KeyChange change;
        change.at = ms(at);
        change.operation = operation;
        change.key = history.texts.add(key);
        history.changes.push_back(change);
    }

    History history;
};

} // namespace lockstep
