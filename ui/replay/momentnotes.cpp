#include "ui/replay/momentnotes.h"

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

QString gapNote(qint64 since, std::optional<qint64> until, const QString &why, const QString &node)
{
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
