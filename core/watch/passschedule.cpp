#include "core/watch/passschedule.h"

#include "core/watch/inventory.h"
#include "core/watch/itemreader.h"
#include "core/watch/ledger.h"
#include "core/watch/namesieve.h"

#include <algorithm>
#include <utility>

// Somebody may flush some database many times a second, and a pass that always begins anew never
// ends. So flushes that follow each other count as one, and a running pass is finished first.

namespace lockstep {

namespace {

constexpr auto pollEvery = Milliseconds(200);
constexpr qint64 pollsPerSecond = 5'000; // objects
constexpr auto flushPause = Milliseconds(1000);
constexpr auto firstRetry = Milliseconds(500);
constexpr auto longestRetry = Milliseconds(5000);

} // namespace

PassSchedule::PassSchedule(Inventory *inventory, NameSieve *sieve, const Ledger *ledger,
    ItemReader *reader, Milliseconds every, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_sieve(sieve)
    , m_ledger(ledger)
    , m_reader(reader)
    , m_every(every)
    , m_retryPause(firstRetry, longestRetry, 1)
{
    connect(inventory, &Inventory::passFinished, this, &PassSchedule::onFinished);
    connect(inventory, &Inventory::failed, this, &PassSchedule::onFailed);
    const auto wire = [this](QTimer &timer, void (PassSchedule::*slot)(), bool once) {
        timer.setSingleShot(once);
        timer.setTimerType(Qt::PreciseTimer);
        connect(&timer, &QTimer::timeout, this, slot);
    };
    wire(m_next, &PassSchedule::startPass, true);
    wire(m_retry, &PassSchedule::retry, true);
    wire(m_flush, &PassSchedule::startAfterFlush, true);
    wire(m_poll, &PassSchedule::readAll, false);
}

void PassSchedule::begin()
{
    m_runs = true;
    m_again = false;
    setFirstOver(false);
}

void PassSchedule::goOn(bool polls)
{
    if (polls)
        m_poll.start(pollEvery);
    else
        m_poll.stop();
    if (m_firstIsOver || m_inventory->isRunning())
        return;
    readAll();
    startPass();
}

void PassSchedule::stop()
{
    m_runs = false;
    m_inventory->stop();
    for (auto *timer : {&m_next, &m_retry, &m_flush, &m_poll})
        timer->stop();
}

void PassSchedule::lookAtEverything()
{
    if (!m_runs || m_flush.isActive())
        return;
    const auto since = std::chrono::steady_clock::now() - m_flushedAt;
    m_flush.start(since >= flushPause ? Milliseconds(0)
                                      : std::chrono::ceil<Milliseconds>(flushPause - since));
}

std::optional<Milliseconds> PassSchedule::pollInterval() const
{
    return m_poll.isActive() ? std::optional(m_poll.intervalAsDuration()) : std::nullopt;
}

void PassSchedule::startPass()
{
    Q_EMIT starting();
    m_sieve->startPass();
    m_next.stop();
    m_inventory->startPass();
}

void PassSchedule::startAfterFlush()
{
    m_flushedAt = std::chrono::steady_clock::now();
    m_sieve->forgetNothings();
    m_sieve->forgetTooLarge();
    readAll();
    m_again = m_inventory->isRunning();
    if (!m_again)
        startPass();
}

// What was loaded meanwhile was not announced.
void PassSchedule::retry()
{
    readAll();
    startPass();
}

void PassSchedule::readAll()
{
    if (m_poll.isActive()) {
        const auto pace = Milliseconds(m_ledger->objects() * 1000 / pollsPerSecond);
        m_poll.setInterval(std::max(pollEvery, pace));
    }
    m_ledger->forEach([this](const QByteArray &key, const ItemPtr &) { m_reader->want(key); });
}

void PassSchedule::onFinished()
{
    setFirstOver(true);
    m_retryPause.reset();
    for (const auto &key : m_ledger->notMet(m_sieve->pass()))
        m_reader->want(key);
    if (std::exchange(m_again, false))
        m_next.start(flushPause);
    else if (m_every > Milliseconds(0))
        m_next.start(m_every);
    Q_EMIT finished();
}

void PassSchedule::onFailed(const Error &error)
{
    if (!m_runs)
        return;
    if (error.code == ErrorCode::NoPerm || error.code == ErrorCode::UnknownCommand) {
        setFirstOver(true);
        Q_EMIT impossible(error);
    } else {
        m_retry.start(m_retryPause.next());
        Q_EMIT delayed(error);
    }
}

void PassSchedule::setFirstOver(bool over)
{
    m_firstIsOver = over;
    m_sieve->setFirstPassOver(over);
}

} // namespace lockstep
