#include "ui/replay/momentnotes.h"

#include "core/watch/recorder/rows/recordedgap.h"
#include "core/watch/snapshot/jsonids.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journalsentence.h"

#include <QCoreApplication>

#include <chrono>

namespace lockstep {

namespace {

struct MomentNotes
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::MomentNotes)
};

// These texts are in the context of the words of lockstep history, which says the same.
struct GapCauses
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::History)
};

QString noteTime(qint64 at)
{
    const std::chrono::system_clock::time_point moment{std::chrono::milliseconds(at)};
    return utcOf(moment).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

} // namespace

QString seenNote(const QString &address, const QString &server, bool isComplete, int doubtful)
{
    const QString what = server.isEmpty() ? address : address + QStringLiteral(" · ") + server;
    const QString shown = wording::key(what.toUtf8(), 120);
    const QString seen = isComplete
        ? MomentNotes::tr("Seen at this moment: %1").arg(shown)
        : MomentNotes::tr("Seen at this moment, but not all keys had been looked at: %1")
              .arg(shown);
    if (doubtful == 0)
        return seen;
    return seen + QStringLiteral(" · ")
        + MomentNotes::tr(
            "%n objects are unknown: what was seen of them later may have been so already", nullptr,
            doubtful);
}

QString gapCauseText(const QString &cause)
{
    using Gap = JournalEntry::Gap;
    const auto gap = journalGapFrom(cause);
    if (!gap) {
        if (cause == unheardCause())
            return GapCauses::tr("the recording ended before it was heard of again");
        return cause == clockSetCause()
            ? GapCauses::tr("the clock of the computer that recorded was set")
            : GapCauses::tr("more happened than could be written");
    }
    switch (*gap) {
    case Gap::Connection:
        return GapCauses::tr("the connection was lost");
    case Gap::Clock:
        return GapCauses::tr("the computer was asleep or a clock was set");
    case Gap::Silence:
        return GapCauses::tr("nothing came from the server for seconds");
    case Gap::Primary:
        return GapCauses::tr("the replica had lost its primary");
    case Gap::Swap:
        return GapCauses::tr("databases were swapped");
    case Gap::OtherData:
        return GapCauses::tr("the server took over the data of another one");
    case Gap::Permissions:
        return GapCauses::tr("permissions were missing");
    case Gap::Notifications:
        return GapCauses::tr("keyspace notifications were switched off");
    }
    return {};
}

QString gapNote(
    qint64 since, std::optional<qint64> until, const QString &cause, const QString &node)
{
    const QString why = gapCauseText(cause);
    const QString reason = node.isEmpty()
        ? why
        : MomentNotes::tr("%1: %2", "a node of a cluster, and what was wrong with it")
              .arg(wording::key(node.toUtf8(), 60), why);
    return until ? MomentNotes::tr("Unknown: changes from %1 until %2 were not seen (%3).")
                       .arg(noteTime(since), noteTime(*until), reason)
                 : MomentNotes::tr("Unknown: changes from %1 on were not seen (%2).")
                       .arg(noteTime(since), reason);
}

QString notRecordedNote(std::optional<qint64> until, std::optional<qint64> from)
{
    if (until && from)
        return MomentNotes::tr("Not recorded: nothing was recorded from %1 until %2.")
            .arg(noteTime(*until), noteTime(*from));
    if (until)
        return MomentNotes::tr("Not recorded: the recording ends at %1.").arg(noteTime(*until));
    return from ? MomentNotes::tr("Not recorded: the recording begins at %1.").arg(noteTime(*from))
                : MomentNotes::tr("Not recorded.");
}

} // namespace lockstep
