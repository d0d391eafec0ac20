// Reads all objects again, round by round. While it repeats, the age of what is known is at most
// the time since the last complete round began: each object was read in that round or later.
// Whoever asks just after a round would be told next to nothing time and again, so what is shown as
// staleness is also at least the age that the last objects had when they were read again.
//
// Most objects that are gone stay gone. They are read with the others for a few seconds, because a
// lock comes back, and every ten seconds after that.

#include "core/watch/reading/rereader.h"

#include "core/watch/reading/itemreader.h"
#include "core/watch/store/itemstore.h"

#include <utility>

namespace lockstep {

namespace {

constexpr auto shortestRound = Milliseconds(200);
constexpr std::size_t objectsAtOnce = 256;
constexpr auto goneAgain = std::chrono::seconds(10);

} // namespace

Rereader::Rereader(const ItemStore *store, ItemReader *reader, Pacer pacer, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_reader(reader)
    , m_pacer(pacer)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer);
    connect(&m_pause, &QTimer::timeout, this, &Rereader::next);
    connect(reader, &ItemReader::caughtUp, this, &Rereader::onCaughtUp);
}

void Rereader::readAll(Instant since)
{
    m_onceMore = std::min(m_onceMore.value_or(since), since);
    if (!m_isRunning)
        begin();
}

void Rereader::read(std::vector<QByteArray> keys)
{
    for (QByteArray &key : keys) {
        if (m_asked.insert(key).second)
            m_keys.push_back(std::move(key));
    }
    if (m_isRunning || m_keys.empty())
        return;
    m_isRunning = true;
    m_readsAll = false;
    m_begun = std::chrono::steady_clock::now();
    m_changedSince = m_begun;
    next();
}

void Rereader::setRepeating(bool repeating)
{
    if (repeating == m_isRepeating)
        return;
    m_isRepeating = repeating;
    m_lastRound.reset();
    m_oldestKnown = {};
    if (repeating && !isReadingAll())
        readAll();
}

void Rereader::stop()
{
    m_keys = {};
    m_asked.clear();
    m_next = 0;
    m_pause.stop();
    m_isRunning = m_isReading = m_isRepeating = false;
    m_onceMore.reset();
    m_changedSince.reset();
    m_lastRound.reset();
    m_oldestKnown = {};
}

std::optional<Instant> Rereader::knownSince() const
{
    std::optional<Instant> since;
    const auto consider = [&since](const std::optional<Instant> &instant) {
        if (instant)
            since = std::min(since.value_or(*instant), *instant);
    };
    if (m_isRunning)
        consider(m_changedSince);
    consider(m_onceMore);
    if (m_isRepeating)
        consider(m_lastRound);
    return since;
}

void Rereader::begin()
{
    m_isRunning = m_readsAll = true;
    m_begun = std::chrono::steady_clock::now();
    m_changedSince = std::exchange(m_onceMore, std::nullopt);
    const bool allGone = m_changedSince || m_begun - m_goneReadAt >= goneAgain;
    if (allGone)
        m_goneReadAt = m_begun;
    m_keys = m_store->keys(allGone ? Instant::min() : m_begun - goneAgain);
    m_next = 0;
    next();
}

void Rereader::next()
{
    if (!m_isRunning)
        return begin();
    if (m_isReading)
        return;
    if (m_next == m_keys.size())
        return onRoundOver();
    const auto pause = m_pacer.pause(std::chrono::steady_clock::now());
    if (pause > Milliseconds(1))
        return m_pause.start(std::chrono::ceil<Milliseconds>(pause));
    const auto from = m_keys.begin() + static_cast<std::ptrdiff_t>(m_next);
    m_next = std::min(m_next + objectsAtOnce, m_keys.size());
    const auto to = m_keys.begin() + static_cast<std::ptrdiff_t>(m_next);
    m_isReading = true;
    for (auto key = from; !m_asked.empty() && key != to; ++key)
        m_asked.erase(*key);
    m_reader->readAlso({std::make_move_iterator(from), std::make_move_iterator(to)});
}

void Rereader::onCaughtUp()
{
    if (std::exchange(m_isReading, false))
        next();
}

void Rereader::onRoundOver()
{
    m_isRunning = false;
    m_keys = {};
    m_next = 0;
    m_changedSince.reset();
    if (m_readsAll && m_isRepeating) {
        if (m_lastRound)
            m_oldestKnown = std::chrono::steady_clock::now() - *m_lastRound;
        m_lastRound = m_begun;
    }
    if (m_onceMore)
        return begin();
    if (m_isRepeating) {
        const auto due = m_begun + shortestRound - std::chrono::steady_clock::now();
        m_pause.start(std::max(std::chrono::ceil<Milliseconds>(due), Milliseconds(0)));
    }
    Q_EMIT idle();
}

} // namespace lockstep
