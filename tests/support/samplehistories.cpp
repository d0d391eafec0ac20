// Rounds as they could have happened, for tests and pictures.

#include "historybuilder.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockstep::sample {

using State = LaneSpan::State;
using Kind = Check::Kind;
using Mark = MarkRecord::Kind;

namespace {

// unit: of the times below, µs.
RunPtr lease(OrderKind kind, qint64 unit)
{
    HistoryBuilder b(2, kind);
    const auto at = [unit](double step) { return qint64(step * double(unit)); };
    const qint64 took = kind == OrderKind::Stepped ? 0 : unit / 8;
    b.scenario().keys = {"lock", "stock"};
    b.number(0, "stock", 1, none);
    auto op = b.operation(0, at(1), "SET lock A:1 NX PX 30000", "OK", 13, took);
    b.token(at(1), "lock", "A:1", at(3.9), op);
    b.operation(0, at(2), "GET stock", "1", 18, took);
    b.gone(at(3.9), "lock", none);
    op = b.operation(1, at(5), "SET lock B:1 NX PX 30000", "OK", 13, took);
    b.token(at(5), "lock", "B:1", at(9.5), op);
    b.operation(1, at(6), "GET stock", "1", 18, took);
    op = b.operation(1, at(7.5), "SET stock 0", "OK", 21, took);
    b.number(at(7.5), "stock", 0, op);
    op = b.operation(0, at(8.5), "SET stock 0", "OK", 21, took);
    b.number(at(8.5), "stock", 0, op);
    b.mark(Mark::Enter, 0, at(1), "lock");
    b.mark(Mark::Count, 1, at(7.6), "sold");
    b.mark(Mark::Count, 0, at(8.6), "sold");
    b.lane(0, at(1), State::Outside);
    b.lane(0, at(3.9), State::Holding, "lock");
    b.lane(0, at(5), State::Expired, "lock");
    b.lane(0, at(8.9), State::Violation, "lock");
    b.lane(0, at(10), State::Outside);
    b.lane(1, at(2), State::Outside);
    b.lane(1, at(5), State::Waiting, "lock");
    b.lane(1, at(8.9), State::Violation, "lock");
    b.lane(1, at(10), State::Holding, "lock");
    b.violated(b.check(Kind::HoldersAtMost, "lock", 1), at(5), at(8.9), 2);
    auto &sold = b.check(Kind::CountAtMost, "sold", 1);
    sold.check.amount.parameter = "stock";
    b.violated(sold, at(8.6), -1, 2);
    return b.finish(at(10));
}

} // namespace

RunPtr leaseExpires()
{
    return lease(OrderKind::Exact, 4000);
}

RunPtr stepped()
{
    return lease(OrderKind::Stepped, 1'000'000);
}

RunPtr flashSale()
{
    constexpr int clients = 50;
    constexpr int stock = 300;
    HistoryBuilder b(clients);
    QRandomGenerator random(7);
    b.scenario().keys = {"stock"};
    b.number(0, "stock", stock, none);
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
            b.operation(event.client, event.at, "GET stock", QByteArray::number(left), 14);
            continue;
        }
        if (seen[event.client] <= 0)
            continue;
        left = seen[event.client] - 1;
        const auto op =
            b.operation(event.client, event.at, "SET stock " + QByteArray::number(left), "OK", 16);
        b.number(event.at + 40, "stock", left, op);
        b.mark(Mark::Count, event.client, event.at + 80, "sold");
        if (++sold == stock + 1)
            lost = event.at + 80;
    }
    const qint64 end = events.back().at + 500;
    for (quint32 client = 0; client < clients; ++client)
        b.lane(client, end, State::Outside);
    auto &check = b.check(Kind::CountAtMost, "sold", stock);
    check.check.amount.parameter = "stock";
    if (lost >= 0)
        b.violated(check, lost, -1, sold);
    return b.finish(end);
}

RunPtr watchdog()
{
    HistoryBuilder b(5);
    b.scenario().keys = {"lock", "config", "visits"};
    auto op = b.operation(0, 1000, "SET lock A:1 NX PX 9", "OK", 9);
    b.token(1040, "lock", "A:1", 10'040, op);
    for (qint64 at = 4000; at < 20'000; at += 3000) {
        op = b.operation(0, at, "PEXPIRE lock 9", "1", 22);
        b.token(at + 40, "lock", "A:1", at + 9040, op);
    }
    op = b.operation(0, 21'000, "DEL lock", "1", 31);
    b.gone(21'040, "lock", op);
    op = b.operation(2, 26'000, "SET lock C:1 NX PX 9", "OK", 9);
    b.token(26'040, "lock", "C:1", 35'040, op);
    op = b.operation(3, 3000, "SET config leader", "OK", 4);
    b.token(3040, "config", "leader", -1, op);
    op = b.operation(3, 5000, "INCR visits", "1", 5);
    b.number(5040, "visits", 1, op);
    op = b.operation(4, 9000, "INCR visits", "2", 5);
    b.number(9040, "visits", 2, op, 30'000);
    b.gone(30'000, "visits", none);
    b.gone(35'040, "lock", none);
    std::sort(b.history().changes.begin(), b.history().changes.end(),
        [](const KeyChange &x, const KeyChange &y) { return x.at < y.at; });
    b.lane(0, 1080, State::Outside);
    b.lane(0, 21'000, State::Holding, "lock");
    b.lane(0, 40'000, State::Outside);
    b.lane(1, 2000, State::Outside);
    b.lane(1, 12'000, State::Waiting, "lock");
    b.lane(1, 40'000, State::Crashed);
    b.lane(2, 2500, State::Outside);
    b.lane(2, 26'080, State::Waiting, "lock");
    b.lane(2, 29'000, State::Holding, "lock");
    b.lane(2, 35'040, State::Paused, "lock");
    b.lane(2, 38'000, State::Expired, "lock");
    b.lane(2, 40'000, State::Outside);
    b.lane(3, 40'000, State::Outside);
    b.lane(4, 40'000, State::Outside);
    b.mark(Mark::Enter, 0, 1080, "lock");
    b.lostOperation(1, 11'900, "GET lock");
    b.check(Kind::TtlPresent, "visits", 0);
    b.check(Kind::HoldersAtMost, "lock", 1);
    return b.finish(40'000);
}

RunPtr limiter()
{
    HistoryBuilder b(4);
    b.scenario().keys = {"limit"};
    auto &check = b.check(Kind::AdmittedAtMost, "admitted", 10);
    check.check.window.number = 20;
    int used = 0;
    for (int i = 0; i < 60; ++i) {
        const qint64 at = i < 30 ? 2000 + i * 900 : 30'500 + (i - 30) * 450;
        const bool newWindow = (i == 0) || (at / 20'000) != ((at - (i < 31 ? 900 : 450)) / 20'000);
        used = newWindow ? 1 : used + 1;
        const auto op = b.operation(quint32(i % 4), at, "INCR limit", QByteArray::number(used), 7);
        b.number(at + 40, "limit", used, op, (at / 20'000 + 1) * 20'000);
        b.mark(Mark::Event, quint32(i % 4), at + 90, used <= 10 ? "admitted" : "refused");
        if (i % 9 == 4)
            b.mark(Mark::Event, quint32(i % 4), at + 95, "write", i == 31 ? 2 : i / 3);
    }
    for (quint32 client = 0; client < 4; ++client)
        b.lane(client, 45'000, State::Outside);
    b.violated(check, 41'000, 42'000, 14);
    b.check(Kind::InOrder, "write", 0);
    return b.finish(45'000);
}

RunPtr crowd(int clients, int operations)
{
    HistoryBuilder b(clients);
    b.scenario().keys = {"lock", "stock"};
    QRandomGenerator random(3);
    std::vector<qint64> until(std::size_t(clients), 0);
    const int turns = operations / 4;
    b.number(0, "stock", turns, none);
    const qint64 turn = 24;
    const QByteArray acquire = "SET lock token NX PX 200";
    std::vector<qint64> breaches;
    for (int i = 0; i < turns; ++i) {
        const auto client = quint32(random.bounded(clients));
        const qint64 at = 10 + i * turn;
        auto op = b.operation(client, at, acquire, "OK", 13, 4);
        b.token(at + 2, "lock", b.history().clients[client].name, at + 200'000, op);
        b.operation(client, at + 6, "GET stock", "1", 18, 4);
        op = b.operation(client, at + 11, "DECR stock", "1", 19, 4);
        b.number(at + 13, "stock", turns - i - 1, op);
        op = b.operation(client, at + 16, "DEL lock", "1", 25, 4);
        b.gone(at + 18, "lock", op);
        b.mark(Mark::Count, client, at + 15, "sold");
        auto &before = until[client];
        if (at + 4 - before > 40 * turn)
            b.lane(client, at - 30 * turn / 2, State::Outside);
        b.lane(client, at + 4, State::Waiting, "lock");
        const bool bad = random.bounded(20'000) == 0;
        b.lane(client, at + 16, bad ? State::Violation : State::Holding, "lock");
        before = at + 16;
    }
    const qint64 end = 10 + turns * turn;
    for (quint32 client = 0; client < quint32(clients); ++client)
        b.lane(client, end, State::Outside);
    b.check(Kind::HoldersAtMost, "lock", 1);
    auto &sold = b.check(Kind::CountAtMost, "sold", turns);
    sold.check.amount.parameter = "stock";
    return b.finish(end);
}

} // namespace lockstep::sample
