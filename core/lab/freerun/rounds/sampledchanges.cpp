#include "core/lab/freerun/rounds/sampledchanges.h"

#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/requestwire.h"

namespace lockstep {

namespace {

constexpr auto readingTimeLimit = std::chrono::seconds(5);
constexpr Moment ttlSlack = 5'000'000; // PTTL is rounded, and asked for a moment later
constexpr Moment ttlUnit = 1'000'000;

} // namespace

SampledChanges::SampledChanges(RunContext &context, const Keys &keys)
    : m_context(context)
    , m_isTtlOfLab(keys.isTtlOfLab)
    , m_reader(context)
{
    for (const QByteArray &key : keys.names) {
        if (isKeyPattern(viewOf(key)))
            continue;
        for (size_t node = 0; node < context.nodes.size(); ++node)
            m_samples.push_back({.key = (keys.prefix + key).toStdString(), .node = quint8(node)});
    }
}

void SampledChanges::beginRound()
{
    for (Sample &each : m_samples) {
        each.name = m_context.record.name(QByteArray::fromStdString(each.key));
        each.last = KeyChange();
    }
    m_reader.forgetTimes();
    m_isInRound = true;
    sample();
    awaitAnswers();
}

void SampledChanges::sample()
{
    if (m_answersMissing == 0)
        readKeys();
}

void SampledChanges::readKeys()
{
    for (Sample &each : m_samples) {
        ControlConnection &queries = m_context.nodes[each.node].waits->queries();
        ++m_answersMissing;
        m_reader.read(queries, each.key, [this, &each](KeyChange held, qint64 ttl) {
            --m_answersMissing;
            if (m_isTtlOfLab(QByteArray::fromStdString(each.key), ttl))
                held.deadline = never;
            noteChange(each, held);
        });
    }
}

// The keys are read once more, so that what is lost with the server has been seen.
void SampledChanges::requestLastChanges()
{
    readKeys();
}

void SampledChanges::replicaIsCutOff(ControlConnection &replica)
{
    for (const Sample &each : m_samples) {
        if (each.node != 0)
            continue;
        ++m_answersMissing;
        m_reader.read(replica, each.key, [this, &each](KeyChange held, qint64) {
            --m_answersMissing;
            held.key = each.name;
            m_context.record.addOfReplica(held);
        });
    }
}

Result<void> SampledChanges::settle()
{
    sample();
    awaitAnswers();
    if (!m_context.observer.hasFailed()) { // a reading that began before the end does not count
        sample();
        awaitAnswers();
    }
    m_isInRound = false;
    m_context.record.setDeadlineError(ttlSlack + ttlUnit + m_reader.longestReading());
    return {};
}

void SampledChanges::awaitAnswers()
{
    m_context.loop.serve([this] { return m_answersMissing == 0 || m_context.observer.hasFailed(); },
        readingTimeLimit);
}

void SampledChanges::noteChange(Sample &sample, KeyChange change)
{
    if (!m_isInRound)
        return; // a late answer to a reading of the round before
    const KeyChange &last = sample.last;
    const bool sameDeadline = (change.deadline == never) == (last.deadline == never)
        && (change.deadline == never || std::abs(change.deadline - last.deadline) < ttlSlack);
    if (change.exists == last.exists && change.number == last.number && change.value == last.value
        && sameDeadline)
        return;
    change.key = sample.name;
    change.node = sample.node;
    sample.last = change;
    m_context.record.add(change);
}

} // namespace lockstep
