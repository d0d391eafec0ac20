// Part of SteppedServer. The keys of a node: what the server holds is known, so that only what
// differs is written, and is read back after each command. A deadline is an instant of the server's
// clock, so it stays while time moves on.
//
// Redis deletes at once what is given a deadline that is not to come, and what is due is gone for
// any command that touches it. So where keys that are just due have to be written, or keys that are
// past their deadline at the new time have to go, this is done at an earlier time: one round trip
// more. Active expiry, which looks at the clock between two commands, is off.

#include "core/lab/node/steppedserver.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

QByteArrayView textOf(const redisReply &reply)
{
    return {reply.str, qsizetype(reply.len)};
}

constexpr std::array compactEncodings{"listpack", "ziplist", "intset"};

constexpr QByteArrayView probeKey("lockstep:probe"); // there for a moment only

void appendEncoding(std::string *wire, std::string_view key)
{
    appendHeader(wire, 3);
    appendWord(wire, {}, "OBJECT");
    appendWord(wire, {}, "ENCODING");
    appendWord(wire, {}, key);
}

bool isCompact(QByteArrayView encoding)
{
    return std::find(compactEncodings.begin(), compactEncodings.end(), encoding)
        != compactEncodings.end();
}

} // namespace

std::string_view SteppedServer::name(quint32 key) const
{
    const QByteArrayView text = m_datasets.keyName(key);
    return {text.data(), size_t(text.size())};
}

SteppedServer::Held &SteppedServer::held(quint32 key)
{
    if (m_held.size() <= key) {
        m_held.resize(key + 1);
        m_types.resize(key + 1, canonical::String);
    }
    return m_held[key];
}

bool SteppedServer::isHeld(const KeyHeld &wanted, qint64 clock) const
{
    if (wanted.key >= m_held.size())
        return false;
    const Held &real = m_held[wanted.key];
    return real.value == wanted.value
        && real.deadline == (wanted.ttl < 0 ? -1 : clock + wanted.ttl);
}

bool SteppedServer::needsEarlierClock(quint32 dataset, qint64 clock) const
{
    const Dataset &wanted = m_datasets[dataset];
    return std::any_of(wanted.begin(), wanted.end(), [&](const KeyHeld &each) {
        return each.ttl == 0 && !isHeld(each, clock);
    }) || std::any_of(m_held.begin(), m_held.end(), [&](const Held &each) {
        return each.value != 0 && each.deadline >= 0 && each.deadline < clock;
    });
}

void SteppedServer::appendDeadline(std::string *wire, quint32 key, qint64 deadline)
{
    appendHeader(wire, 3);
    appendWord(wire, {}, "PEXPIREAT");
    appendWord(wire, {}, name(key));
    appendWord(wire, {}, std::to_string(ServerClock::beginning + deadline));
}

int SteppedServer::appendRestore(std::string *wire, quint32 dataset, qint64 clock)
{
    int commands = 0;
    for (const KeyHeld &wanted : m_datasets[dataset]) {
        if (isHeld(wanted, clock))
            continue;
        touch(wanted.key);
        Held &real = held(wanted.key);
        bool hasDeadline = real.deadline >= 0;
        if (real.value != wanted.value) {
            commands += canonical::appendWrite(wire, m_datasets.keyName(wanted.key),
                m_datasets.value(wanted.value), real.value != 0);
            hasDeadline = false;
        }
        if (wanted.ttl >= 0) {
            appendDeadline(wire, wanted.key, clock + wanted.ttl);
            ++commands;
        } else if (hasDeadline) {
            appendHeader(wire, 2);
            appendWord(wire, {}, "PERSIST");
            appendWord(wire, {}, name(wanted.key));
            ++commands;
        }
        real = {wanted.value, wanted.ttl < 0 ? -1 : clock + wanted.ttl};
        m_types[wanted.key] = canonical::typeOf(m_datasets.value(wanted.value));
    }
    for (quint32 key = 0; key < m_held.size(); ++key) {
        if (m_held[key].value == 0 || m_datasets.find(dataset, key))
            continue;
        touch(key);
        commands += canonical::appendWrite(wire, m_datasets.keyName(key), {}, true);
        m_held[key] = {};
    }
    return commands;
}

Result<int> SteppedServer::appendRestoreAt(
    BlockingConnection *writer, std::string *wire, int commands, quint32 dataset, qint64 clock)
{
    const bool isEarlier = needsEarlierClock(dataset, clock);
    commands += appendRestore(wire, dataset, clock);
    if (isEarlier) {
        m_clock->set(std::min(m_clock->now(), clock) - earlier);
        if (const auto sent = send(writer, wire, commands); !sent)
            return tl::unexpected(sent.error());
        commands = 0;
    }
    m_clock->set(clock);
    return commands;
}

Result<void> SteppedServer::send(BlockingConnection *connection, std::string *wire, int commands)
{
    connection->append(*wire);
    wire->clear();
    return connection->readPlain(commands);
}

Result<void> SteppedServer::restore(quint32 dataset, qint64 clock)
{
    const auto found = connection(-1, 0);
    if (!found)
        return tl::unexpected(found.error());
    std::string wire;
    const auto commands = appendRestoreAt(*found, &wire, 0, dataset, clock);
    if (!commands)
        return tl::unexpected(commands.error());
    return send(*found, &wire, *commands);
}

std::vector<quint32> SteppedServer::keysToRead(quint32 dataset)
{
    std::vector<quint32> keys = m_keys;
    if (m_globs.isEmpty())
        return keys;
    for (const KeyHeld &each : m_datasets[dataset]) {
        if (std::find(keys.begin(), keys.end(), each.key) == keys.end())
            keys.push_back(each.key);
    }
    return keys;
}

void SteppedServer::appendReadOne(std::string *wire, canonical::Type type, quint32 key) const
{
    canonical::appendRead(wire, type, m_datasets.keyName(key));
    appendHeader(wire, 2);
    appendWord(wire, {}, "PTTL");
    appendWord(wire, {}, name(key));
    if (canonical::has(m_options.orders, type))
        appendEncoding(wire, name(key));
}

Result<void> SteppedServer::readOne(BlockingConnection *connection, Seen *seen)
{
    const auto value = connection->read();
    if (!value)
        return tl::unexpected(value.error());
    seen->wrongType = (*value)->type == REDIS_REPLY_ERROR;
    if (!seen->wrongType)
        seen->value = canonical::fromReply(seen->type, **value, m_options.orders);
    const auto ttl = connection->readPlain();
    if (!ttl)
        return tl::unexpected(ttl.error());
    seen->pttl = (*ttl)->integer;
    if (!canonical::has(m_options.orders, seen->type))
        return {};
    const auto encoding = connection->readPlain();
    if (!encoding)
        return tl::unexpected(encoding.error());
    seen->encoding = textOf(**encoding).toByteArray();
    return {};
}

void SteppedServer::appendReadBack(std::string *wire, const std::vector<quint32> &keys)
{
    for (const quint32 key : keys) {
        held(key);
        appendReadOne(wire, m_types[key], key);
    }
    if (m_globs.isEmpty())
        return;
    appendHeader(wire, 2);
    appendWord(wire, {}, "KEYS");
    appendWord(wire, {}, "*");
}

Result<std::vector<SteppedServer::Seen>> SteppedServer::readBack(
    BlockingConnection *connection, std::vector<quint32> keys)
{
    std::vector<Seen> seen;
    for (const quint32 key : keys) {
        Seen each;
        each.key = key;
        each.type = m_types[key];
        if (const auto read = readOne(connection, &each); !read)
            return tl::unexpected(read.error());
        seen.push_back(each);
    }
    if (!m_globs.isEmpty()) {
        const auto names = connection->readPlain();
        if (!names)
            return tl::unexpected(names.error());
        for (size_t i = 0; i < (*names)->elements; ++i) {
            const quint32 key = m_datasets.addKey(textOf(*(*names)->element[i]));
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

Result<void> SteppedServer::readNewTypes(BlockingConnection *connection, std::vector<Seen> *seen)
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
                    .arg(shownName(m_datasets.keyName(each.key)), QString::fromUtf8((*type)->str)));
        held(each.key);
        m_types[each.key] = each.type;
        wire.clear();
        appendReadOne(&wire, each.type, each.key);
        connection->append(wire);
        if (const auto read = readOne(connection, &each); !read)
            return read;
    }
    return {};
}

// A compact value is a list of its elements, and a restored one is the same list. Larger ones lie
// in a hash table: their order is random in each process of a server, and so is that of sets of
// texts before Redis 7.2.
Result<void> SteppedServer::checkOrder(const Seen &seen)
{
    const auto refuse = [&](const QString &why) {
        return failure(ErrorCode::BadInput,
            QStringLiteral("the scenario lists the elements of a %1 in the order in which the "
                           "server gives them, and %2 %3")
                .arg(seen.type == canonical::Hash     ? QStringLiteral("hash")
                        : seen.type == canonical::Set ? QStringLiteral("set")
                                                      : QStringLiteral("sorted set"),
                    shownName(m_datasets.keyName(seen.key)), why));
    };
    if (!isCompact(seen.encoding))
        return refuse(QStringLiteral("is kept in a hash table there, in an order that is random; "
                                     "ask for single elements or for their number"));
    const QByteArray known = seen.encoding + ' ' + seen.value;
    if (m_restorable.count(known) != 0)
        return {};
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    std::string wire;
    const int writes = canonical::appendWrite(&wire, probeKey, seen.value, false);
    canonical::appendRead(&wire, seen.type, probeKey);
    appendEncoding(&wire, {probeKey.data(), size_t(probeKey.size())});
    canonical::appendWrite(&wire, probeKey, {}, true);
    (*admin)->append(wire);
    if (const auto done = (*admin)->readPlain(writes); !done)
        return done;
    const auto value = (*admin)->readPlain();
    const auto encoding = (*admin)->readPlain();
    const auto deleted = (*admin)->readPlain(1);
    if (!value || !encoding || !deleted)
        return tl::unexpected(!value ? value.error()
                : !encoding          ? encoding.error()
                                     : deleted.error());
    if (canonical::fromReply(seen.type, **value, m_options.orders) != seen.value
        || textOf(**encoding) != seen.encoding)
        return refuse(QStringLiteral("is in an order that only its past explains, which no state "
                                     "holds"));
    m_restorable.insert(known);
    return {};
}

Result<quint32> SteppedServer::take(const std::vector<Seen> &seen, qint64 clock)
{
    Dataset after;
    for (const Seen &each : seen) {
        Held &real = held(each.key);
        if (each.value.isEmpty()) {
            real = {};
            continue;
        }
        real = {m_datasets.addValue(each.value), each.pttl < 0 ? -1 : clock + each.pttl};
        after.push_back({each.key, real.value, std::max<qint64>(-1, each.pttl)});
        if (!canonical::has(m_options.orders, each.type))
            continue;
        if (const auto checked = checkOrder(each); !checked)
            return tl::unexpected(checked.error());
    }
    std::sort(after.begin(), after.end(),
        [](const KeyHeld &a, const KeyHeld &b) { return a.key < b.key; });
    return m_datasets.add(after);
}

std::vector<quint32> SteppedServer::changedDeadlines(
    quint32 before, quint32 after, const std::vector<QByteArray> &set) const
{
    std::vector<quint32> keys;
    for (const KeyHeld &each : m_datasets[after]) {
        const KeyHeld *const old = m_datasets.find(before, each.key);
        const bool isNew = each.ttl != (old ? old->ttl : -1);
        const auto isEach = [&](const QByteArray &key) {
            return key == m_datasets.keyName(each.key);
        };
        if (isNew || (each.ttl >= 0 && std::any_of(set.begin(), set.end(), isEach)))
            keys.push_back(each.key);
    }
    return keys;
}

} // namespace lockstep
