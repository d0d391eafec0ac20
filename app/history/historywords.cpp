#include "app/history/historywords.h"

#include "core/watch/recorder/rows/recordedgap.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class HistoryCauseWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::History)
};

} // namespace

QString momentText(WallMilliseconds at)
{
    return utcOf(utcInstant(at)).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"))
        + QStringLiteral(" UTC");
}

QString lateText(Milliseconds late)
{
    return wording::duration(late + Milliseconds(99)); // which cuts to tenths of a second
}

QString gapCauseText(const QString &cause)
{
    using Gap = JournalEntry::Gap;
    const auto gap = journalGapFrom(cause);
    if (!gap) {
        return cause == clockSetCause()
            ? HistoryCauseWords::tr("the clock of the computer that recorded was set")
            : HistoryCauseWords::tr("more happened than could be written");
    }
    switch (*gap) {
    case Gap::Connection:
        return HistoryCauseWords::tr("the connection was lost");
    case Gap::Clock:
        return HistoryCauseWords::tr("the computer was asleep or a clock was set");
    case Gap::Silence:
        return HistoryCauseWords::tr("nothing came from the server for seconds");
    case Gap::Primary:
        return HistoryCauseWords::tr("the replica had lost its primary");
    case Gap::Swap:
        return HistoryCauseWords::tr("databases were swapped");
    case Gap::OtherData:
        return HistoryCauseWords::tr("the server took over the data of another one");
    case Gap::Permissions:
        return HistoryCauseWords::tr("permissions were missing");
    case Gap::Notifications:
        return HistoryCauseWords::tr("keyspace notifications were switched off");
    }
    return {};
}

} // namespace lockstep
