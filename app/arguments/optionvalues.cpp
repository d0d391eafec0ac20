#include "app/arguments/optionvalues.h"

#include "app/arguments/argumentwords.h"
#include "app/terminal/credentials.h"
#include "core/redis/profiles/profilefile.h"
#include "ui/connect/profilewords.h"
#include "ui/watch/rows/itemfilter.h"
#include "ui/window/mainwindow.h"

#include <QHostAddress>
#include <QProcess>
#include <QRegularExpression>

#include <array>

namespace lockstep {

tl::unexpected<Error> badInput(const QString &sentence)
{
    return failure(ErrorCode::BadInput, sentence);
}

Result<void> takeUri(Arguments &arguments, const QString &text)
{
    auto endpoint = Endpoint::fromUri(text);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    if (arguments.endpoint) // the options of TLS came before --uri
        endpoint->tls = arguments.endpoint->tls;
    arguments.endpoint = *endpoint;
    return {};
}

Result<void> takeOnAlert(Arguments &arguments, const QString &text)
{
    arguments.onAlert = QProcess::splitCommand(text);
    if (arguments.onAlert.isEmpty() || arguments.onAlert.first().isEmpty())
        return badInput(
            ArgumentWords::tr("--on-alert takes a program and its arguments, separated by "
                              "spaces: --on-alert \"notify-me --quiet\"."));
    return {};
}

// Stands behind --uri in the table of options, and so knows whether that was given.
Result<void> takeProfile(Arguments &arguments, const QString &name)
{
    if (arguments.endpoint)
        return badInput(ArgumentWords::tr("--profile says which server: it goes without --uri."));
    const auto profiles = ProfileFile().read();
    if (!profiles)
        return badInput(profilesTrouble(profiles.error()));
    const Profile *profile = profileNamed(*profiles, name);
    if (!profile)
        return badInput(noProfileSentence(name, *profiles));
    arguments.profile = *profile;
    arguments.endpoint = profile->endpoint;
    arguments.rulesFile = profile->rulesFile;
    arguments.allowRelease = profile->mayRelease;
    return {};
}

Result<void> takeEnvironment(Arguments &arguments, const QString &name)
{
    arguments.environment = environmentFrom(name);
    if (arguments.environment)
        return {};
    return badInput(ArgumentWords::tr("%1 takes %2, not “%3”.")
                        .arg(QStringLiteral("--environment"),
                            environmentNames().join(ArgumentWords::tr(" or ")), name));
}

Result<void> takeRights(Arguments &arguments, Arguments::Rights rights)
{
    if (arguments.rights != Arguments::Rights::Watch && arguments.rights != rights)
        return badInput(ArgumentWords::tr(
            "--lab, --release and --sentinel are different users: ask for one at a time."));
    arguments.rights = rights;
    return {};
}

Result<void> takePasswordFile(Arguments &arguments, const QString &file)
{
    if (!arguments.endpoint)
        return badInput(ArgumentWords::tr("--password-file needs --uri or --profile."));
    const auto password = passwordFromFile(file);
    if (!password)
        return tl::unexpected(password.error());
    arguments.endpoint->password = *password;
    return {};
}

Result<void> takeSentinelPasswordFile(Arguments &arguments, const QString &file)
{
    if (!arguments.endpoint || !arguments.endpoint->isFoundBySentinels())
        return badInput(
            ArgumentWords::tr("--sentinel-password-file needs an address of Sentinels: --uri "
                              "redis-sentinel://HOST,HOST?master=NAME"));
    const auto password = passwordFromFile(file);
    if (!password)
        return tl::unexpected(password.error());
    arguments.endpoint->sentinels.password = *password;
    return {};
}

Result<void> takeMap(Arguments &arguments, const QString &text)
{
    if (!arguments.endpoint || !arguments.endpoint->takesMap())
        return badInput(
            ArgumentWords::tr("--map needs an address of a cluster or of Sentinels: --uri "
                              "redis+cluster://HOST,HOST or "
                              "redis-sentinel://HOST,HOST?master=NAME"));
    const auto mapping = AddressMapping::fromText(text);
    if (!mapping)
        return tl::unexpected(mapping.error());
    arguments.endpoint->map.push_back(*mapping);
    return {};
}

QStringList possibleFamilies()
{
    return {QStringLiteral("counter"), QStringLiteral("bucket"), QStringLiteral("lock")};
}

Result<void> takeFamily(Arguments &arguments, const QString &text)
{
    const auto at = possibleFamilies().indexOf(text);
    if (at < 0)
        return badInput(ArgumentWords::tr("%1 takes %2, not “%3”.")
                            .arg(QStringLiteral("--family"),
                                possibleFamilies().join(ArgumentWords::tr(" or ")), text));
    arguments.family = std::array{Family::Counter, Family::Bucket, Family::Lock}[std::size_t(at)];
    return {};
}

Result<void> takeFilter(Arguments &arguments, const QString &text)
{
    if (const ItemFilter filter(text); !filter.trouble().isEmpty())
        return badInput(filter.trouble());
    arguments.filter = text;
    return {};
}

Result<void> takeTop(Arguments &arguments, const QString &text)
{
    bool ok = false;
    const int rows = text.toInt(&ok);
    if (!ok || rows < 1)
        return badInput(
            ArgumentWords::tr("--top takes a number of rows from 1 on, not “%1”.").arg(text));
    arguments.most = rows;
    return {};
}

// Host names except localhost are not looked up, because a name may lead to more addresses than was
// meant.
Result<void> takeMetrics(Arguments &arguments, const QString &text)
{
    const auto colon = text.lastIndexOf(u':');
    QString host = colon < 0 ? QStringLiteral("localhost") : text.left(colon);
    const bool isBracketed = host.startsWith(u'[') && host.endsWith(u']');
    if (isBracketed)
        host = host.mid(1, host.size() - 2);
    if (host == u"localhost")
        host = QStringLiteral("127.0.0.1");
    bool isPort = false;
    const quint16 port = text.mid(colon + 1).toUShort(&isPort);
    const auto protocol = QHostAddress(host).protocol();
    const bool isAddress = isBracketed ? protocol == QAbstractSocket::IPv6Protocol
                                       : protocol == QAbstractSocket::IPv4Protocol;
    if (!isPort || !isAddress)
        return badInput(
            ArgumentWords::tr("--metrics takes a port, or an IP address and a port like "
                              "127.0.0.1:9400 or [::1]:9400, not “%1”.")
                .arg(text));
    arguments.metrics = HostPort{host, port};
    return {};
}

// Reads --keep: a duration, or a size, which is told by its unit.
Result<void> takeKeep(Arguments &arguments, const QString &text)
{
    static const QRegularExpression size(QStringLiteral("^([0-9]+(?:\\.[0-9]+)?)(MB|GB|TB)$"));
    const auto match = size.match(text);
    if (match.hasMatch()) {
        const QString unit = match.captured(2);
        const double bytes = unit == u"MB" ? 1e6 : unit == u"GB" ? 1e9 : 1e12;
        const double wanted = match.captured(1).toDouble() * bytes;
        if (wanted >= 1e6 && wanted <= 1e15) {
            arguments.keep.bytes = qint64(wanted);
            return {};
        }
    }
    const auto length = lengthFrom(text);
    if (!length || *length < std::chrono::minutes(1))
        return badInput(
            ArgumentWords::tr("--keep takes a length of time from 1m on, like 24h or 7d, "
                              "or a size from 1MB on, like 2GB, not “%1”.")
                .arg(text));
    arguments.keep.age = std::chrono::duration_cast<std::chrono::seconds>(*length);
    return {};
}

Result<void> takeGlob(Arguments &arguments, const QString &text)
{
    if (text.isEmpty() || !Glob(text.toUtf8()).isClosed())
        return badInput(
            ArgumentWords::tr("--glob takes a pattern like lock:*, not “%1”.").arg(text));
    arguments.glob = text.toUtf8();
    return {};
}

QStringList possibleParts()
{
    return {QStringLiteral("timeline"), QStringLiteral("table"), QStringLiteral("map")};
}

QStringList possibleThemes()
{
    return {QStringLiteral("light"), QStringLiteral("dark")};
}

Result<void> takeSize(Arguments &arguments, const QString &text)
{
    const auto parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    constexpr QSize least = MainWindow::smallest;
    if (size.width() < least.width() || size.height() < least.height() || size.width() > 10'000
        || size.height() > 10'000)
        //: %1 and %2 width and height, %3 what was given
        return badInput(
            ArgumentWords::tr("--size takes WIDTHxHEIGHT between %1x%2 and 10000x10000, not “%3”.")
                .arg(QString::number(least.width()), QString::number(least.height()), text));
    arguments.size = size;
    return {};
}

Result<void> takeScale(Arguments &arguments, const QString &text)
{
    bool ok = false;
    arguments.scale = text.toDouble(&ok);
    if (!ok || !(arguments.scale >= 0.5 && arguments.scale <= 8))
        return badInput(
            ArgumentWords::tr("--scale takes a number from 0.5 to 8, not “%1”.").arg(text));
    return {};
}

Result<std::chrono::milliseconds> secondsOf(const QString &text, const char *option)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (!ok || !(value >= 0) || value > 2'000'000)
        return failure(ErrorCode::BadInput,
            ArgumentWords::tr("%1 takes a number of seconds, not “%2”.")
                .arg(QLatin1String(option), text));
    return std::chrono::milliseconds(static_cast<qint64>(value * 1000));
}

QString withoutAddress(const QString &word)
{
    return word.contains(u"://") || word.contains(u'@') ? QStringLiteral("…") : word;
}

} // namespace lockstep
