#include "core/watch/namesieve.h"

#include "core/watch/itemreader.h"
#include "core/watch/prober.h"

#include <utility>

// Most keys of a server are nothing to us, and they are met again in every pass and announced
// whenever they change. So a name is asked about in the order of what the answer costs: known in
// the ledger, part of an object, dismissed lately, judged by the name alone; only then is it looked
// at.

namespace lockstep {

namespace {

using Origin = Ledger::Origin;

constexpr std::size_t mostWaitingProbes = 100'000; // beyond, the next pass finds them
constexpr int mostMismatches = 3; // recognised, but not to be read: then it is nothing of ours
constexpr auto lookAgainEvery = Milliseconds(250);
constexpr std::size_t mostToLookAgain = 16'384;
constexpr std::size_t mostTooLarge = 16'384;

} // namespace

NameSieve::NameSieve(std::shared_ptr<const Catalogue> catalogue, QByteArray prefix, Ledger *ledger,
    Prober *prober, ItemReader *reader, QObject *parent)
    : QObject(parent)
    , m_catalogue(std::move(catalogue))
    , m_prefix(std::move(prefix))
    , m_ledger(ledger)
    , m_prober(prober)
    , m_reader(reader)
{
    m_lookAgainTimer.setSingleShot(true);
    m_lookAgainTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_lookAgainTimer, &QTimer::timeout, this, &NameSieve::lookAgain);
    connect(prober, &Prober::probed, this, &NameSieve::onProbed);
    connect(prober, &Prober::tooLarge, this, &NameSieve::onTooLarge);
    connect(reader, &ItemReader::tooLarge, this, &NameSieve::onTooLarge);
    connect(prober, &Prober::movedAway, this, &NameSieve::onMovedAway);
    connect(reader, &ItemReader::movedAway, this, &NameSieve::onMovedAway);
    connect(reader, &ItemReader::mismatched, this, &NameSieve::onMismatched);
    connect(reader, &ItemReader::partsKnown, this,
        [this](const QByteArray &key, const QList<QByteArray> &parts) {
            for (const auto &part : parts)
                m_owners[part] = key;
        });
}

void NameSieve::startPass()
{
    ++m_pass;
    m_mismatches.clear();
}

void NameSieve::meet(const QByteArray &key)
{
    if (!m_ledger->markMet(key, m_pass))
        consider(key, Origin::Inventory);
}

void NameSieve::announce(const QByteArray &key)
{
    if (m_ledger->contains(key))
        return m_reader->want(key, ItemReader::Why::Announced);
    consider(key, Origin::Feed);
}

bool NameSieve::isPassedOver(const QByteArray &key, bool announced)
{
    if (announced && m_dismissed.isRecent(key, std::chrono::steady_clock::now())) {
        if (m_lookAgain.size() < mostToLookAgain)
            m_lookAgain.insert(key);
        if (!m_lookAgainTimer.isActive())
            m_lookAgainTimer.start(lookAgainEvery);
        return true;
    }
    if ((!announced && m_dismissed.contains(key)) || m_tooLarge.contains(key))
        return true;
    return !m_prefix.isEmpty() && !key.startsWith(m_prefix); // what is announced knows no prefix
}

// A key that the ledger does not hold.
void NameSieve::consider(const QByteArray &key, Origin origin, bool isPrimary)
{
    const bool announced = origin == Origin::Feed;
    if (const auto owner = m_owners.find(key); announced && owner != m_owners.end())
        return m_reader->want(owner->second, ItemReader::Why::Announced);
    if (isPassedOver(key, announced))
        return;
    const auto verdict = m_catalogue->judgeName(key);
    switch (verdict.kind) {
    case NameVerdict::Kind::Ignored:
        return;
    case NameVerdict::Kind::Companion:
        // A part's object is no part itself: a name could be peeled for ever.
        if (!isPrimary && !m_ledger->contains(verdict.primary))
            consider(verdict.primary, origin, true);
        return;
    case NameVerdict::Kind::Unknown:
        if (m_shapes.worthProbing(key))
            look(key, origin);
        return;
    case NameVerdict::Kind::Candidate:
        return look(key, origin);
    }
}

void NameSieve::look(const QByteArray &key, Origin origin)
{
    if (m_prober->waiting() >= mostWaitingProbes)
        return;
    if (m_origins.try_emplace(key, m_firstPassOver ? origin : Origin::Inventory).second)
        m_prober->enqueue(key);
    else if (origin == Origin::Feed)
        m_announcedMeanwhile.insert(key); // what is being looked at may be the state before
}

void NameSieve::lookOnceMore(const QByteArray &key)
{
    if (m_origins.try_emplace(key, Origin::Feed).second)
        m_prober->enqueue(key);
}

void NameSieve::lookAgain()
{
    for (const auto &key : std::exchange(m_lookAgain, {}))
        announce(key);
}

void NameSieve::onProbed(const Probe &probe)
{
    const auto origin = m_origins.extract(probe.key);
    const bool changed = m_announcedMeanwhile.erase(probe.key) > 0;
    const auto recognition =
        probe.type == KeyType::None ? std::nullopt : m_catalogue->recognise(probe, m_time);
    if (!recognition) {
        if (probe.type != KeyType::None)
            m_dismissed.add(probe.key, std::chrono::steady_clock::now());
        if (changed)
            announce(probe.key);
        return;
    }
    m_shapes.recognised(probe.key);
    if (recognition->primary != probe.key)
        m_owners[probe.key] = recognition->primary;
    if (recognition->confidence == Confidence::Possible && probe.ttl.isPersistent())
        m_guessedWithoutTtl.insert(recognition->primary);
    m_ledger->add(*recognition, origin.empty() ? Origin::Inventory : origin.mapped());
    m_ledger->markMet(recognition->primary, m_pass);
    m_reader->want(recognition->primary);
}

void NameSieve::noteRead(const QByteArray &key, bool hasDeadline)
{
    if (!m_mismatches.empty())
        m_mismatches.erase(key);
    // INCR, and EXPIRE a moment later: what looked like a counter may be a window.
    if (hasDeadline && m_guessedWithoutTtl.erase(key) > 0)
        lookOnceMore(key);
}

void NameSieve::onMismatched(const QByteArray &key)
{
    m_guessedWithoutTtl.erase(key);
    Q_EMIT dropped(key);
    if (++m_mismatches[key] > mostMismatches)
        m_dismissed.add(key, std::chrono::steady_clock::now());
    else
        lookOnceMore(key);
}

void NameSieve::onTooLarge(const QByteArray &key)
{
    if (m_tooLarge.size() >= mostTooLarge)
        m_tooLarge.clear();
    m_tooLarge.insert(key);
    m_ledger->remove(key);
    Q_EMIT dropped(key);
}

// It is not asked for again unless this node announces it.
void NameSieve::onMovedAway(const QByteArray &key)
{
    m_origins.erase(key);
    m_announcedMeanwhile.erase(key);
    m_guessedWithoutTtl.erase(key);
    m_dismissed.add(key, std::chrono::steady_clock::now());
    Q_EMIT dropped(key);
}

void NameSieve::stop()
{
    m_origins.clear();
    m_announcedMeanwhile.clear();
    m_lookAgain.clear();
    m_lookAgainTimer.stop();
}

void NameSieve::forgetNothings()
{
    m_dismissed.clear();
    m_shapes = {};
}

void NameSieve::forgetGone(const std::vector<QByteArray> &keys)
{
    for (const auto &key : keys)
        m_guessedWithoutTtl.erase(key);
    std::erase_if(m_owners, [this](const auto &part) { return !m_ledger->contains(part.second); });
}

} // namespace lockstep
