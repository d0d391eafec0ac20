// Addresses are taken apart here and not by QUrl, which repairs what it does not understand: a port
// of 65536 or a stray '%' must be told, not guessed away.
//
// No sentence repeats a part in which a password may have landed: with a '/' or '@' that was not
// percent-encoded, or with the host forgotten, that can be the host, the port or the path.

#include "core/redis/values/endpoint.h"

#include <QHostAddress>
#include <QStringList>

#include <cctype>
#include <limits>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

tl::unexpected<Error> bad(const QString &sentence)
{
    return failure(ErrorCode::BadUri, sentence);
}

Result<QByteArray> decoded(QStringView part, QLatin1StringView name)
{
    const QByteArray bytes = part.toUtf8();
    QByteArray out;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '%') {
            out.append(bytes[i]);
            continue;
        }
        bool isHex = false;
        const QByteArray digits = bytes.mid(i + 1, 2);
        const uint byte = digits.toUInt(&isHex, 16);
        if (!isHex || digits.size() != 2 || !std::isxdigit(uchar(digits[0])))
            return bad(u"In the %1 a '%' is not followed by two hexadecimal digits; "
                       "a '%' itself is written %25."_qs.arg(name));
        out.append(static_cast<char>(byte));
        i += 2;
    }
    return out;
}

// For names of hosts and files: text without control characters.
Result<QString> decodedText(QStringView part, QLatin1StringView name)
{
    const auto bytes = decoded(part, name);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const QString text = QString::fromUtf8(*bytes);
    for (const QChar character : text) {
        if (character.category() == QChar::Other_Control)
            return bad(u"The %1 contains a control character."_qs.arg(name));
    }
    return text;
}

Result<int> number(QStringView part, int lowest, int highest, const QString &sentence)
{
    qint64 value = part.isEmpty() || part.size() > 10 ? -1 : 0;
    for (const QChar digit : part) {
        if (digit < u'0' || digit > u'9')
            value = -1;
        if (value >= 0)
            value = value * 10 + (digit.unicode() - u'0');
    }
    if (value < lowest || value > highest)
        return bad(sentence);
    return static_cast<int>(value);
}

Result<int> databaseNumber(QStringView part)
{
    return number(part, 0, std::numeric_limits<int>::max(),
        u"The database must be a number from 0 on, as in redis://host/2 or "
        "unix:///path?db=2."_qs);
}

Result<void> readUser(QStringView userInfo, Endpoint &endpoint)
{
    const qsizetype colon = userInfo.indexOf(u':');
    const auto user = decoded(colon < 0 ? userInfo : userInfo.first(colon), "user name"_L1);
    if (!user)
        return tl::unexpected(user.error());
    endpoint.user = *user;
    if (colon < 0)
        return {};
    const auto password = decoded(userInfo.sliced(colon + 1), "password"_L1);
    if (!password)
        return tl::unexpected(password.error());
    endpoint.password = *password;
    return {};
}

Result<void> readHost(QStringView part, Endpoint &endpoint)
{
    const auto host = decodedText(part, "host"_L1);
    if (!host)
        return tl::unexpected(host.error());
    if (host->isEmpty())
        return bad(u"The host is missing, as in redis://127.0.0.1:6379."_qs);
    if (host->contains(u' '))
        return bad(u"The host contains a space."_qs);
    endpoint.host = *host;
    return {};
}

Result<void> readHostAndPort(QStringView part, Endpoint &endpoint)
{
    QStringView host = part;
    QStringView rest;
    if (part.startsWith(u'[')) {
        const qsizetype end = part.indexOf(u']');
        if (end < 0)
            return bad(u"The ']' after the IPv6 address is missing."_qs);
        host = part.sliced(1, end - 1);
        rest = part.sliced(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(u':'))
            return bad(u"After the ']' of an IPv6 address only :port may follow."_qs);
    } else {
        const qsizetype colon = part.indexOf(u':');
        if (colon >= 0) {
            host = part.first(colon);
            rest = part.sliced(colon);
        }
        if (rest.count(u':') > 1)
            return bad(u"An IPv6 address has to be in brackets, as in redis://[::1]:6379."_qs);
    }
    if (auto read = readHost(host, endpoint); !read)
        return read;
    if (part.startsWith(u'[')
        && QHostAddress(endpoint.host).protocol() != QAbstractSocket::IPv6Protocol)
        return bad(u"In the brackets there must be an IPv6 address, as in redis://[::1]:6379."_qs);
    if (rest.isEmpty())
        return {};
    const auto port =
        number(rest.sliced(1), 1, 65535, u"The port must be a number from 1 to 65535."_qs);
    if (!port)
        return tl::unexpected(port.error());
    endpoint.port = static_cast<quint16>(*port);
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
    QString *field = name == "cacert"_L1 ? &endpoint.tls.caFile
        : name == "cert"_L1              ? &endpoint.tls.certificateFile
        : name == "key"_L1               ? &endpoint.tls.keyFile
        : name == "sni"_L1               ? &endpoint.tls.serverName
                                         : nullptr;
    if (field && !isTls)
        return bad(u"The parameter %1 belongs to TLS and needs rediss://."_qs.arg(name));
    if (!field && isTls)
        return bad(
            u"There is no parameter of this name; rediss:// takes cacert, cert, key and sni."_qs);
    if (!field && isUnix)
        return bad(u"There is no parameter of this name; unix:// takes db."_qs);
    if (!field)
        return bad(u"redis:// takes no parameters; the database is written redis://host/2."_qs);
    const auto text = decodedText(value, "parameter"_L1);
    if (!text)
        return tl::unexpected(text.error());
    if (text->isEmpty())
        return bad(u"The parameter %1 has no value."_qs.arg(name));
    *field = *text;
    return {};
}

Result<void> readQuery(QStringView query, Endpoint &endpoint)
{
    QStringList seen;
    for (const QStringView pair : query.split(u'&')) {
        const qsizetype equals = pair.indexOf(u'=');
        const QStringView name = equals < 0 ? pair : pair.first(equals);
        const QStringView value = equals < 0 ? QStringView() : pair.sliced(equals + 1);
        if (auto read = readParameter(name, value, endpoint); !read)
            return read;
        if (seen.contains(name))
            return bad(u"The parameter %1 is given twice."_qs.arg(name));
        seen.append(name.toString());
    }
    if (!endpoint.tls.keyFile.isEmpty() && endpoint.tls.certificateFile.isEmpty())
        return bad(u"The parameter key needs cert, the certificate of that key."_qs);
    return {};
}

Result<void> readUnix(QStringView rest, Endpoint &endpoint)
{
    const qsizetype slash = rest.indexOf(u'/');
    const QStringView before = slash < 0 ? rest : rest.first(slash);
    if (slash < 0 || (!before.isEmpty() && !before.endsWith(u'@')))
        return bad(u"The path must be absolute, as in unix:///run/redis.sock; "
                   "before it only user:password@ is possible, percent-encoded."_qs);
    if (!before.isEmpty()) {
        if (auto read = readUser(before.chopped(1), endpoint); !read)
            return read;
    }
    const auto path = decodedText(rest.sliced(slash), "path"_L1);
    if (!path)
        return tl::unexpected(path.error());
    endpoint.path = *path;
    return {};
}

Result<void> readTcp(QStringView rest, Endpoint &endpoint)
{
    const qsizetype slash = rest.indexOf(u'/');
    const QStringView authority = slash < 0 ? rest : rest.first(slash);
    const QStringView path = slash < 0 ? QStringView() : rest.sliced(slash + 1);
    const qsizetype at = authority.lastIndexOf(u'@');
    if (at >= 0) {
        if (auto read = readUser(authority.first(at), endpoint); !read)
            return read;
    }
    if (auto read = readHostAndPort(authority.sliced(at + 1), endpoint); !read)
        return read;
    if (path.isEmpty())
        return {};
    const auto database = databaseNumber(path);
    if (!database)
        return tl::unexpected(database.error());
    endpoint.database = *database;
    return {};
}

// What would end the part or be read as an encoding; everything else stays readable.
QString encoded(const QString &text)
{
    QString out;
    for (const QChar character : text) {
        const bool isPlain =
            character.category() != QChar::Other_Control && !u"%?#@"_qs.contains(character);
        out += isPlain ? QString(character)
                       : QString::fromLatin1(QString(character).toUtf8().toPercentEncoding());
    }
    return out;
}

Result<Endpoint::Transport> transportOf(const QString &scheme)
{
    if (scheme == "redis"_L1)
        return Endpoint::Transport::Tcp;
    if (scheme == "rediss"_L1)
        return Endpoint::Transport::Tls;
    if (scheme == "unix"_L1)
        return Endpoint::Transport::Unix;
    return bad(u"The address must begin with redis://, rediss:// (TLS) or unix://."_qs);
}

} // namespace

Result<Endpoint> Endpoint::fromUri(const QString &uri)
{
    const qsizetype colon = uri.indexOf("://"_L1);
    const auto transport = transportOf(uri.first(qMax<qsizetype>(colon, 0)).toLower());
    if (!transport)
        return tl::unexpected(transport.error());
    Endpoint endpoint;
    endpoint.transport = *transport;

    const QStringView rest = QStringView(uri).sliced(colon + 3);
    if (rest.contains(u'#'))
        return bad(u"A '#' has no meaning here; inside a name or password it is written %23."_qs);
    const qsizetype mark = rest.indexOf(u'?');
    const QStringView place = mark < 0 ? rest : rest.first(mark);
    const bool isUnix = *transport == Transport::Unix;
    const qsizetype slash = rest.indexOf(u'/');
    const qsizetype hostEnd = slash >= 0 && (mark < 0 || slash < mark) ? slash : mark;
    if (!isUnix && hostEnd >= 0 && rest.indexOf(u'@', hostEnd) >= 0)
        return bad(u"There is an '@' after the host; in a user name or password "
                   "'/' is written %2F, '?' %3F and '@' %40."_qs);
    auto read = isUnix ? readUnix(place, endpoint) : readTcp(place, endpoint);
    if (read && mark >= 0)
        read = readQuery(rest.sliced(mark + 1), endpoint);
    if (!read)
        return tl::unexpected(read.error());
    return endpoint;
}

QString Endpoint::display() const
{
    QString shown = transport == Transport::Unix ? u"unix://"_qs
        : transport == Transport::Tls            ? u"rediss://"_qs
                                                 : u"redis://"_qs;
    if (!user.isEmpty())
        shown += QString::fromLatin1(user.toPercentEncoding()) + u'@';
    if (transport == Transport::Unix)
        return shown + encoded(path);
    const bool isIpv6 = host.contains(u':');
    shown += (isIpv6 ? u"[%1]"_qs : u"%1"_qs).arg(encoded(host));
    shown += u':' + QString::number(port);
    if (database != 0)
        shown += u'/' + QString::number(database);
    return shown;
}

} // namespace lockstep
