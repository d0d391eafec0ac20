#include "ui/watch/journalsentence.h"

#include "ui/wording.h"

#include <QCoreApplication>
#include <QDateTime>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Journal)
};

QString name(const std::optional<Holder> &holder)
{
    const QString text = holder ? wording::holder(*holder) : QString();
    return text.isEmpty() ? Words::tr("somebody") : text;
}

QString renewed(const JournalEntry &entry)
{
    if (!entry.ttlAfter)
        return Words::tr("▲ renewed");
    const QString after = wording::duration(*entry.ttlAfter);
    if (!entry.ttlBefore)
        return Words::tr("▲ renewed to %1").arg(after);
    //: time left before and after
    return Words::tr("▲ renewed, %1 → %2").arg(wording::duration(*entry.ttlBefore), after);
}

QString released(const JournalEntry &entry)
{
    if (!entry.holder)
        return Words::tr("released");
    return Words::tr("released, was held by %1").arg(name(entry.holder));
}

QString exhausted(const JournalEntry &entry)
{
    if (!entry.value || !entry.limit)
        return Words::tr("✕ exhausted");
    //: used and limit
    return Words::tr("✕ exhausted, %1 of %2")
        .arg(wording::number(*entry.value), wording::number(*entry.limit));
}

QString appeared(const JournalEntry &entry)
{
    if (entry.family == Family::Lock && entry.holder)
        return Words::tr("found, held by %1").arg(name(entry.holder));
    return Words::tr("found");
}

QString acquired(const JournalEntry &entry)
{
    if (!entry.ttlAfter)
        return Words::tr("● acquired by %1").arg(name(entry.holder));
    return Words::tr("● acquired by %1 for %2")
        .arg(name(entry.holder), wording::duration(*entry.ttlAfter));
}

} // namespace

QString journalSentence(const JournalEntry &entry)
{
    using enum JournalEntry::Kind;
    switch (entry.kind) {
    case Appeared:
        return appeared(entry);
    case Acquired:
        return acquired(entry);
    case Renewed:
        return renewed(entry);
    case Released:
        return released(entry);
    case Expired:
        return Words::tr("expired, not released");
    case HandedOver:
        //: previous and present holder
        return Words::tr("handed over %1 → %2").arg(name(entry.previous), name(entry.holder));
    case Exhausted:
        return exhausted(entry);
    case Gone:
        return entry.family == Family::Lock ? Words::tr("gone, it had no TTL") : Words::tr("gone");
    case ReleasedByHand:
        return Words::tr("released by you, was held by %1").arg(name(entry.holder));
    case Unseen:
        return Words::tr("connection lost: what happened until now was not seen");
    }
    return {};
}

QString journalKind(JournalEntry::Kind kind)
{
    using enum JournalEntry::Kind;
    switch (kind) {
    case Appeared:
        return Words::tr("found", "kind of entry");
    case Acquired:
        return Words::tr("acquired", "kind of entry");
    case Renewed:
        return Words::tr("renewed", "kind of entry");
    case Released:
        return Words::tr("released", "kind of entry");
    case Expired:
        return Words::tr("expired", "kind of entry");
    case HandedOver:
        return Words::tr("handed over", "kind of entry");
    case Exhausted:
        return Words::tr("exhausted", "kind of entry");
    case Gone:
        return Words::tr("gone", "kind of entry");
    case ReleasedByHand:
        return Words::tr("released by you", "kind of entry");
    case Unseen:
        return Words::tr("not seen", "kind of entry");
    }
    return {};
}

QString journalTime(const JournalEntry &entry)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(entry.at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(QStringLiteral("HH:mm:ss.zzz"));
}

} // namespace lockstep
