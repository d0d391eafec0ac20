#include "core/redis/profiles/profile.h"

#include <QStringList>

#include <algorithm>

namespace lockstep {

namespace {

bool isSameName(const QString &a, const QString &b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

bool isControl(QChar character)
{
    return character.category() == QChar::Other_Control
        || character.category() == QChar::Other_Format || character == QChar::LineSeparator
        || character == QChar::ParagraphSeparator;
}

} // namespace

QString environmentName(Environment environment)
{
    switch (environment) {
    case Environment::Development:
        return QStringLiteral("development");
    case Environment::Staging:
        return QStringLiteral("staging");
    case Environment::Production:
        break;
    }
    return QStringLiteral("production");
}

QStringList environmentNames()
{
    QStringList names;
    for (const Environment each : allEnvironments)
        names << environmentName(each);
    return names;
}

std::optional<Environment> environmentFrom(const QString &name)
{
    const auto found = environmentNames().indexOf(name);
    return found < 0 ? std::nullopt : std::optional(allEnvironments[size_t(found)]);
}

std::optional<ProfileMistake> mistakeIn(const Profile &profile, const Profiles &others)
{
    if (profile.name.trimmed().isEmpty())
        return ProfileMistake::NoName;
    if (profile.name.size() > mostNameLength)
        return ProfileMistake::LongName;
    if (profile.name.startsWith(u'-') || profile.name != profile.name.trimmed()
        || std::any_of(profile.name.begin(), profile.name.end(), isControl))
        return ProfileMistake::BadCharacter;
    if (profileNamed(others, profile.name))
        return ProfileMistake::NameTaken;
    if (profile.mayRelease && profile.environment == Environment::Production)
        return ProfileMistake::ReleaseInProduction;
    return std::nullopt;
}

const Profile *profileNamed(const Profiles &profiles, const QString &name)
{
    const auto found = std::find_if(profiles.begin(), profiles.end(),
        [&name](const Profile &each) { return isSameName(each.name, name); });
    return found == profiles.end() ? nullptr : &*found;
}

QStringList namesOf(const Profiles &profiles)
{
    QStringList names;
    for (const Profile &each : profiles)
        names << each.name;
    return names;
}

QString freeName(const Profiles &profiles, const QString &wanted)
{
    constexpr qsizetype roomForNumber = 8;
    QString base = wanted;
    base.removeIf(isControl);
    while (base.startsWith(u'-') || base.startsWith(u' '))
        base.remove(0, 1);
    base = base.left(mostNameLength - roomForNumber).trimmed();
    if (base.isEmpty())
        base = QStringLiteral("redis");
    QString name = base;
    for (int number = 2; profileNamed(profiles, name); ++number)
        name = QStringLiteral("%1 %2").arg(base).arg(number);
    return name;
}

} // namespace lockstep
