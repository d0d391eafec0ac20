#include "core/redis/profiles/profileimport.h"

#include "core/redis/profiles/profilejson.h"
#include "core/redis/profiles/redisinsight.h"
#include "core/redis/values/coretext.h"
#include "core/redis/values/endpointuri.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

// The name for an address that comes without one.
QString nameFor(const Endpoint &endpoint)
{
    if (endpoint.transport == Endpoint::Transport::Unix)
        return endpoint.path.section(u'/', -1);
    return endpoint.isFoundBySentinels() ? endpoint.sentinels.primary
                                         : endpoint.hosts().front().display();
}

// Reads "shop redis://host" or "redis://host shop". A comma, a semicolon or "=" may also stand
// between, if the name comes first.
Result<Profile> profileOfLine(const QString &line, Environment environment)
{
    static const QRegularExpression address(u"[^\\s,;=\"']+://[^\\s;\"']+"_qs);
    static const QRegularExpression around(u"^[\\s,;=\"']+|[\\s,;=\"']+$"_qs);
    const auto found = address.match(line);
    if (!found.hasMatch())
        return failure(
            ErrorCode::BadInput, CoreText::tr("there is no address, as in redis://host:6379"));
    QString uri = found.captured();
    while (uri.endsWith(u','))
        uri.chop(1);
    auto endpoint = Endpoint::fromUri(uri);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    QString name = line;
    name.remove(found.capturedStart(), found.capturedLength());
    name.remove(around);
    Profile profile;
    profile.name = name.isEmpty() ? nameFor(*endpoint) : name;
    profile.environment = environment;
    profile.endpoint = std::move(*endpoint);
    return profile;
}

Result<ImportedProfiles> importLines(
    const QByteArray &text, Environment environment, const QString &where)
{
    ImportedProfiles imported;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString line = lines.at(i).trimmed();
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        auto profile = profileOfLine(line, environment);
        if (profile) {
            imported.profiles.push_back(std::move(*profile));
            continue;
        }
        ++imported.leftOut; // and said without the line itself, which may hold a password
        imported.remarks << CoreText::tr("line %1: %2").arg(i + 1).arg(profile.error().detail);
    }
    if (imported.profiles.empty())
        return failure(ErrorCode::BadInput,
            CoreText::tr(
                "%1: nothing in it can be imported. An export of Lockstep or of RedisInsight is "
                "expected, or addresses, one a line. %2")
                .arg(where, imported.remarks.value(0))
                .trimmed());
    return imported;
}

} // namespace

Result<ImportedProfiles> importProfiles(
    const QByteArray &text, Environment environment, const QString &where)
{
    const QByteArray begin = text.trimmed().left(1);
    if (begin == "[")
        return importRedisInsight(text, environment, where);
    if (begin != "{")
        return importLines(text, environment, where);
    auto own = profilesFromJson(text, where);
    if (!own)
        return tl::unexpected(own.error());
    return ImportedProfiles{std::move(*own), true, {}, 0};
}

SortedImport sortImport(const Profiles &present, const Profiles &imported)
{
    SortedImport sorted;
    Profiles all = present;
    for (Profile each : imported) {
        const auto isSame = [&each](const Profile &other) {
            return other.name.startsWith(each.name)
                && uriWithoutPassword(other.endpoint) == uriWithoutPassword(each.endpoint);
        };
        if (std::any_of(all.begin(), all.end(), isSame)) {
            sorted.present.push_back(std::move(each));
            continue;
        }
        each.name = freeName(all, each.name);
        all.push_back(std::move(each));
    }
    sorted.added.assign(all.begin() + qsizetype(present.size()), all.end());
    return sorted;
}

} // namespace lockstep
