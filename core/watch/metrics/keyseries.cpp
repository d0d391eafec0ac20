#include "core/watch/metrics/keyseries.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/items/comparison.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr MetricFamily keyHeldFamily{"lockstep_key_held", MetricType::Gauge, "",
    "Whether somebody holds the lock, or a permit of the semaphore. A key that is not there has no "
    "series."};
constexpr MetricFamily keyHoldFamily{"lockstep_key_hold_seconds", MetricType::Gauge, "seconds",
    "For how long the present holder has had the lock, as far as was seen or its token tells."};
constexpr MetricFamily keyRenewalsFamily{"lockstep_key_hold_renewals", MetricType::Gauge, "",
    "How often the present holder was seen to renew its lease."};
constexpr MetricFamily keyWaitersFamily{"lockstep_key_waiters", MetricType::Gauge, "",
    "How many wait for the lock, where its library shows it."};
constexpr MetricFamily keyUsedFamily{
    "lockstep_key_limit_used", MetricType::Gauge, "", "How much of the rate limit is used."};
constexpr MetricFamily keyLimitFamily{"lockstep_key_limit", MetricType::Gauge, "",
    "How much the rate limit allows, where that is known."};
constexpr MetricFamily keyValueFamily{"lockstep_key_value", MetricType::Gauge, "",
    "The value of the counter, or how many members it has."};
constexpr MetricFamily keyTtlFamily{"lockstep_key_ttl_seconds", MetricType::Gauge, "seconds",
    "How long the key stays if nobody renews it. A key without a time to live has no sample."};

// The key as a text, and in Base64 where the text is not exactly its bytes, as in the JSON: two
// keys never have the same labels.
struct KeyLabels
{
    explicit KeyLabels(const QByteArray &key)
        : text(textOrEscaped(key).toUtf8())
        , base64(text == key ? QByteArray() : key.toBase64())
    {
    }
    QByteArray text;
    QByteArray base64;
};

// A sample of each of the items for which valueOf() has one.
template <typename Value>
void writeFamily(
    MetricsText *text, const MetricFamily &family, const std::vector<ItemPtr> &items, Value valueOf)
{
    text->begin(family);
    for (const ItemPtr &item : items) {
        const std::optional<double> value = valueOf(*item);
        if (!value)
            continue;
        const KeyLabels key(item->key);
        text->add(*value, {{"key", key.text}, {"key_base64", key.base64}});
    }
}

// Whether the lock has one present hold, with an age and renewals. A semaphore has none: its
// permits come and go independently of each other.
bool isOneHold(const Item &lock, Instant now)
{
    const LockState state = lockState(lock, now);
    return state != LockState::Unknown && state != LockState::Free && !isPermits(lock.reading);
}

// Whether somebody holds the lock; nothing if that is not known.
std::optional<bool> isKeyHeld(const Item &lock, Instant now)
{
    const LockState state = lockState(lock, now);
    return state == LockState::Unknown ? std::nullopt : std::optional(state != LockState::Free);
}

std::optional<double> keyValue(const Item &item)
{
    return item.reading.value;
}

} // namespace

KeySeries::KeySeries(const Snapshot &snapshot, const std::vector<Rule> &rules)
{
    const auto last = std::find_if(
        rules.rbegin(), rules.rend(), [](const Rule &rule) { return rule.hasMetrics; });
    m_rules.assign(rules.begin(), last.base());
    if (!isAskedFor())
        return;
    choose(snapshot.locks, &m_locks);
    choose(snapshot.buckets, &m_buckets);
    choose(snapshot.counters, &m_counters);
}

std::size_t KeySeries::chosenCount() const
{
    return m_locks.size() + m_buckets.size() + m_counters.size();
}

void KeySeries::choose(const Snapshot::Items &items, std::vector<ItemPtr> *chosen)
{
    for (const ItemPtr &item : *items) {
        const Rule *const rule = ruleFor(m_rules, item->key);
        if (!rule || !rule->hasMetrics)
            continue;
        if (chosenCount() < mostKeys && item->key.size() <= mostKeyBytes)
            chosen->push_back(item);
        else
            ++m_leftOut;
    }
}

void KeySeries::write(MetricsText *text, Instant now) const
{
    using Number = std::optional<double>;
    writeFamily(text, keyHeldFamily, m_locks, [now](const Item &lock) -> Number {
        const std::optional<bool> isHeld = isKeyHeld(lock, now);
        return isHeld ? Number(*isHeld ? 1 : 0) : Number();
    });
    writeFamily(text, keyHoldFamily, m_locks, [now](const Item &lock) -> Number {
        return isOneHold(lock, now) ? Number(MetricsText::seconds(heldFor(lock, now))) : Number();
    });
    writeFamily(text, keyRenewalsFamily, m_locks, [now](const Item &lock) -> Number {
        // A renewal is seen as a deadline that moves up, so where the TTL is not known, or the lock
        // was not watched for long enough, the number of renewals is not known either.
        const bool isKnown =
            isOneHold(lock, now) && isFollowed(lock, now) && hasLease(lock).has_value();
        return isKnown ? Number(lock.renewals) : Number();
    });
    writeFamily(text, keyWaitersFamily, m_locks, [](const Item &lock) -> Number {
        return lock.reading.waiters ? Number(*lock.reading.waiters) : Number();
    });
    writeFamily(text, keyUsedFamily, m_buckets, keyValue);
    writeFamily(text, keyLimitFamily, m_buckets,
        [](const Item &item) -> Number { return item.reading.limit; });
    writeFamily(text, keyValueFamily, m_counters, keyValue);
    // This family has keys of all three kinds. It is written last and at once, because the samples
    // of a family have to stand together.
    std::vector<ItemPtr> all = m_locks;
    all.insert(all.end(), m_buckets.begin(), m_buckets.end());
    all.insert(all.end(), m_counters.begin(), m_counters.end());
    writeFamily(text, keyTtlFamily, all, [now](const Item &item) -> Number {
        const auto left = item.reading.ttl.remaining(now);
        return left ? Number(MetricsText::seconds(*left)) : Number();
    });
}

} // namespace lockstep
