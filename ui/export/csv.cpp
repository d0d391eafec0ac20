// Keys and holders are foreign text, and spreadsheets execute cells that begin like a formula, so
// such cells get an apostrophe in front. Numbers are ours and stay numbers, also negative ones.

#include "ui/export/csv.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/jsonids.h"

#include <algorithm>
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

QString truthOf(bool is)
{
    return is ? QStringLiteral("true") : QStringLiteral("false");
}

bool startsAFormula(const QString &cell)
{
    return !cell.isEmpty() && QStringLiteral("=+-@\t\r").contains(cell.front());
}

QStringList row(const Item &item, Family family, const Snapshot &snapshot)
{
    const Reading &reading = item.reading;
    const bool isLock = family == Family::Lock;
    const bool held = isLock && reading.holder;
    return {
        familyId(family),
        csvCell(textOrEscaped(item.key)),
        csvCell(item.name),
        csvCell(item.format ? item.format->library() : QString()),
        csvCell(item.format ? item.format->kind() : QString()),
        stateOf(item, family, snapshot.takenAt),
        number(reading.value),
        number(reading.limit),
        milliseconds(reading.window),
        milliseconds(reading.ttl.remaining(snapshot.takenAt)),
        held ? milliseconds(heldFor(item, snapshot.takenAt)) : QString(),
        held ? truthOf(ageBound(item) == AgeBound::Exact) : QString(),
        isLock ? QString::number(item.renewals) : QString(),
        reading.waiters ? QString::number(*reading.waiters) : QString(),
        held ? csvCell(textOrEscaped(reading.holder->token)) : QString(),
        held ? ageBoundId(ageBound(item)) : QString(),
        confidenceId(item.confidence),
    };
}

// source: the cells that are the same in every row.
void addRows(QByteArray &csv, const Snapshot::Items &items, Family family, const Snapshot &snapshot,
    const QStringList &source)
{
    for (const ItemPtr &item : *items)
        csv += (row(*item, family, snapshot) + source).join(QLatin1Char(',')).toUtf8() + "\r\n";
}

} // namespace

QString csvCell(const QString &text)
{
    QString cell = text;
    cell.replace(QChar(0), QLatin1String("\\x00"));
    if (startsAFormula(cell))
        cell.prepend(QLatin1Char('\''));
    const bool quoted = std::any_of(
        cell.begin(), cell.end(), [](QChar c) { return QStringLiteral(",;\t\"\n\r").contains(c); });
    if (!quoted)
        return cell;
    cell.replace(QLatin1String("\""), QLatin1String("\"\""));
    return QLatin1Char('"') + cell + QLatin1Char('"');
}

QString tsvCell(const QString &text)
{
    QString cell = text;
    for (const char separator : {'\t', '\n', '\r'})
        cell.replace(QLatin1Char(separator), QLatin1Char(' '));
    bool isNumber = false;
    text.toDouble(&isNumber);
    return startsAFormula(text) && !isNumber ? QLatin1Char('\'') + cell : cell;
}

QByteArray snapshotToCsv(const Snapshot &snapshot)
{
    QByteArray csv("family,key,name,library,kind,state,value,limit,windowMs,ttlMs,ageMs,ageKnown,"
                   "renewals,waiters,holder,ageIs,confidence,at,server\r\n");
    const QStringList source{utcText(snapshot.takenAtUtc), csvCell(snapshot.status.address)};
    addRows(csv, snapshot.counters, Family::Counter, snapshot, source);
    addRows(csv, snapshot.buckets, Family::Bucket, snapshot, source);
    addRows(csv, snapshot.locks, Family::Lock, snapshot, source);
    return csv;
}

} // namespace lockstep
