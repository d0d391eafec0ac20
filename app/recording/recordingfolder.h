#pragma once

#include <QFileInfo>
#include <QSettings>

namespace lockstep {

// The folder of the recording that was opened or begun last, so that the next file is asked for
// there. The two functions share one setting.
inline const QString recordingFolderKey = QStringLiteral("recording/folder");

// Returns an empty text if there is none, or none any more.
inline QString lastRecordingFolder()
{
    const QString folder = QSettings().value(recordingFolderKey).toString();
    return QFileInfo(folder).isDir() ? folder : QString();
}

inline void rememberRecordingFolder(const QString &file)
{
    QSettings().setValue(recordingFolderKey, QFileInfo(file).absolutePath());
}

} // namespace lockstep
