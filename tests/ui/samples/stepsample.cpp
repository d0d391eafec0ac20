#include "stepsample.h"

#include "core/lab/explore/interleavingmap.h"
#include "ui/lab/step/steptabs.h"

#include <algorithm>

namespace lockstep::sample {

namespace {

using Kind = TraceStep::Kind;

constexpr Moment second = 1'000'000'000;

struct Client
{
    QByteArray name;
    int taken = 0;
    qint64 read = 0;
    bool isCrashed = false, isPaused = false;
};

// The two programs, in the order of their commands.
class Shop
{
public:
    Shop(ScenarioPtr scenario, const ExploreOptions &options)
        : m_run(std::make_shared<SteppedRun>())
        , m_round(std::make_shared<lockstep::Run>())
        , m_isFixed(scenario->id != "stock-read-then-write")
    {
        m_run->round = m_round;
        m_run->scenario = m_round->scenario = std::move(scenario);
        m_run->options = options;
        m_round->options.settings = options.settings;
        m_run->server = "redis 7.0.15";
        m_limit = m_stock = options.settings.at("stock");
        const int clients = m_run->scenario->clientCount(options.settings);
        for (int i = 0; i < clients; ++i) {
            m_clients.push_back({QByteArray(1, char('A' + i))});
            m_round->history.clients.push_back({m_clients.back().name, "client", 0});
        }
        m_round->history.orderKind = OrderKind::Stepped;
        change(0, none);
        look();
    }

    bool take(const TraceStep &step)
    {
        const auto possible = std::find_if(m_run->ahead.begin(), m_run->ahead.end(),
            [&](const StepAhead &each) { return each.isPossible() && each.step == step; });
        if (possible == m_run->ahead.end())
            return false;
        m_run->aheadBefore.push_back(m_run->ahead);
        StepTaken taken;
        taken.step = step;
        taken.client = possible->client;
        taken.command = possible->command;
        taken.line = possible->line;
        m_run->trace.push_back(step);
        const int number = int(m_run->trace.size());
        switch (step.kind) {
        case Kind::Client:
            command(m_clients[std::size_t(step.client)], &taken, number);
            break;
        case Kind::Time:
            ++m_times;
            break;
        case Kind::Crash:
            ++m_crashes;
            m_clients[std::size_t(step.client)].isCrashed = true;
            m_round->history.incidents.push_back(
                {second * number - second / 2, Incident::Kind::Crash, quint32(step.client), none});
            break;
        default:
            m_pauses += step.kind == Kind::Pause;
            m_clients[std::size_t(step.client)].isPaused = step.kind == Kind::Pause;
            break;
        }
        taken.violated = m_sold > m_limit ? 1 : 0;
        if (taken.violated != 0 && m_violatedAt == 0)
            m_violatedAt = number;
        m_run->steps.push_back(taken);
        look();
        noteVariables();
        return true;
    }

    SteppedRunPtr finish(int undone)
    {
        m_run->undone = undone;
        if (m_run->variables.empty())
            m_run->variables.push_back(
                std::make_shared<std::vector<ClientVariables>>(m_clients.size()));
        CheckResult result;
        result.check = m_run->scenario->checks.front();
        if (m_violatedAt > 0) {
            result.outcome = CheckOutcome::Violated;
            result.first = Violation{};
            result.first->at = second * m_violatedAt;
            result.first->actual = result.first->worst = m_sold;
            result.first->allowed = m_limit;
        }
        m_round->results = {result};
        Round round;
        round.end = second * qint64(m_run->steps.size()) + second / 2;
        m_round->history.rounds = {round};
        return m_run;
    }

private:
    // What each client has read last.
    void noteVariables()
    {
        std::vector<ClientVariables> all(m_clients.size());
        for (const StepTaken &taken : m_run->steps) {
            if (taken.client >= 0 && !taken.reply.isEmpty())
                all[std::size_t(taken.client)] = {{0, {{"read", taken.reply}}}};
        }
        if (m_run->variables.empty()) // before the first step
            m_run->variables.push_back(
                std::make_shared<std::vector<ClientVariables>>(m_clients.size()));
        m_run->variables.push_back(std::make_shared<std::vector<ClientVariables>>(all));
    }

    void change(Moment at, quint32 operation)
    {
        KeyChange change;
        change.at = at;
        change.operation = operation;
        change.key = m_round->history.texts.add("stock");
        change.number = m_stock;
        change.exists = change.isNumber = true;
        change.value = m_round->history.texts.add(QByteArray::number(m_stock));
        m_round->history.changes.push_back(change);
    }

    void command(Client &client, StepTaken *taken, int number)
    {
        History &history = m_round->history;
        taken->operation = quint32(history.operations.size());
        taken->reply = QByteArray::number(m_stock);
        const bool writes = m_isFixed || client.taken == 1;
        const qint64 before = m_stock;
        if (!writes) {
            client.read = m_stock;
        } else {
            const bool sells = m_isFixed ? m_stock > 0 : true;
            m_stock = m_isFixed ? std::max<qint64>(0, m_stock - 1) : client.read - 1;
            taken->reply = "OK";
            taken->keys.push_back(
                {"stock", 0, QByteArray::number(before), QByteArray::number(m_stock), {}, {}});
            if (sells) {
                ++m_sold;
                history.marks.push_back(
                    {second * number, 1, taken->operation, history.texts.add("sold"), 0,
                        quint32(taken->client), quint16(taken->line), MarkRecord::Kind::Count, 0});
            }
        }
        ++client.taken;
        history.operations.push_back({second * (number - 1), second * number,
            history.texts.add(taken->command), history.texts.add(taken->reply), taken->operation,
            quint32(taken->client), quint16(taken->line), 0, 0});
        if (before != m_stock)
            change(second * number - second / 2, taken->operation);
    }

    [[nodiscard]] int commandsOf(const Client &client) const
    {
        return m_isFixed ? 1 : client.taken >= 1 && client.read <= 0 ? 1 : 2;
    }

    [[nodiscard]] BlockedBy blockedBy(const Client &client) const
    {
        return client.isCrashed                  ? BlockedBy::Crashed
            : client.taken >= commandsOf(client) ? BlockedBy::Finished
            : client.isPaused                    ? BlockedBy::Paused
                                                 : BlockedBy::None;
    }

    void look()
    {
        m_run->ahead.clear();
        const Bounds &bounds = m_run->options.bounds;
        bool canGoOn = false;
        const auto add = [&](TraceStep step, int client, BlockedBy blockedBy,
                             const QByteArray &command = {}, int line = 0) {
            m_run->ahead.push_back({step, client, command, line, blockedBy, {}});
            canGoOn = canGoOn || blockedBy == BlockedBy::None;
        };
        for (int i = 0; i < int(m_clients.size()); ++i) {
            const Client &client = m_clients[std::size_t(i)];
            const bool first = client.taken == 0;
            add({Kind::Client, i, 0, client.taken + 1}, i, blockedBy(client),
                m_isFixed   ? QByteArray("EVALSHA take 1 stock")
                    : first ? QByteArray("GET stock")
                            : "SET stock " + QByteArray::number(client.read - 1),
                m_isFixed   ? 11
                    : first ? 12
                            : 14);
        }
        const bool over = !canGoOn;
        add({Kind::Time}, -1,
            over                        ? BlockedBy::RunOver
                : m_times < bounds.time ? BlockedBy::None
                                        : BlockedBy::Budget);
        for (int i = 0; i < int(m_clients.size()); ++i) {
            const Client &client = m_clients[std::size_t(i)];
            const BlockedBy own = blockedBy(client);
            const auto within = [&](int used, int bound) {
                return own == BlockedBy::Crashed || own == BlockedBy::Finished ? own
                    : used < bound                                             ? BlockedBy::None
                                                                               : BlockedBy::Budget;
            };
            add({Kind::Crash, i}, i, within(m_crashes, bounds.crashes));
            add({Kind::Pause, i}, i,
                client.isPaused ? BlockedBy::Paused : within(m_pauses, bounds.pauses));
            add({Kind::Resume, i}, i, client.isPaused ? BlockedBy::None : BlockedBy::NotPaused);
        }
        m_run->ending = canGoOn ? Ending::Open : Ending::Complete;
    }

    std::shared_ptr<SteppedRun> m_run;
    std::shared_ptr<lockstep::Run> m_round;
    bool m_isFixed;
    std::vector<Client> m_clients;
    qint64 m_stock = 0, m_limit = 0, m_sold = 0;
    int m_times = 0, m_crashes = 0, m_pauses = 0;
    int m_violatedAt = 0;
};

SteppedRunPtr stepsWith(const ScenarioPtr &scenario, const ExploreOptions &options,
    const Trace &trace, int undone, QList<TraceStep> *misfits)
{
    Shop shop(scenario, options);
    for (const TraceStep &step : trace) {
        if (shop.take(step))
            continue;
        if (misfits)
            misfits->push_back(step);
        break;
    }
    return shop.finish(undone);
}

} // namespace

SteppedRunPtr steps(const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace,
    QList<TraceStep> *misfits)
{
    return stepsWith(scenario, options, trace, 0, misfits);
}

Trace trace(const char *text)
{
    return traceFromText(QString::fromLatin1(text)).value();
}

// Every state that two clients reach, one after the other.
ExplorationPtr oversold(const ScenarioPtr &scenario, const ExploreOptions &options)
{
    auto exploration = std::make_shared<Exploration>();
    exploration->scenario = scenario;
    exploration->options = options;
    exploration->verdict = CheckOutcome::Violated;
    exploration->states = 13;
    exploration->transitions = 16;
    exploration->interleavings = "6";
    exploration->violating = "4";
    exploration->server = "redis 7.0.15";
    exploration->counterexample = Counterexample{0, 1, 4, trace("A1 B1 A2 B2")};
    exploration->checks = {
        {scenario->checks.front(), CheckOutcome::Violated, "4", exploration->counterexample}};
    auto map = std::make_shared<InterleavingMap>();
    map->nodes.emplace_back();
    for (int node = 0; node < int(map->nodes.size()); ++node) {
        const SteppedRunPtr run = steps(scenario, options, map->traceTo(node));
        map->nodes[std::size_t(node)].firstEdge = int(map->edges.size());
        map->nodes[std::size_t(node)].ending = run->ending;
        map->nodes[std::size_t(node)].violated =
            run->steps.empty() ? 0 : run->steps.back().violated;
        for (const StepAhead &each : run->ahead) {
            if (!each.isPossible() || each.step.kind != Kind::Client)
                continue;
            InterleavingMap::Node next;
            next.depth = map->nodes[std::size_t(node)].depth + 1;
            next.cameBy = int(map->edges.size());
            map->edges.push_back({node, int(map->nodes.size()), each.step, 0});
            ++map->nodes[std::size_t(node)].edges;
            map->nodes.push_back(next);
        }
    }
    exploration->map = map;
    return exploration;
}

ExplorationPtr held(const ScenarioPtr &scenario, const ExploreOptions &options)
{
    auto exploration = std::make_shared<Exploration>();
    exploration->scenario = scenario;
    exploration->options = options;
    exploration->states = 2'345;
    exploration->interleavings = "147111706";
    exploration->marked.counted = {"sold"};
    exploration->server = "redis 7.0.15";
    exploration->checks = {{scenario->checks.front(), CheckOutcome::Holds, "0", {}}};
    return exploration;
}

Answers::Answers(SteppedRuns *runs)
    : m_page(runs)
{
    connect(runs, &SteppedRuns::openRequested, this,
        [this](int run, const ScenarioPtr &scenario, const ExploreOptions &wanted,
            const Trace &trace) {
            ++opened;
            options = wanted;
            QList<TraceStep> misfits;
            const SteppedRunPtr stepped = steps(scenario, wanted, trace, &misfits);
            m_runs[run] = {scenario, wanted, stepped->trace, {}};
            m_page->setRun(run, stepped);
            if (!misfits.isEmpty())
                m_page->setFailure(run,
                    {ErrorCode::BadInput,
                        traceWord(misfits.front()) + QStringLiteral(" cannot be taken"), false});
        });
    connect(runs, &SteppedRuns::stepRequested, this, [this](int run, const TraceStep &step) {
        m_runs[run].trace.push_back(step);
        m_runs[run].undone.clear();
        answer(run);
    });
    connect(runs, &SteppedRuns::undoRequested, this, [this](int run) {
        m_runs[run].undone.push_back(m_runs[run].trace.back());
        m_runs[run].trace.pop_back();
        answer(run);
    });
    connect(runs, &SteppedRuns::redoRequested, this, [this](int run) {
        m_runs[run].trace.push_back(m_runs[run].undone.back());
        m_runs[run].undone.pop_back();
        answer(run);
    });
    connect(runs, &SteppedRuns::runOnRequested, this, [this](int run) {
        m_runs[run].undone.clear();
        while (takeTurns(m_runs[run]))
            m_page->setProgress(run, shown(run));
        answer(run);
    });
    connect(runs, &SteppedRuns::forkRequested, this, [this](int run, int kept, int fork) {
        ++forked;
        Run forkedRun = m_runs[run];
        forkedRun.trace.resize(std::size_t(kept));
        forkedRun.undone.clear();
        m_runs[fork] = forkedRun;
        answer(fork);
    });
    connect(runs, &SteppedRuns::closeRequested, this, [this](int run) {
        ++closed;
        m_runs.erase(run);
    });
}

// Whoever has taken the fewest steps takes one. False: something is violated, or nobody can.
bool Answers::takeTurns(Run &run) const
{
    const SteppedRunPtr now = steps(run.scenario, run.options, run.trace);
    const StepAhead *next = nullptr;
    for (const StepAhead &each : now->ahead) {
        const bool canGoOn = each.isPossible() && each.step.kind == Kind::Client;
        if (canGoOn && (!next || each.step.number < next->step.number))
            next = &each;
    }
    if (!next || now->firstViolation())
        return false;
    run.trace.push_back(next->step);
    return true;
}

SteppedRunPtr Answers::shown(int run) const
{
    const Run &it = m_runs.at(run);
    return stepsWith(it.scenario, it.options, it.trace, int(it.undone.size()), nullptr);
}

void Answers::answer(int run)
{
    m_page->setRun(run, shown(run));
}

} // namespace lockstep::sample
