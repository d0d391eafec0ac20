// A flush of any database is announced to everybody, without its number, and somebody may flush
// some database many times a second. So flushes that follow each other count as one, and what
// follows depends on what else would be announced:
//     everything         a few objects are read; only if one of them has vanished, it was ours, and
//                        all is gone over. (The server no longer knows which names we have read,
//                        but it tells every change of every name.)
//     some prefixes      all objects are read again, for the server has forgotten that we want to
//                        know of them.
//     nothing            they are read all the time anyway.
// A pass that always begins anew never ends, so a running one is finished first.

#include "core/watch/session/passschedule.h"

#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/keytriage.h"
#include "core/watch/reading/rereader.h"
#include "core/watch/store/itemstore.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr auto flushPause = Milliseconds(1000);
// After a gap, what is shown is made true again before names are looked for that are not. In that
// time about thirty thousand objects were read with ServerBudget::usualShare.
constexpr auto longestReadingFirst = Milliseconds(10000);
constexpr auto shortestPause = Milliseconds(1000); // between two passes
constexpr auto firstRetry = Milliseconds(500);
constexpr auto longestRetry = Milliseconds(5000);

} // namespace

PassSchedule::PassSchedule(const Parts &parts, Milliseconds interval, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_interval(interval)
    , m_sample(parts.store, parts.reader, this)
    , m_retryPause(firstRetry, longestRetry, 1)
{
    connect(parts.inventory, &Inventory::passFinished, this, &PassSchedule::onFinished);
    connect(parts.inventory, &Inventory::failed, this, &PassSchedule::onFailed);
    connect(parts.rereader, &Rereader::idle, this, &PassSchedule::onAllRead);
    connect(&m_sample, &FlushSample::vanished, this, &PassSchedule::startPassAndReadAll);
    const auto wire = [this](QTimer &timer, void (PassSchedule::*slot)()) {
        timer.setSingleShot(true);
        timer.setTimerType(Qt::PreciseTimer);
        connect(&timer, &QTimer::timeout, this, slot);
    };
    wire(m_next, &PassSchedule::startPass);
    wire(m_retry, &PassSchedule::retry);
    wire(m_flush, &PassSchedule::startAfterFlush);
}

void PassSchedule::begin(Instant unseenSince)
{
    m_unseenSince = unseenSince;
    m_runs = true;
    m_passAfterThis = m_ownDataFlushed = false;
    setFirstOver(false);
}

void PassSchedule::goOn(bool polls, bool allAnnounced)
{
    const bool hadAll = std::exchange(m_allAnnounced, allAnnounced);
    m_polls = polls;
    if (m_unseenSince)
        m_parts.rereader->readAll(*std::exchange(m_unseenSince, std::nullopt));
    m_parts.rereader->setRepeating(polls);
    if (m_firstIsOver || m_parts.inventory->isRunning() || m_next.isActive()) {
        if (hadAll && !allAnnounced) // a flush may have gone unnoticed since they were read
            m_parts.rereader->readAll();
        return;
    }
    if (m_parts.rereader->isReadingAll())
        m_next.start(longestReadingFirst);
    else
        startPass();
}

// The first pass has waited for that.
void PassSchedule::onAllRead()
{
    if (m_next.isActive() && !m_firstIsOver)
        startPass();
}

void PassSchedule::stop()
{
    m_runs = false;
    m_unseenSince.reset();
    m_parts.inventory->stop();
    m_parts.rereader->stop();
    m_sample.clear();
    for (auto *timer : {&m_next, &m_retry, &m_flush})
        timer->stop();
}

void PassSchedule::noteFlush()
{
    if (!m_runs || m_flush.isActive())
        return;
    const auto since = std::chrono::steady_clock::now() - m_flushedAt;
    m_flush.start(since >= flushPause ? Milliseconds(0)
                                      : std::chrono::ceil<Milliseconds>(flushPause - since));
}

void PassSchedule::lookAtEverything()
{
    m_ownDataFlushed = true;
    expectOldNames();
    noteFlush();
}

void PassSchedule::expectOldNames()
{
    m_oldNamesUntil = m_parts.triage->pass() + 1;
    tellWhetherAnnouncedIsNew();
}

void PassSchedule::setSilent(bool isSilent)
{
    m_isSilent = isSilent;
    tellWhetherAnnouncedIsNew();
}

void PassSchedule::passSoon()
{
    if (m_firstIsOver && m_next.isActive() && m_next.remainingTimeAsDuration() > shortestInterval())
        m_next.start(shortestInterval());
}

void PassSchedule::passNow()
{
    if (!m_runs)
        return;
    if (m_parts.inventory->isRunning())
        m_passAfterThis = true;
    else if (m_firstIsOver && !m_retry.isActive())
        startPass();
}

// How soon a pass may follow another one where there are names that only a pass finds: after as
// long as the last one took, but no later than usual. It is not this that spares the server: after
// each SCAN the inventory waits for the ServerBudget, within a pass as between two.
Milliseconds PassSchedule::shortestInterval() const
{
    return std::min(std::max(shortestPause, m_passTook), m_interval);
}

// Of what may not be read any more, only a pass tells that it is gone.
Milliseconds PassSchedule::usualInterval() const
{
    const int calls = m_parts.inventory->callsOfPass();
    const bool isForHealing = m_allAnnounced && m_parts.store->unreadable().empty();
    return isForHealing && calls > 1 ? std::max(m_interval, calls * m_pausePerCall) : m_interval;
}

void PassSchedule::startPass()
{
    Q_EMIT starting();
    m_passStarted = std::chrono::steady_clock::now();
    m_parts.triage->startPass();
    m_next.stop();
    m_parts.inventory->startPass();
}

void PassSchedule::startAfterFlush()
{
    m_flushedAt = std::chrono::steady_clock::now();
    if (std::exchange(m_ownDataFlushed, false))
        return startPassAndReadAll();
    if (m_polls)
        return;
    m_dataCheck([this] {
        if (!m_runs || m_ownDataFlushed) // stopped, or everything is looked at anyway
            return;
        if (!m_allAnnounced)
            m_parts.rereader->readAll();
        m_sample.take();
    });
}

void PassSchedule::startPassAndReadAll()
{
    m_parts.triage->forgetDismissedAndRefused();
    m_parts.triage->forgetTooLarge();
    m_parts.rereader->readAll();
    m_passAfterThis = m_parts.inventory->isRunning();
    if (!m_passAfterThis)
        startPass();
}

// A server that was loading has announced nothing of what it loaded.
void PassSchedule::retry()
{
    m_parts.rereader->readAll();
    startPass();
}

void PassSchedule::onFinished()
{
    setFirstOver(true);
    m_retryPause.reset();
    m_passTook = std::chrono::ceil<Milliseconds>(std::chrono::steady_clock::now() - m_passStarted);
    m_parts.triage->dropUnreadableNotMet();
    readNotMet();
    m_parts.rereader->read(m_parts.store->unreadable()); // the right to may have been given back
    const bool hasUnseen = m_parts.triage->takeMissed();
    if (std::exchange(m_passAfterThis, false))
        m_next.start(flushPause);
    else
        m_next.start(hasUnseen ? shortestInterval() : usualInterval());
    Q_EMIT finished();
}

// What SCAN does not meet is gone, which would have been announced, or it came into being in a
// place that the pass had left behind. Or all of it is in another database now. Where all is being
// read anyway, or one was read meanwhile, it is not read once more.
void PassSchedule::readNotMet()
{
    const auto pass = m_parts.triage->pass();
    if (m_parts.store->notMet(pass).empty())
        return;
    m_dataCheck([this, pass] {
        const bool isCurrent = m_runs && pass == m_parts.triage->pass();
        if (isCurrent && !m_parts.rereader->isReadingAll())
            m_parts.rereader->read(m_parts.store->notMet(pass));
    });
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
    tellWhetherAnnouncedIsNew();
}

void PassSchedule::tellWhetherAnnouncedIsNew()
{
    m_parts.triage->setAnnouncedIsNew(
        m_firstIsOver && !m_isSilent && m_parts.triage->pass() >= m_oldNamesUntil);
}

} // namespace lockstep
