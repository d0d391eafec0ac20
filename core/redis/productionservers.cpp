// One text of the settings is one mark: the names of the server, each on a line of its own.
// Addresses stand there as they are, ids with their kind before them. Older settings have marks of
// a single line.
//
// An address is only a way to a server, and there are many: sockets, names, tunnels. So a mark is
// also of the process (run id), of the node of a Cluster and of the data (replication id). The run
// id and, without a saved data set, the replication id change with a restart; the address then
// still counts, and whoever comes by it teaches the mark the new ids. By the data alone nothing is
// learnt: a copy of it on another server may not become a name of the marked one.

#include "core/redis/productionservers.h"

#include <QDir>
#include <QFileInfo>
#include <QHostAddress>
#include <QSettings>

#include <algorithm>

namespace lockstep {

namespace {

const QString settingsKey = QStringLiteral("productionServers");
const QStringList kinds{
    QStringLiteral("run_id:"), QStringLiteral("node:"), QStringLiteral("replid:")};

QString hostOf(const Endpoint &endpoint)
{
    QString host = endpoint.host.toLower();
    if (host.endsWith(QLatin1Char('.')))
        host.chop(1);
    const QHostAddress address(host);
    if (host == QLatin1String("localhost") || address.isLoopback())
        return QStringLiteral("localhost");
    if (address.isNull())
        return host;
    bool isIpv4 = false; // also where it is written as an IPv6 address
    const quint32 ipv4 = address.toIPv4Address(&isIpv4);
    return isIpv4 ? QHostAddress(ipv4).toString() : address.toString().toLower();
}

QString addressOf(const Endpoint &endpoint)
{
    if (endpoint.transport == Endpoint::Transport::Unix) {
        const QString real = QFileInfo(endpoint.path).canonicalFilePath();
        return real.isEmpty() ? QDir::cleanPath(endpoint.path) : real; // it may be down
    }
    return hostOf(endpoint) + QLatin1Char(':') + QString::number(endpoint.port);
}

bool isId(const QString &name)
{
    return std::any_of(
        kinds.begin(), kinds.end(), [&name](const QString &kind) { return name.startsWith(kind); });
}

bool haveOneInCommon(const QStringList &some, const QStringList &others)
{
    return std::any_of(
        some.begin(), some.end(), [&others](const QString &name) { return others.contains(name); });
}

// A mark that was made by an earlier version may be written in a way that is seen through now.
QString normalised(const QString &address)
{
    const auto colon = address.lastIndexOf(QLatin1Char(':'));
    if (isId(address) || address.startsWith(QLatin1Char('/')) || colon < 0)
        return address;
    Endpoint endpoint;
    endpoint.host = address.left(colon);
    return hostOf(endpoint) + address.mid(colon);
}

class Marks
{
public:
    explicit Marks(QSettings *settings)
        : m_settings(settings)
    {
        const QStringList texts = settings->value(settingsKey).toStringList();
        for (const QString &text : texts) {
            QStringList names = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            std::transform(names.begin(), names.end(), names.begin(), normalised);
            m_marks << names;
        }
    }

    // The mark of that very server; -1: none.
    [[nodiscard]] int of(const Endpoint &endpoint, const ServerIdentity &identity) const
    {
        const QStringList names = identity.ofServer + QStringList(addressOf(endpoint));
        for (int i = 0; i < m_marks.size(); ++i) {
            if (haveOneInCommon(m_marks.at(i), names))
                return i;
        }
        return -1;
    }

    [[nodiscard]] bool haveDataOf(const ServerIdentity &identity) const
    {
        return std::any_of(m_marks.begin(), m_marks.end(), [&identity](const QStringList &mark) {
            return haveOneInCommon(mark, identity.ofData);
        });
    }

    // Of who it is only the present counts; of how it is reached everything that was seen.
    void put(int mark, const Endpoint &endpoint, const ServerIdentity &identity)
    {
        QStringList names = mark < 0 ? QStringList() : m_marks.takeAt(mark);
        const QStringList before = names;
        if (!identity.isEmpty())
            names.removeIf(isId);
        names << addressOf(endpoint) << identity.ofServer << identity.ofData;
        names.removeDuplicates();
        m_marks << names;
        if (names != before)
            write();
    }

    void remove(int mark)
    {
        m_marks.removeAt(mark);
        write();
    }

private:
    void write()
    {
        QStringList texts;
        for (const QStringList &names : m_marks)
            texts << names.join(QLatin1Char('\n'));
        m_settings->setValue(settingsKey, texts);
    }

    QSettings *m_settings;
    QList<QStringList> m_marks;
};

} // namespace

ProductionServers::ProductionServers(QSettings *settings)
    : m_settings(settings)
{
}

bool ProductionServers::contains(const Endpoint &endpoint) const
{
    return contains(endpoint, {});
}

bool ProductionServers::contains(const Endpoint &endpoint, const ServerIdentity &identity) const
{
    const Marks marks(m_settings);
    return marks.of(endpoint, identity) >= 0 || marks.haveDataOf(identity);
}

void ProductionServers::mark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    Marks marks(m_settings);
    marks.put(marks.of(endpoint, identity), endpoint, identity);
}

void ProductionServers::unmark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    Marks marks(m_settings);
    for (int mark = marks.of(endpoint, identity); mark >= 0; mark = marks.of(endpoint, identity))
        marks.remove(mark);
}

bool ProductionServers::recognise(const Endpoint &endpoint, const ServerIdentity &identity)
{
    Marks marks(m_settings);
    const int mark = marks.of(endpoint, identity);
    if (mark >= 0)
        marks.put(mark, endpoint, identity);
    return mark >= 0 || marks.haveDataOf(identity);
}

} // namespace lockstep
