#include "ui/export/snapshotcsv.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/jsonids.h"
#include "ui/export/csvcell.h"

#include <array>
#include <cmath>

namespace lockstep {

namespace {

QString number(const std::optional<double> &value)
{
    if (!value || !std::isfinite(*value))
        return {};
    return QString::number(*value, 'f', QLocale::FloatingPointShortest);
}

QString milliseconds(const std::optional<Milliseconds> &duration)
{
    return duration ? QString::number(duration->count()) : QString();
}

QString stateOf(const Item &item, Family family, Instant now)
{
    switch (family) {
    case Family::Counter:
        return {};
    case Family::Bucket:
        return bucketStateId(bucketState(item));
    case Family::Lock:
        return lockStateId(lockState(item, now));
    }
    return {};
}

QString truthOf(const std::optional<bool> &value)
{
    if (!value)
        return {};
    return *value ? QStringLiteral("true") : QStringLiteral("false");
}

// An item and what its cells are made from.
struct Row
{
    const Item &item;
    const Reading &reading;
    Family family;
    const Snapshot &snapshot;

    [[nodiscard]] bool isLock() const { return family == Family::Lock; }
    [[nodiscard]] bool isHeld() const { return isLock() && reading.holder; }
};

struct Column
{
    const char *name; // as in the snapshot's JSON
    QString (*cell)(const Row &row);
};

constexpr std::array snapshotColumns{
    Column{"family", [](const Row &row) { return familyId(row.family); }},
    Column{"key", [](const Row &row) { return csvCell(textOrEscaped(row.item.key)); }},
    Column{"name", [](const Row &row) { return csvCell(row.item.name); }},
    Column{"library",
        [](const Row &row) {
            return csvCell(row.item.format ? row.item.format->library() : QString());
        }},
    Column{"kind",
        [](const Row &row) {
            return csvCell(row.item.format ? row.item.format->kind() : QString());
        }},
    Column{"state",
        [](const Row &row) { return stateOf(row.item, row.family, row.snapshot.takenAt); }},
    Column{"value",
        [](const Row &row) {
            const auto large = largeInteger(row.reading);
            return large ? QString::number(*large) : number(row.reading.value);
        }},
    Column{"limit", [](const Row &row) { return number(row.reading.limit); }},
    Column{"windowMs", [](const Row &row) { return milliseconds(row.reading.window); }},
    Column{"ttlMs",
        [](const Row &row) {
            return milliseconds(row.reading.ttl.remaining(row.snapshot.takenAt));
        }},
    Column{"ageMs",
        [](const Row &row) {
            return row.isHeld() ? milliseconds(heldFor(row.item, row.snapshot.takenAt)) : QString();
        }},
    Column{"ageKnown",
        [](const Row &row) {
            return row.isHeld() ? truthOf(ageBound(row.item) == AgeBound::Exact) : QString();
        }},
    Column{"renewals",
        [](const Row &row) {
            return row.isLock() && isFollowed(row.item, row.snapshot.takenAt)
                ? QString::number(row.item.renewals)
                : QString();
        }},
    Column{"waiters",
        [](const Row &row) {
            return row.reading.waiters ? QString::number(*row.reading.waiters) : QString();
        }},
    Column{"holder",
        [](const Row &row) {
            return row.isHeld() ? csvCell(textOrEscaped(row.reading.holder->token)) : QString();
        }},
    Column{"ageIs",
        [](const Row &row) { return row.isHeld() ? ageBoundId(ageBound(row.item)) : QString(); }},
    Column{"confidence", [](const Row &row) { return confidenceId(row.item.confidence); }},
    Column{"at", [](const Row &row) { return utcText(row.snapshot.takenAtUtc); }},
    Column{"server", [](const Row &row) { return csvCell(row.snapshot.status.address); }},
    Column{"expires",
        [](const Row &row) { return row.isLock() ? truthOf(hasLease(row.item)) : QString(); }},
    Column{"timeLeftMs",
        [](const Row &row) {
            return row.isLock() ? milliseconds(timeLeft(row.item, row.snapshot.takenAt))
                                : QString();
        }},
};

void addRows(QByteArray &csv, const Snapshot::Items &items, Family family, const Snapshot &snapshot)
{
    for (const ItemPtr &item : *items) {
        QStringList cells;
        for (const Column &column : snapshotColumns)
            cells << column.cell({*item, item->reading, family, snapshot});
        csv += cells.join(QLatin1Char(',')).toUtf8() + "\r\n";
    }
}

} // namespace

QByteArray snapshotToCsv(const Snapshot &snapshot)
{
    QByteArrayList names;
    for (const Column &column : snapshotColumns)
        names << column.name;
    QByteArray csv = names.join(',') + "\r\n";
    addRows(csv, snapshot.counters, Family::Counter, snapshot);
    addRows(csv, snapshot.buckets, Family::Bucket, snapshot);
    addRows(csv, snapshot.locks, Family::Lock, snapshot);
    return csv;
}

} // namespace lockstep
