// Most keys of a server are nothing to us, and they are met again in every pass and announced
// whenever they change. So a name is asked about in the order of what the answer costs: known in
// the store, part of an object, found to be nothing lately, judged by the name alone; only then is
// it looked at.

#include "core/watch/discovery/keytriage.h"

#include "core/watch/discovery/prober.h"
#include "core/watch/reading/itemreader.h"

#include <QScopedValueRollback>

#include <utility>

namespace lockstep {

namespace {

using Origin = ItemStore::Origin;

constexpr std::size_t mostWaitingProbes = 100'000; // beyond, a pass finds what is announced
constexpr int mostMismatches = 3; // recognised, but not to be read: then it is nothing of ours
constexpr std::size_t looksWithCarePerPass = 256;
constexpr std::size_t mostDeferred = 65'536;

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
    connect(&m_skipped, &SkippedNames::announcedAgain, this, &KeyTriage::announceLate);
    connect(prober, &Prober::probed, this, &KeyTriage::onProbed);
    connect(prober, &Prober::progressed, this, &KeyTriage::considerDeferred);
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
        judgeAgain(key);
    for (const auto &part : parts)
        consider(part, Origin::Inventory);
    return m_rules.mayFindObjects(*before);
}

// Of a key in the store, by rules that have changed.
void KeyTriage::judgeAgain(const QByteArray &key)
{
    using Kind = NameVerdict::Kind;
    const auto kind = m_rules.present().judgeName(key).kind;
    if (kind == Kind::Ignored || kind == Kind::Companion)
        return drop(key);
    m_judgedAgain.insert(key);
    look(key, Origin::Inventory);
}

void KeyTriage::drop(const QByteArray &key)
{
    m_judgedAgain.erase(key);
    m_parts.removeOwner(key);
    m_store->remove(key);
    Q_EMIT dropped(key);
}

void KeyTriage::setAnnouncedIsNew(bool isNew)
{
    if (isNew && !m_announcedIsNew) {
        for (auto &[key, origin] : m_deferred)
            origin = Origin::Inventory; // they were announced before
    }
    if (!isNew) {
        for (auto &[key, looking] : m_origins)
            looking.origin = Origin::Inventory; // their announcements may have been late as well
    }
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
    lookWithCare();
}

// Of these only SCAN tells that they are gone. One that has become so since the pass began may have
// been made behind it.
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

// A pass does not meet a key that has gone, and not every change of one is announced.
void KeyTriage::lookWithCare()
{
    auto keys = m_skipped.tooLarge().due(std::chrono::steady_clock::now());
    keys.resize(std::min(keys.size(), looksWithCarePerPass));
    for (const auto &key : keys)
        look(key, Origin::Inventory);
}

void KeyTriage::meet(const QByteArray &key)
{
    if (!m_store->markMet(key, m_pass))
        consider(key, Origin::Inventory);
    else if (m_judgedAgain.contains(key))
        look(key, Origin::Inventory); // the connection was lost before it was answered
}

void KeyTriage::announce(const QByteArray &key)
{
    if (m_store->contains(key))
        return m_reader->want(key, ItemReader::Why::Announced);
    consider(key, Origin::Feed);
}

// It has been what it is for some time.
void KeyTriage::announceLate(const QByteArray &key)
{
    const QScopedValueRollback<bool> notNew(m_announcedIsNew, false);
    announce(key);
}

bool KeyTriage::isSkipped(const QByteArray &key, bool announced)
{
    const bool isOutside = !m_prefix.isEmpty() && !key.startsWith(m_prefix);
    return isOutside || m_skipped.contains(key, announced); // what is announced knows no prefix
}

// Names beyond what can be looked at.
bool KeyTriage::isTooMuch(const QByteArray &key, ProbeSampler::Name name, bool announced)
{
    if (m_shapes.isRefused(name))
        return true;
    if (!m_store->hasRoomFor(Family::Counter) && m_shapes.isLeftOut(name)) {
        m_leftOut += announced ? 0 : 1;
        return true;
    }
    if (!announced)
        return false;
    const bool isCrowded = m_prober->waiting() >= mostWaitingProbes;
    const auto now = std::chrono::steady_clock::now();
    if (isCrowded || (m_sharesServer && m_shapes.isAbsentAgain(name, now))) {
        passOver(key);
        return true;
    }
    return false;
}

// A pass will find it. When names like it are announced, it may be this one, once more.
void KeyTriage::passOver(const QByteArray &key)
{
    m_shapes.noteMissed(key, m_pass);
    if (!std::exchange(m_unseen, true))
        Q_EMIT missed();
}

// A key that the store does not hold.
void KeyTriage::consider(const QByteArray &key, Origin origin, bool isPrimary)
{
    const bool announced = origin == Origin::Feed;
    if (const auto *owner = m_parts.owner(key); announced && owner)
        return m_reader->want(*owner, ItemReader::Why::Announced);
    if (isSkipped(key, announced))
        return;
    const auto verdict = m_rules.present().judgeName(key);
    switch (verdict.kind) {
    case NameVerdict::Kind::Ignored:
        return;
    case NameVerdict::Kind::Companion:
        // A part's object is no part itself: a name could be peeled for ever.
        if (!isPrimary && !m_store->contains(verdict.primary))
            consider(verdict.primary, origin, true);
        return;
    case NameVerdict::Kind::Unknown: {
        const ProbeSampler::Name name(key);
        if (isTooMuch(key, name, announced))
            return;
        if (m_shapes.worthProbing(name))
            look(key, origin);
        else if (m_shapes.isUndecided(name))
            defer(key, origin);
        return;
    }
    case NameVerdict::Kind::Candidate:
        if (!isTooMuch(key, key, announced))
            look(key, origin);
        return;
    }
}

void KeyTriage::look(const QByteArray &key, Origin origin)
{
    // What was too large, or passed over, may have been there all the time.
    const bool isOld = !m_announcedIsNew || m_skipped.tooLarge().contains(key)
        || m_shapes.mayHaveMissed(key, m_pass);
    Looking looking{isOld ? Origin::Inventory : origin};
    if (origin == Origin::Feed)
        looking.announcedAt = std::chrono::steady_clock::now();
    if (m_origins.try_emplace(key, looking).second)
        enqueue(key, origin);
    else if (origin == Origin::Feed)
        m_announcedMeanwhile.insert(key); // what is being looked at may be the state before
}

void KeyTriage::lookOnceMore(const QByteArray &key)
{
    const auto origin = m_announcedIsNew ? Origin::Feed : Origin::Inventory;
    if (m_origins.try_emplace(key, Looking{origin}).second)
        enqueue(key, Origin::Feed);
}

void KeyTriage::enqueue(const QByteArray &key, Origin origin)
{
    m_prober->enqueue(key, origin == Origin::Feed ? Prober::Turn::Next : Prober::Turn::Last,
        m_skipped.tooLarge().contains(key) ? Prober::Care::Exact : Prober::Care::Usual);
}

void KeyTriage::defer(const QByteArray &key, Origin origin)
{
    if (m_deferred.size() < mostDeferred)
        m_deferred.emplace_back(key, origin);
    else
        passOver(key);
}

void KeyTriage::considerDeferred()
{
    for (const auto &[key, origin] : std::exchange(m_deferred, {})) {
        if (!m_store->contains(key))
            consider(key, origin);
    }
}

void KeyTriage::onProbed(const Probe &probe)
{
    m_shapes.noteAnswer(probe.key);
    const auto entry = m_origins.extract(probe.key);
    const Looking looking = entry.empty() ? Looking{Origin::Inventory} : entry.mapped();
    const bool changed = m_announcedMeanwhile.erase(probe.key) > 0;
    const bool isNew = looking.origin == Origin::Feed;
    if (probe.type != KeyType::None)
        m_shapes.notePresent(probe.key);
    else if (isNew)
        m_shapes.noteAbsent(probe.key);
    const auto recognition =
        probe.type == KeyType::None ? std::nullopt : m_rules.present().recognise(probe, m_time);
    if (m_judgedAgain.erase(probe.key) > 0)
        conclude(probe, recognition);
    if (!recognition) {
        m_skipped.tooLarge().remove(probe.key);
        if (probe.type != KeyType::None)
            m_skipped.dismiss(probe.key);
        else
            m_skipped.noteGone(probe.key);
        if (changed)
            announce(probe.key);
        return;
    }
    m_shapes.recognised(probe.key);
    if (!m_store->add(*recognition, looking.origin)) {
        m_leftOut += isNew ? 0 : 1;
        m_shapes.noteLeftOut(probe.key);
        return;
    }
    if (looking.announcedAt)
        Q_EMIT found(probe.key);
    if (recognition->confidence == Confidence::Possible && probe.ttl.isPersistent())
        m_store->setGuessedWithoutTtl(recognition->primary, true);
    if (recognition->primary != probe.key)
        m_parts.add(probe.key, recognition->primary);
    m_store->markMet(recognition->primary, m_pass);
    m_reader->want(recognition->primary, ItemReader::Why::Asked,
        looking.announcedAt.value_or(std::chrono::steady_clock::now()));
}

// What the store holds is known by the rules before.
void KeyTriage::conclude(const Probe &probe, const std::optional<Recognition> &recognition)
{
    if (recognition)
        m_store->reclassify(*recognition);
    else if (probe.type != KeyType::None)
        drop(probe.key);
}

void KeyTriage::noteRead(const QByteArray &key, bool hasDeadline)
{
    if (!m_mismatches.empty())
        m_mismatches.erase(key);
    if (m_skipped.tooLarge().size() > 0)
        m_skipped.tooLarge().remove(key);
    // INCR, and EXPIRE a moment later: what looked like a counter may be a window.
    if (hasDeadline && m_store->isGuessedWithoutTtl(key)) {
        m_store->setGuessedWithoutTtl(key, false);
        lookOnceMore(key);
    }
}

void KeyTriage::onMismatched(const QByteArray &key)
{
    m_parts.removeOwner(key);
    Q_EMIT dropped(key);
    if (++m_mismatches[key] > mostMismatches)
        m_skipped.dismiss(key);
    else
        lookOnceMore(key);
}

void KeyTriage::onRefused(const QByteArray &key)
{
    m_origins.erase(key);
    m_announcedMeanwhile.erase(key);
    m_skipped.refuse(key);
    m_shapes.noteAnswer(key);
    m_shapes.noteRefused(key);
}

void KeyTriage::onTooLarge(const QByteArray &key)
{
    const bool changed = m_announcedMeanwhile.erase(key) > 0;
    m_origins.erase(key);
    m_skipped.tooLarge().add(key, std::chrono::steady_clock::now());
    m_parts.removeOwner(key);
    m_store->remove(key); // its holders may still hold it
    Q_EMIT dropped(key);
    if (changed)
        announce(key);
}

// It is not asked for again unless this node announces it.
void KeyTriage::onMovedAway(const QByteArray &key)
{
    m_origins.erase(key);
    m_announcedMeanwhile.erase(key);
    m_parts.removeOwner(key);
    m_skipped.dismiss(key);
    Q_EMIT dropped(key);
}

void KeyTriage::stop()
{
    m_origins.clear();
    m_announcedMeanwhile.clear();
    m_deferred.clear();
    m_skipped.stop();
}

void KeyTriage::forgetNothings()
{
    m_skipped.forgetNothings();
    m_shapes = {};
}

void KeyTriage::forgetGone(const std::vector<QByteArray> &keys)
{
    for (const auto &key : keys) {
        m_judgedAgain.erase(key);
        m_parts.removeOwner(key);
    }
}

} // namespace lockstep
