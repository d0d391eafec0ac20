#pragma once

#include "core/lab/scenario/scenario.h"
#include "ui/lab/program/linechanges.h"

#include <QDateTime>

#include <functional>
#include <optional>

namespace lockstep {

// Longer files are not shown in full and cannot be edited; no scenario is that long.
constexpr qint64 mostShownBytes = 1 << 20;

// What a file looked like at some moment, so that a later change is noticed.
struct FileStamp
{
    QDateTime changed;
    qint64 size = 0; // bytes
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};
std::optional<FileStamp> stampOf(const QString &path); // nothing if there is no such file

// A text that is being edited, and the file that it belongs to.
struct Draft
{
    QString path;
    QByteArray text;
    QByteArray saved; // the text of the file when it was last read or written
    QByteArray reference; // the text from which differences are marked
    bool mayCreate = false; // the file if it is gone, because the user has said so
};

// What became of a draft that was saved and read.
struct DraftResult
{
    enum class Saving : quint8 {
        Saved, // or there was nothing to save
        ChangedByOthers, // the file has another text than `saved` and was left alone
        Gone, // there is no such file any more, and the draft must not create it
        Failed
    };

    QByteArray text; // the draft's text
    Saving saving = Saving::Saved;
    // If it was written: of the file as we wrote it, whatever others have done since.
    std::optional<FileStamp> stamp;
    QString reason; // if Failed: in the system's words
    QByteArray found; // if ChangedByOthers: the text of the file
    ScenarioPtr scenario; // nullptr if the text has a mistake
    QString mistake; // "FILE:LINE: …"; empty if there is none
    LineChanges changes;
};

// A function like scenarioFromText().
using ReadScenario =
    std::function<Result<ScenarioPtr>(const QByteArray &text, const QString &path)>;

// Writes the draft into its file, as a whole or not at all, and reads it as a scenario. A file that
// is gone is created again only if the draft may do so. Blocks while the disk does, so it is called
// on a thread of its own.
DraftResult saveAndRead(const Draft &draft, const ReadScenario &read);

// Writes a file, as a whole or not at all, and makes its folder. stamp: if not null, receives that
// of what was written. Returns why the file could not be written, or an empty string if it was.
QString writeWhole(const QString &path, const QByteArray &text, FileStamp *stamp = nullptr);

} // namespace lockstep
