#include "app/arguments/optionvalues.h"

#include "app/terminal/credentials.h"
#include "ui/watch/rows/itemfilter.h"
#include "ui/window/mainwindow.h"

#include <QCoreApplication>

#include <array>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arguments)
};

} // namespace

Result<void> badValue(const QString &sentence)
{
    return failure(ErrorCode::BadInput, sentence);
}

Result<void> takeUri(Arguments &arguments, const QString &text)
{
    auto endpoint = Endpoint::fromUri(text);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    if (arguments.endpoint) // the options of TLS came first
        endpoint->tls = arguments.endpoint->tls;
    arguments.endpoint = *endpoint;
    return {};
}

Result<void> takeRights(Arguments &arguments, Arguments::Rights rights)
{
    if (arguments.rights != Arguments::Rights::Watch && arguments.rights != rights)
        return badValue(Words::tr("--lab and --release are two users: ask for one at a time."));
    arguments.rights = rights;
    return {};
}

Result<void> takePasswordFile(Arguments &arguments, const QString &file)
{
    if (!arguments.endpoint)
        return badValue(Words::tr("--password-file needs --uri."));
    const auto password = passwordFromFile(file);
    if (!password)
        return tl::unexpected(password.error());
    arguments.endpoint->password = *password;
    return {};
}

Result<void> takeSentinelPasswordFile(Arguments &arguments, const QString &file)
{
    if (!arguments.endpoint || !arguments.endpoint->isFoundBySentinels())
        return badValue(Words::tr("--sentinel-password-file needs an address of Sentinels: --uri "
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
        return badValue(Words::tr("--map needs an address of a cluster or of Sentinels: --uri "
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
        return badValue(
            Words::tr("%1 takes %2, not “%3”.")
                .arg(QStringLiteral("--family"), possibleFamilies().join(Words::tr(" or ")), text));
    arguments.family = std::array{Family::Counter, Family::Bucket, Family::Lock}[std::size_t(at)];
    return {};
}

Result<void> takeFilter(Arguments &arguments, const QString &text)
{
    if (const ItemFilter filter(text); !filter.trouble().isEmpty())
        return badValue(filter.trouble());
    arguments.filter = text;
    return {};
}

Result<void> takeTop(Arguments &arguments, const QString &text)
{
    bool ok = false;
    const int rows = text.toInt(&ok);
    if (!ok || rows < 1)
        return badValue(Words::tr("--top takes a number of rows from 1 on, not “%1”.").arg(text));
    arguments.most = rows;
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
        return badValue(
            Words::tr("--size takes WIDTHxHEIGHT between %1x%2 and 10000x10000, not “%3”.")
                .arg(QString::number(least.width()), QString::number(least.height()), text));
    arguments.size = size;
    return {};
}

Result<void> takeScale(Arguments &arguments, const QString &text)
{
    bool ok = false;
    arguments.scale = text.toDouble(&ok);
    if (!ok || !(arguments.scale >= 0.5 && arguments.scale <= 8))
        return badValue(Words::tr("--scale takes a number from 0.5 to 8, not “%1”.").arg(text));
    return {};
}

Result<std::chrono::milliseconds> secondsOf(const QString &text, const char *option)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (!ok || !(value >= 0) || value > 2'000'000)
        return failure(ErrorCode::BadInput,
            Words::tr("%1 takes a number of seconds, not “%2”.").arg(QLatin1String(option), text));
    return std::chrono::milliseconds(static_cast<qint64>(value * 1000));
}

} // namespace lockstep
