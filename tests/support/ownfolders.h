#pragma once

#include <QSettings>
#include <QTemporaryDir>

namespace lockstep {

// While this exists, settings and written files of the program are in a folder that no other test
// and no user has.
class OwnFolders
{
public:
    OwnFolders()
    {
        const QString settings = filePath(QStringLiteral("config"));
        qputenv("XDG_CONFIG_HOME", settings.toUtf8());
        qputenv("XDG_DATA_HOME", filePath(QStringLiteral("data")).toUtf8());
        // Qt asks the environment only once.
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings);
    }

    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString filePath(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

} // namespace lockstep
