// A thread goes through the same phases for each command: guards, the work that a client inside
// something is slowed down by, faults, the network there, the server, the network back. advance()
// goes as far as it can; an alarm, a reply or a ticket of a key calls it again. A paused client
// does not advance, whatever rings; when it goes on, every thread looks again.
//
// A guard counts from the moment the one before it was passed: the program has run past all of
// them, but to whoever reads it they stand one below the other.
//
// A connection is kept from process to process. It is opened anew where something would stay on
// it: subscriptions, an open WATCH.

#include "core/lab/runclient.h"

#include <algorithm>

namespace lockstep {

struct RunClient::Thread
{
    enum class Phase : quint8 { Ended, Guards, Receiving, Work, Faults, There, Unsent, Sent, Back };
    struct Ticket // of a key that is waited for
    {
        size_t place = 0; // of the guard
        QByteArray key;
        int node = 0;
        KeyWaits::Ticket number = 0;
        bool rung = false;
    };

    int number = 0;
    Phase phase = Phase::Ended;
    size_t guard = 0; // the next to pass
    Moment since = 0; // the guard counts from then
    Moment until = 0; // of the present phase
    bool hasMutexes = false;
    bool crashesWhenSent = false;
    std::optional<RunLoop::Alarm> alarm = {};
    std::vector<Ticket> tickets = {};
    std::optional<WaitRecord> wait = {};
    std::vector<quint32> waits = {}; // before the command, which is not known yet
    Moment delay = 0; // of the network, there and back
    ClientLink::Flight flight = {};
    RunReply reply = {};
};

RunClient::RunClient(RunStage &stage, ClientIdentity identity, quint64 seed)
    : m_stage(stage)
    , m_identity(std::move(identity))
    , m_faults(stage.options, seed)
{
}

RunClient::~RunClient() = default;

Result<RunLink::Opening> RunClient::connect(int node)
{
    ClientLink &link = linkOf(0, node, false);
    if (link.isOpen())
        return RunLink::Opening::Begun;
    return link.open(m_stage.nodes[size_t(node)].endpoint);
}

void RunClient::beginRound(int repeats)
{
    m_state = State::Running;
    m_repeatsLeft = repeats;
    m_lastOperation = none;
    for (const auto &link : m_links) {
        if (link->isOpen())
            m_stage.connected(link->node, link->address(), m_identity.index, link->thread);
    }
}

void RunClient::startProcess()
{
    --m_repeatsLeft;
    m_identity.token = m_identity.name + '-' + QByteArray::number(++m_processesBegun);
    m_process = m_stage.program.start(m_identity);
    m_stage.processBegun(m_process, m_identity.index);
    m_stage.programMoved();
}

RunClient::Thread &RunClient::threadAt(int number)
{
    while (m_threads.size() <= size_t(number)) {
        m_threads.push_back(std::make_unique<Thread>());
        m_threads.back()->number = int(m_threads.size()) - 1;
    }
    return *m_threads[size_t(number)];
}

ClientLink &RunClient::linkOf(int thread, int node, bool subscribes)
{
    const auto found = std::find_if(m_links.begin(), m_links.end(), [&](const auto &each) {
        return each->node == node && each->subscribes == subscribes
            && (subscribes || each->thread == thread);
    });
    if (found != m_links.end())
        return **found;
    m_links.push_back(std::make_unique<ClientLink>(
        m_stage.loop, static_cast<ClientLink::Owner &>(*this), thread, node, subscribes));
    return *m_links.back();
}

bool RunClient::open(ClientLink &link)
{
    if (link.isOpen())
        return true;
    const Result<RunLink::Opening> opening = link.open(m_stage.nodes[size_t(link.node)].endpoint);
    if (!opening) {
        m_stage.fail(opening.error());
        return false;
    }
    if (*opening == RunLink::Opening::QueueFull)
        return false;
    m_stage.connected(link.node, link.address(), m_identity.index, link.thread);
    return true;
}

void RunClient::look(int number)
{
    Thread &thread = threadAt(number);
    const Request &request = m_stage.program.request(m_process, number);
    const bool isSame = thread.phase == Thread::Phase::Guards
        && request.kind != Request::Kind::Finished && request.kind != Request::Kind::Failed
        && thread.guard < request.guards.size()
        && request.guards[thread.guard].kind == Guard::Kind::Mutex;
    if (!isSame) {
        quiet(thread);
        if (request.kind == Request::Kind::Finished || request.kind == Request::Kind::Failed) {
            thread.phase = Thread::Phase::Ended;
            if (request.kind == Request::Kind::Failed)
                m_stage.mistaken(m_stage.program.mistake(m_process));
            if (number == 0 || request.kind == Request::Kind::Failed)
                endProcess();
            return;
        }
        thread.phase = Thread::Phase::Guards;
        thread.guard = 0;
        thread.since = m_stage.loop.now();
        thread.hasMutexes = false;
        latch(thread, request);
    }
    advance(thread);
}

void RunClient::advance(Thread &thread)
{
    using Phase = Thread::Phase;
    while (!m_isPaused && m_state == State::Running) {
        switch (thread.phase) {
        case Phase::Guards:
            if (!passGuards(thread))
                return;
            break;
        case Phase::Receiving:
            return receive(thread);
        case Phase::Work:
            if (!hasComeTo(thread, thread.until))
                return;
            if (m_stage.program.request(m_process, thread.number).kind == Request::Kind::Work)
                return goOn(thread, nullptr);
            thread.phase = Phase::Faults;
            break;
        case Phase::Faults:
            thread.phase = Phase::There;
            if (strikes(thread))
                return;
            break;
        case Phase::There:
            if (!hasComeTo(thread, thread.until))
                return;
            thread.phase = Phase::Unsent;
            break;
        case Phase::Unsent:
            return sendRequest(thread);
        case Phase::Back:
            if (!thread.reply || !hasComeTo(thread, thread.until))
                return;
            return deliver(thread);
        case Phase::Sent:
        case Phase::Ended:
            return;
        }
    }
}

bool RunClient::passGuards(Thread &thread)
{
    const Request &request = m_stage.program.request(m_process, thread.number);
    while (thread.guard < request.guards.size()) {
        if (!passes(thread, thread.guard))
            return false;
        endWait(thread);
        const bool wasTime = request.guards[thread.guard].kind == Guard::Kind::Until;
        ++thread.guard;
        const bool isTime = thread.guard < request.guards.size()
            && request.guards[thread.guard].kind == Guard::Kind::Until;
        if (!wasTime || !isTime) // times in a row are added up already
            thread.since = m_stage.loop.now();
    }
    thread.phase = Thread::Phase::Work;
    if (request.kind == Request::Kind::Receive)
        thread.phase = Thread::Phase::Receiving;
    if (request.wakes) {
        goOn(thread, nullptr);
        return false;
    }
    thread.until = thread.since;
    if (isInside())
        thread.until += std::chrono::nanoseconds(m_stage.options.work).count();
    return true;
}

bool RunClient::passes(Thread &thread, size_t place)
{
    const Guard &guard = m_stage.program.request(m_process, thread.number).guards[place];
    switch (guard.kind) {
    case Guard::Kind::Until:
        if (hasComeTo(thread, thread.since + std::chrono::nanoseconds(guard.span).count()))
            return true;
        beginWait(thread, 0);
        return false;
    case Guard::Kind::Mutex:
        if (thread.hasMutexes)
            return true;
        if (m_stage.program.mutexesAreFree(m_process, thread.number)) {
            m_stage.program.takeMutexes(m_process, thread.number);
            thread.hasMutexes = true;
            return true;
        }
        beginWait(thread, m_stage.record.name(guard.name));
        return false;
    default:
        return passesKey(thread, guard, place);
    }
}

bool RunClient::passesKey(Thread &thread, const Guard &guard, size_t place)
{
    const auto ticket = std::find_if(thread.tickets.begin(), thread.tickets.end(),
        [&](const Thread::Ticket &each) { return each.place == place; });
    if (ticket != thread.tickets.end() && ticket->rung)
        return true;
    beginWait(thread, m_stage.record.name(guard.name));
    if (ticket != thread.tickets.end())
        return false;
    thread.tickets.push_back({place, guard.name, guard.node});
    KeyWaits &waits = *m_stage.nodes[size_t(guard.node)].waits;
    const auto wake = [this, &thread, place] {
        for (Thread::Ticket &each : thread.tickets)
            each.rung |= each.place == place;
        advance(thread);
    };
    thread.tickets.back().number = guard.kind == Guard::Kind::Gone
        ? waits.awaitGone(guard.name, wake)
        : waits.awaitChanged(guard.name, wake);
    return false;
}

// await() remembers from the call on, also while guards before it hold the thread up.
void RunClient::latch(Thread &thread, const Request &request)
{
    for (size_t place = 0; place < request.guards.size(); ++place) {
        if (request.guards[place].kind == Guard::Kind::Changed && place > 0) {
            passesKey(thread, request.guards[place], place);
            thread.wait.reset(); // begins when it is this guard's turn
        }
    }
}

// Whether it is that late already; else advance() is called then.
bool RunClient::hasComeTo(Thread &thread, Moment moment)
{
    if (moment <= thread.since || m_stage.loop.now() >= moment)
        return true;
    if (thread.alarm)
        m_stage.loop.cancel(*thread.alarm);
    thread.alarm = m_stage.loop.ringAt(moment, [this, &thread] {
        thread.alarm.reset();
        advance(thread);
    });
    return false;
}

// The faults of the command that is about to be sent. True: it cannot be sent now.
bool RunClient::strikes(Thread &thread)
{
    const int line = m_stage.program.request(m_process, thread.number).line;
    const bool pauses = m_faults.pausesAt(line);
    const bool crashes = m_faults.crashesAt(line);
    thread.crashesWhenSent = crashes && m_faults.coin();
    thread.delay = m_stage.options.delay.count() > 0 ? m_faults.delay() : 0;
    if (crashes && !thread.crashesWhenSent) {
        crash();
        return true;
    }
    if (pauses)
        pause();
    thread.since = thread.until;
    if (thread.delay > 0) {
        thread.since = m_stage.loop.now();
        thread.until = thread.since + thread.delay / 2;
    }
    return pauses;
}

void RunClient::sendRequest(Thread &thread)
{
    const Request &request = m_stage.program.request(m_process, thread.number);
    if (m_stage.nodes[size_t(request.node)].isHeld)
        return; // release() comes back to it
    ClientLink &link =
        linkOf(thread.number, request.node, request.kind == Request::Kind::Subscribe);
    if (!open(link)) {
        thread.until = m_stage.loop.now() + 1'000'000;
        hasComeTo(thread, thread.until);
        return;
    }
    ClientLink::Flight &flight = thread.flight;
    flight.operation = Operation();
    flight.operation.called = m_stage.loop.now() - thread.delay / 2;
    flight.operation.words = m_stage.record.text(request.words);
    flight.operation.client = quint32(m_identity.index);
    flight.operation.line = quint16(request.line);
    flight.operation.thread = quint8(thread.number);
    flight.operation.node = quint8(request.node);
    flight.process = m_process;
    flight.repliesLeft = request.replies;
    if (request.words.starts_with("WATCH"))
        link.isWatching = true;
    else if (request.words.starts_with("EXEC") || request.replies > 1)
        link.isWatching = false;
    thread.phase = Thread::Phase::Sent;
    link.send(request.wire, flight, !m_isKeptBack);
    if (thread.crashesWhenSent) {
        link.flush();
        crash();
    }
}

void RunClient::answered(ClientLink &link, const ClientLink::Flight &flight, RunReply reply)
{
    const bool isAwaited = m_state == State::Running && flight.process == m_process;
    Thread &thread = threadAt(flight.operation.thread);
    const bool isUnknown = reply->type == REDIS_REPLY_ERROR
        && std::string_view(reply->str, reply->len).starts_with("NOSCRIPT");
    const bool isLate = !isAwaited || thread.phase != Thread::Phase::Sent;
    if (isLate && isUnknown) // it did nothing, and nobody is left to send the source
        return m_stage.record.addLost(flight.operation);
    if (isLate)
        return record(flight, *reply, m_stage.loop.now());
    const bool isUnknownScript =
        isUnknown && m_stage.program.request(m_process, thread.number).script;
    if (isUnknownScript) { // the same operation, once more with the source
        const QByteArray wire = m_stage.program.scriptWire(m_process, thread.number);
        return link.send({wire.constData(), size_t(wire.size())}, thread.flight, true);
    }
    thread.reply = std::move(reply);
    thread.phase = Thread::Phase::Back;
    thread.since = thread.until;
    if (thread.delay > 0) {
        thread.since = m_stage.loop.now();
        thread.until = thread.since + thread.delay / 2;
    }
    advance(thread);
}

void RunClient::deliver(Thread &thread)
{
    const RunReply reply = std::move(thread.reply);
    record(thread.flight, *reply, m_stage.loop.now());
    for (const quint32 wait : thread.waits)
        m_stage.record.waitLedTo(wait, m_lastOperation);
    thread.waits.clear();
    goOn(thread, reply.get());
}

void RunClient::record(const ClientLink::Flight &flight, const redisReply &reply, Moment returned)
{
    Operation operation = flight.operation;
    operation.returned = returned;
    m_lastOperation = m_stage.record.add(operation, reply);
}

void RunClient::receive(Thread &thread)
{
    const Request &request = m_stage.program.request(m_process, thread.number);
    const auto found = m_messages.find(request.channel);
    if (found != m_messages.end() && !found->second.empty()) {
        QByteArray message = std::move(found->second.front());
        found->second.pop_front();
        redisReply reply{};
        reply.type = REDIS_REPLY_STRING;
        reply.str = message.data();
        reply.len = size_t(message.size());
        endWait(thread);
        return goOn(thread, &reply);
    }
    if (request.timeout
        && hasComeTo(thread, thread.since + std::chrono::nanoseconds(*request.timeout).count())) {
        redisReply nothing{};
        nothing.type = REDIS_REPLY_NIL;
        endWait(thread);
        return goOn(thread, &nothing);
    }
    beginWait(thread, m_stage.record.name(request.channel));
}

void RunClient::goOn(Thread &thread, const redisReply *reply)
{
    quiet(thread);
    thread.phase = Thread::Phase::Ended; // until look() says otherwise
    m_stage.program.resume(m_process, thread.number, reply);
    m_stage.programMoved();
}

// Nothing calls the thread back any more.
void RunClient::quiet(Thread &thread)
{
    if (thread.alarm)
        m_stage.loop.cancel(*thread.alarm);
    thread.alarm.reset();
    for (const Thread::Ticket &each : thread.tickets)
        m_stage.nodes[size_t(each.node)].waits->forget(each.key, each.number);
    thread.tickets.clear();
    endWait(thread);
}

void RunClient::beginWait(Thread &thread, quint32 name)
{
    if (!thread.wait)
        thread.wait = WaitRecord{m_stage.loop.now(), never, quint32(m_identity.index), name, none,
            quint8(thread.number)};
}

void RunClient::endWait(Thread &thread)
{
    if (!thread.wait)
        return;
    thread.wait->until = m_stage.loop.now();
    thread.waits.push_back(m_stage.record.add(*thread.wait));
    thread.wait.reset();
}

void RunClient::told(const QByteArray &channel, const QByteArray &message)
{
    m_messages[channel].push_back(message);
    for (size_t i = 0; i < m_threads.size(); ++i) {
        if (m_threads[i]->phase == Thread::Phase::Receiving)
            advance(*m_threads[i]);
    }
}

void RunClient::pause()
{
    const auto index = quint32(m_identity.index);
    m_isPaused = true;
    m_stage.record.add({m_stage.loop.now(), Incident::Kind::Pause, index, m_lastOperation});
    const Moment until =
        m_stage.loop.now() + std::chrono::nanoseconds(m_stage.options.pauseLength).count();
    m_resume = m_stage.loop.ringAt(until, [this, index] {
        m_isPaused = false;
        m_stage.record.add({m_stage.loop.now(), Incident::Kind::Resume, index, m_lastOperation});
        for (size_t i = 0; i < m_threads.size(); ++i)
            advance(*m_threads[i]);
    });
}

void RunClient::crash()
{
    m_stage.record.add(
        {m_stage.loop.now(), Incident::Kind::Crash, quint32(m_identity.index), m_lastOperation});
    m_state = State::Crashed;
    leaveAll();
    endRound();
    m_stage.programMoved();
}

// The main thread has ended.
void RunClient::endProcess()
{
    for (const auto &thread : m_threads) {
        quiet(*thread);
        thread->phase = Thread::Phase::Ended;
        thread->waits.clear();
    }
    m_messages.clear();
    leaveAll();
    const bool hasFailed = !m_stage.program.mistake(m_process).isEmpty();
    m_stage.program.end(std::exchange(m_process, -1));
    m_stage.programMoved();
    for (const auto &link : m_links) {
        if (link->subscribes || link->isWatching)
            loseFlights(*link);
    }
    if (m_repeatsLeft > 0 && !hasFailed)
        startProcess();
    else
        m_state = State::Finished;
}

// A process that has ended is inside nothing.
void RunClient::leaveAll()
{
    for (const QByteArray &lock : m_inside) {
        Mark mark;
        mark.kind = Mark::Kind::Leave;
        mark.process = m_process;
        mark.name = lock;
        m_stage.record.add(mark, m_stage.loop.now(), quint32(m_identity.index), m_lastOperation);
    }
    m_inside.clear();
}

// Closes the connection.
void RunClient::loseFlights(ClientLink &link)
{
    for (const ClientLink::Flight &each : link.flights())
        m_stage.record.addLost(each.operation);
    link.forgetFlights();
    link.subscriptions.clear();
    link.isWatching = false;
    link.close();
}

void RunClient::endRound()
{
    m_stage.loop.cancel(m_resume);
    m_isPaused = false;
    for (const auto &link : m_links) {
        if (m_state == State::Crashed || !link->flights().empty() || link->subscribes
            || link->isWatching)
            loseFlights(*link);
    }
    for (const auto &thread : m_threads) {
        quiet(*thread);
        if (thread->phase == Thread::Phase::Back && thread->reply)
            m_stage.record.addLost(thread->flight.operation);
        thread->reply.reset();
        thread->phase = Thread::Phase::Ended;
        thread->waits.clear();
    }
    m_messages.clear();
    m_inside.clear();
    if (m_process >= 0)
        m_stage.program.end(std::exchange(m_process, -1));
}

void RunClient::lost(const Error &error)
{
    m_stage.fail(error);
}

void RunClient::flush()
{
    m_isKeptBack = false;
    for (const auto &link : m_links)
        link->flush();
}

bool RunClient::hasFlights(int node) const
{
    return std::any_of(m_links.begin(), m_links.end(),
        [&](const auto &each) { return each->node == node && !each->flights().empty(); });
}

void RunClient::disconnect(int node)
{
    for (const auto &link : m_links) {
        if (link->node == node)
            link->close();
    }
}

bool RunClient::reconnect(int node)
{
    if (m_state != State::Running)
        return true;
    for (const auto &link : m_links) {
        if (link->node != node || link->isOpen()
            || (link->subscribes && link->subscriptions.empty()))
            continue;
        if (!open(*link))
            return false;
        link->repeat(link->subscriptions);
    }
    return true;
}

void RunClient::release(int node)
{
    for (size_t i = 0; i < m_threads.size(); ++i) {
        Thread &thread = *m_threads[i];
        if (thread.phase == Thread::Phase::Unsent
            && m_stage.program.request(m_process, thread.number).node == node)
            advance(thread);
    }
}

bool RunClient::isWaiting() const
{
    return m_state == State::Running && !m_threads.empty() && m_threads[0]->wait;
}

bool RunClient::waitsForOthers() const
{
    if (m_state != State::Running)
        return true;
    if (m_isPaused)
        return false;
    return std::all_of(m_threads.begin(), m_threads.end(), [&](const auto &thread) {
        if (thread->phase == Thread::Phase::Ended)
            return true;
        const Request &request = m_stage.program.request(m_process, thread->number);
        if (thread->phase == Thread::Phase::Receiving)
            return !request.timeout;
        return thread->phase == Thread::Phase::Guards
            && request.guards[thread->guard].kind != Guard::Kind::Until;
    });
}

} // namespace lockstep
