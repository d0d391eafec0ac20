// A round is a sequence, so it is written as one: what has to be awaited serves the loop until it
// is there. The clients themselves are driven by the loop alone.
//
// Stuck: everybody left waits for what another client would have to do. That is certain when the
// crowd has not moved while each server was asked twice: the first answer shows that all messages
// and invalidations of before have left the server, the second that they were read.

#include "core/lab/roundplayer.h"

#include "core/lab/serverfacts.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <algorithm>

namespace lockstep {

namespace {

using std::chrono::milliseconds;

constexpr auto lookEvery = milliseconds(20);
constexpr auto tellEvery = milliseconds(34);
constexpr auto drainLimit = milliseconds(1000); // for replies that are under way at the end
constexpr auto patience = milliseconds(5000);
constexpr Moment renewEvery = 60'000'000'000;

QByteArray newPrefix()
{
    return "{lab:" + QByteArray::number(QRandomGenerator::global()->generate64(), 36) + "}:";
}

Moment nanoseconds(std::chrono::nanoseconds span)
{
    return span.count();
}

} // namespace

RoundPlayer::RoundPlayer(
    RunLoop &loop, ScenarioPtr scenario, const RunOptions &options, Ground ground)
    : m_loop(loop)
    , m_scenario(std::move(scenario))
    , m_run(std::make_shared<Run>(Run{m_scenario, options, {}, {}, {}, 0, {}, {}, false, {}}))
    , m_options(m_run->options)
    , m_ground(std::move(ground))
    , m_prefix(newPrefix())
    , m_record(m_run->history, m_prefix)
{
    if (m_options.seed == 0)
        m_run->options.seed = 1 + quint64(QRandomGenerator::global()->bounded(999'999'999));
}

RoundPlayer::~RoundPlayer() = default;

Result<void> RoundPlayer::prepare()
{
    const auto fail = [this](const Error &error) {
        if (!m_error)
            m_error = error;
    };
    for (const Endpoint &endpoint : m_ground.nodes) {
        m_nodes.push_back({endpoint, std::make_unique<KeyWaits>(m_loop, m_prefix, fail)});
        if (const auto opened = m_nodes.back().waits->open(endpoint); !opened)
            return opened;
    }
    if (const auto asked = askServer(m_nodes[0].waits->queries()); !asked)
        return asked;

    Program::Options options;
    options.settings = m_options.settings;
    options.prefix = m_prefix;
    options.seed = m_options.seed;
    options.clock = [] { return QDateTime::currentMSecsSinceEpoch(); };
    options.commands = &m_commands;
    auto program = Program::make(m_scenario, options);
    if (!program)
        return tl::unexpected(program.error());
    m_program = std::move(*program);

    m_stage.reset(new RunStage{m_loop, *m_program, m_record, m_options, m_nodes,
        [this](int node, const QByteArray &address, int client, int thread) {
            if (m_order)
                m_order->addConnection(
                    node, address, client < 0 ? none : quint32(client), quint8(thread));
        },
        {}, {}, {}, fail});
    m_crowd = std::make_unique<Crowd>(*m_stage, *m_scenario);
    m_run->history.clients = m_crowd->participants();
    m_judge = std::make_unique<Judge>(*m_scenario, m_options.settings, m_program.get());
    m_faults = std::make_unique<NodeFaults>(
        *m_stage, *m_crowd, m_ground.servers, [this](Incident::Kind kind) { nodeReopened(kind); },
        [this] {
            if (!m_taps.empty())
                m_taps[0]->close();
        });
    if (!m_ground.isOurs)
        m_created = std::make_unique<CreatedKeys>(*m_nodes[0].waits, m_prefix);
    if (m_ground.scratch)
        return openTaps();
    m_samples = std::make_unique<KeySamples>(m_loop, m_record, m_prefix, m_scenario->keys,
        m_ground.isOurs ? milliseconds(0) : milliseconds(CreatedKeys::net) / 2);
    return {};
}

Result<void> RoundPlayer::askServer(RunQueries &queries)
{
    const auto information = queries.wait(wireOf({"INFO"}));
    if (!information)
        return tl::unexpected(information.error());
    const std::string facts((*information)->str, (*information)->len);
    m_run->server = serverName(facts);
    if (!m_ground.isOurs) {
        if (const auto checked = checkRoom(queries, facts); !checked)
            return checked;
    }
    const auto commands = queries.wait(wireOf({"COMMAND"}));
    if (!commands)
        return tl::unexpected(commands.error());
    auto table = CommandTable::fromReply(toReply(**commands));
    if (!table)
        return tl::unexpected(table.error());
    m_commands = std::move(*table);
    return {};
}

Result<void> RoundPlayer::checkRoom(RunQueries &queries, const std::string &facts)
{
    qint64 most = serverFact(facts, "maxclients").value_or(0);
    if (most == 0) { // before 7.0
        const auto setting = queries.wait(wireOf({"CONFIG", "GET", "maxclients"}));
        if (setting && (*setting)->elements == 2)
            most = QByteArray((*setting)->element[1]->str).toLongLong();
    }
    const qint64 present = serverFact(facts, "connected_clients").value_or(0);
    const qint64 wanted = m_scenario->clientCount(m_options.settings);
    if (most == 0 || present + wanted <= most) // not known: the server will say it
        return {};
    return failure(ErrorCode::BadInput,
        QStringLiteral("clients = %1: the server accepts %2 connections (maxclients) and has %3; "
                       "at most %4 clients are possible")
            .arg(wanted)
            .arg(most)
            .arg(present)
            .arg(std::max<qint64>(0, most - present)));
}

Result<void> RoundPlayer::openTaps()
{
    m_order = std::make_unique<ExecutionOrder>(m_prefix, m_scenario->keys);
    m_run->history.orderKind = OrderKind::Exact;
    for (int node = 0; node < int(m_nodes.size()); ++node) {
        m_taps.push_back(std::make_unique<MonitorTap>(
            m_loop,
            [this, node](std::string_view bytes) {
                m_order->feed(node, {bytes.data(), qsizetype(bytes.size())});
            },
            m_stage->fail));
        if (const auto opened = m_taps.back()->open(m_nodes[size_t(node)].endpoint); !opened)
            return opened;
    }
    const auto allListen = [this] {
        return std::all_of(
            m_taps.begin(), m_taps.end(), [](const auto &each) { return each->isListening(); });
    };
    if (!m_loop.serve(allListen, patience))
        return failure(m_loop.isStopped() ? ErrorCode::Cancelled : ErrorCode::CommandTimeout);
    return {};
}

Result<RunPtr> RoundPlayer::play(const std::function<void(const RunProgress &)> &tell)
{
    m_playing = m_loop.now();
    Result<void> played;
    while (played && goesOn())
        played = playRound(tell);
    m_run->stopped |= m_loop.isStopped();
    tidyUp();
    if (!played && played.error().code != ErrorCode::Cancelled)
        return tl::unexpected(played.error());
    m_run->results = m_judge->results();
    for (CheckResult &each : m_run->results) {
        if (!m_hasJudged && each.outcome == CheckResult::Outcome::Holds)
            each.outcome = CheckResult::Outcome::Undecided;
    }
    m_run->violatedRounds = m_judge->violatedRounds();
    m_run->counts = m_record.counts();
    m_run->mistake = m_crowd->mistake();
    return RunPtr(m_run);
}

bool RoundPlayer::goesOn() const
{
    if (m_run->stopped || m_loop.isStopped() || !m_crowd->mistake().isEmpty())
        return false;
    if (m_options.duration)
        return m_loop.now() - m_playing < nanoseconds(*m_options.duration);
    return m_record.round() + 1 < m_options.rounds;
}

Result<void> RoundPlayer::playRound(const std::function<void(const RunProgress &)> &tell)
{
    if (m_faults->needsRestoring()) {
        if (const auto restored = m_faults->restore(); !restored)
            return restored;
    }
    if (const auto emptied = emptyKeys(); !emptied)
        return emptied;
    if (const auto begun = beginRound(); !begun)
        return begun;
    if (!m_crowd->mistake().isEmpty())
        return {};
    const Result<void> ended = awaitEnd(tell);
    const Moment end = m_loop.now();
    const bool isCutOff = !m_isStuck && !m_crowd->isOver();
    if (ended && !m_loop.isStopped()) // nothing of this round may reach the next one
        m_loop.serve(
            [this] {
                bool isQuiet = !m_faults->isBusy();
                for (int node = 0; node < int(m_nodes.size()); ++node)
                    isQuiet &= !m_crowd->hasFlights(node);
                return isQuiet;
            },
            drainLimit);
    m_faults->endRound();
    m_crowd->endRound();
    m_record.endRound(end, isCutOff, m_isStuck);
    m_run->busy += std::chrono::nanoseconds(end - m_run->history.rounds.back().begin);
    if (!ended)
        return ended;
    if (m_loop.isStopped()) { // what has happened so far is judged; stopped again, it is not
        m_run->stopped = true;
        m_loop.goOn();
    }
    tell(progress(true));
    if (const auto settled = settle(); !settled)
        return settled;
    return judge();
}

Result<void> RoundPlayer::emptyKeys()
{
    if (m_created)
        return m_created->remove(false);
    for (RunStage::Node &node : m_nodes) {
        if (const auto emptied = node.waits->queries().wait(wireOf({"FLUSHALL"})); !emptied)
            return tl::unexpected(emptied.error());
    }
    return {};
}

Result<void> RoundPlayer::beginRound()
{
    m_program->clear();
    if (m_order)
        m_order->clear();
    if (const auto opened = m_crowd->open(); !opened)
        return opened;
    if (const auto setUp = m_crowd->setUp(); !setUp)
        return setUp;
    m_record.beginRound(m_loop.now());
    if (m_samples) {
        m_samples->beginRound();
        m_samples->look(m_nodes[0].waits->queries());
        m_loop.serve([this] { return !m_samples->isLooking() || m_error; }, patience);
    }
    m_run->history.rounds.back().begin = m_loop.now();
    m_isStuck = false;
    m_faults->beginRound(m_options.seed + quint64(m_record.round()));
    m_crowd->beginRound();
    return trouble();
}

Result<void> RoundPlayer::awaitEnd(const std::function<void(const RunProgress &)> &tell)
{
    const auto isOver = [this] {
        return m_crowd->isOver() || m_isStuck || m_error || !m_crowd->mistake().isEmpty();
    };
    const Moment limit = m_loop.now() + nanoseconds(m_options.roundLimit);
    Moment nextTick = m_loop.now() + nanoseconds(lookEvery);
    Moment nextTold = m_loop.now() + nanoseconds(tellEvery);
    while (!isOver() && !m_loop.isStopped() && m_loop.now() < limit) {
        const Moment next = std::min({nextTick, nextTold, limit});
        const auto wait = std::chrono::nanoseconds(std::max<Moment>(next - m_loop.now(), 0));
        m_loop.serve(isOver, std::chrono::ceil<milliseconds>(wait));
        if (m_loop.now() >= nextTick) {
            tick();
            nextTick = m_loop.now() + nanoseconds(lookEvery);
        }
        if (m_loop.now() >= nextTold) {
            tell(progress(false));
            nextTold = m_loop.now() + nanoseconds(tellEvery);
        }
    }
    return trouble();
}

void RoundPlayer::tick()
{
    if (m_faults->isBusy())
        return;
    if (m_samples)
        m_samples->look(m_nodes[0].waits->queries());
    if (m_created && m_loop.now() > m_nextRenewal) {
        m_created->renew();
        m_nextRenewal = m_loop.now() + renewEvery;
    }
    checkStuck();
    for (RunStage::Node &node : m_nodes)
        node.waits->poll();
}

void RoundPlayer::checkStuck()
{
    const bool isQuiet = m_crowd->moves() == m_quietMoves && m_crowd->waitsForOthers()
        && m_quietPolls.size() == m_nodes.size();
    if (!isQuiet) {
        m_quietMoves = m_crowd->moves();
        m_quietPolls.clear();
        for (const RunStage::Node &node : m_nodes)
            m_quietPolls.push_back(node.waits->polls());
        return;
    }
    constexpr quint64 answers = 3; // the first may have been asked for before it grew quiet
    m_isStuck = true;
    for (size_t node = 0; node < m_nodes.size(); ++node)
        m_isStuck &= m_nodes[node].waits->polls() >= m_quietPolls[node] + answers
            && m_nodes[node].waits->nothingWillChange();
}

Result<void> RoundPlayer::settle()
{
    if (m_samples) {
        m_samples->look(m_nodes[0].waits->queries());
        m_loop.serve([this] { return !m_samples->isLooking() || m_error; }, patience);
        if (const auto fine = trouble(); !fine)
            return fine;
        m_samples->look(
            m_nodes[0].waits->queries()); // one that began before the end does not count
        m_loop.serve([this] { return !m_samples->isLooking() || m_error; }, patience);
        return trouble();
    }
    // What MONITOR said has arrived when it has said this.
    const std::string marker = "end-of-round-" + std::to_string(m_record.round());
    for (size_t node = 0; node < m_nodes.size(); ++node) {
        m_taps[node]->expect(marker);
        m_nodes[node].waits->queries().ask(wireOf({"ECHO", marker}), [](const redisReply &) {});
    }
    const auto allSeen = [this] {
        return m_error || std::all_of(m_taps.begin(), m_taps.end(), [](const auto &each) {
            return each->hasSeen();
        });
    };
    if (!m_loop.serve(allSeen, patience) && !m_loop.isStopped())
        return failure(ErrorCode::CommandTimeout, QStringLiteral("MONITOR"));
    return trouble();
}

Result<void> RoundPlayer::judge()
{
    if (m_loop.isStopped())
        return failure(ErrorCode::Cancelled);
    const int round = m_record.round();
    if (m_order) {
        const auto applied = m_order->apply(
            m_run->history, round, *m_ground.scratch, [this] { return !m_loop.isStopped(); });
        if (!applied)
            return applied;
        if (m_loop.isStopped())
            return failure(ErrorCode::Cancelled);
    }
    m_judge->judge(m_run->history, round);
    m_hasJudged = true;
    return {};
}

void RoundPlayer::nodeReopened(Incident::Kind)
{
    if (m_taps.empty())
        return;
    if (const auto opened = m_taps[0]->open(m_nodes[0].endpoint); !opened)
        m_stage->fail(opened.error());
    m_order->nodeRestarted(0);
}

void RoundPlayer::tidyUp()
{
    if (!m_created)
        return;
    m_loop.goOnToTidyUp();
    if (m_error || !m_nodes[0].waits->open(m_nodes[0].endpoint))
        return; // the server is gone; what it may still hold has a TTL
    if (const auto removed = m_created->remove(true); !removed && !m_error)
        m_error = removed.error();
}

RunProgress RoundPlayer::progress(bool judging) const
{
    RunProgress progress;
    progress.round = m_record.round();
    progress.operations = m_record.operations();
    progress.elapsed = std::chrono::nanoseconds(m_loop.now() - m_playing);
    progress.counts = m_record.counts();
    progress.finished = m_crowd->stateCount(RunClient::State::Finished);
    progress.waiting = m_crowd->waiting();
    progress.crashed = m_crowd->stateCount(RunClient::State::Crashed);
    progress.judging = judging;
    progress.violatedRounds = m_judge->violatedRounds();
    return progress;
}

Result<void> RoundPlayer::trouble() const
{
    if (m_error)
        return tl::unexpected(*m_error);
    return {};
}

} // namespace lockstep
