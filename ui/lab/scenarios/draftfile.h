#pragma once

#include "core/lab/scenario/scenario.h"
#include "ui/lab/scenarios/linechanges.h"

#include <QDateTime>

#include <functional>
#include <optional>

namespace lockstep {

// Of a file more than this is neither shown nor edited; a scenario has less.
constexpr qint64 mostShownBytes = 1 << 20;

// By which a later change of a file is noticed.
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
    FileStamp stamp; // Saved: of the file as it was written, whatever others have done to it since
    QString reason; // Failed: in the system's words
    QByteArray found; // ChangedByOthers: what the file says
    ScenarioPtr scenario; // nullptr: there is a mistake
    QString mistake; // "FILE:LINE: …"; empty: none
    LineChanges changes;
};

// As scenarioFromText.
using ReadScenario =
    std::function<Result<ScenarioPtr>(const QByteArray &text, const QString &path)>;

// Writes the draft into its file, all of it or nothing, and reads it as a scenario. A file that is
// not there any more is made again. Blocks while the disk does: called on a thread of its own.
DraftResult saveAndRead(const Draft &draft, const ReadScenario &read);

// Writes a file, all of it or nothing; makes the folder. stamp: of what was written. Empty: it is
// written; else why not.
QString writeWhole(const QString &path, const QByteArray &text, FileStamp *stamp = nullptr);

} // namespace lockstep
