// The sentences about how a server is watched, for the banner, the server page, the status line and
// the command line. They stand beside errormessage.cpp, whose rules they follow.

#include "ui/watchtext/statussentence.h"

#include "ui/text/wording.h"

#include <algorithm>

#include "core/redis/values/errorclasses.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class StatusWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::StatusWords)
};

QString place(const QString &where)
{
    return where.isEmpty() ? StatusWords::tr("the server") : foreignWords(where);
}

QString modeName(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        return StatusWords::tr("Nothing is watched at the moment.");
    case WatchMode::Push:
        return StatusWords::tr("Push: the server tells us which keys changed.");
    case WatchMode::Notifications:
        return StatusWords::tr(
            "Notifications: the server announces changes of keys to everybody who listens.");
    case WatchMode::Polling:
        return StatusWords::tr(
            "Polling: recognised keys are read again and again, at a measured pace.");
    }
    return {};
}

QString modeCause(ModeReason reason)
{
    switch (reason) {
    case ModeReason::NotConnected:
        return StatusWords::tr("There is no connection.");
    case ModeReason::NotDecided:
        return StatusWords::tr("The server has not said yet what it can do.");
    case ModeReason::TrackingWorks:
        return StatusWords::tr("Client tracking works, so unchanged keys cost nothing.");
    case ModeReason::TrackingNotPermitted:
        return StatusWords::tr(
            "This user is not permitted to use client tracking, which would be better.");
    case ModeReason::SubscribeNotPermitted:
        return StatusWords::tr(
            "Client tracking would be better; it needs the permission to subscribe.");
    case ModeReason::TrackingUnknown:
        return StatusWords::tr("This server does not know client tracking, which would be better. "
                               "It came with version 6, and a proxy may hide it.");
    case ModeReason::TrackingTableFull:
        return StatusWords::tr("The server cannot remember all keys that are watched; a larger "
                               "tracking-table-max-keys would let it.");
    case ModeReason::NotificationsOff:
        return StatusWords::tr(
            "Client tracking, which would be better, cannot be used here, and keyspace "
            "notifications do not tell of everything any more; as soon as "
            "notify-keyspace-events is KA they are used again.");
    }
    return {};
}

QString effectOf(MissingPermission::Effect effect)
{
    using enum MissingPermission::Effect;
    switch (effect) {
    case NoInventory:
        return StatusWords::tr("Keys cannot be listed, so nothing is found.");
    case NoTtl:
        return StatusWords::tr(
            "There are no countdowns, locks that never expire are not noticed, and rate limits "
            "that are told by their TTL are not shown.");
    case NoPush:
        return StatusWords::tr("Falling back to keyspace notifications or polling.");
    case NoType:
        return StatusWords::tr("No key can be recognised, so nothing is shown.");
    case NoValue:
        return StatusWords::tr("Formats that need this command are not shown.");
    case NoTime:
        return StatusWords::tr("The server's clock is unknown; the clock of this machine is used.");
    case NoInfo:
        return StatusWords::tr("The server's version and role are unknown, and it is not noticed "
                               "when a load balancer leads to several servers.");
    case NoReplica:
        return StatusWords::tr("A replica of a cluster does not answer without it.");
    case NoCluster:
        return StatusWords::tr("Only this node of the cluster is watched.");
    case NoEpoch:
        return StatusWords::tr("Where the Sentinels name different primaries, that of most of them "
                               "is taken, which may be one of long ago. It is the Sentinels' user "
                               "that needs it.");
    case NoWaiters:
        return StatusWords::tr("Who waits for a lock is not counted.");
    }
    return {};
}

} // namespace

QString modeSentence(WatchMode mode, ModeReason reason)
{
    //: How changes are learned of, and why
    return StatusWords::tr("%1 %2", "mode and reason").arg(modeName(mode), modeCause(reason));
}

QString modeSentence(const WatchStatus &status, const std::vector<NodeStatus> &nodes)
{
    const QString sentence = modeSentence(status.mode, status.modeReason);
    const auto count = std::count_if(nodes.begin(), nodes.end(), [&status](const NodeStatus &node) {
        return node.status.mode == status.mode && node.status.modeReason == status.modeReason;
    });
    if (count == std::ssize(nodes))
        return sentence;
    //: %1 how changes are learned of, and why; %2 how many nodes there are
    return StatusWords::tr("%1 %n of %2 nodes are watched like that.", nullptr, int(count))
        .arg(sentence, QString::number(nodes.size()));
}

QString aclRule(const MissingPermission &missing)
{
    if (isAboutTheKey(missing.serverWords))
        return QStringLiteral("%R~*");
    if (missing.serverWords.contains(QLatin1String("channel"), Qt::CaseInsensitive))
        return QStringLiteral("&__redis__:invalidate");
    const QList<QByteArray> words = missing.command.simplified().toLower().split(' ');
    return u'+' + foreignWords(QString::fromUtf8(words.join('|')));
}

QString aclRules(const QByteArray &user, const std::vector<MissingPermission> &missing)
{
    QStringList rules;
    for (const MissingPermission &one : missing) {
        const bool isOfServer = one.effect != MissingPermission::Effect::NoEpoch;
        if (isOfServer && one.cause == MissingPermission::Cause::NotPermitted)
            rules << aclRule(one);
    }
    rules.removeDuplicates();
    const QString name = foreignWords(QString::fromUtf8(user.isEmpty() ? "default" : user));
    return rules.isEmpty() ? QString()
                           : QStringLiteral("ACL SETUSER ") + name + u' ' + rules.join(u' ');
}

QString missingPermissionsSentence(const std::vector<MissingPermission> &missing)
{
    return StatusWords::tr("%n permissions are missing, so not everything is shown. The Server "
                           "page has the rule that gives them.",
        nullptr, static_cast<int>(missing.size()));
}

QString missingPermissionSentence(const MissingPermission &missing)
{
    const QString command = foreignWords(QString::fromUtf8(missing.command));
    if (isAboutTheKey(missing.serverWords)) {
        //: %1 a command, %2 an ACL rule that permits to read any key
        return StatusWords::tr("No permission for %1 on some keys, so these are not fully known. "
                               "Add %2 to the user's ACL rules (~* before Redis 7), or watch only "
                               "keys with a prefix that it may read.")
            .arg(command, aclRule(missing));
    }
    if (missing.cause == MissingPermission::Cause::Unknown) {
        //: %1 a command, %2 what does not work
        return StatusWords::tr("%1 is not known to this server. It may have been renamed there, or "
                               "a proxy does not forward it. %2")
            .arg(command, effectOf(missing.effect));
    }
    //: %1 a command, %2 what does not work, %3 an ACL rule such as +pttl
    return StatusWords::tr("No permission for %1. %2 Add %3 to the user's ACL rules.")
        .arg(command, effectOf(missing.effect), aclRule(missing));
}

QString coverageWords(const ClusterCoverage &cluster)
{
    QString words = StatusWords::tr("cluster of %n primaries", nullptr, cluster.primaries);
    const int watched = cluster.primaries - cluster.leftOut;
    //: continues "cluster of 3 primaries"
    if (cluster.leftOut > 0)
        words += StatusWords::tr(", %n are watched", nullptr, watched);
    //: continues "cluster of 3 primaries"
    if (cluster.connected < watched)
        words += StatusWords::tr(", %n answer", nullptr, cluster.connected);
    return words;
}

QString linkSentence(const WatchStatus &status, const QString &where, Instant now)
{
    const QString &blamed = status.troubledNode.isEmpty() ? where : status.troubledNode;
    const QString trouble = status.trouble ? errorMessage(*status.trouble, blamed) : QString();
    switch (status.link) {
    case LinkState::Connecting:
        return trouble.isEmpty() ? StatusWords::tr("Connecting to %1 …").arg(place(where))
                                 : trouble;
    case LinkState::Connected:
        return trouble.isEmpty() ? StatusWords::tr("Connected to %1.").arg(place(where)) : trouble;
    case LinkState::Reconnecting:
        break;
    case LinkState::Stopped:
        break;
    }
    const QString why = trouble.isEmpty()
        ? StatusWords::tr("There is no connection to %1.").arg(place(where))
        : trouble;
    const auto wait = status.nextAttempt
        ? std::chrono::ceil<std::chrono::seconds>(*status.nextAttempt - now).count()
        : 0;
    if (wait <= 0)
        return StatusWords::tr("%1 Trying again now.").arg(why);
    //: %1 what is wrong
    return StatusWords::tr("%1 Trying again in %n s.", nullptr, static_cast<int>(wait)).arg(why);
}

QString searchSentence(const WatchStatus &status)
{
    const bool isDone = status.firstInventoryDone && !status.isCatchingUp;
    if (isDone || status.link != LinkState::Connected)
        return {};
    const QString seen = wording::number(double(status.keysSeen));
    const auto &all = status.keysInDatabase;
    if (all && status.prefix.isEmpty() && status.keysSeen <= *all)
        return StatusWords::tr("Still searching: %1 of %2 keys so far.")
            .arg(seen, wording::number(double(*all)));
    return StatusWords::tr("Still searching: %1 keys so far.").arg(seen);
}

QString completenessSentence(const WatchStatus &status, Family family, qint64 found)
{
    switch (completeness(status, family)) {
    case Completeness::Complete:
        return {};
    case Completeness::Searching:
        return status.link == LinkState::Connected
            ? searchSentence(status)
            : StatusWords::tr("Not known yet: there is no connection.");
    case Completeness::Partial:
        return found > 0
            ? StatusWords::tr("Whether there are more is not known: some keys are not watched. The "
                              "Server page says why.")
            : StatusWords::tr("Whether there are any is not known: some keys are not watched. The "
                              "Server page says why.");
    case Completeness::Hidden:
        break;
    }
    return found > 0
        ? StatusWords::tr("Whether there are more is not known: a command that is needed cannot be "
                          "used here. The Server page names it.")
        : StatusWords::tr("Whether there are any is not known: a command that is needed cannot be "
                          "used here. The Server page names it.");
}

QString foundNumber(qint64 found, Completeness completeness)
{
    if (completeness == Completeness::Complete)
        return wording::number(double(found));
    return found > 0 ? QStringLiteral("≥ ") + wording::number(double(found)) : QStringLiteral("–");
}

QString lagWords(Milliseconds time)
{
    return time < std::chrono::seconds(1) ? StatusWords::tr("%1 ms").arg(time.count())
                                          : wording::duration(time);
}

QString shareWords(const WatchStatus &status)
{
    if (!isSeen(status))
        return QStringLiteral("–");
    if (status.serverTimeShareIsMeasured)
        return wording::percent(status.serverTimeShare);
    const bool willBeMeasured = std::none_of(status.missing.begin(), status.missing.end(),
        [](const auto &missing) { return missing.effect == MissingPermission::Effect::NoInfo; });
    if (willBeMeasured)
        return QStringLiteral("–");
    constexpr double leastShown = 0.000'05; // nothing that was asked for is for nothing
    const QString share = wording::percent(std::max(status.serverTimeShare, leastShown));
    return share.startsWith(u'<') ? share : QStringLiteral("≤ ") + share;
}

} // namespace lockstep
