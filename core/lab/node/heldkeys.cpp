// Restoring a dataset writes only what differs from what the server is known to hold. A deadline is
// kept as an instant of the server's clock, so nothing has to be written for it when time moves on.

#include "core/lab/node/heldkeys.h"

#include "core/lab/wire/replywire.h"
#include "core/redis/privateserver/serverclock.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::array compactEncodings{"listpack", "ziplist", "intset"};
// Redis' default of set-max-listpack-entries: a set with more elements than that may be kept in a
// hash table.
constexpr qint64 mostOfCompactSet = 128;

constexpr QByteArrayView probeKey("lockstep:probe"); // there for a moment only

void appendEncoding(std::string *wire, std::string_view key)
{
    appendCommand(wire, {"OBJECT", "ENCODING", key});
}

// Turns a TTL, negative where there is none, into a deadline.
std::optional<qint64> deadlineAfter(qint64 ttl, qint64 clock)
{
    return ttl < 0 ? std::nullopt : std::optional(clock + ttl);
}

bool isCompact(QByteArrayView encoding)
{
    return std::find(compactEncodings.begin(), compactEncodings.end(), encoding)
        != compactEncodings.end();
}

} // namespace

HeldKeys::HeldKeys(
    const QList<QByteArray> &keys, QByteArray prefix, ElementOrders orders, DatasetTable &datasets)
    : m_prefix(std::move(prefix))
    , m_orders(orders)
    , m_datasets(datasets)
{
    for (const QByteArray &key : keys) {
        if (key.contains('*') || key.contains('?'))
            m_globs.append(key);
        else
            m_keys.push_back(datasets.addKey(key));
    }
}

void HeldKeys::forget()
{
    for (Held &each : m_held)
        each = {0, std::nullopt, each.type};
}

void HeldKeys::forget(quint32 key)
{
    held(key) = {0, std::nullopt, held(key).type};
}

void HeldKeys::assume(quint32 dataset, qint64 clock)
{
    for (const KeyHeld &each : m_datasets[dataset])
        held(each.key) = {each.value, deadlineAfter(each.ttl, clock),
            canonical::typeOf(m_datasets.value(each.value))};
}

void HeldKeys::noteWritten(quint32 key, quint32 value)
{
    held(key).value = value;
}

HeldKeys::Held &HeldKeys::held(quint32 key)
{
    if (m_held.size() <= key)
        m_held.resize(key + 1);
    return m_held[key];
}

bool HeldKeys::isHeld(const KeyHeld &wanted, qint64 clock) const
{
    if (wanted.key >= m_held.size())
        return false;
    const Held &real = m_held[wanted.key];
    return real.value == wanted.value && real.deadline == deadlineAfter(wanted.ttl, clock);
}

bool HeldKeys::needsEarlierClock(quint32 dataset, qint64 clock) const
{
    const Dataset &wanted = m_datasets[dataset];
    return std::any_of(wanted.begin(), wanted.end(), [&](const KeyHeld &each) {
        return each.ttl == 0 && !isHeld(each, clock);
    }) || std::any_of(m_held.begin(), m_held.end(), [&](const Held &each) {
        return each.value != 0 && each.deadline && *each.deadline < clock;
    });
}

void HeldKeys::appendDeadline(std::string *wire, quint32 key, qint64 deadline) const
{
    appendCommand(
        wire, {"PEXPIREAT", name(key), std::to_string(ServerClock::beginning + deadline)});
}

int HeldKeys::appendRestore(
    std::string *wire, quint32 dataset, qint64 clock, std::vector<quint32> *written)
{
    int commands = 0;
    for (const KeyHeld &wanted : m_datasets[dataset]) {
        if (isHeld(wanted, clock))
            continue;
        written->push_back(wanted.key);
        Held &real = held(wanted.key);
        bool hasDeadline = real.deadline.has_value();
        if (real.value != wanted.value) {
            commands += canonical::appendWrite(wire, m_datasets.keyName(wanted.key),
                m_datasets.value(wanted.value), real.value != 0);
            hasDeadline = false;
        }
        if (wanted.ttl >= 0) {
            appendDeadline(wire, wanted.key, clock + wanted.ttl);
            ++commands;
        } else if (hasDeadline) {
            appendCommand(wire, {"PERSIST", name(wanted.key)});
            ++commands;
        }
        real = {wanted.value, deadlineAfter(wanted.ttl, clock),
            canonical::typeOf(m_datasets.value(wanted.value))};
    }
    for (quint32 key = 0; key < m_held.size(); ++key) {
        if (m_held[key].value == 0 || m_datasets.find(dataset, key))
            continue;
        written->push_back(key);
        commands += canonical::appendWrite(wire, m_datasets.keyName(key), {}, true);
        forget(key);
    }
    return commands;
}

std::vector<quint32> HeldKeys::keysToRead(quint32 dataset) const
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

void HeldKeys::appendReadOne(std::string *wire, canonical::Type type, quint32 key) const
{
    canonical::appendRead(wire, type, m_datasets.keyName(key));
    appendCommand(wire, {"PTTL", name(key)});
    if (canonical::has(m_orders, type))
        appendEncoding(wire, name(key));
}

Result<void> HeldKeys::readOne(BlockingConnection *connection, Seen *seen) const
{
    const auto value = connection->read();
    if (!value)
        return tl::unexpected(value.error());
    seen->wrongType = (*value)->type == REDIS_REPLY_ERROR;
    if (!seen->wrongType)
        seen->value = canonical::fromReply(seen->type, **value, m_orders);
    const auto ttl = connection->readPlain();
    if (!ttl)
        return tl::unexpected(ttl.error());
    seen->pttl = (*ttl)->integer;
    if (!canonical::has(m_orders, seen->type))
        return {};
    const auto encoding = connection->readPlain();
    if (!encoding)
        return tl::unexpected(encoding.error());
    seen->encoding = textOf(**encoding).toByteArray();
    return {};
}

void HeldKeys::appendRead(std::string *wire, const std::vector<quint32> &keys)
{
    for (const quint32 key : keys)
        appendReadOne(wire, held(key).type, key);
    if (m_globs.isEmpty())
        return;
    appendCommand(wire, {"KEYS", "*"});
}

Result<std::vector<HeldKeys::Seen>> HeldKeys::read(
    BlockingConnection *connection, const std::vector<quint32> &keys)
{
    std::vector<Seen> seen;
    for (const quint32 key : keys) {
        Seen each;
        each.key = key;
        each.type = held(key).type;
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
            each.wrongType = true; // its type is not known yet
            seen.push_back(each);
        }
    }
    return seen;
}

Result<void> HeldKeys::readNewTypes(BlockingConnection *connection, std::vector<Seen> *seen)
{
    for (Seen &each : *seen) {
        if (!each.wrongType)
            continue;
        std::string wire;
        appendCommand(&wire, {"TYPE", name(each.key)});
        connection->append(wire);
        const auto type = connection->readPlain();
        if (!type)
            return tl::unexpected(type.error());
        each.type = canonical::typeFromName(textOf(**type));
        if (each.type == canonical::Other)
            return failure(ErrorCode::BadInput,
                CoreText::tr("the key %1 holds a %2; stepping knows strings, hashes, lists, sets "
                             "and sorted sets")
                    .arg(shownName(m_datasets.keyName(each.key)), QString::fromUtf8((*type)->str)));
        held(each.key).type = each.type;
        wire.clear();
        appendReadOne(&wire, each.type, each.key);
        connection->append(wire);
        if (const auto read = readOne(connection, &each); !read)
            return read;
    }
    return {};
}

// The server keeps a compact value as a list of its elements, and restoring it gives the same list.
// Larger values are kept in a hash table, whose order is random in each process of a server; before
// Redis 7.2 the same is true of all sets of texts.
Result<void> HeldKeys::checkOrder(const Seen &seen, BlockingConnection *admin)
{
    const auto refuse = [&](const QString &why) {
        return failure(ErrorCode::BadInput,
            CoreText::tr("the scenario lists the elements of a %1 in the order in which the "
                         "server gives them, and %2 %3")
                .arg(seen.type == canonical::Hash     ? CoreText::tr("hash")
                        : seen.type == canonical::Set ? CoreText::tr("set")
                                                      : CoreText::tr("sorted set"),
                    shownName(m_datasets.keyName(seen.key)), why));
    };
    if (!isCompact(seen.encoding))
        return refuse(CoreText::tr("is kept in a hash table there, in an order that is random; "
                                   "ask for single elements or for their number"));
    const QByteArray known = seen.encoding + ' ' + seen.value;
    if (m_restorable.count(known) != 0)
        return {};
    std::string wire;
    const int writes = canonical::appendWrite(&wire, probeKey, seen.value, false);
    canonical::appendRead(&wire, seen.type, probeKey);
    appendEncoding(&wire, {probeKey.data(), size_t(probeKey.size())});
    canonical::appendWrite(&wire, probeKey, {}, true);
    admin->append(wire);
    if (const auto done = admin->readPlain(writes); !done)
        return done;
    const auto value = admin->readPlain();
    const auto encoding = admin->readPlain();
    const auto deleted = admin->readPlain(1);
    if (!value || !encoding || !deleted)
        return tl::unexpected(!value ? value.error()
                : !encoding          ? encoding.error()
                                     : deleted.error());
    if (canonical::fromReply(seen.type, **value, m_orders) != seen.value
        || textOf(**encoding) != seen.encoding)
        return refuse(CoreText::tr("is in an order that only its past explains, which no state "
                                   "holds"));
    m_restorable.insert(known);
    return {};
}

// A server collects the answer to SUNION and SDIFF in a set of its own, which may need a hash table
// although none of the sets that are joined does.
Result<void> HeldKeys::checkJoinedOrder(const std::vector<Seen> &seen) const
{
    qint64 elements = 0;
    for (const Seen &each : seen)
        elements += each.type == canonical::Set ? canonical::size(each.value) : 0;
    if (!m_orders.joinedSets || elements <= mostOfCompactSet)
        return {};
    return failure(ErrorCode::BadInput,
        CoreText::tr("the scenario lists the elements of several sets, which have %1 together; "
                     "from %2 on the server may keep them in a hash table, in an order that is "
                     "random; ask for single elements or for their number")
            .arg(elements)
            .arg(mostOfCompactSet + 1));
}

Result<quint32> HeldKeys::noteRead(
    const std::vector<Seen> &seen, qint64 clock, BlockingConnection *admin)
{
    if (const auto checked = checkJoinedOrder(seen); !checked)
        return tl::unexpected(checked.error());
    Dataset after;
    for (const Seen &each : seen) {
        forget(each.key);
        if (each.value.isEmpty())
            continue;
        Held &real = held(each.key);
        real.value = m_datasets.addValue(each.value);
        real.deadline = deadlineAfter(each.pttl, clock);
        after.push_back({each.key, real.value, std::max<qint64>(-1, each.pttl)});
        if (!canonical::has(m_orders, each.type))
            continue;
        if (const auto checked = checkOrder(each, admin); !checked)
            return tl::unexpected(checked.error());
    }
    std::sort(after.begin(), after.end(),
        [](const KeyHeld &a, const KeyHeld &b) { return a.key < b.key; });
    return m_datasets.add(after);
}

QString HeldKeys::shownName(QByteArrayView key) const
{
    return QString::fromUtf8(key.startsWith(m_prefix) ? key.sliced(m_prefix.size()) : key);
}

} // namespace lockstep
