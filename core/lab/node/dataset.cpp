#include "core/lab/node/dataset.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

void appendElement(QByteArray *canonical, QByteArrayView element)
{
    const auto length = quint32(element.size());
    canonical->append(reinterpret_cast<const char *>(&length), sizeof(length));
    canonical->append(element);
}

qint64 earliestDeadline(const Dataset &dataset)
{
    qint64 earliest = -1;
    for (const KeyHeld &each : dataset) {
        if (each.ttl >= 0 && (earliest < 0 || each.ttl < earliest))
            earliest = each.ttl;
    }
    return earliest;
}

} // namespace

DatasetTable::DatasetTable()
    : m_datasets(1) // the text of number 0 is empty
    , m_nextDeadlines{-1}
{
}

quint32 DatasetTable::add(const Dataset &dataset)
{
    const quint32 number = m_encoded.add({reinterpret_cast<const char *>(dataset.data()),
        qsizetype(dataset.size() * sizeof(KeyHeld))});
    static_assert(std::has_unique_object_representations_v<KeyHeld>); // equal ones: equal bytes
    if (number == m_datasets.size()) {
        m_datasets.push_back(dataset);
        m_nextDeadlines.push_back(earliestDeadline(dataset));
    }
    return number;
}

const KeyHeld *DatasetTable::find(quint32 dataset, quint32 key) const
{
    for (const KeyHeld &each : m_datasets[dataset]) {
        if (each.key == key)
            return &each;
    }
    return nullptr;
}

quint32 DatasetTable::valueOf(quint32 dataset, quint32 key) const
{
    const KeyHeld *const found = find(dataset, key);
    return found ? found->value : 0;
}

quint32 DatasetTable::later(quint32 dataset, qint64 ms)
{
    const quint32 row[3] = {dataset, quint32(ms), quint32(quint64(ms) >> 32)};
    const auto [place, isNew] = m_aged.add(row);
    if (!isNew)
        return m_agedTo[place];
    Dataset aged;
    for (KeyHeld each : m_datasets[dataset]) {
        if (each.ttl >= 0 && each.ttl < ms)
            continue;
        if (each.ttl >= 0)
            each.ttl -= ms;
        if (each.slack == KeyHeld::Slack::New)
            each.slack = KeyHeld::Slack::Old;
        aged.push_back(each);
    }
    m_agedTo.push_back(add(aged));
    return m_agedTo.back();
}

template <typename IsGone> quint32 DatasetTable::without(quint32 dataset, IsGone isGone)
{
    Dataset left;
    for (const KeyHeld &each : m_datasets[dataset]) {
        if (!isGone(each))
            left.push_back(each);
    }
    return left.size() == m_datasets[dataset].size() ? dataset : add(left);
}

quint32 DatasetTable::expired(quint32 dataset, quint32 rank)
{
    return without(
        dataset, [rank](const KeyHeld &each) { return each.ttl == 0 && each.rank == rank; });
}

// Ranks of the replica cannot be compared with those of the primary, so what has expired is looked
// up in the replica. The write that a replica lacks was the last one: a deadline that the replica
// does not know was set after all of its own, and once it has struck, so have they.
quint32 DatasetTable::expiredWith(quint32 replica, quint32 before, quint32 after)
{
    const auto isDue = [](const KeyHeld &each) { return each.ttl == 0; };
    quint32 last = 0; // the highest rank that has expired, as the replica ranks it
    for (const KeyHeld &each : m_datasets[before]) {
        if (!isDue(each) || find(after, each.key))
            continue;
        const KeyHeld *const held = find(replica, each.key);
        last =
            std::max(last, held && isDue(*held) ? held->rank : std::numeric_limits<quint32>::max());
    }
    return without(replica, [&](const KeyHeld &each) { return isDue(each) && each.rank <= last; });
}

// The datasets themselves are estimated at twice the memory of their bytes in m_encoded.
qint64 DatasetTable::memory() const
{
    return m_keys.memory() + m_values.memory() + 3 * m_encoded.memory() + m_aged.memory()
        + qint64(m_nextDeadlines.capacity() * sizeof(qint64));
}

namespace canonical {

Type typeOf(QByteArrayView value)
{
    return value.isEmpty() ? String : Type(value.front());
}

bool has(const ElementOrders &orders, Type type)
{
    return type == Hash ? orders.hashes
        : type == Set   ? orders.sets
                        : type == SortedSet && orders.sortedSets;
}

bool isOfElements(QByteArrayView value)
{
    const Type type = value.isEmpty() ? String : typeOf(value);
    return type == List || type == Set || type == SortedSet;
}

Type typeFromName(QByteArrayView name)
{
    if (name == "string" || name == "none")
        return String;
    if (name == "hash")
        return Hash;
    if (name == "list")
        return List;
    if (name == "set")
        return Set;
    return name == "zset" ? SortedSet : Other;
}

std::vector<QByteArrayView> elements(QByteArrayView value)
{
    std::vector<QByteArrayView> result;
    if (value.isEmpty())
        return result;
    if (typeOf(value) == String) {
        result.push_back(value.sliced(1));
        return result;
    }
    for (qsizetype at = 1; at < value.size();) {
        quint32 length = 0;
        std::memcpy(&length, value.data() + at, sizeof(length));
        at += qsizetype(sizeof(length));
        result.push_back(value.sliced(at, length));
        at += length;
    }
    return result;
}

qint64 size(QByteArrayView value)
{
    if (value.isEmpty())
        return 0;
    switch (typeOf(value)) {
    case String:
        return value.size() - 1;
    case Hash:
    case SortedSet:
        return qint64(elements(value).size() / 2);
    default:
        return qint64(elements(value).size());
    }
}

void appendRead(std::string *wire, Type type, QByteArrayView key)
{
    const auto range = [&](const char *name, int words) {
        appendHeader(wire, words);
        appendWord(wire, {}, name);
        appendWord(wire, {}, viewOf(key));
        appendWord(wire, {}, "0");
        appendWord(wire, {}, "-1");
    };
    const auto plain = [&](const char *name) { appendCommand(wire, {name, viewOf(key)}); };
    switch (type) {
    case Hash:
        return plain("HGETALL");
    case List:
        return range("LRANGE", 4);
    case Set:
        return plain("SMEMBERS");
    case SortedSet:
        range("ZRANGE", 5);
        return appendWord(wire, {}, "WITHSCORES");
    default:
        return plain("GET");
    }
}

QByteArray fromReply(Type type, const redisReply &reply, const ElementOrders &orders)
{
    if (type == String)
        return reply.type == REDIS_REPLY_STRING ? char(String) + textOf(reply).toByteArray()
                                                : QByteArray();
    if (reply.type != REDIS_REPLY_ARRAY || reply.elements == 0)
        return {};
    const size_t step = type == Hash || type == SortedSet ? 2 : 1;
    std::vector<std::vector<QByteArrayView>> rows;
    for (size_t i = 0; i + step <= reply.elements; i += step) {
        rows.emplace_back();
        for (size_t k = 0; k < step; ++k)
            rows.back().push_back(textOf(*reply.element[i + k]));
    }
    if ((type == Hash && !orders.hashes) || (type == Set && !orders.sets))
        std::sort(rows.begin(), rows.end());
    QByteArray value(1, char(type));
    for (const auto &row : rows) {
        for (const QByteArrayView &each : row)
            appendElement(&value, each);
    }
    return value;
}

int appendWrite(std::string *wire, QByteArrayView key, QByteArrayView value, bool isThere)
{
    const auto words = elements(value);
    const Type type = typeOf(value);
    if (type == String && !value.isEmpty()) {
        appendCommand(wire, {"SET", viewOf(key), viewOf(words.front())});
        return 1;
    }
    int commands = 0;
    if (isThere) {
        appendCommand(wire, {"DEL", viewOf(key)});
        ++commands;
    }
    if (value.isEmpty())
        return commands;
    appendHeader(wire, int(words.size()) + 2);
    appendWord(wire, {},
        type == Hash       ? "HSET"
            : type == List ? "RPUSH"
            : type == Set  ? "SADD"
                           : "ZADD");
    appendWord(wire, {}, viewOf(key));
    for (size_t i = 0; i < words.size(); ++i) // a sorted set is written score first
        appendWord(wire, {}, viewOf(words[type == SortedSet ? i ^ 1 : i]));
    return commands + 1;
}

} // namespace canonical

} // namespace lockstep
