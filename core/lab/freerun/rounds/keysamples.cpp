#include "core/lab/freerun/rounds/keysamples.h"

#include "core/lab/freerun/net/runloop.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr Moment ttlSlack = 5'000'000; // PTTL is rounded, and asked for a moment later

QByteArray bytesOf(const redisReply &reply)
{
    return reply.str ? QByteArray(reply.str, qsizetype(reply.len)) : QByteArray();
}

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

KeySamples::KeySamples(RunLoop &loop, RunRecord &record, const QByteArray &prefix,
    const QList<QByteArray> &keys, IsTtlOfLab isTtlOfLab)
    : m_loop(loop)
    , m_record(record)
    , m_isTtlOfLab(std::move(isTtlOfLab))
{
    for (const QByteArray &key : keys) {
        const bool isGlob =
            std::any_of(key.begin(), key.end(), [](char c) { return strchr("*?[\\", c); });
        if (!isGlob)
            m_samples.push_back(
                {(prefix + key).toStdString(), record.text({key.data(), size_t(key.size())})});
    }
}

void KeySamples::beginRound()
{
    for (Sample &each : m_samples)
        each.last = KeyChange();
}

void KeySamples::look(ControlConnection &queries)
{
    if (isLooking())
        return;
    for (Sample &each : m_samples) {
        ++m_answersMissing;
        queries.ask(wireOf({"TYPE", each.key}),
            [&each](const redisReply &type) { each.type = bytesOf(type).toStdString(); });
        queries.ask(wireOf({"PTTL", each.key}), [this, &each, &queries](const redisReply &ttl) {
            each.ttl = ttl.integer;
            if (each.ttl != -2)
                return lookAtValue(queries, each);
            --m_answersMissing;
            seen(each, KeyChange());
        });
    }
}

void KeySamples::lookAtValue(ControlConnection &queries, Sample &sample)
{
    queries.ask(sizeCommand(sample.type, sample.key), [this, &sample](const redisReply &value) {
        --m_answersMissing;
        KeyChange change;
        change.exists = value.type != REDIS_REPLY_NIL && value.type != REDIS_REPLY_ERROR;
        const bool isOfLab = m_isTtlOfLab(QByteArray::fromStdString(sample.key), sample.ttl);
        if (change.exists && sample.ttl >= 0 && !isOfLab)
            change.deadline = m_loop.now() + sample.ttl * 1'000'000;
        if (value.type == REDIS_REPLY_STRING) {
            const QByteArray text = bytesOf(value);
            change.isString = true;
            change.number = text.toLongLong(&change.isNumber);
            if (!change.isNumber)
                change.number = text.size();
            change.value = m_record.value(text, m_loop.now(), m_longValues);
        } else if (value.type == REDIS_REPLY_INTEGER) {
            change.number = value.integer;
        } else if (value.type == REDIS_REPLY_ARRAY) {
            change.number = qint64(value.elements / 2);
            if (value.elements > 0) {
                const QByteArray field = bytesOf(*value.element[0]);
                change.value = m_record.text(
                    {field.data(), size_t(std::min(field.size(), LongValues::shortest - 1))});
            }
        }
        seen(sample, change);
    });
}

void KeySamples::seen(Sample &sample, KeyChange change)
{
    const KeyChange &last = sample.last;
    const bool sameDeadline = (change.deadline == never) == (last.deadline == never)
        && (change.deadline == never || std::abs(change.deadline - last.deadline) < ttlSlack);
    if (change.exists == last.exists && change.number == last.number && change.value == last.value
        && sameDeadline)
        return;
    change.at = m_loop.now();
    change.key = sample.name;
    sample.last = change;
    m_record.add(change);
}

} // namespace lockstep
