// Most keys of a server are nothing to us, and they are met again in every pass and announced
// whenever they change. So the questions about a name are asked in the order of what they cost: is
// it in the store, is it a part of an object, was it found to be nothing lately, what does the name
// alone say? Only then is the key probed.

#include "core/watch/discovery/keytriage.h"

#include "core/watch/discovery/prober.h"
#include "core/watch/reading/itemreader.h"

#include <QScopedValueRollback>

#include <utility>

namespace lockstep {

namespace {

using Origin = ItemStore::Origin;

constexpr std::size_t mostWaitingProbes =
    100'000; // when more wait, what is announced is left to a pass
// A key that was recognised this many times, and each time could not be read as what it was taken
// for, is no object.
constexpr int mostMismatches = 3;
constexpr std::size_t oversizedProbesPerPass = 256;

} // namespace

KeyTriage::KeyTriage(std::shared_ptr<const Catalogue> catalogue, QByteArray prefix,
    ItemStore *store, Prober *prober, ItemReader *reader, QObject *parent)
    : QObject(parent)
    , m_rules(std::move(catalogue))
    , m_prefix(std::move(prefix))
    , m_store(store)
    , m_prober(prober)
    , m_reader(reader)
    , m_skipped(&m_rules, this)
{
    connect(&m_skipped, &SkippedNames::announcedAgain, this, &KeyTriage::announceAsOld);
    connect(prober, &Prober::probed, this, &KeyTriage::onProbed);
    connect(prober, &Prober::progressed, this, &KeyTriage::probeDeferred);
    connect(prober, &Prober::forbidden, this, &KeyTriage::onRefused);
    connect(prober, &Prober::tooLarge, this, &KeyTriage::onTooLarge);
    connect(reader, &ItemReader::tooLarge, this, &KeyTriage::onTooLarge);
    connect(prober, &Prober::movedAway, this, &KeyTriage::onMovedAway);
    connect(reader, &ItemReader::movedAway, this, &KeyTriage::onMovedAway);
    connect(reader, &ItemReader::mismatched, this, &KeyTriage::onMismatched);
    connect(reader, &ItemReader::partsKnown, this,
        [this](const QByteArray &key, const QList<QByteArray> &parts) {
            for (const auto &part : parts)
                m_parts.add(part, key);
        });
}

bool KeyTriage::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    const auto before = m_rules.replace(std::move(catalogue), m_pass);
    std::vector<QByteArray> keys;
    m_store->forEach([&](const QByteArray &key, const ItemPtr &) {
        if (m_rules.hasOtherRule(key, *before))
            keys.push_back(key);
    });
    std::vector<QByteArray> parts;
    m_parts.forEach([&](const QByteArray &part) {
        if (!m_store->contains(part) && m_rules.hasOtherRule(part, *before))
            parts.push_back(part);
    });
    for (const auto &key : keys)
        applyNewRules(key);
    for (const auto &part : parts)
        probeIfWorthwhile(part, Origin::Inventory);
    return m_rules.mayFindObjects(*before);
}

// Applies changed rules to a key that is in the store.
void KeyTriage::applyNewRules(const QByteArray &key)
{
    using Kind = NameClass::Kind;
    const auto kind = m_rules.catalogue().classifyName(key).kind;
    if (kind == Kind::Ignored || kind == Kind::Companion)
        return drop(key);
    m_probedForNewRules.insert(key);
    probe(key, Origin::Inventory);
}

void KeyTriage::drop(const QByteArray &key)
{
    m_probedForNewRules.erase(key);
    m_parts.removeOwner(key);
    m_store->remove(key);
    Q_EMIT dropped(key);
}

void KeyTriage::setAnnouncedIsNew(bool isNew)
{
    if (isNew && !m_announcedIsNew)
        m_pending.countUndecidedAsOld(); // they were announced before
    if (!isNew)
        m_pending.countAsOld(); // their announcements may have been late as well
    m_announcedIsNew = isNew;
}

void KeyTriage::startPass()
{
    ++m_pass;
    m_rules.startPass(m_pass);
    m_skipped.startPass();
    m_mismatches.clear();
    m_leftOutLast = std::exchange(m_leftOut, 0);
    const auto unreadable = m_store->unreadable();
    m_unreadableBefore = {unreadable.begin(), unreadable.end()};
    probeOversizedKeys();
}

// Only SCAN tells that an unreadable key is gone. One that has become unreadable since the pass
// began may have been created in a place that the pass had left behind.
void KeyTriage::dropUnreadableNotMet()
{
    for (const auto &key : m_store->unreadable()) {
        if (m_store->wasMet(key, m_pass) || !m_unreadableBefore.contains(key))
            continue;
        m_parts.removeOwner(key);
        m_store->replaceByOther(key);
        Q_EMIT dropped(key);
    }
}

// Probes keys again that were too large: a pass does not meet one that has gone, and not every
// change of one is announced.
void KeyTriage::probeOversizedKeys()
{
    auto keys = m_skipped.oversized().due(std::chrono::steady_clock::now());
    keys.resize(std::min(keys.size(), oversizedProbesPerPass));
    for (const auto &key : keys)
        probe(key, Origin::Inventory);
}

void KeyTriage::meet(const QByteArray &key)
{
    if (!m_store->markMet(key, m_pass))
        probeIfWorthwhile(key, Origin::Inventory);
    else if (m_probedForNewRules.contains(key))
        probe(key, Origin::Inventory); // the connection was lost before it was answered
}

void KeyTriage::announce(const QByteArray &key)
{
    if (m_store->contains(key))
        return m_reader->want(key, ItemReader::Why::Announced);
    probeIfWorthwhile(key, Origin::Feed);
}

// Handles an announcement that was held back for a while, so that the key may have been there all
// the time.
void KeyTriage::announceAsOld(const QByteArray &key)
{
    const QScopedValueRollback<bool> notNew(m_announcedIsNew, false);
    announce(key);
}

bool KeyTriage::isSkipped(const QByteArray &key, bool announced)
{
    const bool isOutside = !m_prefix.isEmpty() && !key.startsWith(m_prefix);
    return isOutside || m_skipped.isSkipped(key, announced); // what is announced knows no prefix
}

// Whether there is no room, or no time, for one more object or probe of such a name.
bool KeyTriage::exceedsLimits(const QByteArray &key, ProbeSampler::Name name, bool announced)
{
    if (m_sampler.isRefused(name))
        return true;
    if (!m_store->hasRoomFor(Family::Counter) && m_sampler.isLeftOut(name)) {
        m_leftOut += announced ? 0 : 1;
        return true;
    }
    if (!announced)
        return false;
    const bool isCrowded = m_prober->waiting() >= mostWaitingProbes;
    const auto now = std::chrono::steady_clock::now();
    if (isCrowded || (m_sharesServer && m_sampler.isAbsentAgain(name, now))) {
        leaveToPass(key);
        return true;
    }
    return false;
}

// Leaves an announced name to the next pass. A name of this shape that is announced later may be
// this one again, and then it is no new key.
void KeyTriage::leaveToPass(const QByteArray &key)
{
    m_sampler.noteMissed(key, m_pass);
    if (!std::exchange(m_hasMissed, true))
        Q_EMIT missed();
}

// Probes a key that is not in the store, if that may be worthwhile.
void KeyTriage::probeIfWorthwhile(const QByteArray &key, Origin origin, bool isPrimary)
{
    const bool announced = origin == Origin::Feed;
    if (const auto *owner = m_parts.owner(key); announced && owner)
        return m_reader->want(*owner, ItemReader::Why::Announced);
    if (announced && isSkipped(key, true))
        return;
    const auto nameClass = m_rules.catalogue().classifyName(key);
    const ProbeSampler::Name name(key);
    // What an inventory meets is mostly that, and needs no other look-up.
    if (nameClass.kind == NameClass::Kind::Unknown && !announced && m_sampler.isNothing(name))
        return;
    if (!announced && isSkipped(key, false))
        return;
    switch (nameClass.kind) {
    case NameClass::Kind::Ignored:
        return;
    case NameClass::Kind::Companion:
        // The primary of a companion is no companion itself, or prefixes could be taken off a name
        // for ever.
        if (!isPrimary && !m_store->contains(nameClass.primary))
            probeIfWorthwhile(nameClass.primary, origin, true);
        return;
    case NameClass::Kind::Unknown:
        if (exceedsLimits(key, name, announced))
            return;
        if (m_sampler.takeProbe(name))
            probe(key, origin);
        else if (m_sampler.isUndecided(name))
            defer(key, origin);
        return;
    case NameClass::Kind::Candidate:
        if (!exceedsLimits(key, name, announced))
            probe(key, origin);
        return;
    }
}

void KeyTriage::probe(const QByteArray &key, Origin origin)
{
    // A key that was too large, or left to a pass, may have been there all the time.
    const bool isOld = !m_announcedIsNew || m_skipped.oversized().contains(key)
        || m_sampler.mayHaveMissed(key, m_pass) || (m_serves && !m_serves(key));
    std::optional<Instant> announcedAt;
    if (origin == Origin::Feed)
        announcedAt = std::chrono::steady_clock::now();
    if (m_pending.add(key, isOld ? Origin::Inventory : origin, announcedAt))
        enqueue(key, origin);
}

void KeyTriage::probeAgain(const QByteArray &key)
{
    const auto origin = m_announcedIsNew ? Origin::Feed : Origin::Inventory;
    if (m_pending.add(key, origin))
        enqueue(key, Origin::Feed);
}

void KeyTriage::enqueue(const QByteArray &key, Origin origin)
{
    m_prober->enqueue(key,
        origin == Origin::Feed ? Prober::Priority::Urgent : Prober::Priority::Normal,
        m_skipped.oversized().contains(key) ? Prober::SizeCheck::Exact
                                            : Prober::SizeCheck::Estimated);
}

void KeyTriage::defer(const QByteArray &key, Origin origin)
{
    if (!m_pending.defer(key, origin))
        leaveToPass(key);
}

void KeyTriage::probeDeferred()
{
    for (const auto &[key, origin] : m_pending.takeUndecided()) {
        if (!m_store->contains(key))
            probeIfWorthwhile(key, origin);
    }
}

void KeyTriage::onProbed(const Probe &probe)
{
    m_sampler.noteAnswer(probe.key);
    const auto pending = m_pending.take(probe.key);
    const bool isNew = pending.origin == Origin::Feed;
    if (probe.type != KeyType::None)
        m_sampler.notePresent(probe.key);
    else if (isNew)
        m_sampler.noteAbsent(probe.key);
    const auto recognition =
        probe.type == KeyType::None ? std::nullopt : m_rules.catalogue().recognise(probe, m_time);
    if (m_probedForNewRules.erase(probe.key) > 0)
        reclassify(probe, recognition);
    if (!recognition) {
        m_skipped.oversized().remove(probe.key);
        if (probe.type != KeyType::None)
            m_skipped.dismiss(probe.key);
        else
            m_skipped.noteGone(probe.key);
        if (pending.isAnnouncedAgain)
            announce(probe.key);
        return;
    }
    m_sampler.noteRecognised(probe.key);
    if (!m_store->add(*recognition, pending.origin)) {
        m_leftOut += isNew ? 0 : 1;
        m_sampler.noteLeftOut(probe.key);
        return;
    }
    if (pending.announcedAt)
        Q_EMIT found(probe.key);
    if (recognition->confidence == Confidence::Possible && probe.ttl.isPersistent())
        m_store->setGuessedWithoutTtl(recognition->primary, true);
    if (recognition->primary != probe.key)
        m_parts.add(probe.key, recognition->primary);
    m_store->markMet(recognition->primary, m_pass);
    m_reader->want(recognition->primary, ItemReader::Why::Asked,
        pending.announcedAt.value_or(std::chrono::steady_clock::now()));
}

// Changes an object that the store has as the earlier rules classified it.
void KeyTriage::reclassify(const Probe &probe, const std::optional<Recognition> &recognition)
{
    if (recognition)
        m_store->reclassify(*recognition);
    else if (probe.type != KeyType::None)
        drop(probe.key);
}

void KeyTriage::noteRead(const QByteArray &key, bool hasTtl)
{
    if (!m_mismatches.empty())
        m_mismatches.erase(key);
    if (m_skipped.oversized().size() > 0)
        m_skipped.oversized().remove(key);
    // After INCR, and EXPIRE a moment later, what looked like a counter may be a window.
    if (hasTtl && m_store->isGuessedWithoutTtl(key)) {
        m_store->setGuessedWithoutTtl(key, false);
        probeAgain(key);
    }
}

void KeyTriage::onMismatched(const QByteArray &key)
{
    m_parts.removeOwner(key);
    Q_EMIT dropped(key);
    if (++m_mismatches[key] > mostMismatches)
        m_skipped.dismiss(key);
    else
        probeAgain(key);
}

void KeyTriage::onRefused(const QByteArray &key)
{
    m_pending.take(key);
    m_skipped.refuse(key);
    m_sampler.noteAnswer(key);
    m_sampler.noteRefused(key);
}

void KeyTriage::onTooLarge(const QByteArray &key)
{
    const bool isAnnouncedAgain = m_pending.take(key).isAnnouncedAgain;
    m_skipped.oversized().add(key, std::chrono::steady_clock::now());
    m_parts.removeOwner(key);
    m_store->remove(key); // without a journal entry, because its holders may still hold it
    Q_EMIT dropped(key);
    if (isAnnouncedAgain)
        announce(key);
}

// Forgets a key that another node serves. It is not asked for again unless this node announces it.
void KeyTriage::onMovedAway(const QByteArray &key)
{
    m_pending.take(key);
    m_parts.removeOwner(key);
    m_skipped.dismiss(key);
    Q_EMIT dropped(key);
}

void KeyTriage::stop()
{
    m_pending.clear();
    m_skipped.stop();
}

void KeyTriage::forgetDismissedAndRefused()
{
    m_skipped.forgetDismissedAndRefused();
    m_sampler = {};
}

void KeyTriage::forgetGone(const std::vector<QByteArray> &keys)
{
    for (const auto &key : keys) {
        m_probedForNewRules.erase(key);
        m_parts.removeOwner(key);
    }
}

} // namespace lockstep
