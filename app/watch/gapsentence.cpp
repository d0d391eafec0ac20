#include "app/watch/gapsentence.h"

#include "ui/watch/journal/journalsentence.h"

#include <QCoreApplication>

namespace lockstep {

QString gapSentence(const JournalEntry &entry, const QString &address)
{
    const QString where = entry.node.isEmpty() ? address : entry.node;
    const QString since = journalGapBegin(entry) + QStringLiteral(" UTC");
    switch (entry.gap) {
    case JournalEntry::Gap::Connection:
        return QCoreApplication::translate(
            "lockstep::WatchCommand", "Connected to %1 again. Changes since %2 were not seen.")
            .arg(where, since);
    case JournalEntry::Gap::Clock:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "The computer was asleep or a clock was set. Changes since %1 were not seen.")
            .arg(since);
    case JournalEntry::Gap::Silence:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "Nothing came from %1 for seconds. Changes since %2 were not seen.")
            .arg(where, since);
    case JournalEntry::Gap::Primary:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "The replica %1 has lost its primary. Changes there since %2 are not seen.")
            .arg(where, since);
    case JournalEntry::Gap::Swap:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "Databases of %1 were swapped. Changes since %2 were not seen.")
            .arg(where, since);
    case JournalEntry::Gap::OtherData:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "%1 took over the data of another server. Changes since %2 were not seen.")
            .arg(where, since);
    case JournalEntry::Gap::Permissions:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "Permissions that were missing were given. What happened until now may not have "
            "been seen.");
    case JournalEntry::Gap::Notifications:
        return QCoreApplication::translate("lockstep::WatchCommand",
            "Keyspace notifications were switched off on %1. Changes since %2 were not seen.")
            .arg(where, since);
    }
    return {};
}

} // namespace lockstep
