// The fields are those of RedisInsight's export (ExportDatabase in its source): host, port, name,
// username, password, db, tls, tlsServername, verifyServerCert, caCert, clientCert, connectionType
// (STANDALONE, SENTINEL, CLUSTER), sentinelMaster {name, username, password}, ssh. With Sentinels
// host, user and password are those of the Sentinels, and the servers' stand in sentinelMaster.
// Certificates are texts in it, which we do not write into files on our own.

#include "core/redis/profiles/redisinsight.h"

#include "core/redis/values/coretext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

// RedisInsight writes numbers as numbers, and older versions as texts. ifMissing: where there is
// none. Returns nothing if it is no whole number.
std::optional<int> numberOf(const QJsonValue &value, int ifMissing)
{
    if (value.isUndefined() || value.isNull())
        return ifMissing;
    bool ok = false;
    const int number = value.toVariant().toString().toInt(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

void takeSentinels(const QJsonObject &entry, Endpoint &endpoint)
{
    const QJsonObject primary = entry[u"sentinelMaster"].toObject();
    const Endpoint withoutAddress; // the Sentinels say where the server is
    endpoint.sentinels.addresses = {{std::exchange(endpoint.host, withoutAddress.host),
        std::exchange(endpoint.port, withoutAddress.port)}};
    endpoint.sentinels.primary = primary[u"name"].toString();
    endpoint.sentinels.user =
        std::exchange(endpoint.user, primary[u"username"].toString().toUtf8());
    endpoint.sentinels.password =
        std::exchange(endpoint.password, primary[u"password"].toString().toUtf8());
}

// Errors: BadInput, with why it cannot be used.
Result<Endpoint> endpointOf(const QJsonObject &entry)
{
    Endpoint endpoint;
    endpoint.host = entry[u"host"].toString();
    const auto port = numberOf(entry[u"port"], 6379);
    const auto database = numberOf(entry[u"db"], 0);
    if (endpoint.host.isEmpty())
        return failure(ErrorCode::BadInput, CoreText::tr("it has no host"));
    if (!port || *port < 1 || *port > 65535)
        return failure(ErrorCode::BadInput, CoreText::tr("its port is no number from 1 to 65535"));
    if (!database || *database < 0)
        return failure(ErrorCode::BadInput, CoreText::tr("its database is no number from 0 on"));
    if (entry[u"ssh"].toBool())
        return failure(ErrorCode::BadInput,
            CoreText::tr("it goes through SSH: open the tunnel and add its address by hand"));
    endpoint.port = quint16(*port);
    endpoint.database = *database;
    endpoint.user = entry[u"username"].toString().toUtf8();
    endpoint.password = entry[u"password"].toString().toUtf8();
    if (entry[u"tls"].toBool()) {
        endpoint.transport = Endpoint::Transport::Tls;
        endpoint.tls.serverName = entry[u"tlsServername"].toString();
    }
    const QString type = entry[u"connectionType"].toString();
    if (type == u"SENTINEL")
        takeSentinels(entry, endpoint);
    else if (type == u"CLUSTER")
        endpoint.seeds = {{endpoint.host, endpoint.port}};
    for (QByteArray *user : {&endpoint.user, &endpoint.sentinels.user}) {
        if (*user == "default") // which is who an address without a user means
            user->clear();
    }
    if (type == u"SENTINEL" && endpoint.sentinels.primary.isEmpty())
        return failure(ErrorCode::BadInput, CoreText::tr("the name of the primary is missing"));
    return endpoint;
}

QStringList remarksOn(const QJsonObject &entry)
{
    QStringList remarks;
    if (entry[u"caCert"].isObject() || entry[u"clientCert"].isObject())
        remarks << CoreText::tr(
            "its certificates are not taken over: save them as files and name these");
    if (entry[u"tls"].toBool() && entry[u"verifyServerCert"] == QJsonValue(false))
        remarks << CoreText::tr(
            "RedisInsight does not check the server's certificate; Lockstep does");
    return remarks;
}

} // namespace

Result<ImportedProfiles> importRedisInsight(
    const QByteArray &json, Environment environment, const QString &where)
{
    QJsonParseError mistake;
    const QJsonArray entries = QJsonDocument::fromJson(json, &mistake).array();
    if (mistake.error != QJsonParseError::NoError)
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1: it is no JSON: %2, at byte %3")
                .arg(where, mistake.errorString())
                .arg(mistake.offset));
    ImportedProfiles imported;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const QJsonObject entry = entries.at(i).toObject();
        const QString name = entry[u"name"].toString();
        const auto remark = [&](const QString &words) {
            imported.remarks << CoreText::tr("entry %1 (%2): %3").arg(i + 1).arg(name, words);
        };
        auto endpoint = endpointOf(entry);
        if (!endpoint) {
            ++imported.leftOut;
            remark(endpoint.error().detail);
            continue;
        }
        for (const QString &words : remarksOn(entry))
            remark(words);
        Profile profile;
        profile.name = name.isEmpty() ? endpoint->hosts().front().display() : name;
        profile.environment = environment;
        profile.endpoint = std::move(*endpoint);
        imported.profiles.push_back(std::move(profile));
    }
    if (imported.profiles.empty())
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1: nothing in it can be imported. %2")
                .arg(where, imported.remarks.value(0))
                .trimmed());
    return imported;
}

} // namespace lockstep
