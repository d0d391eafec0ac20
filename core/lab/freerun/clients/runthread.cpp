// A thread goes through the same phases for each command: the work that slows a client down while
// it is inside a lock, the faults, the delay of the network on the way there, the server, and the
// delay on the way back. advance() goes as far as it can; an alarm, a reply or a key that was
// waited for calls it again. A paused client does not advance, whatever calls it; when the client
// is resumed, advance() is called for every thread.

#include "core/lab/freerun/clients/runthread.h"

#include "core/lab/wire/labacl.h"
#include "core/lab/wire/requestwire.h"

namespace lockstep {

RunThread::RunThread(ActiveProcess &process, int number)
    : m_process(process)
    , m_number(number)
    , m_timer(process, number, [this] { advance(); })
    , m_wait(process, number, m_timer, [this] { advance(); })
{
}

// Who may go on is told more than once where a mutex is freed while its waiters are still to take
// the request for it. So a request that is carried out already is not begun again.
void RunThread::takeRequest()
{
    m_request = &m_process.request(m_number);
    const Request &request = *m_request;
    const bool hasEnded =
        request.kind == Request::Kind::Finished || request.kind == Request::Kind::Failed;
    if (!hasEnded) {
        if (m_phase == Phase::Ended)
            begin(request);
        return advance();
    }
    cancelWait();
    m_phase = Phase::Ended;
    const bool hasFailed = request.kind == Request::Kind::Failed;
    if (hasFailed)
        m_process.context.observer.mistaken(m_process.context.program.mistake(m_process.number));
    if (m_number == 0 || hasFailed)
        m_process.end();
}

void RunThread::advance()
{
    while (!m_process.isPaused && m_process.isRunning) {
        switch (m_phase) {
        case Phase::Waiting:
            if (!m_wait.isOver(m_request->wait))
                return;
            return resumeProgram(nullptr);
        case Phase::Receiving:
            return receive(*m_request);
        case Phase::Work:
            if (!m_timer.hasCome(m_phaseEnds))
                return;
            if (m_request->kind == Request::Kind::Work)
                return resumeProgram(nullptr);
            m_phase = Phase::Faults;
            break;
        case Phase::Faults:
            m_phase = Phase::OutwardDelay;
            if (applyFaults())
                return;
            break;
        case Phase::OutwardDelay:
            if (!m_timer.hasCome(m_phaseEnds))
                return;
            m_phase = Phase::Unsent;
            break;
        case Phase::Unsent:
            return send(*m_request);
        case Phase::ReturnDelay:
            if (!m_reply || !m_timer.hasCome(m_phaseEnds))
                return;
            return deliver();
        case Phase::Sent:
        case Phase::Ended:
            return;
        }
    }
}

void RunThread::begin(const Request &request)
{
    const RunContext &context = m_process.context;
    m_phaseEnds = 0;
    if (request.kind == Request::Kind::Wait) {
        m_phase = Phase::Waiting;
        m_wait.begin(request.wait);
    } else if (request.kind == Request::Kind::Receive) {
        m_phase = Phase::Receiving;
        if (request.timeout)
            m_phaseEnds = context.loop.now() + std::chrono::nanoseconds(*request.timeout).count();
    } else {
        m_phase = Phase::Work;
        if (context.options.work.count() > 0 && !m_process.inside.empty())
            m_phaseEnds =
                context.loop.now() + std::chrono::nanoseconds(context.options.work).count();
    }
}

// Draws the faults of the command that is about to be sent, and carries them out. Returns true if
// the command cannot be sent now, because the client has crashed or is paused.
bool RunThread::applyFaults()
{
    ClientFaults &faults = m_process.faults;
    const RunContext &context = m_process.context;
    const int line = m_request->line;
    const bool pauses = faults.pausesAt(line);
    const bool crashes = faults.crashesAt(line);
    m_crashesWhenSent = crashes && faults.coin();
    m_delay = context.options.delay.count() > 0 ? faults.delay() : 0;
    if (crashes && !m_crashesWhenSent) {
        m_process.crash();
        return true;
    }
    if (pauses)
        m_process.pause();
    m_phaseEnds = m_delay > 0 ? context.loop.now() + m_delay / 2 : 0;
    return pauses;
}

void RunThread::send(const Request &request)
{
    RunContext &context = m_process.context;
    if (context.nodes[size_t(request.node)].isHeld)
        return; // release() calls advance() again
    ClientLink &link =
        m_process.links.at(m_number, request.node, request.kind == Request::Kind::Subscribe);
    if (!m_process.links.open(link)) {
        constexpr Moment retryPause = 1'000'000;
        (void)m_timer.hasCome(context.loop.now() + retryPause); // advance() tries again
        return;
    }
    m_flight.operation = operationOf(request);
    m_flight.process = m_process.number;
    m_flight.repliesLeft = request.replies;
    const std::string_view name = request.words.substr(0, request.words.find(' '));
    if (isSameWord(name, "WATCH"))
        link.isWatching = true;
    else if (request.replies > 1 || isSameWord(name, "UNWATCH")) // EXEC is sent with its MULTI
        link.isWatching = false;
    m_phase = Phase::Sent;
    link.send(request.wire, m_flight, !m_process.isKeptBack);
    if (!m_crashesWhenSent)
        return;
    // Its command keeps its turn among those of the other clients: sent at once, it would overtake
    // them, and a race would be violated far more often than crashes strike it.
    if (m_process.isKeptBack) {
        m_process.crashesWhenFlushed = true;
        return;
    }
    context.loop.writeAll();
    m_process.crash();
}

Operation RunThread::operationOf(const Request &request) const
{
    Operation operation;
    operation.called = m_process.context.loop.now() - m_delay / 2;
    operation.command = m_process.context.record.text(request.words);
    operation.client = quint32(m_process.identity.index);
    operation.line = quint16(request.line);
    operation.thread = quint8(m_number);
    operation.node = quint8(request.node);
    return operation;
}

void RunThread::onReply(ClientLink &link, const ClientLink::Flight &flight, RunReply reply)
{
    RunContext &context = m_process.context;
    const bool isAwaited = m_process.isRunning && flight.process == m_process.number;
    const bool isUnknown = reply->type == REDIS_REPLY_ERROR
        && std::string_view(reply->str, reply->len).starts_with("NOSCRIPT");
    if (reply->type == REDIS_REPLY_ERROR && isAwaited) {
        const auto lack = lackOfRights(m_request->words, {reply->str, reply->len});
        if (lack)
            return context.observer.failed(*lack);
    }
    const bool isLate = !isAwaited || m_phase != Phase::Sent;
    if (isLate && isUnknown) // no script was executed, and nobody is left to send its source
        return context.record.addLost(flight.operation);
    if (isLate)
        return m_process.record(flight.operation, *reply, context.loop.now());
    if (isUnknown && m_request->script) { // the same operation, once more with the source
        context.observer.scriptWasUnknown(flight.operation);
        const QByteArray wire = context.program.scriptWire(m_process.number, m_number);
        return link.send({wire.constData(), size_t(wire.size())}, m_flight, true);
    }
    m_reply = std::move(reply);
    m_phase = Phase::ReturnDelay;
    m_phaseEnds = m_delay > 0 ? context.loop.now() + m_delay / 2 : 0;
    advance();
}

void RunThread::deliver()
{
    const RunReply reply = std::move(m_reply);
    m_process.record(m_flight.operation, *reply, m_process.context.loop.now());
    m_timer.linkTo(m_process.lastOperation);
    resumeProgram(reply.get());
}

void RunThread::receive(const Request &request)
{
    const auto found = m_process.messages.find({request.node, request.channel});
    redisReply reply{};
    QByteArray message;
    if (found != m_process.messages.end() && !found->second.empty()) {
        message = std::move(found->second.front());
        found->second.pop_front();
        reply.type = REDIS_REPLY_STRING;
        reply.str = message.data();
        reply.len = size_t(message.size());
        m_timer.notePassed(WaitRecord::Proof::Told, request.node);
        return resumeProgram(&reply);
    }
    if (request.timeout && m_timer.hasCome(m_phaseEnds)) {
        reply.type = REDIS_REPLY_NIL;
        return resumeProgram(&reply);
    }
    m_timer.beginWait(m_process.context.record.name(request.channel));
}

void RunThread::onMessage()
{
    if (m_phase == Phase::Receiving)
        advance();
}

void RunThread::release(int node)
{
    if (m_phase == Phase::Unsent && m_request->node == node)
        advance();
}

void RunThread::resumeProgram(const redisReply *reply)
{
    cancelWait();
    m_phase = Phase::Ended; // until the program has another request
    m_process.context.program.resume(m_process.number, m_number, reply);
    m_process.context.observer.programMoved();
}

// After this, no alarm and no key calls advance() any more.
void RunThread::cancelWait()
{
    m_timer.cancel();
    m_wait.cancel();
}

void RunThread::stop()
{
    cancelWait();
    if (m_phase == Phase::ReturnDelay && m_reply)
        m_process.context.record.addLost(m_flight.operation);
    m_reply.reset();
    m_phase = Phase::Ended;
    m_timer.forget();
}

bool RunThread::waitsForOthers() const
{
    if (m_phase == Phase::Ended)
        return true;
    const Request &request = *m_request;
    if (m_phase == Phase::Receiving)
        return !request.timeout;
    return m_phase == Phase::Waiting && request.wait.kind != Wait::Kind::Until;
}

} // namespace lockstep
