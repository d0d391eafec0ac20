#include "core/redis/values/endpointparameters.h"

#include "core/redis/values/coretext.h"
#include "core/redis/values/uriparts.h"

#include <QStringList>

namespace lockstep {

using namespace Qt::StringLiterals;
using namespace UriParts;

namespace {

// Reads a parameter about Sentinels. Returns false if there is none of this name.
Result<bool> readSentinelParameter(QStringView name, QStringView value, SentinelGroup &sentinels)
{
    if (name == "master"_L1) {
        const auto primary = decodedText(value, CoreText::tr("name of the primary"));
        if (!primary)
            return tl::unexpected(primary.error());
        sentinels.primary = *primary;
        return true;
    }
    QByteArray *field = name == "sentinel-user"_L1 ? &sentinels.user
        : name == "sentinel-password"_L1           ? &sentinels.password
                                                   : nullptr;
    if (field == nullptr)
        return false;
    const auto bytes = decoded(value, CoreText::tr("parameter"));
    if (!bytes)
        return tl::unexpected(bytes.error());
    *field = *bytes;
    return true;
}

Result<void> readMap(QStringView value, std::vector<AddressMapping> &map)
{
    for (const QStringView each : value.split(u',')) {
        const auto mapping = AddressMapping::fromText(each);
        if (!mapping)
            return tl::unexpected(mapping.error());
        map.push_back(*mapping);
    }
    return {};
}

Result<void> readParameter(QStringView name, QStringView value, Endpoint &endpoint)
{
    const bool isTls = endpoint.transport == Endpoint::Transport::Tls;
    const bool isUnix = endpoint.transport == Endpoint::Transport::Unix;
    if (name == "db"_L1 && isUnix) {
        const auto database = databaseNumber(value);
        if (!database)
            return tl::unexpected(database.error());
        endpoint.database = *database;
        return {};
    }
    if (name == "map"_L1 && endpoint.takesMap())
        return readMap(value, endpoint.map);
    if (endpoint.isFoundBySentinels()) {
        const auto read = readSentinelParameter(name, value, endpoint.sentinels);
        if (!read)
            return tl::unexpected(read.error());
        if (*read)
            return {};
    }
    QString *field = name == "cacert"_L1 ? &endpoint.tls.caFile
        : name == "cert"_L1              ? &endpoint.tls.certificateFile
        : name == "key"_L1               ? &endpoint.tls.keyFile
        : name == "sni"_L1               ? &endpoint.tls.serverName
                                         : nullptr;
    if (field && !isTls)
        return badUri(CoreText::tr(
            "The parameter %1 belongs to TLS and needs rediss://, rediss-sentinel:// or "
            "rediss+cluster://.")
                          .arg(name));
    if (!field && endpoint.isFoundBySentinels())
        return badUri(CoreText::tr(
            "There is no parameter “%1”; an address of Sentinels takes master, "
            "sentinel-user, sentinel-password and map, rediss-sentinel:// also cacert, "
            "cert, key and sni.")
                          .arg(name));
    if (!field && endpoint.isOfCluster())
        return badUri(CoreText::tr("There is no parameter “%1”; an address of a cluster takes map, "
                                   "rediss+cluster:// also cacert, cert, key and sni.")
                          .arg(name));
    if (!field && isTls)
        return badUri(
            CoreText::tr("There is no parameter “%1”; rediss:// takes cacert, cert, key and sni.")
                .arg(name));
    if (!field && isUnix)
        return badUri(CoreText::tr("There is no parameter “%1”; unix:// takes db.").arg(name));
    if (!field)
        return badUri(
            CoreText::tr("redis:// takes no parameters; the database is written redis://host/2."));
    const auto text = decodedText(value, CoreText::tr("parameter"));
    if (!text)
        return tl::unexpected(text.error());
    if (text->isEmpty())
        return badUri(CoreText::tr("The parameter %1 has no value.").arg(name));
    *field = *text;
    return {};
}

} // namespace

Result<void> readParameters(QStringView query, Endpoint &endpoint)
{
    QStringList seen;
    for (const QStringView pair : query.split(u'&')) {
        const qsizetype equals = pair.indexOf(u'=');
        const QStringView name = equals < 0 ? pair : pair.first(equals);
        const QStringView value = equals < 0 ? QStringView() : pair.sliced(equals + 1);
        if (auto read = readParameter(name, value, endpoint); !read)
            return read;
        if (seen.contains(name))
            return badUri(CoreText::tr("The parameter %1 is given twice.").arg(name));
        seen.append(name.toString());
    }
    if (!endpoint.tls.keyFile.isEmpty() && endpoint.tls.certificateFile.isEmpty())
        return badUri(CoreText::tr("The parameter key needs cert, the certificate of that key."));
    return {};
}

} // namespace lockstep
