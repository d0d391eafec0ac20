// Makes the facts about an item. Much of it is text from the server, so everything passes
// wording::key(), which removes what could act on a terminal or a widget. Times are given twice:
// readable, and exact.

#include "ui/watch/details/itemfacts.h"

#include "core/watch/items/comparison.h"
#include "core/watch/snapshot/holdstatistics.h"
#include "ui/text/wording.h"
#include "ui/watch/rows/itemmodel.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

class ItemFactsWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::DetailsDialog)
};

using WallClock = std::chrono::system_clock::time_point;

QString utc(WallClock at)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz 'UTC'"));
}

QString withRaw(Milliseconds time)
{
    //: a duration to be read, and the same in milliseconds
    return ItemFactsWords::tr("%1 (%2 ms)").arg(wording::duration(time)).arg(time.count());
}

QString valueText(const Reading &reading)
{
    if (!reading.value)
        return ItemFactsWords::tr("unknown");
    const QString text = ItemModel::readValueText(reading);
    return reading.valueIsEstimate ? ItemFactsWords::tr("about %1").arg(text) : text;
}

QString ttlText(const Item &item, const FactsMoment &moment)
{
    const Ttl &ttl = item.reading.ttl;
    if (ttl.isMissing())
        return ItemFactsWords::tr("the key does not exist");
    const bool isLock = item.format && item.format->family() == Family::Lock;
    const auto ending = isLock && ttl.isPersistent() ? timeLeft(item, moment.now) : std::nullopt;
    if (ending)
        return ItemFactsWords::tr("%1; the key itself never expires").arg(withRaw(*ending));
    if (ttl.isPersistent() && item.reading.permits) // which may end all the same
        return ItemFactsWords::tr("none: the key never expires");
    if (ttl.isPersistent())
        return ItemFactsWords::tr("none: it never expires");
    const auto left = ttl.remaining(moment.now);
    if (left)
        return withRaw(*left);
    if (!item.isHidden)
        return ItemFactsWords::tr("unknown: PTTL is not permitted");
    // What a recording hides may also have been in a gap.
    return moment.isRecorded ? ItemFactsWords::tr("unknown: it was not seen at this moment")
                             : ItemFactsWords::tr("unknown: no node of the cluster answers for it");
}

// A recording has no ids of formats.
void addFormat(ItemFacts &facts, const Item &item, bool isRecorded)
{
    facts.emplace_back(ItemFactsWords::tr("Format"), wording::kind(item));
    if (item.format && !item.format->library().isEmpty())
        facts.emplace_back(ItemFactsWords::tr("Library"), wording::library(item));
    facts.emplace_back(ItemFactsWords::tr("Confidence"),
        item.confidence == Confidence::Certain ? ItemFactsWords::tr("high")
                                               : ItemFactsWords::tr("low (generic pattern)"));
    if (item.format && !isRecorded)
        facts.emplace_back(
            ItemFactsWords::tr("Format id"), wording::key(item.format->id().toUtf8()));
}

void addState(ItemFacts &facts, const Item &item, Instant now)
{
    if (!item.format || item.format->family() == Family::Counter)
        return;
    const bool isLock = item.format->family() == Family::Lock;
    facts.emplace_back(ItemFactsWords::tr("State"),
        isLock ? wording::state(lockState(item, now)) : wording::state(bucketState(item)));
}

void addValue(ItemFacts &facts, const Item &item)
{
    const Reading &reading = item.reading;
    const bool isBucket = item.format && item.format->family() == Family::Bucket;
    const bool isLock = item.format && item.format->family() == Family::Lock;
    if (!isLock)
        facts.emplace_back(isBucket ? ItemFactsWords::tr("Used") : ItemFactsWords::tr("Value"),
            valueText(reading));
    else if (isPermits(reading))
        facts.emplace_back(ItemFactsWords::tr("Permits in use"), valueText(reading));
    else if (reading.value.value_or(1) != 1)
        facts.emplace_back(ItemFactsWords::tr("Times held"), valueText(reading));
    if (reading.limit && reading.limitIsInferred)
        facts.emplace_back(ItemFactsWords::tr("Limit"),
            ItemFactsWords::tr("at least %1, the largest value seen")
                .arg(wording::number(*reading.limit)));
    else if (reading.limit || isBucket)
        facts.emplace_back(ItemFactsWords::tr("Limit"),
            reading.limit ? wording::number(*reading.limit) : ItemFactsWords::tr("unknown"));
    if (reading.window)
        facts.emplace_back(ItemFactsWords::tr("Window"), withRaw(*reading.window));
    if (reading.waiters)
        facts.emplace_back(ItemFactsWords::tr("Waiting"), wording::number(*reading.waiters));
}

// The name for Item::firstSeen, which for a lock is when the holder was first seen, not the key. A
// semaphore has several holders, who come and go: it is since when there were any.
QString firstSeenName(const Item &item)
{
    if (!item.format || item.format->family() != Family::Lock)
        return ItemFactsWords::tr("First seen");
    if (item.reading.isUnreadable)
        return ItemFactsWords::tr("Unknown since");
    if (item.reading.holder && ageBound(item) == AgeBound::Unsure)
        return ItemFactsWords::tr("Held all the time since", "a lock by its holder");
    if (item.reading.holder && isPermits(item.reading))
        return ItemFactsWords::tr("First seen in use", "a semaphore");
    return item.reading.holder ? ItemFactsWords::tr("This holder first seen")
                               : ItemFactsWords::tr("First seen free");
}

WallClock wallOf(Instant at, const FactsMoment &moment)
{
    return moment.wallNow + std::chrono::duration_cast<WallClock::duration>(at - moment.now);
}

void addTimes(ItemFacts &facts, const Item &item, const FactsMoment &moment)
{
    const auto wall = [&moment](Instant at) { return wallOf(at, moment); };
    facts.emplace_back(ItemFactsWords::tr("Time left"), ttlText(item, moment));
    if (const auto deadline = item.reading.ttl.deadline())
        facts.emplace_back(ItemFactsWords::tr("Deadline"), utc(wall(*deadline)));
    if (item.reading.resetsAt)
        facts.emplace_back(isPermits(item.reading) && item.format->family() == Family::Lock
                ? ItemFactsWords::tr("Last permit ends at")
                : ItemFactsWords::tr("Resets at"),
            utc(wall(*item.reading.resetsAt)));
    facts.emplace_back(firstSeenName(item), utc(wall(item.firstSeen)));
    if (!moment.isRecorded) // a recording has what was so, and not when it was read
        facts.emplace_back(ItemFactsWords::tr("Last read"), utc(wall(item.readAt)));
}

QString ageInFull(Milliseconds length, AgeBound bound)
{
    const QString age = withRaw(length);
    switch (bound) {
    case AgeBound::Exact:
        return age;
    case AgeBound::AtLeast:
        return ItemFactsWords::tr("%1 at least: it was held when it was first seen").arg(age);
    case AgeBound::AtMost:
        return ItemFactsWords::tr("%1 at most: it may have been waited for since it was asked for")
            .arg(age);
    case AgeBound::ByToken:
        return ItemFactsWords::tr("about %1: by the clock of the client that wrote its token")
            .arg(age);
    case AgeBound::Unsure:
        return ItemFactsWords::tr("%1, but perhaps not all the time: it may have been released and "
                                  "taken again unseen")
            .arg(age);
    }
    return age;
}

// Adds who has a permit of a semaphore, each with the time that is left of his permit and for how
// long he has had it. A recording has only since when the semaphore is in use, not each permit.
void addPermits(ItemFacts &facts, const Item &item, const FactsMoment &moment)
{
    const Instant now = moment.now;
    facts.emplace_back(ItemFactsWords::tr("In use for", "a semaphore"),
        ageInFull(heldFor(item, now), ageBound(item)));
    if (!item.reading.permits)
        return;
    const std::vector<Hold> holds = moment.isRecorded ? std::vector<Hold>() : holdsOf(item);
    for (const Permit &permit : *item.reading.permits) {
        QStringList words{wording::key(permit.holder.token, 0)};
        if (permit.ends)
            words << ItemFactsWords::tr("%1 left", "a length of time")
                         .arg(wording::duration(
                             std::max(std::chrono::duration_cast<Milliseconds>(*permit.ends - now),
                                 Milliseconds(0))));
        const auto hold = std::find_if(holds.begin(), holds.end(), [&permit](const Hold &each) {
            return each.end == HoldEnd::None && each.holder
                && each.holder->token == permit.holder.token;
        });
        if (hold != holds.end()) {
            const QString age =
                wording::age(std::chrono::duration_cast<Milliseconds>(now - hold->from));
            words << (hold->beginIsSeen && !hold->mayBeSeveral
                    ? ItemFactsWords::tr("held for %1").arg(age)
                    : ItemFactsWords::tr("first seen %1 ago").arg(age));
        }
        facts.emplace_back(ItemFactsWords::tr("Holder"), words.join(QStringLiteral(", ")));
    }
}

void addHolder(ItemFacts &facts, const Item &item, const FactsMoment &moment)
{
    if (!item.reading.holder)
        return;
    const Instant now = moment.now;
    const Holder &holder = *item.reading.holder;
    const auto told = [&facts](const QString &name, const QString &text) {
        if (!text.isEmpty())
            facts.emplace_back(name, wording::key(text.toUtf8(), 0));
    };
    if (isPermits(item.reading)) {
        addPermits(facts, item, moment);
    } else {
        facts.emplace_back(ItemFactsWords::tr("Holder's token"), wording::key(holder.token, 0));
        told(ItemFactsWords::tr("Holder's host"), holder.host);
        told(ItemFactsWords::tr("Holder's process"), holder.process);
        told(ItemFactsWords::tr("Holder's thread"), holder.thread);
        if (holder.since)
            facts.emplace_back(holder.sinceIsRequest
                    ? ItemFactsWords::tr("Asked for at (from the token)")
                    : ItemFactsWords::tr("Held since (from the token)"),
                utc(*holder.since));
        facts.emplace_back(
            ItemFactsWords::tr("Held for"), ageInFull(heldFor(item, now), ageBound(item)));
    }
    facts.emplace_back(ItemFactsWords::tr("Renewals seen"), wording::number(item.renewals));
    if (item.longestLease > 0)
        facts.emplace_back(
            ItemFactsWords::tr("Longest lease"), wording::lease(Milliseconds(item.longestLease)));
}

// Adds statistics of the lock's holds since it is watched.
void addHolds(ItemFacts &facts, const Item &item, const FactsMoment &moment)
{
    const Instant now = moment.now;
    if (!item.format || item.format->family() != Family::Lock)
        return;
    const auto statistics = holdStatistics(item, now);
    if (!statistics)
        return;
    const QString holds = wording::number(double(statistics->holds));
    facts.emplace_back(ItemFactsWords::tr("Holds"),
        statistics->perMinute
            ? ItemFactsWords::tr("%1 seen, %2 a minute")
                  .arg(holds, wording::number(std::round(*statistics->perMinute * 10) / 10))
            : ItemFactsWords::tr("%1 seen").arg(holds));
    if (statistics->median && statistics->percentile99 && statistics->longest)
        facts.emplace_back(ItemFactsWords::tr("Hold times"),
            ItemFactsWords::tr("median %1, 99 % below %2, longest %3")
                .arg(wording::lease(*statistics->median), wording::lease(*statistics->percentile99),
                    wording::lease(*statistics->longest)));
    facts.emplace_back(ItemFactsWords::tr("Expired without release"),
        wording::number(double(statistics->expired)));
    if (statistics->waited.count() > 0)
        facts.emplace_back(
            ItemFactsWords::tr("Somebody waited for"), wording::duration(statistics->waited));
    if (const auto &missed = statistics->maybeMissed)
        facts.emplace_back(ItemFactsWords::tr("Perhaps missed"),
            ItemFactsWords::tr("It changed faster than it was read: holds between %1 and %2 may be "
                               "missing here and in the journal.")
                .arg(utc(wallOf(missed->from, moment)), utc(wallOf(missed->to, moment))));
}

// Whether all of the bytes are printable characters, so that no dump is needed.
bool isPlain(const QByteArray &bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

QString hexadecimal(const QByteArray &bytes, qsizetype longest)
{
    const bool cut = longest > 0 && bytes.size() * 3 > longest;
    const QByteArray shown = cut ? bytes.first(longest / 3) : bytes;
    return QString::fromLatin1(shown.toHex(' ')) + (cut ? QStringLiteral(" …") : QString());
}

} // namespace

ItemFacts itemFacts(const Item &item, const FactsMoment &moment, qsizetype longest)
{
    const Instant now = moment.now;
    ItemFacts facts;
    facts.emplace_back(ItemFactsWords::tr("Key"), wording::key(item.key, longest));
    if (longest > 0 && item.key.size() > longest)
        facts.emplace_back(ItemFactsWords::tr("Key's length"),
            ItemFactsWords::tr("%1; “Copy all” copies all of it")
                .arg(wording::bytes(double(item.key.size()))));
    if (!isPlain(item.key))
        facts.emplace_back(
            ItemFactsWords::tr("Key in hexadecimal"), hexadecimal(item.key, longest));
    if (!item.name.isEmpty())
        facts.emplace_back(ItemFactsWords::tr("Name"), wording::key(item.name.toUtf8(), longest));
    addFormat(facts, item, moment.isRecorded);
    addState(facts, item, now);
    addValue(facts, item);
    addTimes(facts, item, moment);
    addHolder(facts, item, moment);
    addHolds(facts, item, moment);
    return facts;
}

QString hexDump(const QByteArray &bytes)
{
    constexpr qsizetype width = 16;
    QStringList lines;
    for (qsizetype at = 0; at < bytes.size(); at += width) {
        const QByteArray part = bytes.mid(at, width);
        QString text;
        for (const char c : part)
            text += c >= 0x20 && c < 0x7f ? QLatin1Char(c) : QLatin1Char('.');
        lines.append(QStringLiteral("%1  %2  %3")
                         .arg(at, 4, 16, QLatin1Char('0'))
                         .arg(QString::fromLatin1(part.toHex(' ')), -(width * 3 - 1))
                         .arg(text));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockstep
