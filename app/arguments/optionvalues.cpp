#include "app/arguments/optionvalues.h"

#include "app/arguments/argumentwords.h"
#include "app/terminal/credentials.h"
#include "core/redis/profiles/profilefile.h"
#include "ui/connect/profilewords.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/itemfilter.h"

#include <QFileInfo>
#include <QHostAddress>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <array>

namespace lockstep {

namespace {

struct FamilyValue
{
    const char *word; // of --family
    Family family;
};

constexpr std::array familyValues{FamilyValue{"counter", Family::Counter},
    FamilyValue{"bucket", Family::Bucket}, FamilyValue{"lock", Family::Lock}};

constexpr double leastKeptBytes = 1e6; // the 1MB of the sentence
constexpr double mostKeptBytes = 1e15; // and its 1000TB
constexpr int mostSeconds = 2'000'000; // 23 days; a timer of Qt takes no more than 24

// Whether it would be started, looked for as QProcess does.
bool isProgram(const QString &name)
{
    const QFileInfo file(name);
    return name.contains(u'/') ? file.isFile() && file.isExecutable()
                               : !QStandardPaths::findExecutable(name).isEmpty();
}

} // namespace

tl::unexpected<Error> badInput(const QString &sentence)
{
    return failure(ErrorCode::BadInput, sentence);
}

Result<void> takeUri(Arguments &arguments, const QString &text)
{
    const auto endpoint = Endpoint::fromUri(text);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    arguments.endpoint = *endpoint;
    return {};
}

Result<void> takeOnAlert(Arguments &arguments, const QString &text)
{
    // Three quotes in a row are one that is meant.
    if (QString(text).remove(QStringLiteral("\"\"\"")).count(u'"') % 2 != 0)
        return badInput(ArgumentWords::tr("--on-alert: a \" is not closed in “%1”.").arg(text));
    arguments.onAlert = QProcess::splitCommand(text);
    if (arguments.onAlert.isEmpty() || arguments.onAlert.first().isEmpty())
        return badInput(
            ArgumentWords::tr("--on-alert takes a program and its arguments, separated by "
                              "spaces: --on-alert \"notify-me --quiet\"."));
    const QString &program = arguments.onAlert.first();
    if (!isProgram(program))
        return badInput(ArgumentWords::tr("--on-alert: there is no program “%1” that can be "
                                          "started.")
                            .arg(program));
    return {};
}

// --uri stands before it in the table of options, so an endpoint is one that --uri gave.
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
    QStringList words;
    for (const FamilyValue &each : familyValues)
        words << QLatin1String(each.word);
    return words;
}

Result<void> takeFamily(Arguments &arguments, const QString &text)
{
    for (const FamilyValue &each : familyValues) {
        if (text == QLatin1String(each.word)) {
            arguments.family = each.family;
            return {};
        }
    }
    return badInput(ArgumentWords::tr("%1 takes %2, not “%3”.")
                        .arg(QStringLiteral("--family"),
                            possibleFamilies().join(ArgumentWords::tr(" or ")), text));
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
    arguments.mostRows = rows;
    return {};
}

// Host names except localhost are refused, because a name may lead to more addresses than was
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
        if (wanted >= leastKeptBytes && wanted <= mostKeptBytes) {
            arguments.keep.bytes = qint64(wanted);
            return {};
        }
    }
    const auto length = lengthFrom(text);
    if (!length || *length < std::chrono::minutes(1))
        return badInput(
            ArgumentWords::tr("--keep takes a length of time of at least 1m, like 24h or 7d, "
                              "or a size from 1MB to 1000TB, like 2GB, not “%1”.")
                .arg(text));
    arguments.keep.age = std::chrono::duration_cast<std::chrono::seconds>(*length);
    return {};
}

Result<void> takeGlob(Arguments &arguments, const QString &text)
{
    if (text.isEmpty())
        return badInput(
            ArgumentWords::tr("--glob takes a pattern like lock:*, not “%1”.").arg(text));
    if (!Glob(text.toUtf8()).isClosed())
        return badInput(
            ArgumentWords::tr("--glob: “%1” has a [ without its ]; \\[ stands for the character.")
                .arg(text));
    arguments.glob = text.toUtf8();
    return {};
}

QStringList possibleParts()
{
    return {QStringLiteral("timeline"), QStringLiteral("table"), QStringLiteral("map")};
}

QStringList possibleThemes()
{
    return {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")};
}

Result<void> takeSize(Arguments &arguments, const QString &text)
{
    const auto parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    constexpr QSize least = WatchPage::smallestWindow;
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

Result<std::chrono::milliseconds> durationOfSeconds(const QString &text, const char *option)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (!ok || !(value >= 0 && value <= mostSeconds))
        //: %2 the largest number, %3 what was given
        return badInput(ArgumentWords::tr("%1 takes a number of seconds from 0 to %2, not “%3”.")
                            .arg(QLatin1String(option), QString::number(mostSeconds), text));
    return std::chrono::milliseconds(static_cast<qint64>(value * 1000));
}

QString withoutAddress(const QString &word)
{
    if (!word.contains(u"://") && !word.contains(u'@'))
        return word;
    const auto endpoint = Endpoint::fromUri(word);
    return endpoint ? endpoint->display() : QStringLiteral("…");
}

} // namespace lockstep
