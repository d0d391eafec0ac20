#include "ui/watch/journal/journalsentence.h"

#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watchtext/alertwording.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Journal)
};

QString timeOfDay(std::chrono::system_clock::time_point moment)
{
    return utcOf(moment).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString cutInMiddle(const QString &text, int limit)
{
    if (limit <= 0 || text.size() <= limit)
        return text;
    const int left = limit / 2;
    return text.left(left) + QChar(0x2026) + text.right(std::max(0, limit - left - 1));
}

// Makes the sentence of an entry, with names of holders that are shortened to a limit.
class Sentence
{
public:
    Sentence(const JournalEntry &entry, int holderLimit, QString gapBegin)
        : m_entry(entry)
        , m_limit(holderLimit)
        , m_gapBegin(std::move(gapBegin))
    {
    }

    [[nodiscard]] QString text() const
    {
        const QString told = event();
        const bool isAll = !m_entry.maybeMissed || m_entry.kind == JournalEntry::Kind::MaybeMissed;
        //: %1 what happened to a lock, %2 a time of day
        return isAll ? told
                     : Words::tr("%1 (more since %2 may have been missed)")
                           .arg(told, timeOfDay(m_entry.maybeMissed->since));
    }

private:
    [[nodiscard]] QString event() const;
    [[nodiscard]] QString name(const CowOptional<Holder> &holder) const
    {
        const QString text = holder ? wording::holder(*holder) : QString();
        return text.isEmpty() ? Words::tr("unknown", "holder of a lock")
                              : cutInMiddle(text, m_limit);
    }
    [[nodiscard]] bool isHolderKnown() const
    {
        return m_entry.holder && !wording::holder(*m_entry.holder).isEmpty();
    }

    [[nodiscard]] QString ofHolder(const QString &told) const
    {
        //: %1 what happened to a lock or to a permit of a semaphore, %2 its holder
        return isHolderKnown() ? Words::tr("%1, held by %2").arg(told, name(m_entry.holder)) : told;
    }

    [[nodiscard]] QString handedOver() const;
    [[nodiscard]] QString appeared() const;
    [[nodiscard]] QString acquired() const;
    [[nodiscard]] QString renewed() const;
    [[nodiscard]] QString deadlineChanged() const;
    [[nodiscard]] QString released() const;
    [[nodiscard]] QString expired() const;
    [[nodiscard]] QString gone() const;
    [[nodiscard]] QString exhausted() const;
    [[nodiscard]] QString alert() const;
    [[nodiscard]] QString afterGap() const;
    [[nodiscard]] QString ofNode(const QString &sentence) const;

    const JournalEntry &m_entry;
    int m_limit;
    const QString m_gapBegin;
};

QString Sentence::appeared() const
{
    if (m_entry.family == Family::Lock && isHolderKnown())
        return Words::tr("first seen, held by %1").arg(name(m_entry.holder));
    return Words::tr("first seen");
}

// Processes of one machine may have the same shortened name. Then parts of their tokens tell them
// apart, from just before the first difference on.
QString Sentence::handedOver() const
{
    QString from = name(m_entry.previous);
    QString to = name(m_entry.holder);
    if (from == to && m_entry.previous && m_entry.holder) {
        const QByteArray &before = m_entry.previous->token;
        const QByteArray &after = m_entry.holder->token;
        const auto differ = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        const qsizetype start = std::max<qsizetype>(0, differ.first - before.begin() - 3);
        const auto part = [start](const QByteArray &token) {
            constexpr qsizetype shown = 8;
            const QString text = wording::key(token.mid(start, shown));
            return (start > 0 ? QStringLiteral("…") : QString()) + text
                + (start + shown < token.size() ? QStringLiteral("…") : QString());
        };
        from = part(before);
        to = part(after);
    }
    //: previous and present holder
    return Words::tr("handed over %1 → %2").arg(from, to);
}

QString Sentence::acquired() const
{
    const bool known = isHolderKnown();
    if (!m_entry.ttlAfter)
        return known ? Words::tr("● acquired by %1").arg(name(m_entry.holder))
                     : Words::tr("● acquired (holder unknown)");
    const QString lease = wording::lease(*m_entry.ttlAfter);
    if (!known && m_limit > 0) // leaves out that the holder is unknown, for want of room
        return Words::tr("● acquired for %1").arg(lease);
    //: lease and holder
    return known ? Words::tr("● acquired for %1 by %2").arg(lease, name(m_entry.holder))
                 : Words::tr("● acquired for %1 (holder unknown)").arg(lease);
}

// A semaphore has several holders, so it is said whose permit it was. Where there is little room,
// that is told rather than how much time was left before.
QString Sentence::renewed() const
{
    const bool known = isHolderKnown();
    if (!m_entry.ttlAfter)
        return known ? Words::tr("▲ renewed by %1").arg(name(m_entry.holder))
                     : Words::tr("▲ renewed");
    const QString after = wording::lease(*m_entry.ttlAfter);
    if (!m_entry.ttlBefore || (known && m_limit > 0)) {
        //: lease and holder
        return known ? Words::tr("▲ renewed to %1 by %2").arg(after, name(m_entry.holder))
                     : Words::tr("▲ renewed to %1").arg(after);
    }
    const QString before = wording::lease(*m_entry.ttlBefore);
    //: holder, time left before and after
    return known ? Words::tr("▲ renewed by %1, %2 → %3").arg(name(m_entry.holder), before, after)
                 //: time left before and after
                 : Words::tr("▲ renewed, %1 → %2").arg(before, after);
}

// Redis does not tell who changed a deadline.
QString Sentence::deadlineChanged() const
{
    if (!m_entry.ttlAfter)
        return ofHolder(Words::tr("has no deadline any more"));
    const QString after = wording::lease(*m_entry.ttlAfter);
    if (!m_entry.ttlBefore)
        return ofHolder(Words::tr("has a deadline again: %1").arg(after));
    //: time left before and after
    return ofHolder(
        Words::tr("time shortened, %1 → %2").arg(wording::lease(*m_entry.ttlBefore), after));
}

// Redis does not tell who deleted a key: it may also have been evicted or flushed.
QString Sentence::released() const
{
    //: the last holder
    return isHolderKnown() ? Words::tr("released, was held by %1").arg(name(m_entry.holder))
                           : Words::tr("released");
}

QString Sentence::expired() const
{
    //: the last holder
    return isHolderKnown() ? Words::tr("expired, not released (%1)").arg(name(m_entry.holder))
                           : Words::tr("expired, not released");
}

QString Sentence::gone() const
{
    if (m_entry.family != Family::Lock)
        return Words::tr("gone");
    //: the last holder
    return isHolderKnown()
        ? Words::tr("gone, was held by %1; not known whether it was released or expired")
              .arg(name(m_entry.holder))
        : Words::tr("gone; not known whether it was released or expired");
}

QString Sentence::exhausted() const
{
    if (!m_entry.value || !m_entry.limit)
        return Words::tr("✕ exhausted");
    const auto &large = m_entry.largeInteger;
    const QString used = large ? wording::integer(*large) : wording::number(*m_entry.value);
    //: used and limit
    return Words::tr("✕ exhausted, %1 of %2").arg(used, wording::number(*m_entry.limit));
}

QString Sentence::event() const
{
    using enum JournalEntry::Kind;
    switch (m_entry.kind) {
    case Appeared:
        return appeared();
    case Acquired:
        return acquired();
    case Renewed:
        return renewed();
    case DeadlineChanged:
        return deadlineChanged();
    case Released:
        return released();
    case Expired:
        return expired();
    case HandedOver:
        return handedOver();
    case Exhausted:
        return exhausted();
    case Gone:
        return gone();
    case MovedAway:
        return Words::tr("moved to another node of the cluster, not seen any more");
    case Restarted:
        if (!m_entry.slotRanges.isEmpty()) {
            //: %1 hash slots of a Redis Cluster, "0-5460", %2 the address of a server
            return Words::tr("the primary of slots %1 is now %2: what happened in between was not "
                             "seen")
                .arg(m_entry.slotRanges, foreignWords(m_entry.primary));
        }
        if (!m_entry.primary.isEmpty())
            return Words::tr("the primary is now %1").arg(foreignWords(m_entry.primary));
        return ofNode(Words::tr("the server was restarted, or another one has taken its place"));
    case ReleasedByHand:
        return isHolderKnown()
            ? Words::tr("released by you, was held by %1").arg(name(m_entry.holder))
            : Words::tr("released by you");
    case Unseen:
        return ofNode(afterGap());
    case Firing:
    case Resolved:
        return alert();
    case MaybeMissed:
        return Words::tr("may have been taken and given back unseen since %1")
            .arg(m_entry.maybeMissed ? timeOfDay(m_entry.maybeMissed->since) : QString());
    }
    return {};
}

// The name of the alert is the user's own; its condition reads as in the rules file.
QString Sentence::alert() const
{
    const AlertRule &rule = *m_entry.alert;
    const QString alertName = wording::key(rule.name.toUtf8());
    if (m_entry.kind == JournalEntry::Kind::Firing) {
        //: the name of an alert, its condition with what was measured ("held > 30s, now 31.2 s")
        return Words::tr("alert %1: %2").arg(alertName, alertWhat(rule, m_entry.value));
    }
    switch (m_entry.alertEnd) {
    case AlertEnd::NotWatched:
        return Words::tr("alert %1 ends: the key is not watched any more").arg(alertName);
    case AlertEnd::RuleGone:
        return Words::tr("alert %1 ends: its rule was changed").arg(alertName);
    case AlertEnd::None:
    case AlertEnd::Over:
        break;
    }
    //: the name of an alert, its condition ("held > 30s")
    return Words::tr("alert %1 is over: %2").arg(alertName, rule.when.text());
}

QString Sentence::ofNode(const QString &sentence) const
{
    //: %1 the address of a node of a Redis Cluster, %2 what is to be said of it
    return m_entry.node.isEmpty() ? sentence
                                  : Words::tr("%1: %2").arg(foreignWords(m_entry.node), sentence);
}

// The time comes first, so that only the reason is cut if there is too little room.
QString Sentence::afterGap() const
{
    const QString &since = m_gapBegin;
    switch (m_entry.gap) {
    case JournalEntry::Gap::Connection:
        return Words::tr("changes since %1 were not seen: the connection was lost").arg(since);
    case JournalEntry::Gap::Clock:
        return Words::tr("changes since %1 were not seen: the computer was asleep or a clock was "
                         "set")
            .arg(since);
    case JournalEntry::Gap::Silence:
        return Words::tr("changes since %1 were not seen: nothing came from the server for seconds")
            .arg(since);
    case JournalEntry::Gap::Primary:
        return Words::tr("changes since %1 are not seen: this replica has lost its primary")
            .arg(since);
    case JournalEntry::Gap::Swap:
        return Words::tr("changes since %1 were not seen: databases were swapped").arg(since);
    case JournalEntry::Gap::OtherData:
        return Words::tr("changes since %1 were not seen: the server took over the data of another "
                         "one")
            .arg(since);
    case JournalEntry::Gap::Permissions:
        return Words::tr("permissions that were missing were given: what happened until now may "
                         "not have been seen");
    case JournalEntry::Gap::Notifications:
        return Words::tr("changes since %1 were not seen: keyspace notifications were switched off")
            .arg(since);
    }
    return {};
}

} // namespace

QString journalSentence(const JournalEntry &entry, int holderLimit, const QString &gapBegin)
{
    return Sentence(entry, holderLimit, gapBegin.isEmpty() ? journalGapBegin(entry) : gapBegin)
        .text();
}

QString journalEntryInFull(const JournalEntry &entry)
{
    QStringList lines{utcOf(entry.at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz 'UTC'"))};
    if (!entry.key.isEmpty())
        lines << wording::key(entry.key, 400);
    if (!entry.name.isEmpty())
        lines << wording::key(QString(entry.name).toUtf8(), 400);
    lines << journalSentence(entry);
    if (!entry.library.isEmpty())
        lines << entry.library;
    if (entry.holder)
        lines << wording::holderInFull(*entry.holder);
    if (entry.previous)
        lines << Words::tr("before:") << wording::holderInFull(*entry.previous);
    return lines.join(u'\n');
}

QString journalKind(JournalEntry::Kind kind)
{
    using enum JournalEntry::Kind;
    switch (kind) {
    case Appeared:
        return Words::tr("first seen", "kind of entry");
    case Acquired:
        return Words::tr("acquired", "kind of entry");
    case Renewed:
        return Words::tr("renewed", "kind of entry");
    case DeadlineChanged:
        return Words::tr("deadline changed", "kind of entry");
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
    case MovedAway:
        return Words::tr("moved away", "kind of entry");
    case Restarted:
        return Words::tr("restarted", "kind of entry");
    case ReleasedByHand:
        return Words::tr("released by you", "kind of entry");
    case Unseen:
        return Words::tr("gap", "kind of entry");
    case Firing:
        return Words::tr("alert", "kind of entry");
    case Resolved:
        return Words::tr("alert over", "kind of entry");
    case MaybeMissed:
        return Words::tr("perhaps missed", "kind of entry");
    }
    return {};
}

QDateTime utcOf(std::chrono::system_clock::time_point moment)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(moment.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
}

QString journalTime(const JournalEntry &entry)
{
    return timeOfDay(entry.at);
}

QString journalGapBegin(const JournalEntry &entry)
{
    const QDateTime since = utcOf(entry.since);
    const bool isThatDay = since.date() == utcOf(entry.at).date();
    return since.toString(
        isThatDay ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

} // namespace lockstep
