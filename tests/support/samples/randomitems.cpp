#include "tests/support/samples/randomitems.h"

#include "tests/support/samples/sampleitems.h"

#include <QRandomGenerator>

namespace lockstep::sample {

Snapshot::Items published(const ItemsByKey &items)
{
    std::vector<ItemPtr> list;
    for (const auto &[key, item] : items)
        list.push_back(item);
    return std::make_shared<const std::vector<ItemPtr>>(std::move(list));
}

NewItemPtr randomItem(const QByteArray &key, Family family, Instant now, QRandomGenerator &random)
{
    static const FormatPtr formats[] = {format(Family::Counter, {}, QStringLiteral("set")),
        format(Family::Bucket, QStringLiteral("limits"), QStringLiteral("fixed window")),
        format(Family::Lock, QStringLiteral("Redisson"), QStringLiteral("lock"))};
    auto item = makeItem();
    item->key = key;
    item->format = formats[static_cast<std::size_t>(family)];
    item->readAt = now;
    item->firstSeen = now - std::chrono::seconds(random.bounded(5));
    item->reading.value = random.bounded(4);
    if (random.bounded(3) > 0)
        item->reading.limit = 3;
    item->reading.ttl = random.bounded(5) == 0
        ? Ttl::persistent()
        : Ttl::until(now + Milliseconds(random.bounded(6) * 100));
    item->reading.holder.emplace().token = QByteArray::number(random.bounded(3));
    item->longestLease = 500;
    return item;
}

} // namespace lockstep::sample
