#include "samplehistories.h"

#include "writtenhistory.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockstep::sample {

using Kind = Check::Kind;

namespace {

constexpr Moment microsecond = 1000;

} // namespace

RunPtr leaseExpires()
{
    constexpr qint64 unit = 4000; // of the times below, µs
    WrittenHistory b(2, OrderKind::Exact, microsecond);
    const auto at = [](double step) { return qint64(step * double(unit)); };
    const auto operation = [&](int client, double step, QByteArrayView words, QByteArrayView reply,
                               int line) {
        return b.operation(client, at(step), at(step) + unit / 8, words, reply, line);
    };
    b.scenario.keys = {"lock", "stock"};
    b.set("stock", 0, 1, none);
    auto op = operation(0, 1, "SET lock A:1 NX PX 12", "OK", 13);
    b.set("lock", at(1), "A:1", op, at(3.9));
    b.enter(0, at(1), op);
    operation(0, 2, "GET stock", "1", 18);
    b.gone("lock", at(3.9), none);
    b.wait(1, at(2), at(5));
    op = operation(1, 5, "SET lock B:1 NX PX 21", "OK", 13);
    b.set("lock", at(5), "B:1", op, at(10.2));
    b.enter(1, at(5), op);
    operation(1, 6, "GET stock", "1", 18);
    op = operation(1, 7.5, "SET stock 0", "OK", 21);
    b.set("stock", at(7.5), 0, op);
    b.count(1, at(7.6), 1, op);
    op = operation(0, 8.5, "SET stock 0", "OK", 21);
    b.set("stock", at(8.5), 0, op);
    b.count(0, at(8.6), 1, op);
    b.leave(0, at(8.9), op);
    b.violated(b.check(Kind::HoldersAtMost, "lock", 1), at(5), at(8.9), 2);
    auto &sold = b.check(Kind::CountAtMost, "sold", 1);
    sold.check.amount.parameter = "stock";
    b.violated(sold, at(8.6), -1, 2);
    return b.finish(at(10));
}

RunPtr stepped()
{
    WrittenHistory b(2, OrderKind::Stepped);
    constexpr qint64 column = 1000; // ms
    // Sent when the step begins, executed in its middle, answered at its end.
    const auto operation = [&](int client, int step, QByteArrayView words, QByteArrayView reply,
                               int line) {
        return b.operation(client, (step - 1) * column, step * column, words, reply, line);
    };
    const auto middle = [](int step) { return step * column - column / 2; };
    b.scenario.keys = {"lock", "stock"};
    b.set("stock", 0, 1, none);
    auto op = operation(0, 1, "SET lock A:1 NX PX 30000", "OK", 13);
    b.set("lock", middle(1), "A:1", op, 30'000);
    b.enter(0, column, op);
    operation(0, 2, "GET stock", "1", 18);
    operation(1, 3, "SET lock B:1 NX PX 30000", "(nil)", 13);
    b.wait(1, 3 * column, 4 * column);
    b.letPass(3 * column, middle(4), 30'000);
    b.gone("lock", middle(4), none);
    op = operation(1, 5, "SET lock B:1 NX PX 30000", "OK", 13);
    b.set("lock", middle(5), "B:1", op, 60'000);
    b.enter(1, 5 * column, op);
    operation(1, 6, "GET stock", "1", 18);
    op = operation(1, 7, "SET stock 0", "OK", 21);
    b.set("stock", middle(7), 0, op);
    b.count(1, 7 * column, 1, op);
    op = operation(0, 8, "SET stock 0", "OK", 21);
    b.set("stock", middle(8), 0, op);
    b.count(0, 8 * column, 1, op);
    b.violated(b.check(Kind::HoldersAtMost, "lock", 1), 5 * column, 8 * column, 2);
    auto &sold = b.check(Kind::CountAtMost, "sold", 1);
    sold.check.amount.parameter = "stock";
    b.violated(sold, 8 * column, -1, 2);
    return b.finish(8 * column + column / 2);
}

RunPtr slowLease()
{
    WrittenHistory b(1);
    b.scenario.keys = {"lock"};
    const auto op = b.operation(0, 10, 30, "SET lock A:1 NX PX 100", "OK", 13);
    b.set("lock", 20, "A:1", op, 120);
    b.enter(0, 30, op);
    b.gone("lock", 120, none);
    b.leave(0, 300);
    b.check(Kind::HoldersAtMost, "lock", 1);
    return b.finish(400);
}

RunPtr redlock()
{
    WrittenHistory b(2);
    b.scenario.keys = {"lock"};
    b.scenario.nodes = 3;
    const auto vote = [&](int client, qint64 at, quint8 node) {
        const QByteArray token = client == 0 ? "A-1" : "B-1";
        const auto op = b.operation(client, at - 1, at + 1, "SET lock " + token + " NX", "OK", 9);
        b.history.operations[op].node = node;
        b.set("lock", at, token, op, -1, node);
        return op;
    };
    vote(0, 5, 0);
    vote(0, 10, 1);
    b.enter(0, 11);
    vote(1, 15, 2);
    b.leave(0, 45);
    b.gone("lock", 40, none, 0); // the node restarts
    vote(1, 50, 0);
    b.enter(1, 51);
    const auto op = b.operation(1, 79, 81, "DEL lock", "1", 12);
    b.gone("lock", 80, op, 2);
    b.leave(1, 78);
    b.check(Kind::HoldersAtMost, "lock", 1);
    return b.finish(100);
}

RunPtr windows()
{
    WrittenHistory b(3);
    b.scenario.keys = {"calls:*", "config"};
    auto &check = b.check(Kind::AdmittedAtMost, "admitted", 20);
    check.check.window.number = 100;
    for (int window = 0; window < 10; ++window) {
        const QByteArray key = "calls:17" + QByteArray::number(100 + window);
        for (int call = 1; call <= 12; ++call) {
            const qint64 at = window * 100 + call * 8;
            const auto op =
                b.operation(call % 3, at - 1, at + 1, "INCR " + key, QByteArray::number(call), 7);
            b.set(key, at, call, op, (window + 1) * 100);
            b.event(call % 3, at + 1, 1, op, "admitted");
        }
        b.gone(key, (window + 1) * 100, none);
    }
    const auto op = b.operation(0, 500, 502, "SET config new", "OK", 3);
    b.set("config", 501, "new", op);
    return b.finish(1000);
}

RunPtr flashSale()
{
    constexpr int clients = 50;
    constexpr int stock = 300;
    WrittenHistory b(clients, OrderKind::Exact, microsecond);
    QRandomGenerator random(7);
    b.scenario.keys = {"stock"};
    b.set("stock", 0, stock, none);
    struct Event
    {
        qint64 at;
        quint32 client;
        bool writes;
    };
    std::vector<Event> events;
    for (quint32 client = 0; client < clients; ++client) {
        qint64 at = random.bounded(400);
        for (int i = 0; i < 10; ++i) {
            events.push_back({at, client, false});
            events.push_back({at + 150 + random.bounded(300), client, true});
            at += 900 + random.bounded(2600);
        }
    }
    std::sort(
        events.begin(), events.end(), [](const Event &x, const Event &y) { return x.at < y.at; });
    int left = stock;
    int sold = 0;
    std::vector<int> seen(clients, 0);
    qint64 lost = -1;
    for (const Event &event : events) {
        if (!event.writes) {
            seen[event.client] = left;
            b.operation(int(event.client), event.at, event.at + 80, "GET stock",
                QByteArray::number(left), 14);
            continue;
        }
        if (seen[event.client] <= 0)
            continue;
        left = seen[event.client] - 1;
        const auto op = b.operation(int(event.client), event.at, event.at + 80,
            "SET stock " + QByteArray::number(left), "OK", 16);
        b.set("stock", event.at + 40, left, op);
        b.count(int(event.client), event.at + 80, 1, op);
        if (++sold == stock + 1)
            lost = event.at + 80;
    }
    const qint64 end = events.back().at + 500;
    auto &check = b.check(Kind::CountAtMost, "sold", stock);
    check.check.amount.parameter = "stock";
    if (lost >= 0)
        b.violated(check, lost, -1, sold);
    return b.finish(end);
}

RunPtr watchdog()
{
    WrittenHistory b(5, OrderKind::Exact, microsecond);
    b.scenario.keys = {"lock", "config", "visits"};
    const auto operation = [&](int client, qint64 at, QByteArrayView words, QByteArrayView reply,
                               int line) {
        return b.operation(client, at, at + 80, words, reply, line);
    };
    auto op = operation(0, 1000, "SET lock A:1 NX PX 9", "OK", 9);
    b.set("lock", 1040, "A:1", op, 10'040);
    b.enter(0, 1080, op);
    op = operation(3, 3000, "SET config leader", "OK", 4);
    b.set("config", 3040, "leader", op);
    for (qint64 at = 4000; at < 20'000; at += 3000) {
        op = operation(0, at, "PEXPIRE lock 9", "1", 22);
        b.set("lock", at + 40, "A:1", op, at + 9040);
        if (at == 4000) {
            op = operation(3, 5000, "INCR visits", "1", 5);
            b.set("visits", 5040, 1, op);
        } else if (at == 7000) {
            op = operation(4, 9000, "INCR visits", "2", 5);
            b.set("visits", 9040, 2, op, 30'000);
        }
    }
    op = operation(0, 21'000, "DEL lock", "1", 31);
    b.gone("lock", 21'040, op);
    b.leave(0, 21'000, op);
    b.wait(1, 2000, 12'000);
    b.incident(Incident::Kind::Crash, 1, 12'000);
    b.wait(2, 2500, 26'000);
    op = operation(2, 26'000, "SET lock C:1 NX PX 9", "OK", 9);
    b.set("lock", 26'040, "C:1", op, 35'040);
    b.enter(2, 26'080, op);
    b.incident(Incident::Kind::Pause, 2, 29'000);
    b.incident(Incident::Kind::Resume, 2, 36'000);
    b.leave(2, 38'000, op);
    b.gone("visits", 30'000, none);
    b.gone("lock", 35'040, none);
    b.operation(1, 11'900, -1, "GET lock");
    b.check(Kind::TtlPresent, "visits", 0);
    b.check(Kind::HoldersAtMost, "lock", 1);
    return b.finish(40'000);
}

RunPtr limiter()
{
    WrittenHistory b(4, OrderKind::Exact, microsecond);
    b.scenario.keys = {"limit"};
    auto &check = b.check(Kind::AdmittedAtMost, "admitted", 10);
    check.check.window.number = 20;
    int used = 0;
    for (int i = 0; i < 60; ++i) {
        const qint64 at = i < 30 ? 2000 + i * 900 : 30'500 + (i - 30) * 450;
        const bool newWindow = (i == 0) || (at / 20'000) != ((at - (i < 31 ? 900 : 450)) / 20'000);
        used = newWindow ? 1 : used + 1;
        const auto op = b.operation(i % 4, at, at + 80, "INCR limit", QByteArray::number(used), 7);
        b.set("limit", at + 40, used, op, (at / 20'000 + 1) * 20'000);
        b.event(i % 4, at + 90, 1, op, used <= 10 ? "admitted" : "refused");
        if (i % 9 == 4)
            b.event(i % 4, at + 95, i == 31 ? 2 : i / 3, op);
    }
    b.violated(check, 41'000, 42'000, 14);
    b.check(Kind::InOrder, "write", 0);
    return b.finish(45'000);
}

// Somebody waits, is inside for three commands and leaves, 24 µs each; now and then somebody else
// is inside as well.
RunPtr crowd(int clients, int operations)
{
    WrittenHistory b(clients, OrderKind::Exact, microsecond);
    b.scenario.keys = {"lock", "stock"};
    QRandomGenerator random(3);
    std::vector<qint64> left(std::size_t(clients), 0);
    const int turns = operations / 4;
    b.set("stock", 0, turns, none);
    const qint64 turn = 24;
    qint64 intruded = -1;
    for (int i = 0; i < turns; ++i) {
        const int client = int(random.bounded(clients));
        const qint64 at = 10 + i * turn;
        auto &before = left[std::size_t(client)];
        b.wait(client, at + 4 - before > 40 * turn ? at - 15 * turn : before, at + 4);
        const auto acquire = b.operation(client, at, at + 4, "SET lock token NX PX 200", "OK", 13);
        b.set("lock", at + 2, b.history.clients[std::size_t(client)].name, acquire, at + 200'000);
        b.enter(client, at + 4, acquire);
        b.operation(client, at + 6, at + 10, "GET stock", "1", 18);
        auto op = b.operation(client, at + 11, at + 15, "DECR stock", "1", 19);
        b.set("stock", at + 13, turns - i - 1, op);
        b.count(client, at + 15, 1, op);
        b.leave(client, at + 16, op);
        op = b.operation(client, at + 16, at + 20, "DEL lock", "1", 25);
        b.gone("lock", at + 18, op);
        before = at + 16;
        if (clients == 1 || random.bounded(20'000) != 0)
            continue;
        const int other = (client + 1) % clients;
        b.enter(other, at + 6);
        b.leave(other, at + 14);
        if (intruded < 0)
            intruded = at + 6;
    }
    auto &holders = b.check(Kind::HoldersAtMost, "lock", 1);
    if (intruded >= 0)
        b.violated(holders, intruded, intruded + 8, 2);
    auto &sold = b.check(Kind::CountAtMost, "sold", turns);
    sold.check.amount.parameter = "stock";
    return b.finish(10 + turns * turn);
}

} // namespace lockstep::sample
