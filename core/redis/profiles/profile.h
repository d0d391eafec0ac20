#pragma once

#include "core/redis/values/endpoint.h"

#include <array>
#include <optional>
#include <vector>

namespace lockstep {

// What a server is used for. From production nothing is ever released, and no simulated client is
// sent there.
enum class Environment : quint8 { Development, Staging, Production };

inline constexpr std::array allEnvironments{
    Environment::Development, Environment::Staging, Environment::Production};

// As it is written in files and on the command line, in every language.
QString environmentName(Environment environment);
QStringList environmentNames();
std::optional<Environment> environmentFrom(const QString &name);

// A server that the user has given a name, with all that is needed to open it but the passwords.
struct Profile
{
    QString name;
    Environment environment = Environment::Development;
    Endpoint endpoint; // with TLS files and map; its passwords are not part of the profile
    QString rulesFile; // used in addition to rules made in the window; empty if there is none
    // Locks may be released from the window, after a question; never in production.
    bool mayRelease = false;

    friend bool operator==(const Profile &, const Profile &) = default;
};
using Profiles = std::vector<Profile>;

// What is wrong with a profile.
enum class ProfileMistake : quint8 {
    NoName,
    LongName, // more than mostNameLength characters
    BadCharacter, // in the name: a control character, or '-' as the first one
    NameTaken,
    ReleaseInProduction,
};
inline constexpr qsizetype mostNameLength = 80;

// What is wrong with a profile; nothing if it can be used. others: the profiles that it is added
// to.
std::optional<ProfileMistake> mistakeIn(const Profile &profile, const Profiles &others);

// The profile of that name, ignoring the case of letters; nullptr if there is none.
const Profile *profileNamed(const Profiles &profiles, const QString &name);
QStringList namesOf(const Profiles &profiles);
// The wanted name without forbidden characters, and with a number appended if it is taken.
QString freeName(const Profiles &profiles, const QString &wanted);

} // namespace lockstep
