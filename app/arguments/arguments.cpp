// Parses the command line. The command comes first, because it decides which options exist.
// QCommandLineParser then splits options from operands, the functions of the table read the values,
// and at last the values are checked against each other. Every refusal says what is possible.

#include "app/arguments/arguments.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"
#include "app/arguments/commandname.h"
#include "app/arguments/operands.h"
#include "app/arguments/optionrules.h"
#include "app/arguments/options.h"
#include "app/arguments/optionvalues.h"
#include "app/terminal/credentials.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

// The commands that take an option of this name, as they are typed; empty if there are none.
QStringList commandsWith(const QString &option)
{
    unsigned commands = 0;
    for (const Option &each : allOptions()) {
        if (option == QLatin1String(each.name))
            commands |= each.commands;
    }
    QStringList typed;
    if (commands & Window)
        typed << ArgumentWords::tr("the window");
    for (const CommandEntry &each : allCommands()) {
        if (!each.isForm && commands & (each.bit == Shot ? unsigned(AnyShot) : each.bit))
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
            withoutAddress(written == words.end() ? unknown.first() : written->section(u'=', 0, 0));
        const QString help = QStringLiteral("lockstep %1--help").arg(command);
        const QStringList commands = commandsWith(unknown.first());
        if (commands.isEmpty())
            return ArgumentWords::tr("Unknown option “%1”. See %2.").arg(option, help);
        //: %2 other commands that take it, %3 how to see the options of this one
        return ArgumentWords::tr("Unknown option “%1” here; it belongs to: %2. See %3.")
            .arg(option, commands.join(QStringLiteral(", ")), help);
    }
    // Qt's sentence is English. Its beginning tells whether a value is missing or not allowed.
    static const QRegularExpression name(QStringLiteral("'-*([^']+)'"));
    const QString option = QStringLiteral("--") + name.match(parser.errorText()).captured(1);
    return parser.errorText().startsWith(u"Missing")
        ? ArgumentWords::tr("%1 needs a value.").arg(withoutAddress(option))
        : ArgumentWords::tr("%1 takes no value.").arg(withoutAddress(option));
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
        const auto bit = helpedCommand(words);
        // --help behind an unknown command shows the list of commands, which is the answer to a
        // typing error.
        if (!bit && words.first() == u"help")
            return tl::unexpected(bit.error());
        arguments.helpBit = bit.value_or(0);
        return arguments;
    }
    if (words.contains(QStringLiteral("--version")) || words.contains(QStringLiteral("-v"))) {
        arguments.command = Command::Version;
        return arguments;
    }

    unsigned bit = Window;
    QString typed;
    QStringList rest = words;
    if (!words.isEmpty() && !words.first().startsWith(u'-')) {
        const auto name = takeCommand(rest);
        if (!name)
            return tl::unexpected(name.error());
        arguments.command = name->command;
        bit = name->bit;
        typed = QLatin1String(name->words) + u' ';
    }

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    for (const Option &option : allOptions()) {
        if (option.commands & bit)
            parser.addOption({QLatin1String(option.name), QString(),
                QLatin1String(option.value ? option.value : "")});
    }
    if (!parser.parse(QStringList(QStringLiteral("lockstep")) + rest))
        return failure(ErrorCode::BadInput, misunderstood(parser, rest, typed));
    for (const Option &option : allOptions()) {
        const auto name = QString::fromLatin1(option.name);
        if (!(option.commands & bit) || !parser.isSet(name))
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
    if (const auto taken = takeOperands(arguments, parser.positionalArguments()); !taken)
        return tl::unexpected(taken.error());
    if (const auto whole = checkTogether(arguments, parser); !whole)
        return tl::unexpected(whole.error());
    const bool isOnlyKept =
        arguments.command == Command::ProfilesAdd || arguments.command == Command::ProfilesEdit;
    if (arguments.endpoint && arguments.endpoint->password.isEmpty() && !isOnlyKept)
        arguments.endpoint->password = passwordFromEnvironment();
    return arguments;
}

} // namespace lockstep
