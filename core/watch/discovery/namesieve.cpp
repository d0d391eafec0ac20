#include "core/watch/discovery/namesieve.h"

#include "core/watch/discovery/prober.h"
#include "core/watch/formats/rules.h"
#include "core/watch/reading/itemreader.h"

#include <utility>

// Most keys of a server are nothing to us, and they are met again in every pass and announced
// whenever they change. So a name is asked about in the order of what the answer costs: known in
// the ledger, part of an object, dismissed lately, judged by the name alone; only then is it looked
// at.

namespace lockstep {

namespace {

using Origin = Ledger::Origin;

constexpr std::size_t mostWaitingProbes = 100'000; // beyond, a pass finds what is announced
constexpr int mostMismatches = 3; // recognised, but not to be read: then it is nothing of ours
constexpr auto lookAgainEvery = Milliseconds(250);
constexpr std::size_t mostToLookAgain = 16'384;
constexpr std::size_t looksWithCarePerPass = 256;
constexpr std::size_t mostDeferred = 65'536;
constexpr std::size_t mostRefused = 65'536; // single names; many are a shape
constexpr std::size_t looksAgainPerPass = 256;
constexpr auto lookAgainAfter = Milliseconds(20'000); // at each of them, if they are so few

// Those that are not in the other list.
std::vector<const Rule *> onlyIn(const std::vector<Rule> &rules, const std::vector<Rule> &others)
{
    std::vector<const Rule *> found;
    for (const Rule &rule : rules) {
        if (std::find(others.begin(), others.end(), rule) == others.end())
            found.push_back(&rule);
    }
    return found;
}

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
    connect(prober, &Prober::progressed, this, &NameSieve::considerDeferred);
    connect(prober, &Prober::forbidden, this, &NameSieve::onRefused);
    connect(prober, &Prober::tooLarge, this, &NameSieve::onTooLarge);
    connect(reader, &ItemReader::tooLarge, this, &NameSieve::onTooLarge);
    connect(prober, &Prober::movedAway, this, &NameSieve::onMovedAway);
    connect(reader, &ItemReader::movedAway, this, &NameSieve::onMovedAway);
    connect(reader, &ItemReader::mismatched, this, &NameSieve::onMismatched);
    connect(reader, &ItemReader::partsKnown, this,
        [this](const QByteArray &key, const QList<QByteArray> &parts) {
            for (const auto &part : parts)
                m_parts.add(part, key);
        });
}

bool NameSieve::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    const auto before = std::exchange(m_catalogue, std::move(catalogue));
    m_before.push_back(before);
    m_beforeUntil = m_pass + 1; // the running pass may be past what has changed
    std::vector<QByteArray> keys;
    m_ledger->forEach([&](const QByteArray &key, const ItemPtr &) {
        if (hasOtherRule(key, *before))
            keys.push_back(key);
    });
    std::vector<QByteArray> parts;
    m_parts.forEach([&](const QByteArray &part) {
        if (!m_ledger->contains(part) && hasOtherRule(part, *before))
            parts.push_back(part);
    });
    for (const auto &key : keys)
        judgeAgain(key);
    for (const auto &part : parts)
        consider(part, Origin::Inventory);

    const auto gone = onlyIn(before->rules(), m_catalogue->rules());
    const auto added = onlyIn(m_catalogue->rules(), before->rules());
    return (gone.empty() && added.empty()) // they may have another order
        || std::any_of(gone.begin(), gone.end(), [](const Rule *rule) { return rule->isIgnored; })
        || std::any_of(
            added.begin(), added.end(), [](const Rule *rule) { return rule->family.has_value(); });
}

bool NameSieve::hasOtherRule(const QByteArray &key, const Catalogue &before) const
{
    const Rule *old = ruleFor(before.rules(), key);
    const Rule *present = ruleFor(m_catalogue->rules(), key);
    return old && present ? *old != *present : old != present;
}

// Of a key in the ledger, by rules that have changed.
void NameSieve::judgeAgain(const QByteArray &key)
{
    using Kind = NameVerdict::Kind;
    const auto kind = m_catalogue->judgeName(key).kind;
    if (kind == Kind::Ignored || kind == Kind::Companion)
        return drop(key);
    m_judgedAgain.insert(key);
    look(key, Origin::Inventory);
}

void NameSieve::drop(const QByteArray &key)
{
    m_guessedWithoutTtl.erase(key);
    m_judgedAgain.erase(key);
    m_parts.removeOwner(key);
    m_ledger->remove(key);
    Q_EMIT dropped(key);
}

void NameSieve::setAnnouncedIsNew(bool isNew)
{
    if (isNew && !m_announcedIsNew) {
        for (auto &[key, origin] : m_deferred)
            origin = Origin::Inventory; // they were announced before
    }
    m_announcedIsNew = isNew;
}

void NameSieve::startPass()
{
    ++m_pass;
    if (m_pass > m_beforeUntil)
        m_before.clear();
    m_mismatches.clear();
    m_looksAgain = 0;
    m_leftOutLast = std::exchange(m_leftOut, 0);
    lookWithCare();
}

// A pass does not meet a key that has gone, and not every change of one is announced.
void NameSieve::lookWithCare()
{
    auto keys = m_tooLarge.due(std::chrono::steady_clock::now());
    keys.resize(std::min(keys.size(), looksWithCarePerPass));
    for (const auto &key : keys)
        look(key, Origin::Inventory);
}

void NameSieve::meet(const QByteArray &key)
{
    if (!m_ledger->markMet(key, m_pass))
        consider(key, Origin::Inventory);
    else if (m_judgedAgain.contains(key))
        look(key, Origin::Inventory); // the connection was lost before it was answered
}

void NameSieve::announce(const QByteArray &key)
{
    if (m_ledger->contains(key))
        return m_reader->want(key, ItemReader::Why::Announced);
    consider(key, Origin::Feed);
}

bool NameSieve::isPassedOver(const QByteArray &key, bool announced)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_tooLarge.contains(key) && !(announced && m_tooLarge.isDue(key, now)))
        return true; // a pass looks at it
    if (announced && m_dismissed.isRecent(key, now)) {
        if (m_lookAgain.size() < mostToLookAgain)
            m_lookAgain.insert(key);
        if (!m_lookAgainTimer.isActive())
            m_lookAgainTimer.start(lookAgainEvery);
        return true;
    }
    if ((!announced && isDismissed(key)) || m_refused.contains(key))
        return true;
    return !m_prefix.isEmpty() && !key.startsWith(m_prefix); // what is announced knows no prefix
}

// So that one after another is looked at again where no announcement tells that it has changed, and
// none of them twice before all others.
bool NameSieve::isDismissed(const QByteArray &key)
{
    if (!m_dismissed.contains(key))
        return false;
    const bool isToldAnew = std::any_of(m_before.begin(), m_before.end(),
        [&](const auto &before) { return hasOtherRule(key, *before); });
    if (isToldAnew)
        return false;
    if (m_allAnnounced || m_looksAgain >= looksAgainPerPass)
        return true;
    const auto passes = 1 + m_dismissed.size() / looksAgainPerPass;
    const auto now = std::chrono::steady_clock::now();
    if (!m_dismissed.isOlder(key, now, lookAgainAfter * static_cast<qint64>(passes)))
        return true;
    ++m_looksAgain;
    return false;
}

// Names beyond what can be looked at.
bool NameSieve::isTooMuch(const QByteArray &key, bool announced)
{
    if (m_shapes.isRefused(key))
        return true;
    if (!m_ledger->hasRoomFor(Family::Counter) && m_shapes.isLeftOut(key)) {
        m_leftOut += announced ? 0 : 1;
        return true;
    }
    if (!announced)
        return false;
    const bool isCrowded = m_prober->waiting() >= mostWaitingProbes;
    const auto now = std::chrono::steady_clock::now();
    if (isCrowded || (m_sharesServer && m_shapes.isAbsentAgain(key, now))) {
        if (!std::exchange(m_unseen, true))
            Q_EMIT missed();
        return true;
    }
    return false;
}

// A key that the ledger does not hold.
void NameSieve::consider(const QByteArray &key, Origin origin, bool isPrimary)
{
    const bool announced = origin == Origin::Feed;
    if (const auto *owner = m_parts.owner(key); announced && owner)
        return m_reader->want(*owner, ItemReader::Why::Announced);
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
        if (isTooMuch(key, announced))
            return;
        if (m_shapes.worthProbing(key))
            look(key, origin);
        else if (m_shapes.isUndecided(key))
            defer(key, origin);
        return;
    case NameVerdict::Kind::Candidate:
        if (!isTooMuch(key, announced))
            look(key, origin);
        return;
    }
}

void NameSieve::look(const QByteArray &key, Origin origin)
{
    // What was too large may have been there all the time.
    const bool isOld = !m_announcedIsNew || m_tooLarge.contains(key);
    if (m_origins.try_emplace(key, isOld ? Origin::Inventory : origin).second)
        enqueue(key, origin);
    else if (origin == Origin::Feed)
        m_announcedMeanwhile.insert(key); // what is being looked at may be the state before
}

void NameSieve::lookOnceMore(const QByteArray &key)
{
    const auto origin = m_announcedIsNew ? Origin::Feed : Origin::Inventory;
    if (m_origins.try_emplace(key, origin).second)
        enqueue(key, Origin::Feed);
}

void NameSieve::enqueue(const QByteArray &key, Origin origin)
{
    m_prober->enqueue(key, origin == Origin::Feed ? Prober::Turn::Next : Prober::Turn::Last,
        m_tooLarge.contains(key) ? Prober::Care::Exact : Prober::Care::Usual);
}

void NameSieve::lookAgain()
{
    for (const auto &key : std::exchange(m_lookAgain, {}))
        announce(key);
}

void NameSieve::defer(const QByteArray &key, Origin origin)
{
    if (m_deferred.size() < mostDeferred)
        m_deferred.emplace_back(key, origin);
    else if (!std::exchange(m_unseen, true))
        Q_EMIT missed();
}

void NameSieve::considerDeferred()
{
    for (const auto &[key, origin] : std::exchange(m_deferred, {})) {
        if (!m_ledger->contains(key))
            consider(key, origin);
    }
}

void NameSieve::onProbed(const Probe &probe)
{
    m_shapes.noteAnswer(probe.key);
    const auto origin = m_origins.extract(probe.key);
    const bool changed = m_announcedMeanwhile.erase(probe.key) > 0;
    const bool isAnnounced = !origin.empty() && origin.mapped() == Origin::Feed;
    if (probe.type != KeyType::None)
        m_shapes.notePresent(probe.key);
    else if (isAnnounced)
        m_shapes.noteAbsent(probe.key);
    const auto recognition =
        probe.type == KeyType::None ? std::nullopt : m_catalogue->recognise(probe, m_time);
    if (m_judgedAgain.erase(probe.key) > 0)
        conclude(probe, recognition);
    if (!recognition) {
        m_tooLarge.remove(probe.key);
        if (probe.type != KeyType::None)
            m_dismissed.add(probe.key, std::chrono::steady_clock::now());
        if (changed)
            announce(probe.key);
        return;
    }
    m_shapes.recognised(probe.key);
    if (recognition->confidence == Confidence::Possible && probe.ttl.isPersistent())
        m_guessedWithoutTtl.insert(recognition->primary);
    if (!m_ledger->add(*recognition, origin.empty() ? Origin::Inventory : origin.mapped())) {
        m_leftOut += isAnnounced ? 0 : 1;
        m_shapes.noteLeftOut(probe.key);
        return;
    }
    if (recognition->primary != probe.key)
        m_parts.add(probe.key, recognition->primary);
    m_ledger->markMet(recognition->primary, m_pass);
    m_reader->want(recognition->primary);
}

// What the ledger holds is known by the rules before.
void NameSieve::conclude(const Probe &probe, const std::optional<Recognition> &recognition)
{
    if (recognition)
        m_ledger->reclassify(*recognition);
    else if (probe.type != KeyType::None)
        drop(probe.key);
}

void NameSieve::noteRead(const QByteArray &key, bool hasDeadline)
{
    if (!m_mismatches.empty())
        m_mismatches.erase(key);
    if (m_tooLarge.size() > 0)
        m_tooLarge.remove(key);
    // INCR, and EXPIRE a moment later: what looked like a counter may be a window.
    if (hasDeadline && m_guessedWithoutTtl.erase(key) > 0)
        lookOnceMore(key);
}

void NameSieve::onMismatched(const QByteArray &key)
{
    m_guessedWithoutTtl.erase(key);
    m_parts.removeOwner(key);
    Q_EMIT dropped(key);
    if (++m_mismatches[key] > mostMismatches)
        m_dismissed.add(key, std::chrono::steady_clock::now());
    else
        lookOnceMore(key);
}

void NameSieve::onRefused(const QByteArray &key)
{
    m_origins.erase(key);
    m_announcedMeanwhile.erase(key);
    if (m_refused.size() >= mostRefused)
        m_refused.clear();
    m_refused.insert(key);
    m_shapes.noteAnswer(key);
    m_shapes.noteRefused(key);
}

void NameSieve::onTooLarge(const QByteArray &key)
{
    const bool changed = m_announcedMeanwhile.erase(key) > 0;
    m_origins.erase(key);
    m_tooLarge.add(key, std::chrono::steady_clock::now());
    m_parts.removeOwner(key);
    m_ledger->remove(key);
    Q_EMIT dropped(key);
    if (changed)
        announce(key);
}

// It is not asked for again unless this node announces it.
void NameSieve::onMovedAway(const QByteArray &key)
{
    m_origins.erase(key);
    m_announcedMeanwhile.erase(key);
    m_guessedWithoutTtl.erase(key);
    m_parts.removeOwner(key);
    m_dismissed.add(key, std::chrono::steady_clock::now());
    Q_EMIT dropped(key);
}

void NameSieve::stop()
{
    m_origins.clear();
    m_announcedMeanwhile.clear();
    m_deferred.clear();
    m_lookAgain.clear();
    m_lookAgainTimer.stop();
}

void NameSieve::forgetNothings()
{
    m_dismissed.clear();
    m_refused.clear();
    m_shapes = {};
}

void NameSieve::forgetGone(const std::vector<QByteArray> &keys)
{
    for (const auto &key : keys) {
        m_guessedWithoutTtl.erase(key);
        m_judgedAgain.erase(key);
        m_parts.removeOwner(key);
    }
}

} // namespace lockstep
