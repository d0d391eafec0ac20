// A file is named after the address that its server was first seen at, so that a person finds it
// and so that it is found without the settings. What the settings add are the server's other names:
// each file's is a value of its own, because several windows write them.

#include "core/watch/formats/serverrulefiles.h"

#include "core/redis/identity/servernames.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

const QString settingsGroup = QStringLiteral("ruleFiles");

struct KnownFile
{
    QString name;
    int database = 0;
    ServerNames server;
};

// What is not a letter, a digit, a dot or a hyphen would be trouble in a file's name. The digest
// keeps apart what looks alike then.
QString fileNameFor(const Endpoint &endpoint)
{
    static const QRegularExpression unusual(QStringLiteral("[^A-Za-z0-9.]+"));
    const QString address = ServerNames::addressOf(endpoint);
    QString plain = address;
    plain.replace(unusual, QStringLiteral("-"));
    while (plain.startsWith(u'-') || plain.startsWith(u'.'))
        plain.remove(0, 1);
    const QByteArray digest =
        QCryptographicHash::hash(address.toUtf8(), QCryptographicHash::Sha256).toHex().left(8);
    return QStringLiteral("%1-db%2-%3.json")
        .arg(plain.right(80))
        .arg(endpoint.database)
        .arg(QString::fromLatin1(digest));
}

std::vector<KnownFile> knownFiles(QSettings &settings)
{
    std::vector<KnownFile> files;
    settings.beginGroup(settingsGroup);
    const QStringList names = settings.childKeys();
    for (const QString &name : names) {
        QStringList values = settings.value(name).toStringList();
        if (values.size() > 1) {
            const int database = values.takeFirst().toInt();
            files.push_back({name, database, ServerNames(values)});
        }
    }
    settings.endGroup();
    return files;
}

} // namespace

QString ServerRuleFiles::usualFolder()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation))
        .filePath(QStringLiteral("rules"));
}

ServerRuleFiles::ServerRuleFiles(QSettings *settings, QString folder)
    : m_settings(settings)
    , m_folder(std::move(folder))
{
}

QString ServerRuleFiles::fileOf(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const std::vector<KnownFile> files = knownFiles(*m_settings);
    const auto first = [&](auto isIt) {
        return std::find_if(files.begin(), files.end(), [&](const KnownFile &file) {
            return file.database == endpoint.database && isIt(file.server);
        });
    };
    auto known = first([&](const ServerNames &names) { return names.containAddress(endpoint); });
    if (known == files.end())
        known = first(
            [&](const ServerNames &names) { return names.containServer(endpoint, identity); });
    const QString own = fileNameFor(endpoint);
    const bool hasOwn = QFileInfo::exists(QDir(m_folder).filePath(own));
    if (known == files.end() && !hasOwn) {
        // By the data alone nothing is learnt: a copy of it may be on any server.
        const auto copy =
            first([&](const ServerNames &names) { return names.containData(identity); });
        return QDir(m_folder).filePath(copy == files.end() ? own : copy->name);
    }
    const QString name = known == files.end() ? own : known->name;
    ServerNames server = known == files.end() ? ServerNames() : known->server;
    if (server.learn(endpoint, identity))
        m_settings->setValue(settingsGroup + u'/' + name,
            QStringList(QString::number(endpoint.database)) + server.names());
    return QDir(m_folder).filePath(name);
}

QString ServerRuleFiles::fileOfDemo() const
{
    return QDir(m_folder).filePath(QStringLiteral("demo-shop.json"));
}

} // namespace lockstep
