#include "core/redis/profiles/profilejson.h"

#include "core/redis/values/coretext.h"
#include "core/redis/values/endpointuri.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int presentVersion = 1;

tl::unexpected<Error> bad(const QString &where, const QString &what)
{
    return failure(ErrorCode::BadInput, where + u": "_qs + what);
}

QString mistakeWords(ProfileMistake mistake)
{
    switch (mistake) {
    case ProfileMistake::NoName:
        return CoreText::tr("a name is missing");
    case ProfileMistake::LongName:
        return CoreText::tr("a name has at most %1 characters").arg(mostNameLength);
    case ProfileMistake::BadCharacter:
        return CoreText::tr(
            "a name has no control characters, no blanks around it, and does not begin with -");
    case ProfileMistake::NameTaken:
        return CoreText::tr("two profiles have the same name");
    case ProfileMistake::ReleaseInProduction:
        break;
    }
    return CoreText::tr("\"release\" is not possible in production");
}

// Errors: BadInput, where a field is unknown or of another type.
Result<void> checkFields(const QJsonObject &object, const QString &where)
{
    for (auto field = object.begin(); field != object.end(); ++field) {
        const bool isText =
            QStringList{u"name"_qs, u"environment"_qs, u"address"_qs, u"rules"_qs}.contains(
                field.key());
        if (!isText && field.key() != u"release")
            return bad(where, CoreText::tr("the field \"%1\" is unknown").arg(field.key()));
        if (isText ? !field.value().isString() : !field.value().isBool())
            return bad(where,
                CoreText::tr("\"%1\" is expected to be %2")
                    .arg(field.key(),
                        isText ? CoreText::tr("a text") : CoreText::tr("true or false")));
    }
    return {};
}

Result<Profile> profileFrom(const QJsonValue &value, const QString &where)
{
    if (!value.isObject())
        return bad(where, CoreText::tr("an object is expected"));
    const QJsonObject object = value.toObject();
    if (const auto fields = checkFields(object, where); !fields)
        return tl::unexpected(fields.error());
    Profile profile;
    profile.name = object[u"name"].toString();
    const auto environment = environmentFrom(object[u"environment"].toString());
    if (!environment)
        return bad(where,
            CoreText::tr("\"environment\" is expected to be one of %1")
                .arg(environmentNames().join(u", "_qs)));
    profile.environment = *environment;
    auto endpoint = Endpoint::fromUri(object[u"address"].toString());
    if (!endpoint)
        return bad(where, u"\"address\": "_qs + endpoint.error().detail);
    profile.endpoint = std::move(*endpoint);
    profile.endpoint.password.clear(); // a person may have written one there
    profile.endpoint.sentinels.password.clear();
    profile.rulesFile = object[u"rules"].toString();
    profile.mayRelease = object[u"release"].toBool();
    return profile;
}

} // namespace

QByteArray profilesToJson(const Profiles &profiles)
{
    QJsonArray array;
    for (const Profile &each : profiles) {
        QJsonObject object{{u"name"_qs, each.name},
            {u"environment"_qs, environmentName(each.environment)},
            {u"address"_qs, uriWithoutPassword(each.endpoint)}};
        if (!each.rulesFile.isEmpty())
            object.insert(u"rules"_qs, each.rulesFile);
        if (each.mayRelease)
            object.insert(u"release"_qs, true);
        array.append(object);
    }
    const QJsonObject all{{u"version"_qs, presentVersion}, {u"profiles"_qs, array}};
    return QJsonDocument(all).toJson();
}

Result<Profiles> profilesFromJson(const QByteArray &json, const QString &where)
{
    QJsonParseError mistake;
    const QJsonDocument document = QJsonDocument::fromJson(json, &mistake);
    if (mistake.error != QJsonParseError::NoError)
        return bad(where,
            CoreText::tr("it is no JSON: %1, at byte %2")
                .arg(mistake.errorString())
                .arg(mistake.offset));
    const QJsonObject all = document.object();
    const QJsonValue version = all[u"version"];
    if (version.toInt() > presentVersion)
        return bad(where,
            CoreText::tr(
                "it is of version %1, and this Lockstep knows version %2: a newer one wrote it")
                .arg(version.toInt())
                .arg(presentVersion));
    if (version != QJsonValue(presentVersion) || !all[u"profiles"].isArray() || all.size() != 2)
        return bad(where, CoreText::tr("{\"version\": 1, \"profiles\": […]} is expected"));
    Profiles profiles;
    const QJsonArray array = all[u"profiles"].toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString place = CoreText::tr("%1, profile %2").arg(where).arg(i + 1);
        auto profile = profileFrom(array.at(i), place);
        if (!profile)
            return tl::unexpected(profile.error());
        if (const auto wrong = mistakeIn(*profile, profiles))
            return bad(place, mistakeWords(*wrong));
        profiles.push_back(std::move(*profile));
    }
    return profiles;
}

} // namespace lockstep
