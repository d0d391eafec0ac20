#include "app/arguments.h"

#include "app/credentials.h"
#include "app/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arguments)
};

using Command = Arguments::Command;

Result<void> bad(const QString &sentence)
{
    return failure(ErrorCode::BadInput, sentence);
}

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
    Name{"unlock", Command::Unlock, Unlock},
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

// As text or in base64.
bool isGivenOnce(const QCommandLineParser &parser, const char *name)
{
    const auto option = QString::fromLatin1(name);
    return parser.isSet(option) != parser.isSet(option + QStringLiteral("-base64"));
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
    if (arguments.command == Command::Unlock) {
        if (!arguments.endpoint)
            return bad(Words::tr("unlock needs --uri."));
        if (arguments.token.isEmpty() || !isGivenOnce(parser, "key")
            || !isGivenOnce(parser, "token"))
            return bad(Words::tr(
                "unlock needs one --key and one --token, each as text or in base64, as “key” and "
                "“holder” stand in lockstep watch --once --json."));
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

QString misunderstood(const QCommandLineParser &parser)
{
    const QStringList unknown = parser.unknownOptionNames();
    if (!unknown.isEmpty())
        return Words::tr("“%1” is no option here. See lockstep --help.")
            .arg(shown(unknown.first()));
    return Words::tr("An option lacks its value, or takes none (“%1”). See lockstep --help.")
        .arg(parser.errorText());
}

} // namespace

QString Arguments::languageIn(const QStringList &words)
{
    for (qsizetype i = 0; i < words.size(); ++i) {
        const auto equals = words[i].indexOf(u'=');
        const auto name = words[i].left(equals);
        if (name != u"--lang" && name != u"-lang")
            continue;
        Arguments arguments;
        const auto language = std::find_if(allOptions().begin(), allOptions().end(),
            [](const Option &option) { return qstrcmp(option.name, "lang") == 0; });
        if (language->take(arguments, equals < 0 ? words.value(i + 1) : words[i].mid(equals + 1)))
            return arguments.language;
    }
    return {};
}

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
                Words::tr("“%1” is no command. Possible: watch, shot, acl, unlock, or none for the "
                          "window; see "
                          "--help.")
                    .arg(shown(words.first())));
        arguments.command = found->command;
        on = found->on;
        rest.removeFirst();
    }

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    for (const Option &option : allOptions()) {
        if (option.on & on)
            parser.addOption({QLatin1String(option.name), QString(),
                QLatin1String(option.value ? option.value : "")});
    }
    if (!parser.parse(QStringList(QStringLiteral("lockstep")) + rest))
        return failure(ErrorCode::BadInput, misunderstood(parser));
    for (const Option &option : allOptions()) {
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
        "by reading alone.\n\n"
        "  lockstep [options]                              the window, on a sandbox with a demo "
        "shop\n"
        "  lockstep --uri URI [options]                    the window, on that server\n"
        "  lockstep watch --uri URI --once --json          one snapshot\n"
        "  lockstep watch --uri URI --follow --json        what happens, a line an event\n"
        "  lockstep shot watch|server -o FILE [options]    a picture, without a display\n"
        "  lockstep acl                                    the minimal user for watching\n"
        "  lockstep unlock --uri URI --key KEY --token T   release a lock by hand, the one command "
        "that "
        "writes\n"
        "  lockstep --help, --version\n\n"
        "Without --uri, watch and shot look at a sandbox with the demo shop too.\n"
        "Exit status: 0 done, 1 what was asked for failed, 2 wrong usage.\n\nOptions\n");
    for (const Option &option : allOptions()) {
        const auto name = QString::fromLatin1(option.name);
        auto left = QStringLiteral("  ")
            + (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
        if (option.value)
            left += u' ' + QLatin1String(option.value);
        QStringList where;
        for (const auto &[word, bit] :
            {std::pair(Words::tr("window"), Window), std::pair(QStringLiteral("watch"), Watch),
                std::pair(QStringLiteral("shot"), Shot), std::pair(QStringLiteral("acl"), Acl),
                std::pair(QStringLiteral("unlock"), Unlock)}) {
            if (option.on & bit)
                where << word;
        }
        text += left.leftJustified(24) + Words::tr(option.help) + QStringLiteral(" (")
            + where.join(QStringLiteral(", ")) + QStringLiteral(")\n");
    }
    return text;
}

} // namespace lockstep
