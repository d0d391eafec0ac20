#include "ui/replay/momentwords.h"

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

QString causeWords(const QString &cause)
{
    if (cause == u"connection")
        return MomentNotes::tr("the connection was lost");
    if (cause == u"clock")
        return MomentNotes::tr("the computer was asleep or a clock was set");
    if (cause == u"silence")
        return MomentNotes::tr("nothing came from the server");
    if (cause == u"primary")
        return MomentNotes::tr("the replica had lost its primary");
    if (cause == u"swap")
        return MomentNotes::tr("databases were swapped");
    if (cause == u"dataset")
        return MomentNotes::tr("the server took over the data of another one");
    if (cause == u"permissions")
        return MomentNotes::tr("permissions were missing");
    if (cause == u"notifications")
        return MomentNotes::tr("keyspace notifications were switched off");
    if (cause == u"overflow")
        return MomentNotes::tr("more happened than could be written");
    return cause;
}

} // namespace

QString seenNote(const QString &address, const QString &server, bool isComplete)
{
    const QString what = server.isEmpty() ? address : address + QStringLiteral(" · ") + server;
    const QString shown = wording::key(what.toUtf8(), 120);
    return isComplete
        ? MomentNotes::tr("Seen at this moment: %1").arg(shown)
        : MomentNotes::tr("Seen at this moment, but not all keys had been looked at: %1")
              .arg(shown);
}

QString gapNote(
    qint64 since, std::optional<qint64> until, const QString &cause, const QString &node)
{
    const QString why = node.isEmpty()
        ? causeWords(cause)
        : MomentNotes::tr("%1: %2", "a node of a cluster, and what was wrong with it")
              .arg(wording::key(node.toUtf8(), 60), causeWords(cause));
    return until ? MomentNotes::tr("Unknown: changes from %1 until %2 were not seen (%3).")
                       .arg(noteTime(since), noteTime(*until), why)
                 : MomentNotes::tr("Unknown: changes from %1 on were not seen (%2).")
                       .arg(noteTime(since), why);
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
