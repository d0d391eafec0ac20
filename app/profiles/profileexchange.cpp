#include "app/profiles/profileexchange.h"

#include "app/arguments/arguments.h"
#include "app/profiles/keptpasswords.h"
#include "app/profiles/savedprofiles.h"
#include "app/terminal/output.h"
#include "core/redis/profiles/profilejson.h"
#include "ui/export/picture.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>
#include <QFile>

namespace lockstep {

namespace {

class ProfileExchangeWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ProfileExchange)
};

QString cannotRead(const QFile &file)
{
    return errorMessage(
        {ErrorCode::FileUnreadable, file.fileName() + QStringLiteral(": ") + file.errorString()},
        {});
}

} // namespace

tl::expected<ImportedProfiles, QString> readImportFile(const QString &path, Environment environment)
{
    QFile source(path);
    if (!source.open(QIODevice::ReadOnly))
        return tl::unexpected(cannotRead(source));
    const QByteArray contents = source.read(UserFile::mostBytes + 1);
    if (source.error() != QFileDevice::NoError)
        return tl::unexpected(cannotRead(source));
    if (contents.size() > UserFile::mostBytes)
        return tl::unexpected(
            ProfileExchangeWords::tr("%1 has more than %2 bytes, which no list of servers needs. "
                                     "Nothing was imported.")
                .arg(foreignWords(path))
                .arg(UserFile::mostBytes));
    auto imported = importProfiles(contents, environment, path);
    if (!imported)
        return tl::unexpected(errorMessage(imported.error(), {}));
    return std::move(*imported);
}

int importProfileFile(ProfileFile &file, Profiles profiles, const Arguments &arguments)
{
    const auto imported =
        readImportFile(arguments.operand, arguments.environment.value_or(Environment::Development));
    if (!imported)
        return failWith(imported.error());
    if (!imported->saysEnvironment && !arguments.environment)
        return failWith(
            ProfileExchangeWords::tr("The file does not say what its servers are used for: add "
                                     "--environment %1.")
                .arg(environmentNames().join(u'|')),
            2);
    if (imported->saysEnvironment && arguments.environment)
        return failWith(
            ProfileExchangeWords::tr("The file says of each server what it is used for: it goes "
                                     "without --environment."),
            2);
    for (const QString &remark : imported->remarks)
        printMessage(arguments.operand + QStringLiteral(", ") + foreignWords(remark));
    const Profiles added = sortImport(profiles, imported->profiles).added;
    profiles.insert(profiles.end(), added.begin(), added.end());
    if (const auto trouble = added.empty() ? std::nullopt : saveProfiles(file, profiles))
        return failWith(*trouble);
    std::vector<Endpoint> endpoints;
    for (const Profile &each : added) {
        endpoints.push_back(each.endpoint);
        if (!printLine(each.name.toUtf8()))
            return 1;
    }
    keepPasswords(endpoints);
    printMessage(ProfileExchangeWords::tr(
        "%n profile(s) added.", "beside those that were there already", int(added.size())));
    if (imported->leftOut == 0)
        return 0;
    printMessage(
        ProfileExchangeWords::tr("%n line(s) or entries of the file could not be used, see above.",
            nullptr, imported->leftOut));
    return 1;
}

int exportProfiles(const Profiles &profiles, const QString &path)
{
    const QByteArray json = profilesToJson(profiles);
    if (path.isEmpty())
        return printLine(json.trimmed()) ? 0 : 1;
    const auto saved = saveText(json, path);
    return saved ? 0 : failWith(errorMessage(saved.error(), {}));
}

} // namespace lockstep
