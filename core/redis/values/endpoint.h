#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>
#include <QStringView>

#include <vector>

namespace lockstep {

// Files and names for TLS. Empty means: not given.
struct TlsOptions
{
    QString caFile; // PEM; empty: the system's authorities
    QString certificateFile; // client certificate, PEM
    QString keyFile; // its key, PEM, RSA or EC
    QString serverName; // sent as SNI and checked instead of the host

    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

struct HostPort
{
    QString host; // name, IPv4 or IPv6 without brackets
    quint16 port = 0;

    [[nodiscard]] QString display() const; // "db1:6379", "[::1]:6379"
    friend bool operator==(const HostPort &, const HostPort &) = default;
};

// An address that the servers tell of each other, and where it is reached from here: in between
// lies a translation of addresses (Docker, NAT).
struct AddressMapping
{
    HostPort told;
    HostPort reached;

    // Reads a text such as "10.0.0.5:6379=db.example:16379". Errors: BadUri, a sentence that says
    // what is possible.
    static Result<AddressMapping> fromText(QStringView text);
    [[nodiscard]] QString display() const; // the same
    friend bool operator==(const AddressMapping &, const AddressMapping &) = default;
};

// The Sentinels that know where a primary is at the moment. No addresses: there are none to ask.
struct SentinelGroup
{
    std::vector<HostPort> addresses;
    QString primary; // the name under which they know it
    QByteArray user; // for the Sentinels; empty: the default user
    QByteArray password; // for the Sentinels

    friend bool operator==(const SentinelGroup &, const SentinelGroup &) = default;
};

// Where a server is and as whom we speak to it.
struct Endpoint
{
    enum class Transport : quint8 { Tcp, Tls, Unix };

    Transport transport = Transport::Tcp;
    QString host = QStringLiteral("127.0.0.1"); // name, IPv4 or IPv6 without brackets
    quint16 port = 6379;
    QString path; // of a unix socket
    QByteArray user; // empty: the default user
    QByteArray password; // never logged, drawn or put into an argument list
    int database = 0;
    TlsOptions tls; // of the Sentinels too
    SentinelGroup sentinels; // where there are any, they say host and port
    // Nodes of a Cluster, each of which leads to all the others; the first one's are host and port.
    // Empty if the address does not say that it is one of a Cluster.
    std::vector<HostPort> seeds;
    // Applied to addresses that Sentinels and nodes of a Cluster report.
    std::vector<AddressMapping> map;

    // redis://[user[:password]@]host[:port][/db], rediss:// likewise,
    // unix://[user[:password]@]/path[?db=N]; percent-encoding everywhere. TLS files may be given as
    // ?cacert=…&cert=…&key=…&sni=….
    // redis-sentinel://[user[:password]@]host[:port][,host[:port]…][/db]?master=NAME and
    // rediss-sentinel://, with sentinel-user=… and sentinel-password=… for the Sentinels
    // themselves and map=TOLD=REACHED[,TOLD=REACHED…].
    // redis+cluster://[user[:password]@]host[:port][,host[:port]…][/0] and rediss+cluster://, with
    // map= likewise. Errors: BadUri, the detail names the bad part and says what is possible.
    static Result<Endpoint> fromUri(const QString &uri);

    // The URI as titles and messages show it: without the password, and without the query except
    // for the master that Sentinels are asked for.
    [[nodiscard]] QString display() const;

    // All hosts that the address names: servers, Sentinels or nodes of a Cluster. Empty for a unix
    // socket.
    [[nodiscard]] std::vector<HostPort> hosts() const;
    // Whether Sentinels have to be asked where the server is.
    [[nodiscard]] bool isFoundBySentinels() const { return !sentinels.addresses.empty(); }
    // Whether the address says that it leads to a Cluster.
    [[nodiscard]] bool isOfCluster() const { return !seeds.empty(); }
    // Whether its servers report addresses, which may have to be mapped.
    [[nodiscard]] bool takesMap() const { return isFoundBySentinels() || isOfCluster(); }
    // The address at which a server is reached that other servers report as `told`.
    [[nodiscard]] HostPort reached(const HostPort &told) const;
    // The server at this address, as it is reached without asking.
    [[nodiscard]] Endpoint at(const HostPort &address) const;

    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

} // namespace lockstep
