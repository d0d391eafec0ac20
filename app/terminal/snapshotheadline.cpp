// What stands above the tables. A terminal is mostly 24 rows high, so on a screen the line about
// the server is one row: it leaves out what tells least where it is too long. It begins with the
// word for production and the name of the profile, which are never left out or cut, because whoever
// has several terminals open tells the servers apart by them.

#include "app/terminal/snapshotheadline.h"

#include "app/terminal/texttable.h"
#include "core/watch/metrics/summarycounts.h"
#include "core/watch/snapshot/completeness.h"
#include "core/watch/snapshot/presencecounters.h"
#include "ui/connect/environmentlook.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watchtext/itemwording.h"
#include "ui/watchtext/statussentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <climits>

namespace lockstep {

namespace {

class HeadlineWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SnapshotTables)
};

const QString joint = QStringLiteral(" · ");

// The parts in lines of at most so many cells, broken between two of them where that is possible.
// With 0 it is one line.
QStringList linesOfParts(const QStringList &parts, int width)
{
    QStringList lines;
    for (const QString &part : parts) {
        if (!lines.isEmpty() && (width == 0 || cellsOf(lines.last() + joint + part) <= width))
            lines.last() += joint + part;
        else
            lines << wrapped(part, width);
    }
    return lines;
}

// A part of the line about the server. Where a screen is too narrow for all of them, the highest
// are left out first; 0 stays.
struct ServerPart
{
    QString text;
    int dispensable = 0;
};

// What stands before the address: "PRODUCTION" and "shop", or nothing.
QStringList partsBeforeAddress(const WatchedServer &server)
{
    QStringList parts;
    if (server.isProduction)
        parts << environmentBanner(Environment::Production);
    if (!server.profile.isEmpty())
        parts << foreignWords(server.profile);
    return parts;
}

// Makes the parts of a line such as "Demo shop · redis 7.0.15 · push · lag at most 114 ms · 66 keys
// in db".
std::vector<ServerPart> serverParts(
    const Snapshot &snapshot, const WatchedServer &server, Instant now)
{
    const WatchStatus &status = snapshot.status;
    std::vector<ServerPart> parts;
    for (const QString &part : partsBeforeAddress(server))
        parts.push_back({part});
    parts.push_back({server.where});
    if (!status.serverVersion.isEmpty())
        parts.push_back({QStringLiteral("%1 %2").arg(wording::key(status.serverProgram.toUtf8()),
                             wording::key(status.serverVersion.toUtf8())),
            3});
    if (!status.primary.isEmpty())
        //: %1: the address to which the Sentinels of a group point
        parts.push_back({HeadlineWords::tr("primary %1").arg(foreignWords(status.primary))});
    if (status.cluster)
        parts.push_back({coverageWords(*status.cluster)});
    parts.push_back({wording::mode(status.mode), 2});
    if (status.unseenSince)
        parts.push_back({HeadlineWords::tr("no answer for %1")
                             .arg(wording::age(std::chrono::duration_cast<Milliseconds>(
                                 now - *status.unseenSince)))});
    else if (status.staleness && status.staleness->count() == 0)
        parts.push_back({HeadlineWords::tr("up to date")});
    else if (status.staleness)
        parts.push_back({HeadlineWords::tr("lag at most %1 ms")
                             .arg(wording::number(double(status.staleness->count())))});
    if (status.keysInDatabase)
        parts.push_back({HeadlineWords::tr("%n keys in db", nullptr,
                             int(std::min<qint64>(*status.keysInDatabase, INT_MAX))),
            4});
    parts.push_back({HeadlineWords::tr("our share of server time %1").arg(shareWords(status)), 5});
    return parts;
}

// On a screen the rows are for the tables, so it is one line there: parts are left out, and at last
// the address is cut. Elsewhere it has all parts.
QStringList serverLines(
    const Snapshot &snapshot, const WatchedServer &server, Instant now, int width, bool isScreen)
{
    const WatchStatus &status = snapshot.status;
    const QStringList beforeAddress = partsBeforeAddress(server);
    if (status.link != LinkState::Connected || status.trouble)
        return wrapped(
            (beforeAddress + QStringList{linkSentence(status, server.where, now)}).join(joint),
            width);
    std::vector<ServerPart> parts = serverParts(snapshot, server, now);
    const auto texts = [&parts] {
        QStringList all;
        for (const ServerPart &each : parts)
            all << each.text;
        return all;
    };
    const auto isLess = [](const ServerPart &a, const ServerPart &b) {
        return a.dispensable < b.dispensable;
    };
    while (isScreen && cellsOf(texts().join(joint)) > width) {
        const auto least = std::max_element(parts.begin(), parts.end(), isLess);
        if (least->dispensable == 0)
            break;
        parts.erase(least);
    }
    if (isScreen) {
        const int over = std::max(0, cellsOf(texts().join(joint)) - width);
        constexpr int leastOfAddress = 12;
        const int room = std::max(leastOfAddress, cellsOf(server.where) - over);
        parts[std::size_t(beforeAddress.size())].text = cutInMiddle(server.where, room);
    }
    return linesOfParts(texts(), width);
}

// Sentences about missing permissions. If there are many, only their number and the ACL rules that
// grant them.
QStringList permissionSentences(const WatchStatus &status)
{
    constexpr std::size_t few = 2;
    QStringList sentences;
    if (status.missing.size() <= few) {
        for (const MissingPermission &each : status.missing)
            sentences << missingPermissionSentence(each);
        return sentences;
    }
    sentences << missingPermissionsSentence(status.missing)
              << aclRules(status.user, status.missing);
    sentences.removeAll(QString());
    return sentences;
}

// "107 users online · 18 locks held, 1 immortal, 3 waiting · 18 rate limits, 5 exhausted". only:
// the family that was asked for; the others are left out, for the snapshot then has none of them.
QStringList summaryParts(
    const Snapshot &snapshot, const SummaryCounts &counts, std::optional<Family> only)
{
    const bool areKnown = isSeen(snapshot.status); // else the tables show what was seen last
    const auto found = [&](int count, Family family) {
        return areKnown ? foundNumber(count, completeness(snapshot.status, family))
                        : QStringLiteral("–");
    };
    const auto part = [areKnown](QString *whole, const QString &text, int count) {
        if (areKnown && count > 0)
            *whole += text.arg(wording::number(count));
    };
    QStringList parts;
    if (const ItemPtr users = usersOnline(*snapshot.presence, {}); users && users->reading.value)
        parts << HeadlineWords::tr(
            "%1 users online", nullptr, int(std::min<double>(*users->reading.value, INT_MAX)))
                     .arg(areKnown ? CountersModel::valueText(*users) : QStringLiteral("–"));
    QString locks = HeadlineWords::tr("%1 locks held", nullptr, counts.held)
                        .arg(found(counts.held, Family::Lock));
    part(&locks, HeadlineWords::tr(" (%1 possible)"), counts.possibleLocks);
    part(&locks, HeadlineWords::tr(", %1 immortal"), counts.immortal);
    part(&locks, HeadlineWords::tr(", %1 orphan?"), counts.orphans);
    part(&locks, HeadlineWords::tr(", %1 waiting"), counts.waiting.value_or(0));
    QString limits = HeadlineWords::tr("%1 rate limits", nullptr, counts.buckets)
                         .arg(found(counts.buckets, Family::Bucket));
    part(&limits, HeadlineWords::tr(", %1 possible"), counts.possibleBuckets);
    part(&limits, HeadlineWords::tr(", %1 exhausted"), counts.exhausted);
    const auto number = int(std::count_if(snapshot.counters->begin(), snapshot.counters->end(),
        [](const ItemPtr &item) { return !item->reading.isUnreadable; }));
    const QString counters =
        HeadlineWords::tr("%1 counters", nullptr, number).arg(found(number, Family::Counter));
    for (const auto &[family, text] : {std::pair{Family::Lock, locks},
             std::pair{Family::Bucket, limits}, std::pair{Family::Counter, counters}}) {
        if (!only || *only == family)
            parts << text;
    }
    return parts;
}

} // namespace

QStringList headlineLines(const Snapshot &snapshot, const SummaryCounts &counts,
    const HeadlineOptions &options, Instant now, int width)
{
    QStringList lines = serverLines(snapshot, options.server, now, width, options.isScreen);
    if (!options.metricsUrl.isEmpty())
        lines << wrapped(HeadlineWords::tr("Metrics are at %1.").arg(options.metricsUrl), width);
    for (const QString &sentence : permissionSentences(snapshot.status))
        lines << wrapped(sentence, width);
    return lines << linesOfParts(summaryParts(snapshot, counts, options.family), width);
}

} // namespace lockstep
