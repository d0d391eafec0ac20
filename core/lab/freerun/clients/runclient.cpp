#include "core/lab/freerun/clients/runclient.h"

#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

RunClient::RunClient(RunContext &context, const ClientIdentity &identity, quint64 seed)
    : m_context(context)
    , m_process{context, identity, ClientLinks(context, *this, identity.index),
          ClientFaults(context.options, seed)}
{
    m_process.pause = [this] { pause(); };
    m_process.crash = [this] { crash(); };
    m_process.end = [this] { endProcess(); };
}

RunClient::~RunClient() = default;

void RunClient::setState(State state)
{
    m_state = state;
    m_process.isRunning = state == State::Running;
}

void RunClient::beginRound(int repeats)
{
    setState(State::Running);
    m_repeatsLeft = repeats;
    ++m_process.identity.round;
    m_process.identity.begun = 0;
    m_process.lastOperation = none;
    m_process.links.announceOpen();
}

void RunClient::startProcess()
{
    --m_repeatsLeft;
    ClientIdentity &identity = m_process.identity;
    ++identity.begun;
    m_processRecord = m_context.record.add(
        ProcessRecord{.from = m_context.loop.now(), .client = quint32(identity.index)});
    m_process.number = m_context.program.start(identity);
    m_context.observer.processBegun(m_process.number, identity.index);
    m_context.observer.programMoved();
}

RunThread &RunClient::threadAt(int number)
{
    while (m_threads.size() <= size_t(number))
        m_threads.push_back(std::make_unique<RunThread>(m_process, int(m_threads.size())));
    return *m_threads[size_t(number)];
}

quint64 RunClient::commandSent(const ClientLink &link, std::string_view wire)
{
    return m_context.nodes[size_t(link.node)].waits->unitSent(
        wire, [&] { return m_context.program.scriptWire(m_process.number, link.thread); });
}

void RunClient::replyArrived(ClientLink &link, const ClientLink::Flight &flight, RunReply reply)
{
    if (flight.unit != 0)
        m_context.nodes[size_t(link.node)].waits->unitAnswered(flight.unit);
    if (link.subscribes)
        m_subscribeLine = flight.operation.line;
    threadAt(flight.operation.thread).onReply(link, flight, std::move(reply));
}

void RunClient::messageArrived(
    const ClientLink &link, const QByteArray &channel, const QByteArray &message)
{
    qint64 &held = m_context.loop.messageBytes;
    if (held + message.size() > RunLoop::mostMessageBytes)
        return m_context.observer.mistaken(m_context.program.placed(m_subscribeLine,
            CoreText::bytes(
                CoreText::tr("messages are sent faster than they are received; at most %1 MiB of "
                             "them may wait for all clients together"),
                QByteArray::number(RunLoop::mostMessageBytes / 1024 / 1024))));
    m_process.messages[{link.node, channel}].emplace_back(message, held);
    m_context.record.add(ReceiptRecord{m_context.loop.now(), quint32(m_process.identity.index),
        m_context.record.name(channel), quint8(link.node)});
    for (size_t i = 0; i < m_threads.size(); ++i)
        m_threads[i]->onMessage();
}

void RunClient::connectionLost(const Error &error, int line)
{
    if (error.code != ErrorCode::ReplyTooLarge || line == 0)
        return m_context.observer.failed(error);
    m_context.observer.mistaken(m_context.program.placed(line,
        CoreText::bytes(
            CoreText::tr("the reply is too large; all replies that are on their way to the "
                         "clients have at most %1 MiB together"),
            QByteArray::number(RunLoop::mostReplyBytes / 1024 / 1024))));
}

void RunClient::recordIncident(Incident::Kind kind)
{
    m_context.record.add(
        {m_context.loop.now(), kind, quint32(m_process.identity.index), m_process.lastOperation});
}

void RunClient::pause()
{
    m_process.isPaused = true;
    recordIncident(Incident::Kind::Pause);
    const std::chrono::nanoseconds length = m_context.options.pauseLength;
    m_resume = m_context.loop.setAlarm(m_context.loop.now() + length.count(), [this] { resume(); });
}

void RunClient::resume()
{
    m_process.isPaused = false;
    recordIncident(Incident::Kind::Resume);
    for (size_t i = 0; i < m_threads.size(); ++i)
        m_threads[i]->advance();
}

void RunClient::crash()
{
    recordIncident(Incident::Kind::Crash);
    setState(State::Crashed);
    leaveAll(m_context.loop.now());
    endRound();
    m_context.observer.programMoved();
}

// Called when the main thread has ended, or a thread has failed.
void RunClient::endProcess()
{
    for (const auto &thread : m_threads)
        thread->stop();
    m_process.messages.clear();
    m_context.record.processEnded(m_processRecord, m_context.loop.now());
    leaveAll(m_context.loop.now());
    const bool hasFailed = !m_context.program.mistake(m_process.number).isEmpty();
    m_context.program.end(std::exchange(m_process.number, -1));
    m_context.observer.programMoved();
    m_process.links.closeAllBut(ClientLinks::Kept::Reusable);
    if (m_repeatsLeft > 0 && !hasFailed)
        startProcess();
    else
        setState(State::Finished);
}

// A process that has ended is inside no lock, though its program did not say leave.
void RunClient::leaveAll(Moment now)
{
    for (const QByteArray &lock : m_process.inside) {
        Mark mark;
        mark.kind = Mark::Kind::Leave;
        mark.process = m_process.number;
        mark.name = lock;
        m_context.record.add(mark, now, quint32(m_process.identity.index), m_process.lastOperation);
    }
    m_process.inside.clear();
}

void RunClient::endRound()
{
    m_context.loop.cancel(m_resume);
    m_process.isPaused = false;
    m_process.crashesWhenFlushed = false;
    m_process.links.closeAllBut(
        m_state == State::Crashed ? ClientLinks::Kept::None : ClientLinks::Kept::Quiet);
    for (const auto &thread : m_threads)
        thread->stop();
    m_process.messages.clear();
    m_process.inside.clear();
    if (m_process.number >= 0)
        m_context.program.end(std::exchange(m_process.number, -1));
}

void RunClient::flush()
{
    m_process.isKeptBack = false;
    m_process.links.flush();
    if (std::exchange(m_process.crashesWhenFlushed, false))
        crash();
}

bool RunClient::reconnect(int node)
{
    return m_state != State::Running || m_process.links.reconnect(node);
}

void RunClient::release(int node)
{
    for (size_t i = 0; i < m_threads.size(); ++i)
        m_threads[i]->release(node);
}

bool RunClient::isWaiting() const
{
    return m_state == State::Running && !m_threads.empty() && m_threads[0]->isWaiting();
}

bool RunClient::waitsForOthers() const
{
    if (m_state != State::Running)
        return true;
    return !m_process.isPaused
        && std::all_of(m_threads.begin(), m_threads.end(),
            [](const auto &thread) { return thread->waitsForOthers(); });
}

} // namespace lockstep
