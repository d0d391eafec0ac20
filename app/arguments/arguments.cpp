// Parses the command line. The command comes first, because it decides which options exist.
// QCommandLineParser then splits options from operands, the functions of the table read the values,
// and at last the values are checked against each other. Every refusal says what is possible.

#include "app/arguments/arguments.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"
#include "app/arguments/completion.h"
#include "app/arguments/optionvalues.h"
#include "app/terminal/credentials.h"
#include "app/terminal/snapshottables.h"
#include "ui/lab/words/tracewords.h"
#include "ui/text/listwords.h"
#include "ui/watch/rows/itemfilter.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

using Command = Arguments::Command;

// Hides a stray word that may be an address, because an address may hold a password.
QString shown(const QString &word)
{
    return word.contains(u"://") || word.contains(u'@') ? QStringLiteral("…") : word;
}

const QString labPage = QStringLiteral("lab:");

// The page of a picture: "lab:ID", "lab:ID:TRACE" or "lab:ID:explore". A colon may also belong to
// the path of an existing file.
struct LabPicture
{
    QString scenario;
    std::optional<QString> trace;
};

LabPicture labPicture(const QString &page)
{
    const QString words = page.mid(labPage.size());
    const auto colon = words.lastIndexOf(u':');
    if (colon <= 0 || QFileInfo::exists(words))
        return {words, std::nullopt};
    return {words.left(colon), words.mid(colon + 1)};
}

Result<void> takeTrace(Arguments &arguments, const QString &text)
{
    auto trace = traceFromText(text);
    if (!trace)
        return failure(ErrorCode::BadInput, misreadWords(text, trace.error()));
    arguments.lab.trace = std::move(*trace);
    return {};
}

Result<void> takePage(Arguments &arguments, const QStringList &words)
{
    const QString page = words.value(0);
    const bool isLab = page.startsWith(labPage) && page.size() > labPage.size();
    if (words.size() != 1 || !(isLab || page == u"watch" || page == u"server"))
        return badInput(
            ArgumentWords::tr("shot takes one page: watch, server, lab:ID, “lab:ID:TRACE” or "
                              "lab:ID:explore."));
    arguments.page = isLab ? QStringLiteral("lab") : page;
    if (!isLab)
        return {};
    const LabPicture picture = labPicture(page);
    arguments.lab.scenario = picture.scenario;
    arguments.lab.explored = picture.trace == u"explore";
    return picture.trace && !arguments.lab.explored ? takeTrace(arguments, *picture.trace)
                                                    : Result<void>();
}

bool takesOperand(Command command)
{
    using enum Arguments::Command;
    return command == ProfilesShow || command == ProfilesAdd || command == ProfilesEdit
        || command == ProfilesRemove || command == ProfilesImport || command == ProfilesExport
        || command == Record || command == History;
}

QString missingOperand(Command command)
{
    if (command == Command::Record)
        return ArgumentWords::tr("record takes the file to write: lockstep record night.lockstep");
    if (command == Command::History)
        return ArgumentWords::tr("history takes the file of a recording.");
    return command == Command::ProfilesImport
        ? ArgumentWords::tr("profiles import takes a file: an export of Lockstep or of "
                            "RedisInsight, or addresses, one a line.")
        : ArgumentWords::tr("profiles show, add, edit and remove take the name of a profile.");
}

Result<void> takePositional(Arguments &arguments, QStringList words)
{
    const Command command = arguments.command;
    if (command == Command::Shot)
        return takePage(arguments, words);
    if (command == Command::LabRun || command == Command::LabExplore
        || command == Command::LabReplay) {
        if (words.isEmpty())
            return badInput(
                ArgumentWords::tr("lab run, explore and replay take a scenario: an id of lockstep "
                                  "lab list, or the path of a file."));
        arguments.lab.scenario = words.takeFirst();
    }
    if (command == Command::LabRun || command == Command::LabExplore)
        arguments.lab.others = std::exchange(words, {});
    if (command == Command::LabCheck) {
        if (words.isEmpty())
            return badInput(
                ArgumentWords::tr("lab check takes the files to grade, or folders with them."));
        arguments.lab.others = std::exchange(words, {});
    }
    if (command == Command::Completion) {
        if (words.size() != 1 || !completionShells().contains(words.first()))
            return badInput(ArgumentWords::tr("completion takes the name of a shell: %1.")
                                .arg(completionShells().join(ArgumentWords::tr(" or "))));
        arguments.shell = words.takeFirst();
    }
    if (takesOperand(command)) {
        arguments.operand = words.value(0);
        words.remove(0, std::min<qsizetype>(1, words.size()));
        if (arguments.operand.isEmpty() && command != Command::ProfilesExport)
            return badInput(missingOperand(command));
    }
    if (command == Command::LabReplay) // a trace whose quotes were forgotten is understood too
        return takeTrace(arguments, words.join(u' '));
    return words.isEmpty()
        ? Result<void>()
        : badInput(ArgumentWords::tr("Unexpected argument “%1”.").arg(shown(words.first())));
}

// The words that may follow those that were typed already, each once.
QStringList possibleAfter(const QStringList &typed)
{
    QStringList possible;
    for (const CommandEntry &each : allCommands()) {
        const auto words = QString::fromLatin1(each.name).split(u' ');
        const bool goesOn = words.size() > typed.size() && words.mid(0, typed.size()) == typed;
        if (!each.isForm && goesOn)
            possible << words.at(typed.size());
    }
    possible.removeDuplicates();
    return possible;
}

struct Chosen
{
    Command command;
    unsigned on;
    const char *words; // as it is typed
};

// Finds the command that the words begin with, and removes its name from them. Errors: BadInput.
Result<Chosen> takeCommand(QStringList &words)
{
    const bool isAlone = words.size() == 1 || words.at(1).startsWith(u'-');
    if (words.first() == u"profiles" && isAlone)
        words.insert(1, QStringLiteral("list")); // the list is what one most probably wants to see
    for (const CommandEntry &each : allCommands()) {
        const auto own = QString::fromLatin1(each.name).split(u' ');
        if (each.isForm || words.mid(0, own.size()) != own)
            continue;
        words.remove(0, own.size());
        // "lab" without an id is refused for that, and not for the options of lab:ID beside it.
        const auto page = std::find_if(words.begin(), words.end(),
            [](const QString &word) { return word.startsWith(labPage) || word == u"lab"; });
        if (each.command != Command::Shot || page == words.end())
            return Chosen{each.command, each.on, each.name};
        return Chosen{each.command, labPicture(*page).trace ? TraceShot : LabShot, each.name};
    }
    if (const QStringList possible = possibleAfter({words.first()}); !possible.isEmpty())
        return failure(ErrorCode::BadInput,
            //: %1 a command, %2 what may follow it
            ArgumentWords::tr("%1 takes one of %2; see lockstep %1 --help.")
                .arg(words.first(), nameList(possible)));
    return failure(ErrorCode::BadInput,
        ArgumentWords::tr("Unknown command “%1”. Possible: %2, help, or none for the window.")
            .arg(shown(words.first()), nameList(possibleAfter({}))));
}

// The bit in On of the command that --help is about; 0 is the window. Errors: BadInput.
Result<unsigned> helpedCommand(QStringList words)
{
    const auto language = words.indexOf(QStringLiteral("--lang"));
    if (language >= 0 && language + 1 < words.size())
        words.removeAt(language + 1); // its value is no command
    words.removeIf([](const QString &word) { return word.startsWith(u'-') || word == u"help"; });
    if (words.isEmpty())
        return 0U;
    if (words == QStringList(QStringLiteral("lab")))
        return unsigned(AnyLab);
    if (words == QStringList(QStringLiteral("profiles")))
        return unsigned(AnyProfiles);
    const auto name = takeCommand(words);
    return name ? Result<unsigned>(name->on) : tl::unexpected(name.error());
}

// Whether the value is given once, as text or in Base64.
bool isGivenOnce(const QCommandLineParser &parser, const char *name)
{
    const auto option = QString::fromLatin1(name);
    return parser.isSet(option) != parser.isSet(option + QStringLiteral("-base64"));
}

// Checks the options of watch against each other.
Result<void> checkWatch(const Arguments &arguments)
{
    if (arguments.once && arguments.follow)
        return badInput(ArgumentWords::tr("watch takes --once or --follow, not both."));
    if (arguments.once && arguments.metrics)
        return badInput(ArgumentWords::tr(
            "--metrics serves as long as the watch runs: it goes without --once."));
    if (arguments.json && !arguments.once && !arguments.follow)
        return badInput(ArgumentWords::tr("--json goes with --once or --follow."));
    if (!arguments.onAlert.isEmpty() && (!arguments.follow || arguments.rulesFile.isEmpty()))
        return badInput(
            ArgumentWords::tr("--on-alert goes with --follow and --rules FILE, which has the "
                              "alerts."));
    if (arguments.duration && !arguments.follow)
        return badInput(ArgumentWords::tr("--for goes with --follow."));
    if ((!arguments.sort.isEmpty() || arguments.most) && (arguments.json || arguments.follow))
        return badInput(
            ArgumentWords::tr("--sort and --top are about tables: they go without --json and "
                              "--follow."));
    if (!arguments.sort.isEmpty() && !SnapshotTables::canSort(arguments.family, arguments.sort))
        return badInput(
            ArgumentWords::tr("That table has no column “%1” to sort by.").arg(arguments.sort));
    const ItemFilter filter(arguments.filter);
    if (arguments.follow && filter != ItemFilter(filter.keyWords()))
        return badInput(
            ArgumentWords::tr("With --follow, --filter takes words about keys: what happens has no "
                              "state, and may have two holders."));
    return {};
}

// Checks the options of history against each other.
Result<void> checkHistory(const Arguments &arguments, const QCommandLineParser &parser)
{
    const bool hasKey = parser.isSet(QStringLiteral("key"));
    const bool hasBinaryKey = parser.isSet(QStringLiteral("key-base64"));
    if (int(hasKey) + int(hasBinaryKey) + int(!arguments.glob.isEmpty()) > 1)
        return badInput(
            ArgumentWords::tr("history takes --key, --key-base64 or --glob, one of them."));
    if ((hasKey || hasBinaryKey) && arguments.key.isEmpty())
        return badInput(ArgumentWords::tr("--key takes the name of a key."));
    if (arguments.json && arguments.csv)
        return badInput(ArgumentWords::tr("history takes --json or --csv, not both."));
    if (arguments.at && (arguments.from || arguments.to))
        return badInput(ArgumentWords::tr(
            "--at is one moment: it goes without --from and --to, which choose events."));
    if (arguments.from && arguments.to && *arguments.from >= *arguments.to)
        return badInput(ArgumentWords::tr("--from has to be before --to."));
    return {};
}

Result<void> checkWhole(const Arguments &arguments, const QCommandLineParser &parser)
{
    if (arguments.command == Command::Watch) {
        if (const auto fit = checkWatch(arguments); !fit)
            return fit;
    }
    if (arguments.command == Command::History) {
        if (const auto fit = checkHistory(arguments, parser); !fit)
            return fit;
    }
    if (arguments.command == Command::Unlock) {
        if (!arguments.endpoint)
            return badInput(ArgumentWords::tr("unlock needs --uri or --profile."));
        if (arguments.token.isEmpty() || !isGivenOnce(parser, "key")
            || !isGivenOnce(parser, "token"))
            return badInput(ArgumentWords::tr(
                "unlock needs one --key and one --token, each as text or in Base64: the “key” and "
                "“holder” of lockstep watch --once --json."));
    }
    if (arguments.command == Command::ProfilesAdd) {
        if (!arguments.endpoint || !arguments.environment)
            return badInput(
                ArgumentWords::tr("profiles add needs --uri, the address of the server, and "
                                  "--environment, what it is used for: %1.")
                    .arg(environmentNames().join(ArgumentWords::tr(" or "))));
    }
    if (arguments.command == Command::ProfilesEdit) {
        const QStringList given = parser.optionNames();
        const bool isAnythingGiven = std::any_of(
            given.begin(), given.end(), [](const QString &name) { return name != u"lang"; });
        if (!isAnythingGiven)
            return badInput(ArgumentWords::tr("profiles edit needs what is to change; see lockstep "
                                              "profiles edit --help."));
        if (arguments.allowRelease && arguments.forbidsRelease)
            return badInput(ArgumentWords::tr("--allow-release and --no-release are opposites."));
    }
    if (arguments.command == Command::LabCheck && arguments.lab.exercise.isEmpty())
        return badInput(
            ArgumentWords::tr("lab check needs --exercise ID: a scenario that has an exercise."));
    if (arguments.command == Command::LabRun && arguments.yes && !arguments.endpoint)
        return badInput(ArgumentWords::tr(
            "--yes goes with --uri or --profile: on a private server nothing is asked."));
    const QStringList endings{
        QStringLiteral(".png"), QStringLiteral(".svg"), QStringLiteral(".pdf")};
    const bool isPicture = std::any_of(endings.begin(), endings.end(), [&](const QString &ending) {
        return arguments.output.endsWith(ending, Qt::CaseInsensitive);
    });
    if (arguments.command == Command::Shot && !isPicture)
        return badInput(ArgumentWords::tr("shot needs -o FILE.png, FILE.svg or FILE.pdf."));
    return {};
}

// The commands that take an option of this name, as they are typed; empty if there are none.
QStringList takersOf(const QString &option)
{
    unsigned takers = 0;
    for (const Option &each : allOptions()) {
        if (option == QLatin1String(each.name))
            takers |= each.on;
    }
    QStringList typed;
    if (takers & Window)
        typed << ArgumentWords::tr("the window");
    for (const CommandEntry &each : allCommands()) {
        if (!each.isForm && takers & (each.on == Shot ? unsigned(AnyShot) : each.on))
            typed << QStringLiteral("lockstep ") + QLatin1String(each.name);
    }
    return typed;
}

// The sentence for a command line that QCommandLineParser refuses; it shows options with their
// dashes. command: the name of the command as it was typed, with a trailing space.
QString misunderstood(
    const QCommandLineParser &parser, const QStringList &words, const QString &command)
{
    const QStringList unknown = parser.unknownOptionNames();
    if (!unknown.isEmpty()) {
        static const QRegularExpression dashes(QStringLiteral("^-+"));
        const auto written = std::find_if(words.begin(), words.end(), [&](const QString &word) {
            const QString name = word.section(u'=', 0, 0);
            return word.startsWith(u'-') && QString(name).remove(dashes) == unknown.first();
        });
        const QString option =
            shown(written == words.end() ? unknown.first() : written->section(u'=', 0, 0));
        const QString help = QStringLiteral("lockstep %1--help").arg(command);
        const QStringList takers = takersOf(unknown.first());
        if (takers.isEmpty())
            return ArgumentWords::tr("Unknown option “%1”. See %2.").arg(option, help);
        //: %2 other commands that take it, %3 how to see the options of this one
        return ArgumentWords::tr("Unknown option “%1” here; it belongs to: %2. See %3.")
            .arg(option, takers.join(QStringLiteral(", ")), help);
    }
    // Qt's sentence is English. Its beginning tells whether a value is missing or not allowed.
    static const QRegularExpression name(QStringLiteral("'-*([^']+)'"));
    const QString option = QStringLiteral("--") + name.match(parser.errorText()).captured(1);
    return parser.errorText().startsWith(u"Missing")
        ? ArgumentWords::tr("%1 needs a value.").arg(shown(option))
        : ArgumentWords::tr("%1 takes no value.").arg(shown(option));
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
    if (words.contains(QStringLiteral("--help")) || words.contains(QStringLiteral("-h"))
        || words.value(0) == u"help") {
        arguments.command = Command::Help;
        const auto on = helpedCommand(words);
        // --help behind an unknown command shows the list of commands, which is the answer to a
        // typing error.
        if (!on && words.first() == u"help")
            return tl::unexpected(on.error());
        arguments.helpOn = on.value_or(0);
        return arguments;
    }
    if (words.contains(QStringLiteral("--version")) || words.contains(QStringLiteral("-v"))) {
        arguments.command = Command::Version;
        return arguments;
    }

    unsigned on = Window;
    QString typed;
    QStringList rest = words;
    if (!words.isEmpty() && !words.first().startsWith(u'-')) {
        const auto name = takeCommand(rest);
        if (!name)
            return tl::unexpected(name.error());
        arguments.command = name->command;
        on = name->on;
        typed = QLatin1String(name->words) + u' ';
    }

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    for (const Option &option : allOptions()) {
        if (option.on & on)
            parser.addOption({QLatin1String(option.name), QString(),
                QLatin1String(option.value ? option.value : "")});
    }
    if (!parser.parse(QStringList(QStringLiteral("lockstep")) + rest))
        return failure(ErrorCode::BadInput, misunderstood(parser, rest, typed));
    for (const Option &option : allOptions()) {
        const auto name = QString::fromLatin1(option.name);
        if (!(option.on & on) || !parser.isSet(name))
            continue;
        const auto values = option.value ? parser.values(name) : QStringList(QString());
        if (values.size() > 1 && !option.repeats)
            return failure(
                ErrorCode::BadInput, ArgumentWords::tr("--%1 was given twice.").arg(name));
        for (const QString &value : values) {
            if (const auto taken = option.take(arguments, value); !taken)
                return tl::unexpected(taken.error());
        }
    }
    if (const auto taken = takePositional(arguments, parser.positionalArguments()); !taken)
        return tl::unexpected(taken.error());
    if (const auto whole = checkWhole(arguments, parser); !whole)
        return tl::unexpected(whole.error());
    const bool isOnlyKept =
        arguments.command == Command::ProfilesAdd || arguments.command == Command::ProfilesEdit;
    if (arguments.endpoint && arguments.endpoint->password.isEmpty() && !isOnlyKept)
        arguments.endpoint->password = passwordFromEnvironment();
    return arguments;
}

} // namespace lockstep
