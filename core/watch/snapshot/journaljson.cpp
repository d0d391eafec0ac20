// One writer for the command line, the window and recordings, so that all give the same JSON.

#include "core/watch/snapshot/journaljson.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/jsonvalues.h"

namespace lockstep {

namespace {

// What only the line of an alert has.
void insertAlert(QJsonObject &object, const JournalEntry &entry)
{
    insertRule(object, *entry.alert);
    object.insert(QLatin1String("since"), utcText(entry.since));
    object.insert(QLatin1String("sinceIs"), ageBoundId(entry.sinceIs));
    object.insert(QLatin1String("confidence"), QJsonValue());
    if (!entry.isFamilyKnown)
        object.insert(QLatin1String("family"), QJsonValue());
    if (entry.kind == JournalEntry::Kind::Resolved)
        object.insert(QLatin1String("end"), alertEndId(entry.alertEnd));
}

} // namespace

QJsonObject journalEntryToJson(const JournalEntry &entry)
{
    const bool ofAKey =
        entry.kind != JournalEntry::Kind::Unseen && entry.kind != JournalEntry::Kind::Restarted;
    QJsonObject object{
        {QStringLiteral("at"), utcText(entry.at)},
        {QStringLiteral("event"), journalKindId(entry.kind)},
        {QStringLiteral("family"), ofAKey ? QJsonValue(familyId(entry.family)) : QJsonValue()},
        {QStringLiteral("key"), QJsonValue()},
        {QStringLiteral("confidence"),
            ofAKey ? QJsonValue(confidenceId(entry.confidence)) : QJsonValue()},
        {QStringLiteral("library"), jsonText(entry.library)},
        {QStringLiteral("ttlBeforeMs"), jsonMilliseconds(entry.ttlBefore)},
        {QStringLiteral("ttlAfterMs"), jsonMilliseconds(entry.ttlAfter)},
        {QStringLiteral("value"), jsonNumber(entry.value, entry.largeInteger)},
        {QStringLiteral("limit"), jsonNumber(entry.limit)},
    };
    if (ofAKey)
        insertBytes(object, QStringLiteral("key"), entry.key);
    insertHolder(object, QStringLiteral("holder"), entry.holder);
    insertHolder(object, QStringLiteral("previous"), entry.previous);
    if (!entry.primary.isEmpty())
        object.insert(QStringLiteral("primary"), entry.primary);
    if (!entry.node.isEmpty())
        object.insert(QStringLiteral("node"), entry.node);
    if (!entry.slotRanges.isEmpty())
        object.insert(QStringLiteral("slots"), entry.slotRanges);
    if (entry.kind == JournalEntry::Kind::Unseen) {
        const bool isSinceKnown = entry.gap != JournalEntry::Gap::Permissions;
        object.insert(QStringLiteral("cause"), gapId(entry.gap));
        object.insert(QStringLiteral("since"),
            isSinceKnown ? QJsonValue(utcText(entry.since)) : QJsonValue());
    }
    if (entry.maybeMissed)
        object.insert(QStringLiteral("maybeMissed"),
            QJsonObject{{QStringLiteral("since"), utcText(entry.maybeMissed->since)},
                {QStringLiteral("until"), utcText(entry.maybeMissed->until)}});
    if (entry.alert)
        insertAlert(object, entry);
    return object;
}

JournalEntry counterChange(const Item &item, const Snapshot &snapshot)
{
    JournalEntry entry;
    entry.family = Family::Counter;
    entry.confidence = item.confidence;
    entry.at = snapshot.takenAtUtc
        - std::chrono::duration_cast<std::chrono::system_clock::duration>(
            snapshot.takenAt - item.readAt);
    entry.key = item.key;
    entry.library = item.format ? item.format->library() : QString();
    entry.value = item.reading.value;
    entry.largeInteger = largeInteger(item.reading);
    entry.limit = item.reading.limit;
    return entry;
}

QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot)
{
    QJsonObject object = journalEntryToJson(counterChange(item, snapshot));
    object.insert(QLatin1String("event"), QLatin1String("changed"));
    return object;
}

} // namespace lockstep
