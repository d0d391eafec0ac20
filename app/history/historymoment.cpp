// Implements `lockstep history --at`. A moment of a recording is a snapshot, so it is printed as
// one. It leaves out what a recording does not have: what the watch cost, and how it saw changes.

#include "app/history/historymoment.h"

#include "app/history/historywords.h"
#include "app/terminal/output.h"
#include "app/terminal/snapshotheadline.h"
#include "app/terminal/snapshottables.h"
#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/snapshotjson.h"
#include "ui/export/snapshotcsv.h"
#include "ui/replay/momentnotes.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watchtext/alertwording.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

namespace lockstep {

namespace {

class MomentWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::History)
};

using Releases = std::vector<RecordedRelease>;

QJsonValue timeOrNull(const std::optional<WallMilliseconds> &at)
{
    return at ? QJsonValue(utcText(utcInstant(*at))) : QJsonValue();
}

QJsonValue gapToJson(const std::optional<RecordedGap> &gap)
{
    if (!gap)
        return {};
    return QJsonObject{{QStringLiteral("since"), timeOrNull(gap->since)},
        {QStringLiteral("until"), timeOrNull(gap->until)}, {QStringLiteral("cause"), gap->cause}};
}

QJsonArray releasesToJson(const Releases &releases)
{
    QJsonArray array;
    for (const RecordedRelease &release : releases) {
        QJsonObject object{{QStringLiteral("since"), utcText(release.entry.at)},
            {QStringLiteral("event"), journalKindId(release.entry.kind)},
            {QStringLiteral("certain"), !release.gap}, {QStringLiteral("holder"), QJsonValue()}};
        insertBytes(object, QStringLiteral("key"), release.entry.key);
        if (release.entry.holder)
            insertBytes(object, QStringLiteral("holder"), release.entry.holder->token);
        array.append(object);
    }
    return array;
}

QJsonArray doubtsToJson(const std::vector<RecordedDoubt> &doubts)
{
    QJsonArray array;
    for (const RecordedDoubt &doubt : doubts) {
        QJsonObject object{{QStringLiteral("seenAt"), timeOrNull(doubt.seenAt)},
            {QStringLiteral("lateMs"),
                doubt.late ? QJsonValue(qint64(doubt.late->count())) : QJsonValue()}};
        insertBytes(object, QStringLiteral("key"), doubt.key);
        array.append(object);
    }
    return array;
}

QJsonObject momentToJson(const RecordedMoment &moment, const Releases &releases)
{
    QJsonObject object = snapshotToJson(moment.snapshot);
    const QJsonObject server = object[QLatin1String("server")].toObject();
    object.remove(QStringLiteral("cost"));
    object.insert(QStringLiteral("server"),
        QJsonObject{{QStringLiteral("address"), server[QLatin1String("address")]},
            {QStringLiteral("version"), server[QLatin1String("version")]}});
    const bool isGap = moment.knowledge == RecordedMoment::Knowledge::Gap;
    object.insert(QStringLiteral("recording"),
        QJsonObject{
            {QStringLiteral("known"), isGap ? QStringLiteral("gap") : QStringLiteral("seen")},
            {QStringLiteral("gap"), gapToJson(moment.gap)},
            {QStringLiteral("complete"), moment.isComplete},
            {QStringLiteral("doubts"), doubtsToJson(moment.doubts)},
            {QStringLiteral("free"), releasesToJson(releases)}});
    return object;
}

QString notRecordedSentence(const RecordedMoment &moment, WallMilliseconds at)
{
    const QString when = momentText(at);
    if (moment.recordedUntil && moment.recordedFrom)
        return MomentWords::tr("At %1 nothing was recorded: only until %2, and again from %3 on.")
            .arg(when, momentText(*moment.recordedUntil), momentText(*moment.recordedFrom));
    if (moment.recordedUntil)
        return MomentWords::tr("At %1 nothing was recorded: only until %2.")
            .arg(when, momentText(*moment.recordedUntil));
    if (moment.recordedFrom)
        return MomentWords::tr("At %1 nothing was recorded: only from %2 on.")
            .arg(when, momentText(*moment.recordedFrom));
    return MomentWords::tr("At %1 nothing was recorded: the recording is empty.").arg(when);
}

QString gapSentence(const RecordedGap &gap)
{
    const QString since = momentText(gap.since);
    const QString where = gap.node.isEmpty()
        ? QString()
        : u' ' + MomentWords::tr("(of %1)", "a node of a cluster").arg(gap.node);
    return (gap.until ? MomentWords::tr("From %1 until %2 changes were not seen (%3)%4.")
                            .arg(since, momentText(*gap.until), gapCauseText(gap.cause), where)
                      : MomentWords::tr("From %1 on changes were not seen (%2)%3.")
                            .arg(since, gapCauseText(gap.cause), where));
}

QStringList noticesOf(const RecordedMoment &moment)
{
    QStringList notices;
    if (moment.gap)
        notices << gapSentence(*moment.gap);
    if (!moment.isComplete)
        notices << MomentWords::tr("Not all keys had been looked at by then: there may be more.");
    const auto late = std::count_if(moment.doubts.begin(), moment.doubts.end(),
        [](const RecordedDoubt &doubt) { return doubt.late.has_value(); });
    if (late > 0)
        notices << MomentWords::tr("Locks that are unknown because a change was seen late: %1.")
                       .arg(late);
    return notices;
}

QString doubtSentence(const RecordedDoubt &doubt)
{
    const QString key = wording::key(doubt.key, 0);
    const QString seen = momentText(doubt.seenAt);
    if (!doubt.late)
        return MomentWords::tr("%1: unknown; it was found at %2, and may have been there before")
            .arg(key, seen);
    return MomentWords::tr(
        "%1: unknown; a change was seen at %2 that may have been up to %3 before")
        .arg(key, seen, lateText(*doubt.late));
}

// The holders of a semaphore, or of a lock that readers share: the first three, and how many more
// there are.
QString holdersText(const Reading &reading)
{
    constexpr std::size_t mostNamed = 3;
    const Permits &permits = *reading.permits;
    QStringList named;
    for (std::size_t i = 0; i < std::min(permits.size(), mostNamed); ++i)
        named << wording::key(permits[i].holder.token, 0);
    const int others = wording::otherHolders(reading) + 1 - int(named.size());
    const QString separator = MomentWords::tr(", ", "between the holders of one lock");
    if (reading.valueIsEstimate)
        //: %1: some of the holders of a lock
        return MomentWords::tr("%1 and at least %n others", nullptr, others)
            .arg(named.join(separator));
    if (others > 0)
        //: %1: some of the holders of a lock
        return MomentWords::tr("%1 and %n others", nullptr, others).arg(named.join(separator));
    const QString last = named.takeLast();
    if (named.empty())
        return last;
    //: %1: the holders of a lock but for the last, %2: that one
    return MomentWords::tr("%1 and %2").arg(named.join(separator), last);
}

// A semaphore is there still when nobody holds it.
bool isFree(const Item &lock)
{
    return !lock.reading.isUnreadable && !lock.reading.holder;
}

QString heldSentence(
    const Item &lock, WallMilliseconds at, const std::vector<RecordedDoubt> &doubts)
{
    const QString key = wording::key(lock.key, 0);
    const auto doubt = std::find_if(doubts.begin(), doubts.end(),
        [&](const RecordedDoubt &each) { return each.key == lock.key; });
    if (lock.reading.isUnreadable)
        return doubt == doubts.end() ? MomentWords::tr("%1: unknown").arg(key)
                                     : doubtSentence(*doubt);
    if (!lock.reading.holder)
        return MomentWords::tr("%1: free").arg(key);
    // Since when each of several has it is not recorded.
    if (lock.reading.permits && !lock.reading.permits->empty())
        return MomentWords::tr("%1: held by %2").arg(key, holdersText(lock.reading));
    const QString since = momentText(at - heldFor(lock, replayedInstant(at)).count());
    const QString holder = wording::key(lock.reading.holder->token, 0);
    switch (ageBound(lock)) {
    case AgeBound::Exact:
        return MomentWords::tr("%1: held by %2 since %3").arg(key, holder, since);
    case AgeBound::ByToken:
        return MomentWords::tr("%1: held by %2, since %3 by the clock of its holder")
            .arg(key, holder, since);
    case AgeBound::AtLeast:
        return MomentWords::tr("%1: held by %2 since %3 or longer").arg(key, holder, since);
    case AgeBound::AtMost:
        return MomentWords::tr("%1: held by %2, who asked for it at %3 by its own clock")
            .arg(key, holder, since);
    case AgeBound::Unsure:
        return MomentWords::tr("%1: held by %2 since %3, but perhaps not all the time")
            .arg(key, holder, since);
    }
    return {};
}

// The name of the alert is the user's own; its condition reads as in the rules file.
QString alertSentence(const Alert &alert)
{
    const QString key = wording::key(alert.key, 0);
    const QString name = wording::key(alert.rule->name.toUtf8(), 0);
    const QString severity = severityWord(alert.rule->severity);
    const QString what = alertWhat(*alert.rule, alert.value);
    const QString since = momentText(SnapshotClock::wallOf(alert.sinceUtc));
    switch (alert.sinceIs) {
    case AgeBound::AtLeast:
        return MomentWords::tr("%1: alert %2 fires (%3): %4, since %5 or longer")
            .arg(key, name, severity, what, since);
    case AgeBound::ByToken:
        return MomentWords::tr("%1: alert %2 fires (%3): %4, since %5 by the clock of its holder")
            .arg(key, name, severity, what, since);
    case AgeBound::Unsure:
        return MomentWords::tr(
            "%1: alert %2 fires (%3): %4, since %5, but perhaps not all the time")
            .arg(key, name, severity, what, since);
    case AgeBound::Exact:
    case AgeBound::AtMost: // of a hold; no alert counts a wait
        break;
    }
    //: %1: a key, %2: the name of an alert, %3: how severe it is, %4: its condition with what was
    //: measured ("held > 30s, now 31.2 s"), %5: a time
    return MomentWords::tr("%1: alert %2 fires (%3): %4, since %5")
        .arg(key, name, severity, what, since);
}

QString countedSentence(const Item &counter)
{
    const QString key = wording::key(counter.key, 0);
    if (counter.reading.isUnreadable)
        return MomentWords::tr("%1: unknown").arg(key);
    const auto read =
        std::chrono::duration_cast<Milliseconds>(counter.readAt.time_since_epoch()).count();
    return MomentWords::tr("%1: %2, as it was recorded at %3")
        .arg(key, CountersModel::valueText(counter), momentText(read));
}

QString freeSentence(const RecordedRelease &release, const RecordedMoment &moment)
{
    const QString key = wording::key(release.entry.key, 0);
    const QString since = momentText(SnapshotClock::wallOf(release.entry.at));
    if (!release.gap)
        return MomentWords::tr("%1: free since %2 (%3)")
            .arg(key, since, journalSentence(release.entry));
    const bool isLookedAtAgain = moment.isComplete && !moment.gap;
    if (isLookedAtAgain)
        return MomentWords::tr("%1: free, as at %2 (%3); changes since %4 were not all seen")
            .arg(key, since, journalSentence(release.entry), momentText(release.gap->since));
    return MomentWords::tr("%1: unknown; free at %2, and changes since %3 were not seen")
        .arg(key, since, momentText(release.gap->since));
}

// The sentences about the objects asked for. For --key there is one even if nothing is known of the
// key.
QStringList answers(const RecordedMoment &moment, const Releases &releases,
    const Arguments &arguments, WallMilliseconds at)
{
    QStringList sentences;
    for (const ItemPtr &lock : *moment.snapshot.locks) {
        const bool isToldBelow = isFree(*lock)
            && std::any_of(releases.begin(), releases.end(),
                [&](const RecordedRelease &release) { return release.entry.key == lock->key; });
        if (!isToldBelow)
            sentences << heldSentence(*lock, at, moment.doubts);
    }
    for (const RecordedRelease &release : releases)
        sentences << freeSentence(release, moment);
    for (const ItemPtr &counter : *moment.snapshot.counters)
        sentences << countedSentence(*counter);
    if (!sentences.isEmpty() || !moment.snapshot.buckets->empty() || arguments.key.isEmpty())
        return sentences;
    const QString key = wording::key(arguments.key, 0);
    if (moment.gap || !moment.isComplete)
        return {MomentWords::tr("%1: unknown").arg(key)};
    if (!arguments.key.startsWith(moment.session.prefix))
        return {MomentWords::tr("%1: not recorded: only keys that begin with %2 were watched")
                    .arg(key, wording::key(moment.session.prefix, 0))};
    return {MomentWords::tr("%1: not there, as far as was seen").arg(key)};
}

bool printText(const RecordedMoment &moment, const Releases &releases, const Arguments &arguments,
    bool isOfWanted, WallMilliseconds at)
{
    const QString &where = moment.session.address;
    QStringList lines{MomentWords::tr("%1 at %2").arg(where, momentText(at))};
    lines << noticesOf(moment);
    if (isOfWanted)
        lines << answers(moment, releases, arguments, at);
    for (const AlertPtr &alert : *moment.snapshot.alerts)
        lines << alertSentence(*alert);
    SnapshotTables tables({{}, {}, {}, {}, true});
    // The first line is left out: it describes a watch that is going on.
    lines << tables.lines(moment.snapshot, {where, {}}, replayedInstant(at), 0, 0).mid(1);
    return std::all_of(
        lines.begin(), lines.end(), [](const QString &line) { return printLine(line.toUtf8()); });
}

} // namespace

int printMoment(RecordingReader &reader, const Arguments &arguments, const WantedKeys &wanted)
{
    const WallMilliseconds at = *arguments.at;
    const auto moment = reader.at(at, wanted);
    if (!moment) {
        printMessage(errorMessage(moment.error(), {}));
        return 1;
    }
    if (moment->knowledge == RecordedMoment::Knowledge::NotRecorded) {
        printMessage(notRecordedSentence(*moment, at));
        return 1;
    }
    Releases releases;
    if (wanted) {
        auto found = reader.releasesBefore(moment->session, at, wanted);
        if (!found) {
            printMessage(errorMessage(found.error(), {}));
            return 1;
        }
        releases = std::move(*found);
        std::erase_if(releases, [&](const RecordedRelease &release) {
            const auto &locks = *moment->snapshot.locks;
            return std::any_of(locks.begin(), locks.end(), [&](const ItemPtr &lock) {
                return lock->key == release.entry.key && !isFree(*lock);
            });
        });
    }
    if (!arguments.json && !arguments.csv)
        return printText(*moment, releases, arguments, bool(wanted), at) ? 0 : 1;
    for (const QString &notice : noticesOf(*moment))
        printMessage(notice);
    QByteArray text = QJsonDocument(momentToJson(*moment, releases)).toJson(QJsonDocument::Compact);
    if (arguments.csv)
        text = snapshotToCsv(moment->snapshot).replace("\r\n", "\n").chopped(1);
    return printLine(text) ? 0 : 1;
}

} // namespace lockstep
