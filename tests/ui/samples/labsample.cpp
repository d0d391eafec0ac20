#include "labsample.h"

#include <algorithm>
#include <random>

namespace lockstep::sample {

namespace {

const char readThenWrite[] = R"(return {
  id     = "stock-read-then-write",
  family = "stock",
  title  = { en = "Oversell: read, then write" },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },
  fix    = "stock-script",

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then -- it was so when it was read
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
  end,

  always = { count_at_most("sold", "stock") },
}
)";

const char withScript[] = R"(return {
  id     = "stock-script",
  family = "stock",
  title  = { en = "Server script" },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    if redis.script("take", { "stock" }, {}) == 1 then
      count("sold")
    end
  end,

  always = { count_at_most("sold", "stock") },
}
)";

Parameter parameter(
    const char *name, qint64 value, qint64 least, qint64 most, const char *unit = "")
{
    Parameter it;
    it.name = name;
    it.value = value;
    it.minimum = least;
    it.maximum = most;
    it.unit = unit;
    return it;
}

Check soldAtMostStock()
{
    Check check;
    check.kind = Check::Kind::CountAtMost;
    check.name = "sold";
    check.amount.parameter = "stock";
    check.words = R"(count_at_most("sold", "stock"))";
    return check;
}

std::shared_ptr<Scenario> make(const char *id, const char *family, const char *title)
{
    auto it = std::make_shared<Scenario>();
    it->id = id;
    it->family = family;
    it->title.en = QString::fromUtf8(title);
    it->path = QStringLiteral(":/lockstep/scenarios/%1.lua").arg(QString::fromUtf8(id));
    it->parameters = {parameter("clients", 2, 1, 5000), parameter("stock", 1, 0, 1'000'000)};
    Role role;
    role.name = "client";
    role.count.parameter = "clients";
    it->roles = {role};
    it->source = withScript;
    return it;
}

struct Clock
{
    std::mt19937 dice{7};
    Moment now = 0;
    Moment soon(Moment least, Moment most)
    {
        return std::uniform_int_distribution<Moment>(least, most)(dice);
    }
};

struct Client
{
    Moment at = 0;
    int left = 0;
    bool hasRead = false;
    qint64 read = 0;
};

// One round in the order of execution; then sorted as a history is.
class RoundMaker
{
public:
    RoundMaker(Run &run, Clock &clock, Size size)
        : m_history(run.history)
        , m_clock(clock)
        , m_size(size)
        , m_stock(size.stock)
        , m_key(m_history.texts.add("stock"))
        , m_sold(m_history.texts.add("sold"))
    {
        Round round;
        round.begin = clock.now;
        round.firstOperation = quint32(m_history.operations.size());
        round.firstMark = quint32(m_history.marks.size());
        round.firstChange = quint32(m_history.changes.size());
        m_history.rounds.push_back(round);
    }

    // Gives how many were sold, and the operation that sold one too many.
    std::pair<int, quint32> make(bool inOneStep)
    {
        const quint32 first = m_history.rounds.back().firstOperation;
        change(m_clock.now, none, m_size.stock);
        std::vector<Client> clients(std::size_t(m_size.clients));
        for (Client &client : clients)
            client = {m_clock.now + m_clock.soon(5'000, 90'000), m_size.repeats, false, 0};
        for (;;) {
            const auto next = std::min_element(
                clients.begin(), clients.end(), [](const Client &a, const Client &b) {
                    return std::pair(a.left == 0, a.at) < std::pair(b.left == 0, b.at);
                });
            if (next->left == 0)
                break;
            step(*next, quint32(next - clients.begin()), inOneStep);
        }
        const auto begin = m_history.operations.begin() + first;
        std::vector<quint32> order(m_history.operations.size() - first);
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = quint32(i);
        std::sort(order.begin(), order.end(),
            [&](quint32 a, quint32 b) { return begin[a].returned < begin[b].returned; });
        std::vector<quint32> place(order.size());
        std::vector<Operation> sorted;
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = first + quint32(i);
            sorted.push_back(begin[order[i]]);
        }
        std::copy(sorted.begin(), sorted.end(), begin);
        const auto moved = [&](quint32 &operation) {
            if (operation != none)
                operation = place[operation - first];
        };
        for (std::size_t i = m_history.rounds.back().firstChange; i < m_history.changes.size(); ++i)
            moved(m_history.changes[i].operation);
        for (std::size_t i = m_history.rounds.back().firstMark; i < m_history.marks.size(); ++i)
            moved(m_history.marks[i].operation);
        moved(m_proof);
        m_history.rounds.back().end = m_clock.now = sorted.back().returned + 4'000;
        return {m_soldCount, m_proof};
    }

private:
    void change(Moment at, quint32 operation, qint64 number)
    {
        KeyChange it;
        it.at = at;
        it.operation = operation;
        it.key = m_key;
        it.number = number;
        it.exists = true;
        it.isNumber = true;
        m_history.changes.push_back(it);
    }

    quint32 operation(
        Client &client, quint32 who, const QByteArray &words, const QByteArray &reply, int line)
    {
        Operation it;
        it.called = client.at;
        it.returned = client.at + m_clock.soon(18'000, 70'000);
        it.command = m_history.texts.add(words);
        it.reply = m_history.texts.add(reply);
        it.order = quint32(m_history.operations.size());
        it.client = who;
        it.line = quint16(line);
        m_history.operations.push_back(it);
        client.at = it.returned + m_clock.soon(2'000, 30'000);
        return it.order;
    }

    void sell(quint32 who, quint32 operation)
    {
        MarkRecord mark;
        mark.at = m_history.operations[operation].returned;
        mark.value = 1;
        mark.operation = operation;
        mark.name = m_sold;
        mark.client = who;
        mark.kind = MarkRecord::Kind::Count;
        m_history.marks.push_back(mark);
        if (++m_soldCount == m_size.stock + 1)
            m_proof = operation;
    }

    void step(Client &client, quint32 who, bool inOneStep)
    {
        const auto number = [](qint64 value) { return QByteArray::number(value); };
        const Moment at = client.at + 9'000;
        if (inOneStep) {
            const bool got = m_stock > 0;
            const quint32 it = operation(client, who, "take stock", got ? "1" : "0", 11);
            if (got) {
                change(at, it, --m_stock);
                sell(who, it);
            }
            --client.left;
            return;
        }
        if (!client.hasRead) {
            client.read = m_stock;
            operation(client, who, "GET stock", number(m_stock), 12);
            client.hasRead = client.read > 0;
            client.left -= client.hasRead ? 0 : 1;
            return;
        }
        m_stock = client.read - 1;
        const quint32 it = operation(client, who, "SET stock " + number(m_stock), "OK", 14);
        change(at, it, m_stock);
        sell(who, it);
        client.hasRead = false;
        --client.left;
    }

    History &m_history;
    Clock &m_clock;
    Size m_size;
    qint64 m_stock;
    quint32 m_key, m_sold;
    int m_soldCount = 0;
    quint32 m_proof = none;
};

QByteArray nameOf(int client)
{
    QByteArray name(1, char('A' + client % 26));
    return client < 26 ? name : char('A' + client / 26 - 1) + name;
}

RunPtr makeRun(const ScenarioPtr &scenario, Size size, bool inOneStep)
{
    auto run = std::make_shared<Run>();
    run->scenario = scenario;
    run->options.settings = {{"clients", size.clients}, {"stock", size.stock}};
    run->options.rounds = size.rounds;
    run->options.repeats = size.repeats;
    run->options.seed = 4711;
    run->server = "redis 7.0.15";
    run->history.orderKind = OrderKind::Exact;
    for (int client = 0; client < size.clients; ++client)
        run->history.clients.push_back({nameOf(client), "client", 0});
    // The programs of a run that was made by hand have no ends.
    for (quint32 client = 0; client < quint32(size.clients); ++client)
        run->history.processes.push_back({0, never, client});
    CheckResult result;
    result.check = soldAtMostStock();
    Clock clock;
    for (int round = 0; round < size.rounds; ++round) {
        const auto [sold, proof] = RoundMaker(*run, clock, size).make(inOneStep);
        run->counts["sold"] += sold;
        if (sold <= size.stock)
            continue;
        ++result.violatedRounds;
        if (result.first)
            continue;
        Violation violation;
        violation.round = round;
        violation.at = run->history.operations[proof].returned;
        violation.operations = {proof};
        violation.clients = {run->history.operations[proof].client};
        violation.key = "sold";
        violation.actual = sold;
        violation.worst = sold;
        violation.allowed = size.stock;
        result.first = violation;
        result.outcome = CheckOutcome::Violated;
    }
    run->violatedRounds = result.violatedRounds;
    run->busy = std::chrono::nanoseconds(clock.now);
    run->results = {result};
    run->marked.counted = {"sold"};
    return run;
}

} // namespace

ScenarioPtr stockReadThenWrite()
{
    auto it = make("stock-read-then-write", "stock", "Oversell: read, then write");
    it->title.others[QStringLiteral("zh_CN")] = QStringLiteral("超卖：先读后写");
    it->lesson.en = QStringLiteral(
        "One unit is left and two clients want it. Each reads the stock, sees that there is one,\n"
        "writes one less and sells. Watch the two GETs.\n\n"
        "    A: GET stock -> 1\n                          B: GET stock -> 1\n\n"
        "What fixes it is to look and to write in one step: a short script on the server.");
    it->source = readThenWrite;
    it->fix = "stock-script";
    it->checks = {soldAtMostStock()};
    it->free.settings = {{"clients", 50}, {"stock", 100}};
    it->free.repeats = 10;
    return it;
}

ScenarioPtr stockScript()
{
    auto it = make("stock-script", "stock", "Server script");
    it->checks = {soldAtMostStock()};
    it->lesson.en = QStringLiteral("Looking and writing in one step.");
    return it;
}

std::vector<ScenarioPtr> scenarios()
{
    auto lease = make("lock-lease-expires", "lock", "The lease runs out while the work goes on");
    lease->parameters = {parameter("clients", 2, 1, 5000), parameter("stock", 1, 0, 1'000'000),
        parameter("lease", 200, 100, 3'600'000, "ms")};
    lease->fix = "fence-read-and-write";
    Check holders;
    holders.name = "lock";
    holders.kind = Check::Kind::HoldersAtMost;
    holders.amount.number = 1;
    lease->checks = {holders, soldAtMostStock()};
    return {make("counter-incr", "counter", "INCR"),
        make("counter-get-set", "counter", "Lost update: GET, then SET"),
        make("counter-try-lock", "counter", "A lock around INCR that gives up"),
        stockReadThenWrite(), make("stock-check-then-decr", "stock", "Check, then DECR"),
        make("stock-watch", "stock", "WATCH, MULTI, EXEC"), stockScript(),
        make("lock-setnx", "lock", "SETNX and a crash"),
        make("lock-setnx-then-expire", "lock", "SETNX, then EXPIRE"), lease,
        make("lock-blind-delete", "lock", "Blind delete"),
        make("lock-check-then-delete", "lock", "Check, then delete"),
        make("lock-compare-and-delete", "lock", "Compare and delete"),
        make("lock-watchdog", "lock", "Watchdog"),
        make("fence-write-only", "fencing", "Fenced write, plain read"),
        make("fence-read-and-write", "fencing", "Fenced read and write"),
        make("redlock", "fencing", "Redlock, one node restarts"),
        make("limit-incr-then-expire", "limiter", "INCR, then EXPIRE"),
        make("limit-fixed-window", "limiter", "Fixed window burst"),
        make("limit-sliding-log", "limiter", "Sliding log"),
        make("bounded-permits", "bounded", "At most 60 devices")};
}

RunPtr oversoldRun(Size size)
{
    return makeRun(stockReadThenWrite(), size, false);
}

RunPtr heldRun(Size size)
{
    return makeRun(stockScript(), size, true);
}

RunPtr twoHoldersRun()
{
    auto run = std::make_shared<Run>();
    run->scenario = scenarios().at(9);
    run->options.settings = {{"clients", 3}, {"stock", 1}, {"lease", 200}};
    run->server = "redis 7.0.15";
    run->history.clients = {{"A", "client", 0}, {"B", "client", 0}, {"C", "client", 0}};
    for (int round = 0; round < 4; ++round)
        run->history.rounds.push_back(
            {Moment(round) * 50'000'000, (Moment(round) + 1) * 50'000'000});
    run->busy = std::chrono::milliseconds(200);
    Violation two;
    two.round = 3;
    two.at = 150'000'000 + 12'300'000;
    two.clients = {0, 2};
    two.key = "lock";
    two.actual = 2;
    two.worst = 2;
    two.allowed = 1;
    CheckResult holders;
    holders.check = run->scenario->checks.at(0);
    holders.outcome = CheckOutcome::Violated;
    holders.violatedRounds = 1;
    holders.first = two;
    run->results = {holders};
    run->marked.entered = {"lock"};
    run->violatedRounds = 1;
    return run;
}

} // namespace lockstep::sample
