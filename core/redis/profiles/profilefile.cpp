#include "core/redis/profiles/profilefile.h"

#include "core/redis/profiles/profilejson.h"

#include <QDir>
#include <QStandardPaths>

namespace lockstep {

QString ProfileFile::usualPath()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation))
        .filePath(QStringLiteral("profiles.json"));
}

ProfileFile::ProfileFile(QString path)
    : m_file(std::move(path), QFileDevice::ReadOwner | QFileDevice::WriteOwner)
{
}

Result<Profiles> ProfileFile::read()
{
    const auto contents = m_file.read();
    if (!contents)
        return tl::unexpected(contents.error());
    if (!*contents)
        return Profiles();
    // An empty file is damaged, not one without profiles: this program never writes one.
    auto profiles = profilesFromJson(**contents, path());
    if (!profiles)
        m_file.forget();
    return profiles;
}

Result<bool> ProfileFile::write(const Profiles &profiles)
{
    return m_file.replace(profilesToJson(profiles));
}

} // namespace lockstep
