// Only deadlines that are near are kept in a queue. Later ones are found by going through all
// readings now and then: an entry for each of a million locks that last for an hour would take more
// memory than all else that is known of them.

#include "core/watch/reading/deadlinereader.h"

#include "core/watch/reading/itemreader.h"
#include "core/watch/store/itemstore.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto afterDeadline = Milliseconds(1); // PTTL is rounded; a look too early is repeated
constexpr auto soon = std::chrono::seconds(20); // what is due later stands in no queue

} // namespace

DeadlineReader::DeadlineReader(const ItemStore *store, ItemReader *reader, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_reader(reader)
{
    m_due.setSingleShot(true);
    m_due.setTimerType(Qt::PreciseTimer);
    m_lookAhead.setTimerType(Qt::PreciseTimer);
    connect(&m_due, &QTimer::timeout, this, &DeadlineReader::readDue);
    connect(&m_lookAhead, &QTimer::timeout, this, &DeadlineReader::lookAhead);
}

void DeadlineReader::start()
{
    m_lookAhead.start(soon / 2); // so that each deadline is queued before it passes
}

void DeadlineReader::stop()
{
    m_due.stop();
    m_lookAhead.stop();
}

void DeadlineReader::note(const QByteArray &key, std::optional<Instant> deadline)
{
    if (!deadline || *deadline - std::chrono::steady_clock::now() > soon)
        return m_deadlines.remove(key);
    m_deadlines.set(key, *deadline + afterDeadline);
    arm();
}

void DeadlineReader::lookAhead()
{
    const auto until = std::chrono::steady_clock::now() + soon;
    m_store->forEach([this, until](const QByteArray &key, const ItemPtr &item) {
        const auto deadline = item ? nextTurn(*item) : std::nullopt;
        if (deadline && *deadline <= until)
            m_deadlines.set(key, *deadline + afterDeadline);
    });
    arm();
}

void DeadlineReader::readDue()
{
    const auto due = m_deadlines.takeDue(std::chrono::steady_clock::now());
    const auto read = [this, due] {
        for (const auto &key : due)
            m_reader->want(key);
    };
    if (m_before && !due.empty())
        m_before(read);
    else
        read();
    arm();
}

void DeadlineReader::arm()
{
    const auto next = m_deadlines.next();
    if (!next)
        return m_due.stop();
    const auto wait =
        std::max(std::chrono::ceil<Milliseconds>(*next - std::chrono::steady_clock::now()),
            Milliseconds(0)); // about `soon` at most
    if (!m_due.isActive() || m_due.remainingTimeAsDuration() > wait)
        m_due.start(wait);
}

} // namespace lockstep
