// What such a limit says at present follows from the replies to its last reading, for a key that is
// written is announced. So these replies are kept, and the server is not asked again: most limits
// of most servers are of this kind, and half used. When the limit will have fallen so far that it
// is worth telling is found by reading the same replies for later moments, whatever the algorithm
// is. Only where a command asks about the present moment (how many moments of a log are younger
// than the window), or there is no room for the replies, is the key read again now and then.
//
// A limit that is no longer used up is told within a second, and each hundredth of a limit that has
// become free as soon, unless so many fall at once that they have to wait for each other.

#include "core/watch/reading/fallinglimits.h"

#include "core/watch/store/itemstore.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr auto shortestFall = std::chrono::seconds(1); // between two looks at one limit
constexpr auto longestFall = std::chrono::hours(1);
constexpr auto nearEnough = Milliseconds(20); // to the moment at which something changes
constexpr auto betweenTurns = Milliseconds(100);
constexpr std::size_t limitsPerTurn = 200;
constexpr double partsOfALimit = 100; // one of which is worth telling
constexpr qsizetype mostBytes = 32 * 1024 * 1024; // of replies that are kept
// Of limits that have to be read again: how often one is at the slowest, and all at the fastest.
constexpr auto longestPause = std::chrono::seconds(10);
constexpr auto pauseForEach = Milliseconds(20);

// The memory that a copy of the reply takes, including what it takes besides its texts.
qsizetype bytesOf(const Reply &reply)
{
    constexpr qsizetype ofText = 24; // QArrayData
    qsizetype bytes = qsizetype(sizeof(Reply)) + reply.text.size() + ofText;
    for (const Reply &element : reply.elements)
        bytes += bytesOf(element);
    return bytes;
}

bool isUsedUp(const Reading &reading, const std::optional<double> &limit)
{
    return limit && *reading.value >= *limit;
}

// Whether the later reading says something else that is worth telling. shown: has a value.
bool hasFallen(const Reading &shown, const Reading &later)
{
    if (!later.value)
        return true;
    const std::optional<double> limit = shown.limit;
    if (isUsedUp(shown, limit) != isUsedUp(later, limit))
        return true;
    if ((*shown.value > 0) != (*later.value > 0))
        return true;
    const double part = limit ? *limit / partsOfALimit : 1;
    return std::abs(*shown.value - *later.value) >= std::max(part, 1e-9);
}

} // namespace

FallingLimits::FallingLimits(ItemStore *store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
    m_time.at = std::chrono::steady_clock::now();
    m_time.server = std::chrono::system_clock::now();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FallingLimits::followDue);
}

// A limit that is written all the time is read before it is looked at here, and costs next to
// nothing more.
void FallingLimits::noteRead(
    const QByteArray &key, const std::vector<Reply> &replies, Instant repliedAt)
{
    forget(key);
    const ItemPtr item = m_store->item(key);
    if (!item || !item->format->fallsByItself() || item->format->family() != Family::Bucket
        || item->reading.value.value_or(0) <= 0)
        return;
    Limit limit{item->format, {}, repliedAt};
    for (const Reply &reply : replies)
        limit.bytes += bytesOf(reply);
    if (item->format->repliesTellLater() && m_bytes + limit.bytes <= mostBytes)
        limit.replies = replies;
    else
        limit.bytes = 0;
    m_bytes += limit.bytes;
    m_withoutReplies += limit.replies.empty() ? 1 : 0;
    const bool isKept = !limit.replies.empty();
    m_limits.emplace(item->key, std::move(limit));
    m_due.set(item->key, repliedAt + (isKept ? shortestFall : pauseBetweenReadings(*item)));
    arm();
}

void FallingLimits::forget(const QByteArray &key)
{
    const auto known = m_limits.find(key);
    if (known == m_limits.end())
        return;
    m_bytes -= known->second.bytes;
    m_withoutReplies -= known->second.replies.empty() ? 1 : 0;
    m_limits.erase(known);
    m_due.remove(key);
}

void FallingLimits::clear()
{
    m_limits.clear();
    m_due.clear();
    m_waiting.clear();
    m_timer.stop();
    m_bytes = m_withoutReplies = 0;
}

std::vector<QByteArray> FallingLimits::workOut(const std::vector<QByteArray> &keys, Instant now)
{
    std::vector<QByteArray> others;
    for (const QByteArray &key : keys) {
        const auto known = m_limits.find(key);
        const bool isWorkedOut =
            known != m_limits.end() && workOut(key, known->second, true, now) == Outcome::Fell;
        if (!isWorkedOut)
            others.push_back(key);
    }
    return others;
}

// isNoted: also where nothing has changed that is worth telling.
FallingLimits::Outcome FallingLimits::workOut(
    const QByteArray &key, const Limit &limit, bool isNoted, Instant now)
{
    const ItemPtr item = m_store->item(key);
    if (!item || item->format != limit.format || item->reading.isUnreadable)
        return Outcome::Over;
    if (limit.replies.empty())
        return Outcome::NotKnown;
    auto reading = readingAt(key, limit, now);
    if (!reading || !item->reading.value)
        return Outcome::Over; // it is read at its deadline
    if (!isNoted && !hasFallen(item->reading, *reading))
        return Outcome::Unchanged;
    reading->deadlineError = item->reading.deadlineError;
    return m_store->applyLater(key, *reading, now) ? Outcome::Fell : Outcome::Unchanged;
}

// Nothing: then the key is gone, or its window has ended.
std::optional<Reading> FallingLimits::readingAt(
    const QByteArray &key, const Limit &limit, Instant at) const
{
    auto reading = limit.format->readLater(key, limit.replies, limit.repliedAt, at, m_time);
    if (!reading || reading->ttl.isMissing())
        return std::nullopt;
    const auto deadline = reading->ttl.deadline();
    return deadline && *deadline <= at ? std::nullopt : reading;
}

// When something has changed that is worth telling, or later if nothing changes: the span in which
// it does is doubled until it is long enough, and then halved.
Instant FallingLimits::nextFall(
    const Item &item, const QByteArray &key, const Limit &limit, Instant now) const
{
    const auto isOther = [&](Instant at) {
        const auto reading = readingAt(key, limit, at);
        return !reading || hasFallen(item.reading, *reading);
    };
    Instant same = now;
    Instant::duration span = shortestFall;
    while (span < longestFall && !isOther(now + span)) {
        same = now + span;
        span *= 2;
    }
    Instant other = now + span;
    while (other - same > nearEnough && other - now > shortestFall) {
        const Instant middle = same + (other - same) / 2;
        (isOther(middle) ? other : same) = middle;
    }
    return std::max<Instant>(other, now + shortestFall);
}

// The pause between two readings of a limit; the more limits there are, the longer.
Instant::duration FallingLimits::pauseBetweenReadings(const Item &item) const
{
    const Milliseconds window = item.reading.window.value_or(Milliseconds(0));
    const Milliseconds ofOne =
        std::clamp<Milliseconds>(window / int(partsOfALimit), shortestFall, longestPause);
    return std::max<Instant::duration>(ofOne, pauseForEach * m_withoutReplies);
}

void FallingLimits::followDue()
{
    const auto now = std::chrono::steady_clock::now();
    for (QByteArray &key : m_due.takeDue(now))
        m_waiting.push_back(std::move(key));
    std::vector<QByteArray> old;
    bool someFell = false;
    for (std::size_t i = 0; i < limitsPerTurn && !m_waiting.empty(); ++i) {
        QByteArray key = std::move(m_waiting.front());
        m_waiting.pop_front();
        const Outcome outcome = follow(key, now);
        someFell |= outcome == Outcome::Fell;
        if (outcome == Outcome::NotKnown)
            old.push_back(std::move(key));
    }
    arm();
    if (someFell)
        Q_EMIT fell();
    if (!old.empty())
        Q_EMIT oldReadings(old);
}

FallingLimits::Outcome FallingLimits::follow(const QByteArray &key, Instant now)
{
    const auto known = m_limits.find(key);
    if (known == m_limits.end())
        return Outcome::Over;
    const Outcome outcome = workOut(key, known->second, false, now);
    if (outcome == Outcome::Over)
        forget(key);
    else if (outcome == Outcome::NotKnown)
        m_due.set(key, now + pauseBetweenReadings(*m_store->item(key)));
    else
        m_due.set(key, nextFall(*m_store->item(key), key, known->second, now));
    return outcome;
}

void FallingLimits::arm()
{
    const auto now = std::chrono::steady_clock::now();
    const auto next = m_waiting.empty() ? m_due.next() : std::optional(now);
    if (!next)
        return m_timer.stop();
    const Instant at = std::max<Instant>(*next, now + betweenTurns);
    if (m_timer.isActive() && m_timerEnds <= at)
        return;
    m_timerEnds = at;
    m_timer.start(std::chrono::ceil<Milliseconds>(at - now));
}

} // namespace lockstep
