#include "app/profiles/profilescommand.h"

#include "app/arguments/arguments.h"
#include "app/profiles/keptpasswords.h"
#include "app/profiles/profileexchange.h"
#include "app/profiles/savedprofiles.h"
#include "app/terminal/output.h"
#include "app/terminal/texttable.h"
#include "core/redis/profiles/profilefile.h"
#include "core/redis/secrets/passwordstore.h"
#include "core/redis/values/endpointuri.h"
#include "core/watch/formats/catalogue.h"
#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockstep {

namespace {

class ProfilesWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ProfilesCommand)
};

// The profile as JSON. Every field is present, even if the file leaves it out.
QJsonObject jsonOf(const Profile &profile)
{
    return {{QStringLiteral("name"), profile.name},
        {QStringLiteral("environment"), environmentName(profile.environment)},
        {QStringLiteral("address"), uriWithoutPassword(profile.endpoint)},
        {QStringLiteral("rules"),
            profile.rulesFile.isEmpty() ? QJsonValue() : QJsonValue(profile.rulesFile)},
        {QStringLiteral("release"), profile.mayRelease}};
}

int listProfiles(const Profiles &profiles, bool json)
{
    if (json) {
        QJsonArray all;
        for (const Profile &each : profiles)
            all.append(jsonOf(each));
        return printLine(QJsonDocument(all).toJson(QJsonDocument::Compact)) ? 0 : 1;
    }
    if (profiles.empty())
        printMessage(ProfilesWords::tr("There are no profiles yet. lockstep profiles add makes "
                                       "one."));
    TextTable table({{ProfilesWords::tr("Name")}, {ProfilesWords::tr("Environment")},
        {ProfilesWords::tr("Address")}});
    for (const Profile &each : profiles)
        table.addRow({each.name, environmentWord(each.environment), each.endpoint.display()});
    const QStringList lines = profiles.empty() ? QStringList() : table.lines(0);
    return std::all_of(lines.begin(), lines.end(),
               [](const QString &line) { return printLine(line.toUtf8()); })
        ? 0
        : 1;
}

int showProfile(const Profile &profile, bool json)
{
    if (json)
        return printLine(QJsonDocument(jsonOf(profile)).toJson(QJsonDocument::Compact)) ? 0 : 1;
    const QString release = profile.environment == Environment::Production
        ? ProfilesWords::tr("never: it is production")
        : profile.mayRelease ? ProfilesWords::tr("yes, each after a question")
                             : ProfilesWords::tr("no");
    TextTable table({{profile.name}, {QString()}});
    table.addRow({ProfilesWords::tr("Environment"), environmentWord(profile.environment)});
    table.addRow({ProfilesWords::tr("Address"), uriWithoutPassword(profile.endpoint)});
    if (!profile.rulesFile.isEmpty())
        table.addRow({ProfilesWords::tr("Rules"), profile.rulesFile});
    table.addRow({ProfilesWords::tr("Releasing locks"), release});
    const QStringList lines = table.lines(0);
    return std::all_of(lines.begin(), lines.end(),
               [](const QString &line) { return printLine(line.toUtf8()); })
        ? 0
        : 1;
}

// Makes the path of a file absolute, so that it is found wherever the profile is used.
QString absolute(const QString &path)
{
    return path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
}

Endpoint withAbsoluteFiles(Endpoint endpoint)
{
    TlsOptions &tls = endpoint.tls;
    for (QString *path : {&tls.caFile, &tls.certificateFile, &tls.keyFile})
        *path = absolute(*path);
    return endpoint;
}

// Removes the password from the keychain, unless another profile has the same server and user.
void forgetUnsharedPassword(const Endpoint &endpoint, const Profiles &profiles)
{
    const auto sharesPassword = [&endpoint](const Profile &other) {
        return passwordName(other.endpoint) == passwordName(endpoint);
    };
    if (std::none_of(profiles.begin(), profiles.end(), sharesPassword))
        forgetPasswords(endpoint);
}

void printThatMarkStays(const Profile &profile)
{
    if (profile.environment == Environment::Production)
        printMessage(ProfilesWords::tr("%1 stays marked as production. To take the mark away, "
                                       "choose another access for that address under Connect to… "
                                       "in the window.")
                         .arg(profile.endpoint.display()));
}

// Whoever watches by a profile cannot begin without its rules, so they have to be right when they
// are given. Returns the exit status; nothing if they are, or if there are none.
std::optional<int> failWithRules(const QString &rulesFile)
{
    if (rulesFile.isEmpty())
        return std::nullopt;
    const auto rules = Catalogue::load(rulesFile);
    if (rules)
        return std::nullopt;
    return failWith(
        errorMessage(rules.error(), {}), rules.error().code == ErrorCode::BadInput ? 2 : 1);
}

int addProfile(ProfileFile &file, Profiles profiles, const Arguments &arguments)
{
    Profile profile;
    profile.name = arguments.operand;
    profile.environment = *arguments.environment;
    profile.endpoint = withAbsoluteFiles(*arguments.endpoint);
    profile.rulesFile = absolute(arguments.rulesFile);
    profile.mayRelease = arguments.allowRelease;
    if (const auto mistake = mistakeIn(profile, profiles))
        return failWith(mistakeSentence(*mistake), 2);
    if (const auto status = failWithRules(profile.rulesFile))
        return *status;
    profiles.push_back(profile);
    if (const auto trouble = saveProfiles(file, profiles))
        return failWith(*trouble);
    keepPasswords({profile.endpoint});
    return 0;
}

// The profile with the changes of the options; other fields stay.
Profile edited(Profile profile, const Arguments &arguments)
{
    if (!arguments.newName.isEmpty())
        profile.name = arguments.newName;
    if (arguments.endpoint)
        profile.endpoint = withAbsoluteFiles(*arguments.endpoint);
    if (arguments.environment) {
        profile.environment = *arguments.environment;
        profile.mayRelease &= profile.environment != Environment::Production;
    }
    if (arguments.dropsRules)
        profile.rulesFile.clear();
    if (!arguments.rulesFile.isEmpty())
        profile.rulesFile = absolute(arguments.rulesFile);
    if (arguments.allowRelease || arguments.forbidsRelease)
        profile.mayRelease = arguments.allowRelease;
    return profile;
}

int editProfile(ProfileFile &file, Profiles profiles, const Arguments &arguments)
{
    const auto place =
        std::find(profiles.begin(), profiles.end(), *profileNamed(profiles, arguments.operand));
    const Profile before = *place;
    const Profile after = edited(before, arguments);
    Profiles others = profiles;
    std::erase(others, before);
    if (const auto mistake = mistakeIn(after, others))
        return failWith(mistakeSentence(*mistake), 2);
    if (const auto status = failWithRules(arguments.rulesFile))
        return *status;
    *place = after;
    if (const auto trouble = saveProfiles(file, profiles))
        return failWith(*trouble);
    forgetUnsharedPassword(before.endpoint, profiles);
    keepPasswords({after.endpoint});
    if (after.environment != before.environment)
        printThatMarkStays(before);
    return 0;
}

int removeProfile(ProfileFile &file, Profiles profiles, const QString &name)
{
    const Profile removed = *profileNamed(profiles, name);
    std::erase(profiles, removed);
    if (const auto trouble = saveProfiles(file, profiles))
        return failWith(*trouble);
    forgetUnsharedPassword(removed.endpoint, profiles);
    printThatMarkStays(removed);
    return 0;
}

} // namespace

int runProfiles(const Arguments &arguments)
{
    ProfileFile file;
    const auto profiles = file.read();
    if (!profiles)
        return failWith(profilesTrouble(profiles.error()));
    const bool needsProfile = arguments.command == Arguments::Command::ProfilesShow
        || arguments.command == Arguments::Command::ProfilesEdit
        || arguments.command == Arguments::Command::ProfilesRemove;
    if (needsProfile && !profileNamed(*profiles, arguments.operand))
        return failWith(noProfileSentence(arguments.operand, *profiles), 2);
    switch (arguments.command) {
    case Arguments::Command::ProfilesShow:
        return showProfile(*profileNamed(*profiles, arguments.operand), arguments.json);
    case Arguments::Command::ProfilesAdd:
        return addProfile(file, *profiles, arguments);
    case Arguments::Command::ProfilesEdit:
        return editProfile(file, *profiles, arguments);
    case Arguments::Command::ProfilesRemove:
        return removeProfile(file, *profiles, arguments.operand);
    case Arguments::Command::ProfilesImport:
        return importProfileFile(file, *profiles, arguments);
    case Arguments::Command::ProfilesExport:
        return exportProfiles(*profiles, arguments.operand);
    default:
        return listProfiles(*profiles, arguments.json);
    }
}

} // namespace lockstep
