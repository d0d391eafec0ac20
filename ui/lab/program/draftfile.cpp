#include "ui/lab/program/draftfile.h"

#include "ui/text/errormessage.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

namespace lockstep {

namespace {

void save(const Draft &draft, DraftResult *result)
{
    const bool isGone = !QFileInfo::exists(draft.path);
    if (isGone && !draft.mayCreate) {
        result->saving = DraftResult::Saving::Gone;
        return;
    }
    if (!isGone && draft.text == draft.saved)
        return;
    QFile present(draft.path);
    if (present.open(QIODevice::ReadOnly)) {
        // Reads one byte more than the longest text that would be equal, so that a longer file
        // counts as different.
        const qint64 most = std::max({mostShownBytes, draft.saved.size(), draft.text.size()});
        const QByteArray found = present.read(most + 1);
        if (found != draft.saved && found != draft.text) {
            result->saving = DraftResult::Saving::ChangedByOthers;
            result->found = found;
            return;
        }
    }
    present.close();
    FileStamp written;
    result->reason = writeWhole(draft.path, draft.text, &written);
    if (result->reason.isEmpty())
        result->stamp = written;
    else
        result->saving = DraftResult::Saving::Failed;
}

} // namespace

std::optional<FileStamp> stampOf(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return std::nullopt;
    return FileStamp{file.lastModified(), file.size()};
}

QString writeWhole(const QString &path, const QByteArray &text, FileStamp *stamp)
{
    QDir().mkpath(QFileInfo(path).path()); // a failure shows when the file is opened
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.flush())
        return file.errorString();
    // The stamp is taken before the file gets its name, because other programs can write to it from
    // then on.
    const FileStamp written{file.fileTime(QFileDevice::FileModificationTime), text.size()};
    if (!file.commit())
        return file.errorString();
    if (stamp)
        *stamp = written;
    return {};
}

DraftResult saveAndRead(const Draft &draft, const ReadScenario &read)
{
    DraftResult result;
    result.text = draft.text;
    save(draft, &result);
    const auto scenario = read(draft.text, draft.path);
    if (scenario)
        result.scenario = *scenario;
    else
        result.mistake = scenario.error().code == ErrorCode::BadInput
            ? scenario.error().detail
            : errorMessage(scenario.error(), {});
    result.changes = changesOf(QString::fromUtf8(draft.reference), QString::fromUtf8(draft.text));
    return result;
}

} // namespace lockstep
