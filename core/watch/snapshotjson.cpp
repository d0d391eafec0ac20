// One writer for the command line and the window, so that both give the same JSON. Unknown is null
// and never a number that means something else: a lock without TTL has no -1 but null and the state
// "immortal".
//
// JSON strings are Unicode, keys are bytes. An escaped text alone would be ambiguous (a key may
// contain a backslash), hence the second, exact field; it is left out where the text is exact,
// which is nearly always.

#include "core/watch/snapshotjson.h"

#include <QDateTime>
#include <QJsonArray>

#include <cmath>

namespace lockstep {

namespace {

QJsonValue number(double value)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::abs(value) <= exact && std::trunc(value) == value)
        return static_cast<qint64>(value);
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue();
}

QJsonValue number(const std::optional<double> &value)
{
    return value ? number(*value) : QJsonValue();
}

QJsonValue milliseconds(const std::optional<Milliseconds> &duration)
{
    return duration ? QJsonValue(static_cast<qint64>(duration->count())) : QJsonValue();
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

// Nothing: no text is exactly these bytes.
std::optional<QString> exactText(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    return text.toUtf8() == bytes ? std::optional(text) : std::nullopt;
}

void insertHolder(QJsonObject &object, const QString &field, const Boxed<Holder> &holder)
{
    if (holder)
        insertBytes(object, field, holder->token);
    else
        object.insert(field, QJsonValue());
}

QString libraryOf(const Item &item)
{
    return item.format ? item.format->library() : QString();
}

QJsonObject counterToJson(const Item &item, Instant now)
{
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("kind"), orNull(item.format ? item.format->kind() : QString()));
    object.insert(QLatin1String("value"), number(item.reading.value));
    object.insert(QLatin1String("ttlMs"), milliseconds(item.reading.ttl.remaining(now)));
    return object;
}

QJsonObject bucketToJson(const Item &item, Instant now)
{
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("library"), orNull(libraryOf(item)));
    object.insert(QLatin1String("used"), number(item.reading.value));
    object.insert(QLatin1String("limit"), number(item.reading.limit));
    object.insert(QLatin1String("windowMs"), milliseconds(item.reading.window));
    object.insert(QLatin1String("ttlMs"), milliseconds(item.reading.ttl.remaining(now)));
    object.insert(QLatin1String("state"), bucketStateId(bucketState(item)));
    return object;
}

QJsonObject lockToJson(const Item &item, const Snapshot &snapshot)
{
    const Reading &reading = item.reading;
    const auto age = reading.holder
        ? std::optional(heldFor(item, snapshot.takenAt, snapshot.takenAtUtc))
        : std::nullopt;
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("library"), orNull(libraryOf(item)));
    insertHolder(object, QStringLiteral("holder"), reading.holder);
    object.insert(QLatin1String("count"), number(reading.value));
    object.insert(QLatin1String("ttlMs"), milliseconds(reading.ttl.remaining(snapshot.takenAt)));
    object.insert(QLatin1String("ageMs"), milliseconds(age));
    object.insert(QLatin1String("renewals"), item.renewals);
    object.insert(
        QLatin1String("waiters"), reading.waiters ? QJsonValue(*reading.waiters) : QJsonValue());
    object.insert(QLatin1String("state"), lockStateId(lockState(item, snapshot.takenAt)));
    return object;
}

template <typename Writer> QJsonArray each(const Snapshot::Items &items, Writer write)
{
    QJsonArray array;
    for (const ItemPtr &item : *items)
        array.append(write(*item));
    return array;
}

} // namespace

QString lockStateId(LockState state)
{
    switch (state) {
    case LockState::Free:
        return QStringLiteral("free");
    case LockState::Held:
        return QStringLiteral("held");
    case LockState::Expiring:
        return QStringLiteral("expiring");
    case LockState::Immortal:
        return QStringLiteral("immortal");
    case LockState::OrphanSuspected:
        return QStringLiteral("orphanSuspected");
    }
    return {};
}

QString bucketStateId(BucketState state)
{
    switch (state) {
    case BucketState::Open:
        return QStringLiteral("open");
    case BucketState::Exhausted:
        return QStringLiteral("exhausted");
    case BucketState::Immortal:
        return QStringLiteral("immortal");
    }
    return {};
}

QString familyId(Family family)
{
    switch (family) {
    case Family::Counter:
        return QStringLiteral("counter");
    case Family::Bucket:
        return QStringLiteral("bucket");
    case Family::Lock:
        return QStringLiteral("lock");
    }
    return {};
}

QString journalKindId(JournalEntry::Kind kind)
{
    switch (kind) {
    case JournalEntry::Kind::Appeared:
        return QStringLiteral("appeared");
    case JournalEntry::Kind::Acquired:
        return QStringLiteral("acquired");
    case JournalEntry::Kind::Renewed:
        return QStringLiteral("renewed");
    case JournalEntry::Kind::Released:
        return QStringLiteral("released");
    case JournalEntry::Kind::Expired:
        return QStringLiteral("expired");
    case JournalEntry::Kind::HandedOver:
        return QStringLiteral("handedOver");
    case JournalEntry::Kind::Exhausted:
        return QStringLiteral("exhausted");
    case JournalEntry::Kind::Gone:
        return QStringLiteral("gone");
    case JournalEntry::Kind::ReleasedByHand:
        return QStringLiteral("releasedByHand");
    case JournalEntry::Kind::Unseen:
        return QStringLiteral("unseen");
    }
    return {};
}

QString watchModeId(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        return {};
    case WatchMode::Push:
        return QStringLiteral("push");
    case WatchMode::Notifications:
        return QStringLiteral("notifications");
    case WatchMode::Polling:
        return QStringLiteral("polling");
    }
    return {};
}

void insertBytes(QJsonObject &object, const QString &field, const QByteArray &bytes)
{
    object.insert(field, textOrEscaped(bytes));
    if (!exactText(bytes))
        object.insert(field + QLatin1String("Base64"), QString::fromLatin1(bytes.toBase64()));
}

QString textOrEscaped(const QByteArray &bytes)
{
    if (const auto exact = exactText(bytes))
        return *exact;
    QString text;
    for (const char c : bytes) {
        const auto byte = static_cast<uchar>(c);
        if (c == '\\')
            text += QLatin1String("\\\\");
        else if (byte >= 0x20 && byte < 0x7f)
            text += QLatin1Char(c);
        else
            text += QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
    }
    return text;
}

QString utcText(std::chrono::system_clock::time_point at)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

QJsonObject snapshotToJson(const Snapshot &snapshot, const QString &server)
{
    const WatchStatus &status = snapshot.status;
    const Instant now = snapshot.takenAt;
    return {
        {QStringLiteral("takenAt"), utcText(snapshot.takenAtUtc)},
        {QStringLiteral("server"),
            QJsonObject{
                {QStringLiteral("address"), orNull(server)},
                {QStringLiteral("version"), orNull(status.serverVersion)},
                {QStringLiteral("mode"), orNull(watchModeId(status.mode))},
                {QStringLiteral("keysSeen"), status.keysSeen},
                {QStringLiteral("keysTooLarge"), status.keysTooLarge},
            }},
        {QStringLiteral("counters"),
            each(snapshot.counters, [now](const Item &item) { return counterToJson(item, now); })},
        {QStringLiteral("buckets"),
            each(snapshot.buckets, [now](const Item &item) { return bucketToJson(item, now); })},
        {QStringLiteral("locks"),
            each(snapshot.locks,
                [&snapshot](const Item &item) { return lockToJson(item, snapshot); })},
        {QStringLiteral("cost"),
            QJsonObject{
                {QStringLiteral("commands"), status.commands},
                {QStringLiteral("bytes"), status.bytes},
            }},
    };
}

QJsonObject journalEntryToJson(const JournalEntry &entry)
{
    const bool ofAKey = entry.kind != JournalEntry::Kind::Unseen;
    QJsonObject object{
        {QStringLiteral("at"), utcText(entry.at)},
        {QStringLiteral("event"), journalKindId(entry.kind)},
        {QStringLiteral("family"), ofAKey ? QJsonValue(familyId(entry.family)) : QJsonValue()},
        {QStringLiteral("key"), QJsonValue()},
        {QStringLiteral("library"), orNull(entry.library)},
        {QStringLiteral("ttlBeforeMs"), milliseconds(entry.ttlBefore)},
        {QStringLiteral("ttlAfterMs"), milliseconds(entry.ttlAfter)},
        {QStringLiteral("value"), number(entry.value)},
        {QStringLiteral("limit"), number(entry.limit)},
    };
    if (ofAKey)
        insertBytes(object, QStringLiteral("key"), entry.key);
    insertHolder(object, QStringLiteral("holder"), entry.holder);
    insertHolder(object, QStringLiteral("previous"), entry.previous);
    return object;
}

} // namespace lockstep
