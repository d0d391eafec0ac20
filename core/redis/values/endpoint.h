#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>

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
    TlsOptions tls;

    // redis://[user[:password]@]host[:port][/db], rediss:// likewise,
    // unix://[user[:password]@]/path[?db=N]; percent-encoding everywhere. TLS files may be given as
    // ?cacert=…&cert=…&key=…&sni=…. Errors: BadUri, the detail names the bad part and says what is
    // possible.
    static Result<Endpoint> fromUri(const QString &uri);

    // For titles and messages: the URI without user's password and query.
    [[nodiscard]] QString display() const;

    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

} // namespace lockstep
