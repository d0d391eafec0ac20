// Two commands tell how many permits are in use, and when the first hundred or so of them end
// (LeaseEnds). Until the last of these has ended, or the key is written, which is announced, the
// number is worked out from that, and nothing is sent. So a semaphore costs two commands once it
// has not been read for two seconds, and two more for each hundred of its permits that end, but
// never more than one command a second.
//
// Rejected: reading the key again whenever a permit ends. That is three commands with 65 members
// each time, and what it tells anew is one number.

#include "core/watch/reading/unreadpermits.h"

#include "core/redis/connection/connection.h"
#include "core/watch/store/itemstore.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// After a question about a semaphore, and after a reading of it, which has told the number as well,
// until the next question, which is two commands.
constexpr auto beforeQuestion = std::chrono::seconds(2);
constexpr auto betweenCounts = std::chrono::seconds(1); // of one semaphore

} // namespace

struct UnreadPermits::Question
{
    QByteArray key;
    FormatPtr format;
    Instant askedAt;
    std::vector<Reply> replies;
    std::size_t pending = 0;
    bool hasFailed = false;
    bool isOutOfDate = false; // the key was read, or is to be read, since it was asked
};

UnreadPermits::UnreadPermits(Connection *connection, ItemStore *store, Pacer pacer, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_store(store)
    , m_pacer(pacer)
{
    m_time.at = std::chrono::steady_clock::now();
    m_time.server = std::chrono::system_clock::now();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &UnreadPermits::followDue);
}

void UnreadPermits::noteRead(const QByteArray &key)
{
    const ItemPtr item = m_store->item(key);
    const bool isFollowed = item && item->reading.permits && item->reading.permits->areMoreInUse()
        && !item->reading.valueIsEstimate && !item->format->leaseEndCommands(key, m_time).empty();
    forget(key);
    if (!isFollowed)
        return;
    const Instant from = std::chrono::steady_clock::now() + beforeQuestion;
    m_semaphores.emplace(key, Semaphore{item->format, {}, from});
    m_due.set(key, from);
    arm();
}

void UnreadPermits::forget(const QByteArray &key)
{
    if (m_semaphores.erase(key) == 0)
        return;
    m_due.remove(key);
    std::erase(m_waiting, key); // else it would be asked too soon once it is read, and again
    if (m_question && m_question->key == key)
        m_question->isOutOfDate = true;
}

void UnreadPermits::clear()
{
    m_semaphores.clear();
    m_due.clear();
    m_waiting.clear();
    m_question.reset();
    m_timer.stop();
}

void UnreadPermits::followDue()
{
    const Instant now = std::chrono::steady_clock::now();
    for (QByteArray &key : m_due.takeDue(now)) {
        const auto known = m_semaphores.find(key);
        if (known == m_semaphores.end())
            continue;
        const Semaphore &semaphore = known->second;
        const auto &ends = semaphore.ends.first;
        const bool isKnown = !ends.empty() && (semaphore.ends.areAll || ends.back() > now);
        if (isKnown || now < semaphore.mayBeAskedFrom)
            count(key, semaphore, now);
        else
            m_waiting.push_back(std::move(key));
    }
    askNext();
    arm();
}

void UnreadPermits::count(const QByteArray &key, const Semaphore &semaphore, Instant now)
{
    const auto &ends = semaphore.ends.first;
    const auto next = std::upper_bound(ends.begin(), ends.end(), now);
    m_store->setPermitsInUse(key, semaphore.ends.inUse - (next - ends.begin()), now);
    Q_EMIT counted();
    if (next != ends.end())
        m_due.set(key, std::max<Instant>(*next, now + betweenCounts));
    else if (!semaphore.ends.areAll)
        m_due.set(key, semaphore.mayBeAskedFrom);
}

// One question is under way at a time, so that a slow server is asked slowly.
void UnreadPermits::askNext()
{
    const Instant now = std::chrono::steady_clock::now();
    if (m_pacer.pause(now) > std::chrono::microseconds(0))
        return; // arm() sees to it
    while (!m_question && !m_waiting.empty()) {
        const QByteArray key = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (const auto known = m_semaphores.find(key); known != m_semaphores.end())
            ask(key, known->second, now);
    }
}

void UnreadPermits::ask(const QByteArray &key, Semaphore &semaphore, Instant now)
{
    const auto commands = semaphore.format->leaseEndCommands(key, m_time);
    semaphore.mayBeAskedFrom = now + beforeQuestion;
    m_question = std::make_shared<Question>();
    m_question->key = key;
    m_question->format = semaphore.format;
    m_question->askedAt = now;
    m_question->replies.resize(commands.size());
    m_question->pending = commands.size();
    for (std::size_t place = 0; place < commands.size(); ++place) {
        m_connection->send(commands[place],
            [this, place, question = std::weak_ptr(m_question)](const Result<Reply> &reply) {
                const auto mine = question.lock();
                if (!mine || mine != m_question)
                    return; // cleared meanwhile
                if (reply)
                    mine->replies[place] = *reply;
                else
                    mine->hasFailed = true;
                if (--mine->pending == 0)
                    conclude(*std::exchange(m_question, nullptr));
            });
    }
}

// A refusal, a key that is elsewhere now or holds something else: what reads the key sees to that.
void UnreadPermits::conclude(const Question &question)
{
    const Instant now = std::chrono::steady_clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now - question.askedAt);
    m_busy += took;
    m_pacer.note(took, 1, question.replies.size(), now);
    const auto known = m_semaphores.find(question.key);
    if (!question.isOutOfDate && known != m_semaphores.end()) {
        auto ends = question.hasFailed
            ? std::nullopt
            : question.format->readLeaseEnds(question.key, question.replies, now, m_time);
        if (ends) { // none may end any more, and how many are in use is told all the same
            known->second.ends = std::move(*ends);
            count(question.key, known->second, now);
        } else {
            m_semaphores.erase(known);
        }
    }
    askNext();
    arm();
}

void UnreadPermits::arm()
{
    const Instant now = std::chrono::steady_clock::now();
    auto next = m_due.next();
    if (!m_question && !m_waiting.empty()) {
        const Instant free = now + m_pacer.pause(now);
        next = std::min(next.value_or(free), free);
    }
    if (!next)
        return m_timer.stop();
    m_timer.start(std::max(std::chrono::ceil<Milliseconds>(*next - now), Milliseconds(1)));
}

} // namespace lockstep
