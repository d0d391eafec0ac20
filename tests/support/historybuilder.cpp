#include "historybuilder.h"

#include <map>

namespace lockstep {

namespace {

constexpr Moment microsecond = 1000;

// Lanes as written, by the history they belong to: what the judge would find out.
std::map<const History *, std::vector<LaneSpan>> &writtenLanes()
{
    static std::map<const History *, std::vector<LaneSpan>> lanes;
    return lanes;
}

} // namespace

HistoryBuilder::HistoryBuilder(int clients, OrderKind kind)
    : m_run(std::make_shared<Run>())
    , m_scenario(std::make_shared<Scenario>())
    , m_lanes(std::size_t(clients))
{
    history().orderKind = kind;
    history().rounds.emplace_back();
    for (int i = 0; i < clients; ++i) {
        QByteArray name;
        for (int rest = i; rest >= 0; rest = rest / 26 - 1)
            name.prepend(char('A' + rest % 26));
        history().clients.push_back({.name = name, .role = "client"});
    }
    m_scenario->roles = {{"client", {clients, {}}}};
}

quint32 HistoryBuilder::operation(quint32 client, qint64 called, const QByteArray &words,
    const QByteArray &reply, int line, qint64 took)
{
    history().operations.push_back({.called = called * microsecond,
        .returned = (called + took) * microsecond,
        .words = text(words),
        .reply = text(reply),
        .client = client,
        .line = quint16(line)});
    return quint32(history().operations.size() - 1);
}

void HistoryBuilder::lostOperation(quint32 client, qint64 called, const QByteArray &words)
{
    history().operations.push_back(
        {.called = called * microsecond, .words = text(words), .client = client});
}

void HistoryBuilder::change(KeyChange change, qint64 at, const QByteArray &key, qint64 deadline,
    quint32 operation, quint8 node)
{
    change.at = at * microsecond;
    change.deadline = deadline < 0 ? never : deadline * microsecond;
    change.operation = operation;
    change.key = text(key);
    change.node = node;
    history().changes.push_back(change);
}

void HistoryBuilder::number(
    qint64 at, const QByteArray &key, qint64 value, quint32 operation, qint64 deadline, quint8 node)
{
    change({.number = value,
               .value = text(QByteArray::number(value)),
               .exists = true,
               .isNumber = true},
        at, key, deadline, operation, node);
}

void HistoryBuilder::token(qint64 at, const QByteArray &key, const QByteArray &token,
    qint64 deadline, quint32 operation, quint8 node)
{
    change({.number = token.size(), .value = text(token), .exists = true}, at, key, deadline,
        operation, node);
}

void HistoryBuilder::gone(qint64 at, const QByteArray &key, quint32 operation, quint8 node)
{
    change({}, at, key, -1, operation, node);
}

void HistoryBuilder::mark(
    MarkRecord::Kind kind, quint32 client, qint64 at, const QByteArray &name, qint64 value)
{
    history().marks.push_back({.at = at * microsecond,
        .value = value,
        .name = text(name),
        .client = client,
        .kind = kind});
}

void HistoryBuilder::lane(quint32 client, qint64 until, State state, const QByteArray &name)
{
    auto &lane = m_lanes.at(client);
    lane.push_back({.from = lane.empty() ? 0 : lane.back().until,
        .until = until * microsecond,
        .client = client,
        .name = text(name),
        .state = state});
}

CheckResult &HistoryBuilder::check(Check::Kind kind, const QByteArray &name, qint64 amount)
{
    Check check;
    check.kind = kind;
    check.name = name;
    check.amount.number = amount;
    m_run->results.emplace_back().check = check;
    return m_run->results.back();
}

void HistoryBuilder::violated(CheckResult &result, qint64 at, qint64 until, qint64 actual)
{
    result.outcome = CheckResult::Outcome::Violated;
    result.violatedRounds = 1;
    result.first.emplace();
    result.first->at = at * microsecond;
    result.first->until = until < 0 ? never : until * microsecond;
    result.first->actual = actual;
    result.first->allowed = result.check.amount.in(m_run->options.settings);
}

RunPtr HistoryBuilder::finish(qint64 end)
{
    history().rounds.front().end = end * microsecond;
    std::vector<LaneSpan> lanes;
    for (const auto &lane : m_lanes)
        lanes.insert(lanes.end(), lane.begin(), lane.end());
    m_run->scenario = m_scenario;
    m_run->server = "redis 7.0.15";
    writtenLanes()[&m_run->history] = std::move(lanes);
    return m_run;
}

std::vector<LaneSpan> HistoryBuilder::lanesOf(const History &history)
{
    return writtenLanes()[&history];
}

} // namespace lockstep
