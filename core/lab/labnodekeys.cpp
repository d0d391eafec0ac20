// The keys of a node: what the server holds is known, so that only what differs is written, and is
// read back after each command.
//
// Real deadlines never pass, the lab moves them on: each that it writes lies a margin later than
// the virtual clock has it, and is written anew before the margin is used up. So a TTL that does
// not fit what the lab wrote was set by the command, even to the same instant, and its virtual
// value is a number that the command names, or else the roundest of those that fit the clock before
// and after the round trip. A round trip that took too long to tell them apart is made again.

#include "core/lab/labnode.h"

#include "core/lab/keypattern.h"
#include "core/lab/requestwire.h"
#include "core/lab/virtualreply.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lockstep {

namespace {

constexpr qint64 margin = 500; // ms
constexpr double freshness = 200; // ms after which a deadline is written again

QByteArrayView textOf(const redisReply &reply)
{
    return {reply.str, qsizetype(reply.len)};
}

// Of the numbers from … to: one that the command names, in ms or s, or else the roundest.
qint64 roundest(qint64 from, qint64 to, std::string_view wire)
{
    qint64 named = -1;
    for (const auto &words : commandsIn(wire)) {
        for (const std::string_view word : words) {
            qint64 number = 0;
            const auto [end, error] =
                std::from_chars(word.data(), word.data() + word.size(), number);
            if (error != std::errc() || end != word.data() + word.size())
                continue;
            for (const qint64 ms : {number, number < to ? number * 1000 : number}) {
                if (ms >= from && ms <= to)
                    named = std::max(named, ms);
            }
        }
    }
    if (named >= 0)
        return named;
    for (qint64 step = 1'000'000'000; step > 1; step /= 10) {
        for (const qint64 part : {step, step / 2}) {
            const qint64 candidate = (from + part - 1) / part * part;
            if (candidate <= to)
                return candidate;
        }
    }
    return from;
}

} // namespace

std::string_view LabNode::name(quint32 key) const
{
    const QByteArrayView text = m_contents.keyName(key);
    return {text.data(), size_t(text.size())};
}

LabNode::Held &LabNode::held(quint32 key)
{
    if (m_held.size() <= key) {
        m_held.resize(key + 1);
        m_types.resize(key + 1, canonical::String);
    }
    return m_held[key];
}

bool LabNode::isHeld(const KeyHeld &wanted) const
{
    if (wanted.key >= m_held.size())
        return false;
    const Held &real = m_held[wanted.key];
    return real.value == wanted.value && real.ttl == wanted.ttl
        && (wanted.ttl < 0
            || (real.isOurs && now() + double(wanted.ttl + margin) - real.earliest < freshness));
}

void LabNode::appendDeadline(std::string *wire, quint32 key, qint64 ttl)
{
    appendHeader(wire, 3);
    appendWord(wire, {}, "PEXPIRE");
    appendWord(wire, {}, name(key));
    appendWord(wire, {}, std::to_string(ttl + margin));
    m_written.push_back({key, ttl});
}

int LabNode::appendRestore(std::string *wire, quint32 contents)
{
    int commands = 0;
    for (const KeyHeld &wanted : m_contents[contents]) {
        if (isHeld(wanted))
            continue;
        touch(wanted.key);
        Held &real = held(wanted.key);
        bool hasDeadline = real.ttl >= 0;
        if (real.value != wanted.value) {
            commands += canonical::appendWrite(wire, m_contents.keyName(wanted.key),
                m_contents.value(wanted.value), real.value != 0);
            hasDeadline = false;
        }
        if (wanted.ttl >= 0) {
            appendDeadline(wire, wanted.key, wanted.ttl);
            ++commands;
        } else if (hasDeadline) {
            appendHeader(wire, 2);
            appendWord(wire, {}, "PERSIST");
            appendWord(wire, {}, name(wanted.key));
            ++commands;
        }
        real.value = wanted.value;
        real.ttl = wanted.ttl;
        real.isOurs = true;
        m_types[wanted.key] = canonical::typeOf(m_contents.value(wanted.value));
    }
    for (quint32 key = 0; key < m_held.size(); ++key) {
        if (m_held[key].value == 0 || m_contents.find(contents, key))
            continue;
        touch(key);
        commands += canonical::appendWrite(wire, m_contents.keyName(key), {}, true);
        m_held[key] = {};
    }
    return commands;
}

void LabNode::wroteDeadlines(double sent, double received)
{
    for (const Written &each : m_written) {
        Held &real = held(each.key);
        real.earliest = sent + double(each.ttl + margin);
        real.latest = received + double(each.ttl + margin);
    }
    m_written.clear();
}

Result<void> LabNode::send(LabConnection *connection, std::string *wire, int commands)
{
    const double sent = now();
    connection->append(*wire);
    wire->clear();
    if (const auto done = connection->readPlain(commands); !done)
        return done;
    wroteDeadlines(sent, now());
    return {};
}

Result<void> LabNode::restore(quint32 contents, qint64)
{
    const auto found = connection(-1, 0);
    if (!found)
        return tl::unexpected(found.error());
    std::string wire;
    const int commands = appendRestore(&wire, contents);
    return send(*found, &wire, commands);
}

std::vector<quint32> LabNode::keysToRead(quint32 contents)
{
    std::vector<quint32> keys = m_keys;
    if (m_globs.isEmpty())
        return keys;
    for (const KeyHeld &each : m_contents[contents]) {
        if (std::find(keys.begin(), keys.end(), each.key) == keys.end())
            keys.push_back(each.key);
    }
    return keys;
}

void LabNode::appendReadBack(std::string *wire, const std::vector<quint32> &keys)
{
    for (const quint32 key : keys) {
        held(key);
        canonical::appendRead(wire, m_types[key], m_contents.keyName(key));
        appendHeader(wire, 2);
        appendWord(wire, {}, "PTTL");
        appendWord(wire, {}, name(key));
    }
    if (m_globs.isEmpty())
        return;
    appendHeader(wire, 2);
    appendWord(wire, {}, "KEYS");
    appendWord(wire, {}, "*");
}

Result<std::vector<LabNode::Seen>> LabNode::readBack(
    LabConnection *connection, std::vector<quint32> keys)
{
    std::vector<Seen> seen;
    for (const quint32 key : keys) {
        Seen each;
        each.key = key;
        each.type = m_types[key];
        const auto value = connection->read();
        if (!value)
            return tl::unexpected(value.error());
        each.wrongType = (*value)->type == REDIS_REPLY_ERROR;
        if (!each.wrongType)
            each.value = canonical::fromReply(each.type, **value);
        const auto ttl = connection->readPlain();
        if (!ttl)
            return tl::unexpected(ttl.error());
        each.pttl = (*ttl)->integer;
        seen.push_back(each);
    }
    if (!m_globs.isEmpty()) {
        const auto names = connection->readPlain();
        if (!names)
            return tl::unexpected(names.error());
        for (size_t i = 0; i < (*names)->elements; ++i) {
            const quint32 key = m_contents.addKey(textOf(*(*names)->element[i]));
            if (std::find(keys.begin(), keys.end(), key) != keys.end())
                continue;
            Seen each;
            each.key = key;
            each.wrongType = true; // not known
            seen.push_back(each);
        }
    }
    return seen;
}

Result<void> LabNode::readNewTypes(LabConnection *connection, std::vector<Seen> *seen)
{
    for (Seen &each : *seen) {
        if (!each.wrongType)
            continue;
        std::string wire;
        appendHeader(&wire, 2);
        appendWord(&wire, {}, "TYPE");
        appendWord(&wire, {}, name(each.key));
        connection->append(wire);
        const auto type = connection->readPlain();
        if (!type)
            return tl::unexpected(type.error());
        each.type = canonical::typeFromName(textOf(**type));
        if (each.type == canonical::Other)
            return failure(ErrorCode::BadInput,
                QStringLiteral("the key %1 holds a %2; stepping knows strings, hashes, lists, sets "
                               "and sorted sets")
                    .arg(QString::fromUtf8(m_contents.keyName(each.key)),
                        QString::fromUtf8((*type)->str)));
        held(each.key);
        m_types[each.key] = each.type;
        wire.clear();
        canonical::appendRead(&wire, each.type, m_contents.keyName(each.key));
        appendHeader(&wire, 2);
        appendWord(&wire, {}, "PTTL");
        appendWord(&wire, {}, name(each.key));
        connection->append(wire);
        const auto value = connection->readPlain();
        const auto ttl = connection->readPlain();
        if (!value || !ttl)
            return tl::unexpected(value ? ttl.error() : value.error());
        each.value = canonical::fromReply(each.type, **value);
        each.pttl = (*ttl)->integer;
    }
    return {};
}

quint32 LabNode::take(const std::vector<Seen> &seen, quint32 before, std::string_view wire,
    double sent, double received, std::vector<quint32> *deadlines)
{
    const qint64 slack = qint64(std::ceil(received - sent)) + 1;
    const auto fits = [&](const Held &real, qint64 pttl) {
        return real.isOurs && real.ttl >= 0 && sent + double(pttl) - 2 <= real.latest
            && received + double(pttl) + 2 >= real.earliest;
    };
    const std::vector<Held> old = m_held;
    Contents after;
    for (const Seen &each : seen) {
        Held &real = held(each.key);
        const quint32 value = each.value.isEmpty() ? 0 : m_contents.addValue(each.value);
        if (value == 0) {
            real = {};
            continue;
        }
        real.value = value;
        if (each.pttl < 0) {
            real.ttl = -1;
            real.isOurs = false;
        } else if (!fits(real, each.pttl)) {
            const auto moved = std::find_if(
                old.begin(), old.end(), [&](const Held &other) { return fits(other, each.pttl); });
            if (moved != old.end()) { // RENAME takes the deadline along
                real.ttl = moved->ttl;
            } else {
                real.ttl = roundest(each.pttl, each.pttl + slack, wire);
                deadlines->push_back(each.key);
            }
            real.isOurs = false;
        }
        after.push_back({each.key, value, real.ttl});
    }
    std::sort(after.begin(), after.end(),
        [](const KeyHeld &a, const KeyHeld &b) { return a.key < b.key; });
    for (const KeyHeld &each : m_contents[before]) { // a deadline that was taken off
        const auto now = std::find_if(
            after.begin(), after.end(), [&](const KeyHeld &key) { return key.key == each.key; });
        if (now != after.end() && now->ttl < 0 && each.ttl >= 0)
            deadlines->push_back(each.key);
    }
    return m_contents.add(after);
}

} // namespace lockstep
