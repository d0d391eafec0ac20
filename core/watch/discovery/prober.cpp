// Nothing is known of these keys, so nothing may be asked whose answer could be large. In three
// rounds:
//     1. TYPE, PTTL
//     2. of a string its first bytes; of a collection its size, and what it takes in memory
//     3. of a string that is longer its size; of collections whose elements are small on average a
//        few of them
// Of most keys that are looked at the value is a short string, so each command that a string does
// without makes the inventory quicker.
// The average rests on five samples of MEMORY USAGE. One giant among hundreds of small elements can
// escape it; it is read once and then left alone. When such a key is looked at again, as many
// samples are taken as it may have elements to be read at all, so nothing escapes.

#include "core/watch/discovery/prober.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/values/replysize.h"

namespace lockstep {

namespace {

constexpr std::size_t keysPerBatch = 512;
constexpr qsizetype namesPerBatch = 1024 * 1024; // bytes; on a slow link no more get there in time
constexpr auto firstRetry = Milliseconds(100); // while the server is busy, loading, down
constexpr auto longestRetry = Milliseconds(2000);
// The longest wait of a key that has just been announced. Its probe is charged to the budget all
// the same, so other work waits longer.
constexpr auto longestUrgentPause = Milliseconds(20);
constexpr auto longestAhead = Milliseconds(1); // a batch may begin so long before it is due
constexpr qint64 mostBytes = 256; // bytes of a string that are read
constexpr qint64 mostFields = 64;
constexpr qint64 largestElement = 2048; // bytes on average, overhead included
constexpr qint64 mostElementsSampled = 1000; // MEMORY USAGE looks at each of them

using Effect = MissingPermission::Effect;

KeyType typeFrom(const QByteArray &name)
{
    static const std::pair<QByteArray, KeyType> names[] = {{"none", KeyType::None},
        {"string", KeyType::String}, {"list", KeyType::List}, {"set", KeyType::Set},
        {"zset", KeyType::SortedSet}, {"hash", KeyType::Hash}, {"stream", KeyType::Stream}};
    for (const auto &[word, type] : names) {
        if (word == name)
            return type;
    }
    return KeyType::Other;
}

QByteArray sizeCommand(KeyType type)
{
    switch (type) {
    case KeyType::String:
        return "STRLEN";
    case KeyType::List:
        return "LLEN";
    case KeyType::Set:
        return "SCARD";
    case KeyType::SortedSet:
        return "ZCARD";
    case KeyType::Hash:
        return "HLEN";
    default:
        return {};
    }
}

// What MEMORY USAGE has told, without the name of the key, which it counts as well: a long one
// would make each element look large. The server's allocator rounds the size of a name up, by a
// quarter at most, so this is at most that too little.
qint64 memoryOfElements(const QByteArray &key, qint64 memory)
{
    return memory - key.size() - key.size() / 4;
}

// Whether a collection that was too large before is now certainly small enough to be read.
bool isCertainlySmall(const Probe &probe, std::optional<qint64> memory)
{
    return probe.size <= mostElementsSampled && memory && *memory <= largestRead;
}

void takeMembers(std::vector<std::pair<QByteArray, double>> &members, const Reply &reply)
{
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        std::pair member(reply.elements[i].text, reply.elements[i + 1].text.toDouble());
        if (std::find(members.begin(), members.end(), member) == members.end())
            members.push_back(std::move(member));
    }
}

void takeFields(std::vector<std::pair<QByteArray, QByteArray>> &fields, const Reply &reply)
{
    if (reply.elements.size() != 2) // HSCAN: cursor, then fields and values in turn
        return;
    const auto &flat = reply.elements[1].elements;
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2)
        fields.emplace_back(flat[i].text, flat[i + 1].text);
}

} // namespace

Prober::Prober(Connection *connection, Pacer pacer, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_pacer(pacer)
    , m_retryPause(firstRetry, longestRetry, 1)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer);
    connect(&m_pause, &QTimer::timeout, this, &Prober::startBatch);
}

void Prober::enqueue(const QByteArray &key, Priority priority, SizeCheck sizeCheck)
{
    (priority == Priority::Urgent ? m_urgent : m_normal).emplace_back(key, sizeCheck);
    const bool waitsTooLong =
        !m_urgent.empty() && !m_refusal && m_pause.remainingTimeAsDuration() > longestUrgentPause;
    if (!m_batch && (!m_pause.isActive() || waitsTooLong))
        m_pause.start(0); // collects what is enqueued in this turn of the event loop
}

void Prober::clear()
{
    m_urgent.clear();
    m_normal.clear();
    m_batch.reset();
    m_pause.stop();
    m_refusal.reset();
    m_retryPause.reset();
}

void Prober::startBatch()
{
    if (m_batch || waiting() == 0)
        return;
    const auto pause = m_pacer.pause(std::chrono::steady_clock::now());
    if (pause > longestAhead && m_urgent.empty())
        return m_pause.start(std::chrono::ceil<Milliseconds>(pause));
    const bool isNormalDue = m_lastWasUrgent && !m_normal.empty() && pause <= longestAhead;
    m_lastWasUrgent = !m_urgent.empty() && !isNormalDue;
    m_batch = std::make_shared<Batch>();
    m_batch->work = m_lastWasUrgent ? ServerBudget::Work::Urgent : ServerBudget::Work::Paced;
    const std::size_t most = m_refusal ? 1 : keysPerBatch;
    Waiting &queue = m_lastWasUrgent ? m_urgent : m_normal;
    for (qsizetype bytes = 0;
         !queue.empty() && m_batch->looks.size() < most && bytes < namesPerBatch;
         queue.pop_front()) {
        auto &[key, sizeCheck] = queue.front();
        bytes += key.size();
        Look &look = m_batch->looks.emplace_back();
        look.probe.key = std::move(key);
        look.sizeCheck = sizeCheck;
    }
    askTypes();
}

void Prober::ask(
    std::size_t look, const Command &command, MissingPermission::Effect effect, Take take)
{
    ++m_batch->pending;
    ++m_batch->commands;
    m_connection->send(command,
        [this, batch = std::weak_ptr(m_batch), look, command, effect, take](
            const Result<Reply> &reply) {
            const auto mine = batch.lock();
            if (!mine || mine != m_batch)
                return; // cleared meanwhile
            if (reply && sizeOf(*reply) > largestRead)
                mine->looks[look].isTooLarge = true;
            else if (reply)
                take(mine->looks[look], *reply);
            else
                noteError(mine->looks[look], command, effect, reply.error());
            if (--mine->pending > 0 || !mine->next)
                return;
            mine->busy += std::chrono::duration_cast<std::chrono::microseconds>(
                std::chrono::steady_clock::now() - mine->sentAt);
            const auto next = std::exchange(mine->next, nullptr);
            (this->*next)();
        });
}

// Called after the asks of a round. A connection that is down answers at once, so the round may be
// over already.
void Prober::awaitReplies(void (Prober::*next)())
{
    if (m_batch->pending > 0) {
        ++m_batch->rounds;
        m_batch->next = next;
        return;
    }
    (this->*next)();
}

void Prober::askTypes()
{
    m_batch->sentAt = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < m_batch->looks.size(); ++i) {
        const auto key = m_batch->looks[i].probe.key;
        m_batch->looks[i].probe.ttl = Ttl::unknown();
        ask(i, Command{"TYPE", key}, Effect::NoType,
            [](Look &look, const Reply &reply) { look.probe.type = typeFrom(reply.text); });
        ask(i, Command{"PTTL", key}, Effect::NoTtl, [](Look &look, const Reply &reply) {
            look.probe.ttl = Ttl::fromPttl(reply.integer, std::chrono::steady_clock::now());
        });
    }
    awaitReplies(&Prober::askSizes);
}

void Prober::askSizes()
{
    m_batch->sentAt = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < m_batch->looks.size(); ++i) {
        const auto &probe = m_batch->looks[i].probe;
        const auto size = sizeCommand(probe.type);
        if (size.isEmpty())
            continue;
        const auto key = probe.key;
        if (probe.type == KeyType::String) {
            ask(i, Command{"GETRANGE", key, "0", QByteArray::number(mostBytes - 1)},
                Effect::NoValue, [](Look &look, const Reply &reply) {
                    look.probe.text = reply.text;
                    look.probe.size = reply.text.size();
                });
            continue;
        }
        ask(i, Command{size, key}, Effect::NoValue,
            [](Look &look, const Reply &reply) { look.probe.size = reply.integer; });
        if (probe.type != KeyType::Set) {
            Command command{"MEMORY", "USAGE", key};
            if (m_batch->looks[i].sizeCheck == SizeCheck::Exact)
                command << QByteArrayLiteral("SAMPLES") << mostElementsSampled;
            ask(i, command, Effect::NoValue,
                [](Look &look, const Reply &reply) { look.memory = reply.integer; });
        }
    }
    awaitReplies(&Prober::askContents);
}

void Prober::askContents()
{
    m_batch->sentAt = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < m_batch->looks.size(); ++i)
        askContentsOf(i);
    awaitReplies(&Prober::deliver);
}

void Prober::askContentsOf(std::size_t i)
{
    auto &look = m_batch->looks[i];
    const auto key = look.probe.key;
    const auto size = look.probe.size;
    if (look.probe.type == KeyType::String) {
        if (size >= mostBytes)
            ask(i, Command{sizeCommand(KeyType::String), key}, Effect::NoValue,
                [](Look &l, const Reply &reply) { l.probe.size = reply.integer; });
        return;
    }
    if (look.sizeCheck == SizeCheck::Exact && size > 0 && look.probe.type != KeyType::Set)
        look.isTooLarge |= !isCertainlySmall(look.probe, look.memory);
    if (look.isTooLarge || size <= 0 || !look.memory
        || memoryOfElements(key, *look.memory) / size > largestElement)
        return;
    if (look.probe.type == KeyType::Hash && size <= mostFields) {
        ask(i, Command{"HSCAN", key, "0", "COUNT", QByteArray::number(mostFields)}, Effect::NoValue,
            [](Look &l, const Reply &reply) { takeFields(l.probe.fields, reply); });
    } else if (look.probe.type == KeyType::SortedSet) {
        const auto take = [](Look &l, const Reply &reply) { takeMembers(l.probe.members, reply); };
        ask(i, Command{"ZRANGE", key, "0", "0", "WITHSCORES"}, Effect::NoValue, take);
        ask(i, Command{"ZRANGE", key, "-3", "-1", "WITHSCORES"}, Effect::NoValue, take);
    } else if (look.probe.type == KeyType::List) {
        ask(i, Command{"LRANGE", key, "0", "3"}, Effect::NoValue, [](Look &l, const Reply &reply) {
            for (const auto &element : reply.elements)
                l.probe.elements.push_back(element.text);
        });
    }
}

void Prober::deliver()
{
    const auto batch = std::exchange(m_batch, nullptr);
    const auto now = std::chrono::steady_clock::now();
    m_busy += batch->busy;
    m_pacer.note(batch->busy, batch->rounds, batch->commands, now, batch->work);
    auto pause = std::chrono::ceil<Milliseconds>(m_pacer.pause(now));
    if (!m_urgent.empty())
        pause = std::min(pause, longestUrgentPause);
    for (const auto &look : batch->looks) {
        if (look.failed && !look.isTooLarge)
            m_normal.emplace_back(look.probe.key, look.sizeCheck);
    }
    if (batch->refusal)
        pause = std::max(pause, m_retryPause.next());
    else
        m_retryPause.reset();
    m_pause.start(pause);
    if (std::exchange(m_refusal, batch->refusal) != batch->refusal)
        Q_EMIT refused(m_refusal);
    for (const auto &look : batch->looks) {
        if (look.isTooLarge)
            Q_EMIT tooLarge(look.probe.key);
        else if (look.isForbidden)
            Q_EMIT forbidden(look.probe.key);
        else if (look.movedAway)
            Q_EMIT movedAway(look.probe.key, *look.movedAway);
        else if (!look.failed)
            Q_EMIT probed(look.probe);
    }
    Q_EMIT progressed();
}

void Prober::noteError(
    Look &look, const Command &command, MissingPermission::Effect effect, const Error &error)
{
    if (isServedElsewhere(error.code)) {
        look.movedAway = error;
        return;
    }
    if (isTransient(error.code)) {
        look.failed = true;
        m_batch->refusal = error;
        // Replies come in order: the first that is missing is the one that was too large.
        look.isTooLarge |= error.code == ErrorCode::ReplyTooLarge;
        return;
    }
    // A key that changed its type between two rounds is looked at again when its change is
    // announced.
    if (error.code == ErrorCode::NoPerm && isAboutTheKey(error.detail))
        look.isForbidden = true;
    if (isRefusedByName(look.probe.key, error))
        return;
    if (const auto missing = missingFor(command, effect, error))
        Q_EMIT denied(*missing);
}

} // namespace lockstep
