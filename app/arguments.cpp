#include "app/arguments.h"

#include "app/credentials.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <array>

// One table says which option belongs to which command, so that an option that would do nothing is
// refused, and the help cannot forget one.

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arguments)
};

using Command = Arguments::Command;

enum On : unsigned { Window = 1, Watch = 2, Shot = 4, Acl = 8, Connecting = Window | Watch | Shot };

struct Option
{
    const char *name;
    const char *value; // nullptr: none
    unsigned on;
    const char *help;
    Result<void> (*take)(Arguments &, const QString &);
};

Result<void> bad(const QString &sentence)
{
    return failure(ErrorCode::BadInput, sentence);
}

Result<std::chrono::milliseconds> seconds(const QString &text, const char *option)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (!ok || !(value >= 0) || value > 2'000'000)
        return failure(ErrorCode::BadInput,
            Words::tr("%1 takes a number of seconds, not “%2”.").arg(QLatin1String(option), text));
    return std::chrono::milliseconds(static_cast<qint64>(value * 1000));
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

template <QString TlsOptions::*Field>
Result<void> takeTls(Arguments &arguments, const QString &text)
{
    if (!arguments.endpoint || arguments.endpoint->transport != Endpoint::Transport::Tls)
        return bad(Words::tr("TLS options need --uri rediss://… before them."));
    arguments.endpoint->tls.*Field = text;
    return {};
}

template <QString Arguments::*Field>
Result<void> takeText(Arguments &arguments, const QString &text)
{
    arguments.*Field = text;
    return {};
}

template <QString Arguments::*Field, int N>
Result<void> takeOneOf(Arguments &arguments, const QString &text,
    const std::array<const char *, N> &possible, const char *option)
{
    QStringList list;
    for (const char *word : possible) {
        if (text == QLatin1String(word)) {
            arguments.*Field = text;
            return {};
        }
        list << QLatin1String(word);
    }
    return bad(Words::tr("%1 takes %2, not “%3”.")
                   .arg(QLatin1String(option), list.join(Words::tr(" or ")), text));
}

Result<void> takeSize(Arguments &arguments, const QString &text)
{
    const auto parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    if (size.width() < 640 || size.height() < 400 || size.width() > 10'000
        || size.height() > 10'000)
        return bad(Words::tr("--size takes WIDTHxHEIGHT between 640x400 and 10000x10000, not “%1”.")
                       .arg(text));
    arguments.size = size;
    return {};
}

Result<void> takeScale(Arguments &arguments, const QString &text)
{
    bool ok = false;
    arguments.scale = text.toDouble(&ok);
    if (!ok || !(arguments.scale >= 0.5 && arguments.scale <= 8))
        return bad(Words::tr("--scale takes a number from 0.5 to 8, not “%1”.").arg(text));
    return {};
}

const std::array options{
    Option{"uri", "URI", Connecting,
        "redis://, rediss:// or unix:// address; without it: a private sandbox", takeUri},
    Option{"cacert", "FILE", Connecting, "certificate authorities for rediss://, PEM",
        takeTls<&TlsOptions::caFile>},
    Option{"cert", "FILE", Connecting, "client certificate, PEM",
        takeTls<&TlsOptions::certificateFile>},
    Option{"key", "FILE", Connecting, "its key, PEM", takeTls<&TlsOptions::keyFile>},
    Option{"sni", "NAME", Connecting, "server name to send and to check",
        takeTls<&TlsOptions::serverName>},
    Option{"password-file", "FILE", Connecting,
        "read the password from a file; or set REDISCLI_AUTH",
        [](Arguments &arguments, const QString &text) {
            return takePasswordFile(arguments.endpoint, text);
        }},
    Option{"prefix", "PREFIX", Connecting, "watch only keys that begin with it",
        [](Arguments &arguments, const QString &text) {
            arguments.prefix = text.toUtf8();
            return Result<void>();
        }},
    Option{"rules", "FILE", Connecting, "your own rules on top of the known key formats",
        takeText<&Arguments::rulesFile>},
    Option{"lang", "LANGUAGE", Window | Shot, "en or zh_CN",
        [](Arguments &arguments, const QString &text) {
            return takeOneOf<&Arguments::language, 2>(arguments, text, {"en", "zh_CN"}, "--lang");
        }},
    Option{"theme", "THEME", Window | Shot, "light or dark",
        [](Arguments &arguments, const QString &text) {
            return takeOneOf<&Arguments::theme, 2>(arguments, text, {"light", "dark"}, "--theme");
        }},
    Option{"once", nullptr, Watch, "one snapshot",
        [](Arguments &, const QString &) { return Result<void>(); }},
    Option{"follow", nullptr, Watch, "the journal, a line an event, until Ctrl-C",
        [](Arguments &arguments, const QString &) {
            arguments.follow = true;
            return Result<void>();
        }},
    Option{"for", "SECONDS", Watch, "with --follow: stop after that long",
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto time = seconds(text, "--for");
            if (time)
                arguments.duration = *time;
            return time ? Result<void>() : tl::unexpected(time.error());
        }},
    Option{"json", nullptr, Watch, "as JSON (the only format, required)",
        [](Arguments &, const QString &) { return Result<void>(); }},
    Option{"o", "FILE", Shot, "the picture: .png, .svg or .pdf", takeText<&Arguments::output>},
    Option{"size", "WxH", Shot, "size of the window, 1280x720 without it", takeSize},
    Option{"scale", "N", Shot, "pixels for each unit of the size, 1 without it", takeScale},
    Option{"after", "SECONDS", Shot, "watch that long before the picture, 8 without it",
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto time = seconds(text, "--after");
            if (time)
                arguments.after = *time;
            return time ? Result<void>() : tl::unexpected(time.error());
        }},
    Option{"user", "NAME", Acl, "name of the user, lockstep without it",
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const bool plain = !text.isEmpty()
                && std::all_of(text.begin(), text.end(),
                    [](QChar c) { return c.isLetterOrNumber() || c == u'-' || c == u'_'; });
            if (!plain)
                return bad(QCoreApplication::translate(
                    "lockstep::Arguments", "--user takes letters, digits, - and _, not “%1”.")
                               .arg(text));
            arguments.user = text.toUtf8();
            return {};
        }},
};

// A stray word may be an address, and an address may hold a password.
QString shown(const QString &word)
{
    return word.contains(u"://") || word.contains(u'@') ? QStringLiteral("…") : word;
}

struct Name
{
    const char *word;
    Command command;
    unsigned on;
};
constexpr std::array commands{
    Name{"watch", Command::Watch, Watch},
    Name{"shot", Command::Shot, Shot},
    Name{"acl", Command::Acl, Acl},
};

Result<void> takePositional(Arguments &arguments, const QStringList &words)
{
    if (arguments.command != Command::Shot)
        return words.isEmpty()
            ? Result<void>()
            : bad(Words::tr("“%1” is one word too many.").arg(shown(words.first())));
    if (words.size() != 1 || (words.first() != u"watch" && words.first() != u"server"))
        return bad(Words::tr("shot takes one page: watch or server."));
    arguments.page = words.first();
    return {};
}

Result<void> checkWhole(const Arguments &arguments, const QCommandLineParser &parser)
{
    if (arguments.command == Command::Watch) {
        if (parser.isSet(QStringLiteral("once")) == arguments.follow)
            return bad(Words::tr("watch takes one of --once and --follow."));
        if (!parser.isSet(QStringLiteral("json")))
            return bad(Words::tr("watch prints JSON: add --json."));
        if (arguments.duration && !arguments.follow)
            return bad(Words::tr("--for goes with --follow."));
    }
    const QStringList endings{
        QStringLiteral(".png"), QStringLiteral(".svg"), QStringLiteral(".pdf")};
    const bool isPicture = std::any_of(endings.begin(), endings.end(), [&](const QString &ending) {
        return arguments.output.endsWith(ending, Qt::CaseInsensitive);
    });
    if (arguments.command == Command::Shot && !isPicture)
        return bad(Words::tr("shot needs -o FILE.png, FILE.svg or FILE.pdf."));
    return {};
}

} // namespace

Result<Arguments> Arguments::parse(const QStringList &words)
{
    Arguments arguments;
    if (words.contains(QStringLiteral("--help")) || words.contains(QStringLiteral("-h"))) {
        arguments.command = Command::Help;
        return arguments;
    }
    if (words.contains(QStringLiteral("--version")) || words.contains(QStringLiteral("-v"))) {
        arguments.command = Command::Version;
        return arguments;
    }

    unsigned on = Window;
    QStringList rest = words;
    if (!words.isEmpty() && !words.first().startsWith(u'-')) {
        const auto found = std::find_if(commands.begin(), commands.end(),
            [&](const Name &name) { return words.first() == QLatin1String(name.word); });
        if (found == commands.end())
            return failure(ErrorCode::BadInput,
                Words::tr(
                    "“%1” is no command. Possible: watch, shot, acl, or none for the window; see "
                    "--help.")
                    .arg(shown(words.first())));
        arguments.command = found->command;
        on = found->on;
        rest.removeFirst();
    }

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    for (const auto &option : options) {
        if (option.on & on)
            parser.addOption({QLatin1String(option.name), QString(),
                QLatin1String(option.value ? option.value : "")});
    }
    if (!parser.parse(QStringList(QStringLiteral("lockstep")) + rest))
        return failure(
            ErrorCode::BadInput, parser.errorText() + u' ' + Words::tr("See lockstep --help."));
    for (const auto &option : options) {
        const auto name = QString::fromLatin1(option.name);
        if (!(option.on & on) || !parser.isSet(name))
            continue;
        const auto values = option.value ? parser.values(name) : QStringList(QString());
        if (values.size() > 1)
            return failure(ErrorCode::BadInput, Words::tr("--%1 was given twice.").arg(name));
        if (const auto taken = option.take(arguments, values.first()); !taken)
            return tl::unexpected(taken.error());
    }
    if (const auto taken = takePositional(arguments, parser.positionalArguments()); !taken)
        return tl::unexpected(taken.error());
    if (const auto whole = checkWhole(arguments, parser); !whole)
        return tl::unexpected(whole.error());
    if (arguments.endpoint && arguments.endpoint->password.isEmpty())
        arguments.endpoint->password = passwordFromEnvironment();
    return arguments;
}

QString Arguments::help()
{
    QString text = Words::tr(
        "Lockstep watches what Redis coordinates: counters, rate limits and locks of a live "
        "server, "
        "without ever writing.\n\n"
        "  lockstep [options]                              the window, on a sandbox with a demo "
        "shop\n"
        "  lockstep --uri URI [options]                    the window, on that server\n"
        "  lockstep watch --uri URI --once --json          one snapshot\n"
        "  lockstep watch --uri URI --follow --json        what happens, a line an event\n"
        "  lockstep shot watch|server -o FILE [options]    a picture, without a display\n"
        "  lockstep acl                                    the minimal user for watching\n"
        "  lockstep --help, --version\n\n"
        "Without --uri, watch and shot look at a sandbox with the demo shop too.\n"
        "Exit status: 0 done, 1 what was asked for failed, 2 wrong usage.\n\nOptions\n");
    for (const auto &option : options) {
        const auto name = QString::fromLatin1(option.name);
        auto left = QStringLiteral("  ")
            + (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
        if (option.value)
            left += u' ' + QLatin1String(option.value);
        QStringList where;
        for (const auto &[word, bit] :
            {std::pair(Words::tr("window"), Window), std::pair(QStringLiteral("watch"), Watch),
                std::pair(QStringLiteral("shot"), Shot), std::pair(QStringLiteral("acl"), Acl)}) {
            if (option.on & bit)
                where << word;
        }
        text += left.leftJustified(24) + Words::tr(option.help) + QStringLiteral(" (")
            + where.join(QStringLiteral(", ")) + QStringLiteral(")\n");
    }
    return text;
}

} // namespace lockstep
