// How rows are written, and read again, column by column in the order of recordingschema.cpp. What
// few rows have is one JSON object, `detail`, absent where it would be empty.

#include "core/watch/recorder/recordingrows.h"

#include "core/watch/formats/formatdata.h"
#include "core/watch/recorder/recordedgap.h"
#include "core/watch/snapshot/jsonids.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

using Knowledge = ObjectState::Knowledge;

// The values are those of the file: none may be changed.
enum StateBit : int {
    KnowledgeBits = 7,
    BeginIsSeen = 8,
    ValueIsEstimate = 16,
    LimitIsInferred = 32,
    IsOver = 64,
    HasPermits = 128,
    // Of an unsure one both are set: a program that knows the first alone takes it for an age that
    // may be less.
    SinceIsRequest = 256,
    SinceIsUnsure = 512,
};
constexpr qint64 persistentTtl = -1; // as PTTL has it
constexpr qint64 missingTtl = -2;

template <typename Number> QVariant orNull(const std::optional<Number> &number)
{
    return number ? QVariant(qint64(*number)) : QVariant();
}

QVariant detailOf(const QJsonObject &object)
{
    if (object.isEmpty())
        return {};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject detailFrom(const QVariant &column)
{
    return QJsonDocument::fromJson(column.toString().toUtf8()).object();
}

// Whole numbers as such: they are shorter, and exact beyond 2^53.
QVariant numberOf(const std::optional<double> &value, const std::optional<qint64> &large = {})
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (large)
        return *large;
    if (!value)
        return {};
    if (std::abs(*value) <= exact && std::trunc(*value) == *value)
        return qint64(*value);
    return *value;
}

std::optional<double> numberFrom(const QVariant &column)
{
    return column.isNull() ? std::nullopt : std::optional(column.toDouble());
}

std::optional<qint64> largeFrom(const QVariant &column)
{
    constexpr qint64 exact = qint64(1) << 53;
    if (column.typeId() != QMetaType::LongLong || std::abs(column.toLongLong()) < exact)
        return {};
    return column.toLongLong();
}

std::optional<qint64> integerFrom(const QVariant &column)
{
    return column.isNull() ? std::nullopt : std::optional(column.toLongLong());
}

std::optional<qint64> integerFrom(const QJsonObject &detail, const char *field)
{
    const auto value = detail.value(QLatin1String(field));
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

std::optional<Milliseconds> durationFrom(const std::optional<qint64> &count)
{
    return count ? std::optional(Milliseconds(*count)) : std::nullopt;
}

template <typename Enum, typename List>
Enum wordFrom(const QString &word, const List &all, QString (*idOf)(Enum))
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](Enum each) { return idOf(each) == word; });
    return found == all.end() ? Enum() : *found;
}

constexpr std::array allSeverities{Severity::Info, Severity::Warning, Severity::Critical};

void insertText(QJsonObject &detail, const char *field, const QString &text)
{
    if (!text.isEmpty())
        detail.insert(QLatin1String(field), text);
}

void insertCount(QJsonObject &detail, const char *field, const std::optional<Milliseconds> &length)
{
    if (length)
        detail.insert(QLatin1String(field), qint64(length->count()));
}

void insertAlert(QJsonObject &detail, const JournalEntry &entry)
{
    insertText(detail, "alert", entry.alert->name);
    insertText(detail, "severity", severityId(entry.alert->severity));
    insertText(detail, "when", entry.alert->when.text());
    detail.insert(QLatin1String("since"), SnapshotClock::wallOf(entry.since));
    // A program that does not know sinceIs takes whatever is not exact for a lower bound.
    detail.insert(QLatin1String("sinceIsAtLeast"), entry.sinceIs != AgeBound::Exact);
    insertText(detail, "sinceIs", ageBoundId(entry.sinceIs));
    if (entry.kind == JournalEntry::Kind::Resolved)
        insertText(detail, "end", alertEndId(entry.alertEnd));
}

void takeAlert(JournalEntry &entry, const QJsonObject &detail)
{
    const QString name = detail.value(u"alert").toString();
    if (name.isEmpty())
        return;
    auto rule = std::make_shared<AlertRule>();
    QString expected;
    rule->name = name;
    rule->severity = wordFrom(detail.value(u"severity").toString(), allSeverities, &severityId);
    rule->when =
        alertConditionFrom(detail.value(u"when").toString(), &expected).value_or(AlertCondition());
    entry.alert = rule;
    entry.since = utcInstant(detail.value(u"since").toInteger());
    const QString sinceIs = detail.value(u"sinceIs").toString();
    entry.sinceIs = !sinceIs.isEmpty()             ? wordFrom(sinceIs, allAgeBounds, &ageBoundId)
        : detail.value(u"sinceIsAtLeast").toBool() ? AgeBound::AtLeast
                                                   : AgeBound::Exact;
    entry.alertEnd = wordFrom(detail.value(u"end").toString(), allAlertEnds, &alertEndId);
}

QVariant numberInDetail(const QJsonObject &detail, const char *field)
{
    const QJsonValue value = detail.value(QLatin1String(field));
    if (!value.isDouble())
        return {};
    return value.toVariant();
}

void insertNumber(QJsonObject &detail, const char *field, const QVariant &number)
{
    if (!number.isNull())
        detail.insert(QLatin1String(field), QJsonValue::fromVariant(number));
}

Result<void> insertPermits(QJsonObject &detail, const ObjectState &state, const HolderId &idOf)
{
    QJsonArray permits;
    for (const auto &permit : state.permits) {
        const auto id = idOf(permit.holder);
        if (!id)
            return tl::unexpected(id.error());
        permits.append(QJsonArray{*id, permit.ends ? QJsonValue(*permit.ends) : QJsonValue()});
    }
    if (!permits.isEmpty())
        detail.insert(QLatin1String("permits"), permits);
    return {};
}

} // namespace

QVariantList rowOf(const RecordedItem &item)
{
    QJsonObject detail;
    insertText(detail, "name", item.name);
    insertText(detail, "confidence",
        item.confidence == Confidence::Possible ? confidenceId(item.confidence) : QString());
    if (item.format) {
        insertText(detail, "library", item.format->library());
        insertText(detail, "kind", item.format->kind());
        const std::pair<const char *, bool> traits[] = {
            {"presence", item.format->countsPresence()},
            {"persistentIsNormal", item.format->persistentIsNormal()},
            {"heldForever", item.format->heldForever()},
        };
        for (const auto &[field, isSo] : traits) {
            if (isSo)
                detail.insert(QLatin1String(field), true);
        }
    }
    return {item.id, item.key, item.isFamilyKnown ? QVariant(familyId(item.family)) : QVariant(),
        detailOf(detail)};
}

RecordedItem itemFrom(const QVariantList &row)
{
    constexpr std::array families{Family::Counter, Family::Bucket, Family::Lock};
    const QJsonObject detail = detailFrom(row[3]);
    RecordedItem item;
    item.id = row[0].toLongLong();
    item.key = row[1].toByteArray();
    item.isFamilyKnown = !row[2].isNull();
    item.family = wordFrom(row[2].toString(), families, &familyId);
    item.name = detail.value(u"name").toString();
    item.confidence = detail.contains(u"confidence") ? Confidence::Possible : Confidence::Certain;
    auto format = std::make_shared<FormatData>();
    format->family = item.family;
    format->library = detail.value(u"library").toString();
    format->kind = format->id = detail.value(u"kind").toString();
    format->countsPresence = detail.value(u"presence").toBool();
    format->persistentIsNormal = detail.value(u"persistentIsNormal").toBool();
    format->heldForever = detail.value(u"heldForever").toBool();
    item.format = FormatPtr(new Format(std::move(format)));
    return item;
}

QVariantList rowOf(qint64 id, const Holder &holder)
{
    QJsonObject detail;
    insertText(detail, "host", holder.host);
    insertText(detail, "process", holder.process);
    insertText(detail, "thread", holder.thread);
    return {id, holder.token, detailOf(detail)};
}

Holder holderFrom(const QVariantList &row)
{
    const QJsonObject detail = detailFrom(row[2]);
    Holder holder;
    holder.token = row[1].toByteArray();
    holder.host = detail.value(u"host").toString();
    holder.process = detail.value(u"process").toString();
    holder.thread = detail.value(u"thread").toString();
    return holder;
}

Result<QVariantList> rowOf(qint64 id, const JournalEntry &entry, std::optional<qint64> item,
    const Lateness &late, const HolderId &idOf)
{
    QJsonObject detail;
    insertCount(detail, "late", late);
    std::optional<qint64> holder;
    if (entry.holder) {
        const auto found = idOf(*entry.holder);
        if (!found)
            return tl::unexpected(found.error());
        holder = *found;
    }
    if (entry.previous) {
        const auto found = idOf(*entry.previous);
        if (!found)
            return tl::unexpected(found.error());
        detail.insert(QLatin1String("previous"), *found);
    }
    insertCount(detail, "before", entry.ttlBefore);
    insertNumber(detail, "value", numberOf(entry.value, entry.largeInteger));
    insertNumber(detail, "limit", numberOf(entry.limit));
    insertText(detail, "primary", entry.primary);
    insertText(detail, "node", entry.node);
    insertText(detail, "slots", entry.slotRanges);
    if (entry.kind == JournalEntry::Kind::Unseen) {
        insertText(detail, "cause", gapId(entry.gap));
        if (entry.gap != JournalEntry::Gap::Permissions)
            detail.insert(QLatin1String("since"), SnapshotClock::wallOf(entry.since));
    }
    if (entry.alert)
        insertAlert(detail, entry);
    return QVariantList{id, SnapshotClock::wallOf(entry.at), orNull(item), int(entry.kind),
        orNull(holder), entry.ttlAfter ? QVariant(qint64(entry.ttlAfter->count())) : QVariant(),
        detailOf(detail)};
}

Result<JournalEntry> entryFrom(
    const QVariantList &row, const RecordedItem *item, const HolderWithId &holderOf)
{
    const QJsonObject detail = detailFrom(row[6]);
    JournalEntry entry;
    entry.at = utcInstant(rowTime(row));
    entry.kind = rowKind(row);
    if (item) {
        entry.family = item->family;
        entry.isFamilyKnown = item->isFamilyKnown;
        entry.confidence = item->confidence;
        entry.key = item->key;
        entry.name = item->name;
        entry.library = item->format->library();
    }
    if (const auto id = integerFrom(row[4])) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        entry.holder = std::move(*holder);
    }
    if (const auto id = integerFrom(detail, "previous")) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        entry.previous = std::move(*holder);
    }
    entry.ttlAfter = durationFrom(integerFrom(row[5]));
    entry.ttlBefore = durationFrom(integerFrom(detail, "before"));
    const QVariant value = numberInDetail(detail, "value");
    entry.value = numberFrom(value);
    entry.largeInteger = largeFrom(value);
    entry.limit = numberFrom(numberInDetail(detail, "limit"));
    entry.primary = detail.value(u"primary").toString();
    entry.node = detail.value(u"node").toString();
    entry.slotRanges = detail.value(u"slots").toString();
    if (entry.kind == JournalEntry::Kind::Unseen) {
        entry.gap = journalGapFrom(detail.value(u"cause").toString())
                        .value_or(JournalEntry::Gap::Connection);
        entry.since = utcInstant(detail.value(u"since").toInteger());
    }
    takeAlert(entry, detail);
    return entry;
}

Result<QVariantList> rowOf(qint64 id, WallMilliseconds at, qint64 item, const ObjectState &state,
    const Lateness &late, const HolderId &idOf)
{
    QJsonObject detail;
    insertCount(detail, "late", late);
    std::optional<qint64> holder;
    if (state.holder) {
        const auto found = idOf(*state.holder);
        if (!found)
            return tl::unexpected(found.error());
        holder = *found;
    }
    if (const auto inserted = insertPermits(detail, state, idOf); !inserted)
        return tl::unexpected(inserted.error());
    insertNumber(detail, "remaining", numberOf(state.remaining));
    insertCount(detail, "window", state.window);
    if (state.resetsAt)
        detail.insert(QLatin1String("resetsAt"), *state.resetsAt);
    if (state.holder && state.heldSince)
        detail.insert(QLatin1String("heldSince"), *state.heldSince);
    const int bits = int(state.knowledge) | (state.beginIsSeen ? BeginIsSeen : 0)
        | (state.valueIsEstimate ? ValueIsEstimate : 0)
        | (state.limitIsInferred ? LimitIsInferred : 0) | (state.isOver ? IsOver : 0)
        | (state.hasPermits ? HasPermits : 0) | (state.heldSinceIsRequest ? SinceIsRequest : 0)
        | (state.heldSinceIsUnsure ? SinceIsUnsure | SinceIsRequest : 0);
    const QVariant ttl = state.ttl == Ttl::Kind::Remaining
        ? QVariant(std::max<qint64>(0, state.deadline - at))
        : state.ttl == Ttl::Kind::Persistent ? QVariant(persistentTtl)
        : state.ttl == Ttl::Kind::Missing    ? QVariant(missingTtl)
                                             : QVariant();
    const bool isHeld = state.holder.has_value();
    return QVariantList{id, at, item, bits, numberOf(state.value, state.largeInteger),
        numberOf(state.limit), ttl, orNull(holder),
        isHeld ? QVariant(at - state.since) : QVariant(),
        isHeld ? QVariant(state.renewals) : QVariant(),
        isHeld ? QVariant(state.longestLease) : QVariant(), orNull(state.waiters),
        detailOf(detail)};
}

Lateness latenessOf(const QVariantList &event)
{
    return event[6].isNull() ? Lateness() : durationFrom(integerFrom(detailFrom(event[6]), "late"));
}

bool rowHasPermits(const QVariantList &reading)
{
    return reading[3].toInt() & HasPermits;
}

Result<ObjectState> stateFrom(const QVariantList &row, const HolderWithId &holderOf)
{
    const WallMilliseconds at = rowTime(row);
    const int bits = row[3].toInt();
    ObjectState state;
    state.knowledge = Knowledge(bits & KnowledgeBits);
    state.beginIsSeen = bits & BeginIsSeen;
    state.valueIsEstimate = bits & ValueIsEstimate;
    state.limitIsInferred = bits & LimitIsInferred;
    state.isOver = bits & IsOver;
    state.hasPermits = bits & HasPermits;
    state.heldSinceIsUnsure = bits & SinceIsUnsure;
    state.heldSinceIsRequest = (bits & SinceIsRequest) && !state.heldSinceIsUnsure;
    state.value = numberFrom(row[4]);
    state.largeInteger = largeFrom(row[4]);
    state.limit = numberFrom(row[5]);
    if (const auto ttl = integerFrom(row[6])) {
        state.ttl = *ttl == persistentTtl ? Ttl::Kind::Persistent
            : *ttl == missingTtl          ? Ttl::Kind::Missing
                                          : Ttl::Kind::Remaining;
        state.deadline = at + *ttl;
    }
    if (const auto id = integerFrom(row[7])) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        state.holder = std::move(*holder);
    }
    state.since = at - row[8].toLongLong();
    state.renewals = row[9].toInt();
    state.longestLease = row[10].toInt();
    if (const auto waiters = integerFrom(row[11]))
        state.waiters = int(*waiters);
    if (row[12].isNull())
        return state;
    const QJsonObject detail = detailFrom(row[12]);
    state.remaining = numberFrom(numberInDetail(detail, "remaining"));
    state.window = durationFrom(integerFrom(detail, "window"));
    state.resetsAt = integerFrom(detail, "resetsAt");
    state.heldSince = integerFrom(detail, "heldSince");
    for (const auto &each : detail.value(u"permits").toArray()) {
        const QJsonArray permit = each.toArray();
        auto holder = holderOf(permit.at(0).toInteger());
        if (!holder)
            return tl::unexpected(holder.error());
        state.permits.push_back({std::move(*holder),
            permit.at(1).isDouble() ? std::optional(permit.at(1).toInteger()) : std::nullopt});
    }
    return state;
}

Result<QVariantList> rowOf(const RecordedAlert &alert, const HolderId &idOf)
{
    QJsonObject detail;
    insertAlert(detail, alert.entry);
    std::optional<qint64> holder;
    if (alert.entry.holder) {
        const auto found = idOf(*alert.entry.holder);
        if (!found)
            return tl::unexpected(found.error());
        holder = *found;
    }
    return QVariantList{alert.id, alert.session, orNull(alert.item), alert.firedAt,
        orNull(alert.endedAt), orNull(holder), numberOf(alert.entry.value), detailOf(detail)};
}

Result<RecordedAlert> alertFrom(const QVariantList &row, const HolderWithId &holderOf)
{
    RecordedAlert alert;
    alert.id = row[0].toLongLong();
    alert.session = row[1].toLongLong();
    alert.item = integerFrom(row[2]);
    alert.firedAt = row[3].toLongLong();
    alert.endedAt = integerFrom(row[4]);
    alert.entry.kind = JournalEntry::Kind::Firing;
    if (const auto id = integerFrom(row[5])) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        alert.entry.holder = std::move(*holder);
    }
    alert.entry.value = numberFrom(row[6]);
    takeAlert(alert.entry, detailFrom(row[7]));
    return alert;
}

} // namespace lockstep
