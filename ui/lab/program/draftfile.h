#pragma once

#include "core/lab/scenario/scenario.h"
#include "ui/lab/program/linechanges.h"

#include <QDateTime>

#include <functional>
#include <optional>

namespace lockstep {

// A file that is longer than this is neither shown in full nor edited; no scenario is that long.
constexpr qint64 mostShownBytes = 1 << 20;

// What a file looked like at some moment, by which a later change of it is noticed.
struct FileStamp
{
    QDateTime changed;
    qint64 size = -1; // bytes; -1: there is no such file
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};
FileStamp stampOf(const QString &path);

// A text that is being written, and the file that it belongs to.
struct Draft
{
    QString path;
    QByteArray text;
    QByteArray saved; // what the file said when it was last read or written
    QByteArray reference; // what differs from this text is marked
};

// What became of a draft.
struct DraftResult
{
    enum class Saving : quint8 {
        Saved, // or there was nothing to save
        ChangedByOthers, // the file says something else than `saved`; it was left as it is
        Failed
    };

    QByteArray text; // that was looked at
    Saving saving = Saving::Saved;
    FileStamp stamp; // Saved: of the file as we wrote it, whatever others have done to it since
    QString reason; // Failed: in the system's words
    QByteArray found; // ChangedByOthers: what the file says
    ScenarioPtr scenario; // nullptr: there is a mistake
    QString mistake; // "FILE:LINE: …"; empty: none
    LineChanges changes;
};

// A function like scenarioFromText().
using ReadScenario =
    std::function<Result<ScenarioPtr>(const QByteArray &text, const QString &path)>;

// Writes the draft into its file, all of it or nothing, and reads it as a scenario. A file that is
// not there any more is made again. Blocks while the disk does: called on a thread of its own.
DraftResult saveAndRead(const Draft &draft, const ReadScenario &read);

// Writes a file, all of it or nothing, and makes its folder. stamp: set to that of what was
// written. Returns why it could not be written; empty: it was.
QString writeWhole(const QString &path, const QByteArray &text, FileStamp *stamp = nullptr);

} // namespace lockstep
