#include "core/lab/freerun/rounds/keyreader.h"

#include "core/lab/freerun/net/keycontents.h"
#include "core/lab/history/valuenumber.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <QByteArrayList>

#include <algorithm>

namespace lockstep {

void KeyReader::read(ControlConnection &server, const std::string &key, Done done)
{
    const auto type = std::make_shared<QByteArray>();
    const Moment begun = m_context.loop.now();
    server.ask(
        wireOf({"TYPE", key}), [type](const redisReply &answer) { *type = bytesOf(answer); });
    server.ask(wireOf({"PTTL", key}),
        [this, &server, key, type, begun, done = std::move(done)](const redisReply &answer) {
            const qint64 ttl = answer.integer;
            if (ttl == -2) {
                KeyChange gone;
                gone.at = m_context.loop.now();
                return done(gone, ttl);
            }
            server.ask(sizeCommand(*type, key), [this, ttl, begun, done](const redisReply &value) {
                if (ttl >= 0)
                    m_longestReading = std::max(m_longestReading, m_context.loop.now() - begun);
                done(heldNow(value, ttl), ttl);
            });
        });
}

KeyChange KeyReader::heldNow(const redisReply &value, qint64 ttl)
{
    KeyChange held;
    held.at = m_context.loop.now();
    held.exists = value.type != REDIS_REPLY_NIL && value.type != REDIS_REPLY_ERROR;
    if (held.exists && ttl >= 0)
        held.deadline = held.at + ttl * 1'000'000;
    if (value.type == REDIS_REPLY_STRING) {
        const QByteArray text = bytesOf(value);
        held.isString = true;
        const auto number = wholeNumber(text);
        held.isNumber = number.has_value();
        held.number = number.value_or(text.size());
        held.value = m_context.record.value(text, held.at, m_longValues);
    } else if (value.type == REDIS_REPLY_INTEGER) {
        held.number = value.integer;
    } else if (value.type == REDIS_REPLY_ARRAY) {
        held.isHash = true;
        held.number = qint64(value.elements / 2);
        QByteArrayList fields;
        for (size_t i = 0; i < value.elements; i += 2)
            fields << bytesOf(*value.element[i]);
        std::sort(fields.begin(), fields.end());
        const QByteArray all = fields.join(", ");
        if (!all.isEmpty())
            held.value = m_context.record.text(
                {all.data(), size_t(std::min(all.size(), LongValueBudget::shortest - 1))});
    }
    return held;
}

} // namespace lockstep
