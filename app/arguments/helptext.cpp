// The texts of --help. `lockstep --help` lists the commands and the options of the window;
// `lockstep lab run --help` lists what that command takes, so that nobody has to pick it out of
// fifty lines. Both are made from allCommands() and allOptions().

#include "app/arguments/helptext.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"

#include <algorithm>

namespace lockstep {

namespace {

QString optionLine(const Option &option)
{
    QString left = QStringLiteral("  ") + typedName(option);
    if (option.value)
        left += u' ' + QLatin1String(option.value);
    constexpr int helpColumn = 26;
    if (left.size() >= helpColumn)
        left += u'\n' + QString(helpColumn, u' ');
    return left.leftJustified(helpColumn) + optionHelp(option) + u'\n';
}

QString overviewLine(const char *usage, const QString &brief)
{
    constexpr int briefColumn = 60;
    const QString left = QStringLiteral("  ") + QString::fromUtf8(usage);
    return (brief.isEmpty() ? left : left.leftJustified(briefColumn) + brief) + u'\n';
}

QString helpOf(const CommandEntry &command)
{
    QString text = QStringLiteral("  %1\n\n%2\n\n%3\n  %4\n\n%5\n")
                       .arg(QString::fromUtf8(command.usage), ArgumentWords::tr(command.what),
                           ArgumentWords::tr("Example"), QString::fromUtf8(command.example),
                           ArgumentWords::tr("Options"));
    for (const Option &option : allOptions()) {
        if (option.commands & command.bit)
            text += optionLine(option);
    }
    return text;
}

// The help of `lab` or `profiles`: the commands in that group. Their options are in the help of
// each command. bit: the bits of all these commands.
QString groupHelp(unsigned bit)
{
    QStringList names;
    QString text;
    for (const CommandEntry &command : allCommands()) {
        if (!(command.bit & bit) || command.isForm)
            continue;
        names << QString::fromLatin1(command.name).section(u' ', 1);
        text += QStringLiteral("  %1\n      %2\n")
                    .arg(QString::fromUtf8(command.usage), ArgumentWords::tr(command.what));
    }
    const bool isLab = bit == AnyLab;
    return QStringLiteral("  lockstep %1 %2\n\n")
               .arg(isLab ? QStringLiteral("lab") : QStringLiteral("profiles"), names.join(u'|'))
        + text + u'\n'
        + (isLab ? ArgumentWords::tr(
               "lockstep lab run --help lists the options of lab run; the others likewise.")
                 : ArgumentWords::tr(
                     "lockstep profiles add --help lists the options of profiles add; the "
                     "others likewise."))
        + u'\n';
}

} // namespace

QString whatLockstepDoes()
{
    return ArgumentWords::tr(
        "Lockstep watches what Redis coordinates: counters, rate limits and locks of a "
        "live server. It never writes there. It also plays the races that break them, "
        "on a server of its own.");
}

QString whatArgumentsAre()
{
    return ArgumentWords::tr(
        "Without --uri, watch and shot look at a private server with the demo shop. "
        "An ID is one of "
        "lab list, or the path of a file. A trace is a line of steps, as lab explore "
        "prints it: “A1 "
        "B1 T”; “lab:ID:explore” in its place stands for what exploring finds.");
}

QString exitStatuses()
{
    return ArgumentWords::tr(
        "Exit status: 0 done, 1 what was asked for failed, 2 wrong usage, 3 lab run, "
        "lab explore or lab replay found a violation, 128 + N signal N came first.");
}

QString Arguments::help() const
{
    const auto all = allCommands();
    const auto helped = std::find_if(
        all.begin(), all.end(), [this](const CommandEntry &each) { return each.bit == helpBit; });
    if (helped != all.end())
        return helpOf(*helped);
    if (helpBit == AnyLab || helpBit == AnyProfiles)
        return groupHelp(helpBit);
    QString text = whatLockstepDoes() + QStringLiteral("\n\n");
    text += overviewLine("lockstep [options]",
        ArgumentWords::tr("the window, on the server watched last, or a demo shop"));
    text += overviewLine(
        "lockstep --uri URI [options]", ArgumentWords::tr("the window, on that server"));
    for (const CommandEntry &each : all)
        text += overviewLine(each.usage, ArgumentWords::tr(each.brief));
    text += overviewLine("lockstep help [COMMAND], --version", {});
    text += u'\n'
        + QStringList{ArgumentWords::tr(
                          "lockstep help COMMAND lists the options of that command, as in "
                          "lockstep help lab run."),
            whatArgumentsAre(), exitStatuses(), {}, ArgumentWords::tr("Options of the window")}
              .join(u'\n')
        + u'\n';
    for (const Option &option : allOptions()) {
        if (option.commands & Window)
            text += optionLine(option);
    }
    return text;
}

} // namespace lockstep
