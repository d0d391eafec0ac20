#include "core/lab/freerun/rounds/sampledchanges.h"

#include "core/lab/history/valuenumber.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <QByteArrayList>

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto timeLimit = std::chrono::seconds(5);
constexpr Moment ttlSlack = 5'000'000; // PTTL is rounded, and asked for a moment later

std::string sizeCommand(const std::string &type, const std::string &key)
{
    if (type == "hash")
        return wireOf({"HGETALL", key});
    if (type == "list")
        return wireOf({"LLEN", key});
    if (type == "set")
        return wireOf({"SCARD", key});
    if (type == "zset")
        return wireOf({"ZCARD", key});
    if (type == "stream")
        return wireOf({"XLEN", key});
    return wireOf({"GET", key});
}

} // namespace

SampledChanges::SampledChanges(RunContext &context, const Keys &keys)
    : m_context(context)
    , m_isTtlOfLab(keys.isTtlOfLab)
{
    for (const QByteArray &key : keys.names) {
        const bool isGlob =
            std::any_of(key.begin(), key.end(), [](char c) { return strchr("*?[\\", c); });
        if (!isGlob)
            m_samples.push_back({.key = (keys.prefix + key).toStdString()});
    }
}

void SampledChanges::beginRound()
{
    for (Sample &each : m_samples) {
        each.name = m_context.record.name(QByteArray::fromStdString(each.key));
        each.last = KeyChange();
    }
    m_isInRound = true;
    sample();
    awaitAnswers();
}

void SampledChanges::sample()
{
    if (m_answersMissing > 0)
        return;
    ControlConnection &queries = m_context.nodes[0].waits->queries();
    for (Sample &each : m_samples) {
        ++m_answersMissing;
        queries.ask(wireOf({"TYPE", each.key}),
            [&each](const redisReply &type) { each.type = bytesOf(type).toStdString(); });
        queries.ask(wireOf({"PTTL", each.key}), [this, &each, &queries](const redisReply &ttl) {
            each.ttl = ttl.integer;
            if (each.ttl != -2)
                return readValue(queries, each);
            --m_answersMissing;
            noteChange(each, KeyChange());
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
    return {};
}

void SampledChanges::awaitAnswers()
{
    m_context.loop.serve(
        [this] { return m_answersMissing == 0 || m_context.observer.hasFailed(); }, timeLimit);
}

void SampledChanges::readValue(ControlConnection &queries, Sample &sample)
{
    queries.ask(sizeCommand(sample.type, sample.key), [this, &sample](const redisReply &value) {
        --m_answersMissing;
        KeyChange change;
        change.exists = value.type != REDIS_REPLY_NIL && value.type != REDIS_REPLY_ERROR;
        const bool isOfLab = m_isTtlOfLab(QByteArray::fromStdString(sample.key), sample.ttl);
        if (change.exists && sample.ttl >= 0 && !isOfLab)
            change.deadline = m_context.loop.now() + sample.ttl * 1'000'000;
        if (value.type == REDIS_REPLY_STRING) {
            const QByteArray text = bytesOf(value);
            change.isString = true;
            const auto number = wholeNumber(text);
            change.isNumber = number.has_value();
            change.number = number.value_or(text.size());
            change.value = m_context.record.value(text, m_context.loop.now(), m_longValues);
        } else if (value.type == REDIS_REPLY_INTEGER) {
            change.number = value.integer;
        } else if (value.type == REDIS_REPLY_ARRAY) {
            change.isHash = true;
            change.number = qint64(value.elements / 2);
            QByteArrayList fields;
            for (size_t i = 0; i < value.elements; i += 2)
                fields << bytesOf(*value.element[i]);
            std::sort(fields.begin(), fields.end());
            const QByteArray all = fields.join(", ");
            if (!all.isEmpty())
                change.value = m_context.record.text(
                    {all.data(), size_t(std::min(all.size(), LongValues::shortest - 1))});
        }
        noteChange(sample, change);
    });
}

void SampledChanges::noteChange(Sample &sample, KeyChange change)
{
    if (!m_isInRound)
        return; // a server that stood still answers what it was asked in the round before
    const KeyChange &last = sample.last;
    const bool sameDeadline = (change.deadline == never) == (last.deadline == never)
        && (change.deadline == never || std::abs(change.deadline - last.deadline) < ttlSlack);
    if (change.exists == last.exists && change.number == last.number && change.value == last.value
        && sameDeadline)
        return;
    change.at = m_context.loop.now();
    change.key = sample.name;
    sample.last = change;
    m_context.record.add(change);
}

} // namespace lockstep
