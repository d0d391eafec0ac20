// `lockstep history`: prints the journal entries of a recording as text, CSV or JSON, or with --at
// the objects at one moment (historymoment.cpp).

#include "app/history/historycommand.h"

#include "app/history/historymoment.h"
#include "app/history/historywords.h"
#include "app/terminal/output.h"
#include "core/watch/recorder/recordingreader.h"
#include "core/watch/values/glob.h"
#include "ui/export/journalexport.h"
#include "ui/replay/momentnotes.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watch/rows/countersmodel.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace lockstep {

namespace {

class HistoryWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::History)
};

WantedKeys wantedKeys(const Arguments &arguments)
{
    if (!arguments.key.isEmpty())
        return [key = arguments.key](const QByteArray &each) { return each == key; };
    if (arguments.glob.isEmpty())
        return {};
    return [glob = std::make_shared<const Glob>(arguments.glob)](
               const QByteArray &each) { return glob->matches(each); };
}

QString sentenceOf(const RecordedLine &line)
{
    switch (line.kind) {
    case RecordedLine::Kind::Entry:
        return journalSentence(line.entry, 0,
            line.entry.kind == JournalEntry::Kind::Unseen
                ? momentText(SnapshotClock::wallOf(line.entry.since))
                : QString());
    case RecordedLine::Kind::Changed: {
        Item counter;
        counter.key = line.entry.key;
        counter.reading.value = line.entry.value;
        if (line.entry.largeInteger)
            counter.reading.setRaw(QByteArray::number(*line.entry.largeInteger));
        return CountersModel::valueText(counter);
    }
    case RecordedLine::Kind::NotRecorded:
        return line.address.isEmpty()
            ? HistoryWords::tr("nothing was recorded since %1")
                  .arg(momentText(SnapshotClock::wallOf(line.entry.since)))
            : HistoryWords::tr(
                "nothing was recorded since %1; from here on it is another server: %2")
                  .arg(momentText(SnapshotClock::wallOf(line.entry.since)), line.address);
    case RecordedLine::Kind::NotRecordedBefore:
        return HistoryWords::tr("nothing was recorded before");
    case RecordedLine::Kind::Gap:
        return HistoryWords::tr("changes since %1 were not seen: %2")
            .arg(momentText(SnapshotClock::wallOf(line.entry.since)), gapCauseText(line.cause));
    }
    return {};
}

QString textOf(const RecordedLine &line)
{
    QStringList parts{utcOf(line.entry.at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz'Z'"))};
    if (!line.entry.key.isEmpty())
        parts << wording::key(line.entry.key, 0);
    parts << sentenceOf(line);
    if (line.late)
        parts << HistoryWords::tr("(seen up to %1 late)").arg(lateText(*line.late));
    return parts.join(QStringLiteral("  "));
}

// Who asks from a moment on asks until now, when the recording may have ended long ago.
std::optional<WallMilliseconds> endOf(const Arguments &arguments, const RecordingReader &reader)
{
    return arguments.from && !arguments.to ? reader.openedAt() : arguments.to;
}

int printLines(RecordingReader &reader, const Arguments &arguments)
{
    if (reader.sessions().empty()) {
        if (!reader.isLatestMissing()) // else it was said that it is elsewhere
            printMessage(
                HistoryWords::tr("The recording is empty: nothing was seen while it ran."));
        return 1;
    }
    bool isWritten = !arguments.csv || printLine(journalCsvHead());
    if (!isWritten)
        return 1;
    const auto read = reader.lines(arguments.from, endOf(arguments, reader), wantedKeys(arguments),
        [&](const RecordedLine &line) {
            if (arguments.json)
                isWritten = printLine(
                    QJsonDocument(recordedLineToJson(line)).toJson(QJsonDocument::Compact));
            else if (arguments.csv)
                isWritten = printLine(journalCsvLine(recordedLineToJson(line)));
            else
                isWritten = printLine(textOf(line).toUtf8());
            return isWritten;
        });
    if (!read)
        printMessage(errorMessage(read.error(), {}));
    return read && isWritten ? 0 : 1;
}

} // namespace

int runHistory(const Arguments &arguments)
{
    const auto reader = RecordingReader::open(arguments.operand);
    if (!reader) {
        printMessage(errorMessage(reader.error(), {}));
        return 1;
    }
    if ((*reader)->isLatestMissing())
        printMessage(
            HistoryWords::tr("%1-wal is not there: it has what was recorded last, and belongs to "
                             "the file until the recording has ended.")
                .arg(arguments.operand));
    const QByteArray key = arguments.key;
    if (!key.isEmpty() && !(*reader)->sessions().empty() && !(*reader)->knows(key))
        printMessage(HistoryWords::tr("The recording has no key %1.").arg(wording::key(key, 0)));
    for (const RecordedSession &session : (*reader)->sessions()) {
        if (!arguments.at && !key.startsWith(session.prefix) && !key.isEmpty())
            printMessage(HistoryWords::tr(
                "The recording that began at %1 is only of keys that begin with %2.")
                             .arg(momentText(session.beganAt), wording::key(session.prefix, 0)));
        if ((*reader)->isCutOff(session))
            printMessage(
                HistoryWords::tr("The recording that began at %1 was cut off at %2: what happened "
                                 "in the last second before may be missing.")
                    .arg(momentText(session.beganAt), momentText(session.seenUntil)));
    }
    return arguments.at ? printMoment(**reader, arguments, wantedKeys(arguments))
                        : printLines(**reader, arguments);
}

} // namespace lockstep
