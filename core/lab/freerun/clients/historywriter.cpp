#include "core/lab/freerun/clients/historywriter.h"

#include "core/lab/history/roundrecords.h"
#include "core/lab/wire/replytext.h"

namespace lockstep {

namespace {

// Lets a vector grow by a fifth, or by 4096 records, instead of to twice its size: there may be
// millions of operations, and memory that is not used counts, too.
template <typename T> void makeRoom(std::vector<T> &records)
{
    constexpr size_t few = 4096;
    if (records.size() == records.capacity())
        records.reserve(records.size() + std::max(few, records.size() / 5));
}

} // namespace

HistoryWriter::HistoryWriter(History &history, QByteArray prefix)
    : m_history(history)
    , m_prefix(std::move(prefix))
{
}

void HistoryWriter::beginRound(Moment at)
{
    Round round;
    round.begin = at;
    round.end = at;
    beginRecords(round, m_history);
    m_history.rounds.push_back(round);
}

void HistoryWriter::endRound(
    Moment at, bool cutOff, bool stuck, quint32 unfinished, quint32 waiting)
{
    for (const Operation &each : m_lost) {
        makeRoom(m_history.operations);
        m_history.operations.push_back(each);
    }
    m_lost.clear();
    Round &round = m_history.rounds.back();
    round.end = at;
    round.cutOff = cutOff;
    round.stuck = stuck;
    round.unfinished = unfinished;
    round.waiting = waiting;
}

quint32 HistoryWriter::value(const QByteArray &value, Moment now, LongValueBudget &longValues)
{
    if (longValues.admit(m_history.texts, value))
        return m_history.texts.add(value);
    Round &round = m_history.rounds.back();
    round.valuesUntil = std::min(round.valuesUntil, now);
    return m_history.texts.add(value.left(LongValueBudget::shortest - 1));
}

quint32 HistoryWriter::name(const QByteArray &nameWithPrefix)
{
    return m_history.texts.add(withoutPrefix(nameWithPrefix, m_prefix));
}

quint32 HistoryWriter::add(Operation operation, const redisReply &reply)
{
    writeReplyText(reply, m_prefix, m_reply);
    operation.reply = text(m_reply);
    makeRoom(m_history.operations);
    m_history.operations.push_back(operation);
    m_delivered = quint32(m_history.operations.size() - 1);
    return m_delivered;
}

void HistoryWriter::addLost(const Operation &operation)
{
    m_lost.push_back(operation);
}

void HistoryWriter::add(const Mark &mark, Moment at, quint32 client, quint32 lastOperation)
{
    MarkRecord record;
    record.at = at;
    record.value = mark.value;
    record.operation = lastOperation;
    record.name = m_history.texts.add(mark.name);
    record.text = m_history.texts.add(mark.text);
    record.client = client;
    record.line = quint16(mark.line);
    record.kind = mark.kind;
    record.thread = quint8(mark.thread);
    record.isLater = lastOperation == none || lastOperation != m_delivered || mark.isAfterChoice;
    makeRoom(m_history.marks);
    m_history.marks.push_back(record);
    if (mark.kind == Mark::Kind::Count)
        m_counts[mark.name] += mark.value;
}

quint32 HistoryWriter::add(const ProcessRecord &process)
{
    makeRoom(m_history.processes);
    m_history.processes.push_back(process);
    return quint32(m_history.processes.size() - 1);
}

quint32 HistoryWriter::add(const WaitRecord &wait)
{
    makeRoom(m_history.waits);
    m_history.waits.push_back(wait);
    return quint32(m_history.waits.size() - 1);
}

} // namespace lockstep
