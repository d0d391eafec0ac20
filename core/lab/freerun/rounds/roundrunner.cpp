// A round is a sequence of steps and is written as one: whenever something has to be awaited, the
// loop is served until it has come. The clients are driven by the callbacks of the loop alone.

#include "core/lab/freerun/rounds/roundrunner.h"

#include "core/lab/freerun/rounds/serverprobe.h"
#include "core/lab/freerun/rounds/writtencommands.h"
#include "core/lab/program/programstate.h"
#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"
#include "core/redis/values/errorclasses.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockstep {

namespace {

using std::chrono::milliseconds;

constexpr auto tickEvery = milliseconds(20);
// If a replica may take over, the order of execution is not known, and the values of keys are only
// known from the readings in each tick: a lock that is held for 10 ms has to be seen.
constexpr auto tickOftenEvery = milliseconds(2);
constexpr auto reportEvery = milliseconds(34); // at most 30 times a second
constexpr auto trackingLimit = milliseconds(5000); // for a server that is slow to answer
constexpr auto drainLimit = milliseconds(1000); // for replies that are under way at the end
constexpr auto returnLimit = milliseconds(20'000); // for a server that is started again
constexpr auto answerLimit = milliseconds(6000); // for a server that a script may keep busy
constexpr auto graceOfRun = milliseconds(1000); // past its time: for a server that stands still
constexpr Moment renewEvery = 60'000'000'000;

QByteArray newPrefix()
{
    return "{lab:" + QByteArray::number(QRandomGenerator::global()->generate64(), 36) + "}:";
}

Moment nanoseconds(std::chrono::nanoseconds span)
{
    return span.count();
}

constexpr auto scriptPastTheTime = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "the script had not ended a second after the time of the run; an endless loop, or does it "
    "take longer than the run may?");

// Called if a server that only this run uses does not answer: returns the mistake that says which
// script does not end. Empty: no script is under way, so the reason is another one.
QString scriptInTheWay(const Run &run)
{
    const History &history = run.history;
    size_t i = history.rounds.empty() ? 0 : history.rounds.back().firstOperation;
    for (; i < history.operations.size(); ++i) {
        const Operation &each = history.operations[i];
        const QByteArray words = history.texts[each.command].toByteArray();
        if (each.returned == never && words.left(4).compare("EVAL", Qt::CaseInsensitive) == 0)
            return placed(run.scenario->path, each.line,
                CoreText::tr(run.options.duration ? scriptPastTheTime : scriptWithoutEnd).toUtf8());
    }
    return {};
}

// A server that does not answer in time is not lost: a script of the program may keep it busy.
bool isServerLost(ErrorCode code)
{
    return code == ErrorCode::ConnectionLost || code == ErrorCode::NotConnected
        || isServerUnreachable(code);
}

std::shared_ptr<Run> begunRun(const ScenarioPtr &scenario, const RunOptions &options)
{
    auto run = std::make_shared<Run>();
    run->scenario = scenario;
    run->options = options;
    return run;
}

} // namespace

RoundRunner::RoundRunner(
    RunLoop &loop, ScenarioPtr scenario, const RunOptions &options, RunServers servers)
    : m_loop(loop)
    , m_clock(loop)
    , m_scenario(std::move(scenario))
    , m_run(begunRun(m_scenario, options))
    , m_options(m_run->options)
    , m_limits(m_options)
    , m_servers(std::move(servers))
    , m_prefix(newPrefix())
    , m_record(m_run->history, m_prefix)
{
    if (m_options.seed == 0)
        m_run->options.seed = 1 + quint64(QRandomGenerator::global()->bounded(999'999'999));
}

void RoundRunner::connected(
    int node, const QByteArray &address, int client, int thread, int repeats)
{
    m_changes->addConnection(node, address, client, thread, repeats);
}

void RoundRunner::scriptWasUnknown(const Operation &operation)
{
    m_changes->addUnknownScript(operation);
}

void RoundRunner::processBegun(int process, int client)
{
    m_pool->processBegun(process, client);
}

void RoundRunner::programMoved()
{
    m_pool->programMoved();
}

void RoundRunner::mistaken(const QString &mistake)
{
    m_pool->mistaken(mistake);
}

void RoundRunner::failed(const Error &error)
{
    if (!m_error)
        m_error = error;
}

Result<void> RoundRunner::prepare()
{
    const auto fail = [this](const Error &error) { failed(error); };
    for (const Endpoint &endpoint : m_servers.nodes) {
        const auto notifications = m_servers.isOurs ? KeyWatcher::Notifications::Events
                                                    : KeyWatcher::Notifications::Tracking;
        m_nodes.push_back(
            {endpoint, std::make_unique<KeyWatcher>(m_loop, m_prefix, notifications, fail)});
        m_nodes.back().waits->waitEndedUncertainly = [this] { m_hasUncertainWait = true; };
        if (m_scenario->expiredEvents)
            m_nodes.back().waits->pollReceivers();
        if (const auto opened = m_nodes.back().waits->open(endpoint); !opened)
            return opened;
    }
    const auto clients = m_servers.isOurs
        ? std::nullopt
        : std::optional<int>(m_scenario->clientCount(m_options.settings));
    auto entry = ServerProbe::ask(m_nodes[0].waits->queries(), clients);
    if (!entry)
        return tl::unexpected(entry.error());
    m_run->server = entry->name;
    m_run->isOfOthers = !m_servers.isOurs;
    m_commands = std::move(entry->commands);
    if (!m_servers.isOurs) {
        if (const auto allowed = checkWrittenCommands(*m_scenario, m_commands); !allowed)
            return allowed;
    }
    if (const auto made = makeProgram(); !made)
        return made;
    setContext();
    if (m_created) // the keys of the setup have to get a TTL, too
        m_loop.serve(
            [this] { return m_nodes[0].waits->hasAnsweredListen() || m_error; }, trackingLimit);
    return m_changes->open();
}

Result<void> RoundRunner::makeProgram()
{
    Program::Options options;
    options.settings = m_options.settings;
    options.prefix = m_prefix;
    options.seed = m_options.seed;
    options.clock = [this] { return m_clock.read(); };
    options.commands = &m_commands;
    auto program = Program::make(m_scenario, options);
    if (!program)
        return tl::unexpected(program.error());
    m_program = std::move(*program);
    return {};
}

void RoundRunner::setContext()
{
    m_context.reset(new RunContext{.loop = m_loop,
        .clock = m_clock,
        .program = *m_program,
        .record = m_record,
        .options = m_options,
        .nodes = m_nodes,
        .observer = *this});
    m_pool = std::make_unique<ClientPool>(*m_context, *m_scenario);
    m_deadlocks = std::make_unique<DeadlockDetector>(*m_pool, m_nodes);
    m_run->history.clients = m_pool->participants();
    m_checker = std::make_unique<RunChecker>(*m_run, m_program.get());
    if (!m_servers.isOurs)
        m_created = std::make_unique<CreatedKeys>(m_loop, *m_nodes[0].waits, m_prefix);
    const ChangeSource::Keys keys{
        m_prefix, m_scenario->keys, [this](const QByteArray &key, qint64 left) {
            return m_created && m_created->gaveTtl(key, left);
        }};
    m_run->history.orderKind = m_servers.scratch ? OrderKind::Exact : OrderKind::Sampled;
    if (!m_servers.scratch) {
        History &history = m_run->history;
        for (const QByteArray &key : m_scenario->keys)
            (isKeyPattern(viewOf(key)) ? history.unreadPatterns : history.readKeys) << key;
    }
    m_changes = ChangeSource::make(*m_context, keys, m_servers.scratch);
    m_faults = std::make_unique<ServerLoss>(*m_context, *m_pool, m_servers.control, *m_changes);
}

Result<RunPtr> RoundRunner::play(const std::function<void(const RunProgress &)> &report)
{
    m_limits.beginRun(m_loop.now());
    if (m_options.duration)
        m_loop.setPatience(m_limits.endOfRun(), graceOfRun);
    Result<void> played;
    while (played && mayGoOn() && m_limits.hasNextRound(m_loop.now(), m_record.round() + 1)) {
        const Moment begun = m_loop.now();
        played = playRound(report);
        m_limits.noteRound(m_loop.now() - begun);
    }
    m_run->stopped |= m_loop.isStopped();
    if (!played && played.error().code == ErrorCode::CommandTimeout && m_servers.isOurs) {
        m_run->mistake = scriptInTheWay(*m_run);
        if (!m_run->mistake.isEmpty())
            played = {};
    }
    if (!played && isServerLost(played.error().code)) {
        const bool hasWholeRound = m_judgedRounds > 0;
        judgeLostRound();
        if (hasWholeRound || m_checker->violatedRounds() > 0) {
            m_run->serverLoss = played.error();
            played = {};
        }
    }
    cleanUp();
    if (!played && played.error().code != ErrorCode::Cancelled)
        return tl::unexpected(played.error());
    if (m_error && m_error->code == ErrorCode::NoPerm) // keys that are written cannot be deleted
        return tl::unexpected(*m_error);
    m_checker->conclude();
    m_run->counts = m_record.counts();
    return RunPtr(m_run);
}

// Judges the round in which the server was lost, if there is one, as one that was cut off. What the
// keys held at its end is not known, nor the exact order, which is found out after a round.
void RoundRunner::judgeLostRound()
{
    if (m_record.round() < m_judgedRounds)
        return;
    Round &lost = m_run->history.rounds.back();
    lost.cutOff = true;
    lost.deadlineError = never;
    const bool isSampled = m_run->history.orderKind == OrderKind::Sampled;
    m_checker->check(m_record.round(),
        [&] { return isSampled && !m_loop.isStopped() && !m_loop.isPatienceOver(); });
}

bool RoundRunner::mayGoOn() const
{
    return !m_run->stopped && !m_loop.isStopped() && m_run->mistake.isEmpty();
}

Result<void> RoundRunner::playRound(const std::function<void(const RunProgress &)> &report)
{
    if (m_faults->needsRestoring()) {
        if (const auto restored = m_faults->restore(); !restored)
            return restored;
    }
    if (const auto emptied = emptyKeys(); !emptied)
        return emptied;
    if (const auto begun = beginRound(); !begun)
        return begun;
    m_run->mistake = m_pool->mistake();
    if (!m_run->mistake.isEmpty())
        return {};
    const Result<void> ended = awaitEnd(report);
    const Moment end = m_loop.now();
    const bool isCutOff = !m_deadlocks->isStuck() && !m_pool->isOver();
    const auto unfinished = quint32(m_pool->unfinished());
    const auto waiting = quint32(m_pool->waitingForOthers());
    // No command of this round may be executed in the next one, or after the keys were removed; and
    // no server may be lost while the last replies are awaited.
    m_faults->endRound();
    Result<void> drained;
    if ((ended || ended.error().code == ErrorCode::NoPerm) && !m_loop.isStopped())
        drained = drain();
    m_run->mistake = m_pool->mistake();
    m_pool->endRound();
    if (std::exchange(m_hasUncertainWait, false)) // in the setup or in the round itself
        m_record.noteUncertainWait();
    m_record.endRound(end, isCutOff, m_deadlocks->isStuck(), unfinished, waiting);
    m_run->busy += std::chrono::nanoseconds(end - m_run->history.rounds.back().begin);
    if (!ended)
        return ended;
    if (!drained)
        return drained;
    if (m_loop.isStopped()) { // the round so far is judged; a second stop() ends that, too
        m_run->stopped = true;
        m_loop.resume();
    }
    report(progress(true));
    if (const auto settled = m_changes->settle(); !settled)
        return settled;
    if (const auto ok = checkForError(); !ok)
        return ok;
    if (m_loop.isStopped())
        return failure(ErrorCode::Cancelled);
    return judgeRound();
}

// A long round may take longer to judge than it lasted. What is not judged by the time at which the
// run has to be over, or when it is stopped, is left undecided.
Result<void> RoundRunner::judgeRound()
{
    const auto applied = m_changes->apply(m_run->history, m_record.round());
    if (!applied && applied.error().code != ErrorCode::Cancelled)
        return applied;
    m_checker->check(m_record.round(),
        [&] { return applied && !m_loop.isStopped() && !m_loop.isPatienceOver(); });
    ++m_judgedRounds;
    return applied;
}

// Waits for the replies that are under way, and sends nothing more: a program that goes on and on
// would never let the servers come to rest. Errors: CommandTimeout, where a server stands still.
Result<void> RoundRunner::drain()
{
    // If a server is being restarted or replaced, it has to come back first.
    m_loop.serve([this] { return !m_faults->isBusy() || m_error; }, returnLimit);
    std::vector<quint64> polls;
    for (RunContext::Node &node : m_nodes) {
        node.isHeld = true;
        polls.push_back(node.waits->polls());
        node.waits->poll();
    }
    const auto silentNode = [&] {
        size_t node = 0;
        return std::find_if(m_nodes.begin(), m_nodes.end(),
            [&](const auto &each) { return each.waits->polls() <= polls[node++]; });
    };
    const auto haveAnswered = [&] {
        return m_faults->isBusy() || m_error || silentNode() == m_nodes.end();
    };
    m_loop.serve([&] { return isIdle() && haveAnswered(); }, drainLimit);
    const bool mayStandStill = m_servers.isOurs && scriptInTheWay(*m_run).isEmpty();
    const milliseconds patience = m_options.duration ? milliseconds(0)
        : mayStandStill                              ? ControlConnection::patienceWithOurs
                                                     : answerLimit;
    if (m_loop.serve(haveAnswered, patience) || m_loop.isStopped())
        return {};
    return tl::unexpected(silentNode()->waits->queries().unanswered());
}

bool RoundRunner::isIdle() const
{
    bool isIdle = !m_faults->isBusy();
    for (int node = 0; node < int(m_nodes.size()); ++node)
        isIdle &= !m_pool->hasFlights(node);
    return isIdle;
}

Result<void> RoundRunner::emptyKeys()
{
    if (!m_servers.isOurs)
        return m_created->remove(false);
    for (RunContext::Node &node : m_nodes) {
        if (const auto emptied = node.waits->queries().wait(wireOf({"FLUSHALL"})); !emptied)
            return tl::unexpected(emptied.error());
        node.waits->forgetUnits();
    }
    return {};
}

Result<void> RoundRunner::beginRound()
{
    m_program->clear();
    m_changes->clear();
    for (RunContext::Node &node : m_nodes)
        node.isHeld = false;
    if (const auto opened = m_pool->open(); !opened)
        return opened;
    if (const auto setUp = m_pool->setUp(); !setUp)
        return setUp;
    if (const auto ok = checkForError(); !ok)
        return ok;
    if (const auto ready = m_faults->awaitReplica(); !ready)
        return ready;
    m_record.beginRound(m_loop.now());
    m_changes->beginRound();
    m_run->history.rounds.back().begin = m_loop.now();
    m_deadlocks->beginRound();
    const quint64 number = m_options.seed + quint64(m_record.round());
    m_faults->beginRound(number);
    m_pool->beginRound(number % 2 == 0);
    return {}; // an error ends the round, as one that comes later
}

Result<void> RoundRunner::awaitEnd(const std::function<void(const RunProgress &)> &report)
{
    const auto isOver = [this] {
        return m_pool->isOver() || m_deadlocks->isStuck() || m_error
            || !m_pool->mistake().isEmpty();
    };
    const Moment limit = m_limits.endOfRound(m_loop.now(), m_record.round());
    const auto every = m_scenario->replica ? tickOftenEvery : tickEvery;
    Moment nextTick = m_loop.now() + nanoseconds(every);
    Moment nextReport = m_loop.now() + nanoseconds(reportEvery);
    while (!isOver() && !m_loop.isStopped() && m_loop.now() < limit) {
        const Moment next = std::min({nextTick, nextReport, limit});
        const auto wait = std::chrono::nanoseconds(std::max<Moment>(next - m_loop.now(), 0));
        m_loop.serve(isOver, std::chrono::ceil<milliseconds>(wait));
        if (m_loop.now() >= nextTick) {
            tick();
            nextTick = m_loop.now() + nanoseconds(every);
        }
        if (m_loop.now() >= nextReport) {
            report(progress(false));
            nextReport = m_loop.now() + nanoseconds(reportEvery);
        }
    }
    return checkForError();
}

void RoundRunner::tick()
{
    if (m_faults->isBusy())
        return;
    m_changes->sample();
    if (m_created && m_loop.now() > m_nextRenewal) {
        m_created->renew();
        m_nextRenewal = m_loop.now() + renewEvery;
    }
    if (!m_faults->isToCome())
        m_deadlocks->check();
    for (RunContext::Node &node : m_nodes)
        node.waits->poll();
}

void RoundRunner::cleanUp()
{
    if (!m_created)
        return;
    m_loop.resumeForCleanup();
    const bool isGone = m_error && m_error->code != ErrorCode::NoPerm;
    if (isGone || !m_nodes[0].waits->open(m_nodes[0].endpoint))
        return; // the keys that the server may still hold have a TTL
    if (const auto removed = m_created->remove(true); !removed && !m_error)
        m_error = removed.error();
}

RunProgress RoundRunner::progress(bool judging) const
{
    RunProgress progress;
    progress.round = m_record.round();
    progress.operations = m_record.operations();
    progress.elapsed = std::chrono::nanoseconds(m_loop.now() - m_limits.runBegan());
    progress.counts = m_record.counts();
    m_pool->fillProgress(progress);
    progress.judging = judging;
    progress.violatedRounds = m_checker->violatedRounds();
    return progress;
}

Result<void> RoundRunner::checkForError() const
{
    if (m_error)
        return tl::unexpected(*m_error);
    return {};
}

} // namespace lockstep
