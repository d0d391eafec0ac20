// `lockstep --help` says which commands there are, and the options of the window; `lockstep lab run
// --help` what that command takes, so that nobody has to pick it out of fifty lines. Both come from
// the one table of options.

#include "app/arguments/arguments.h"
#include "app/arguments/options.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arguments)
};

struct CommandHelp
{
    unsigned on;
    const char *usage;
    const char *what;
    const char *example;
};

constexpr std::array commands{
    CommandHelp{Watch, "lockstep watch --uri URI --once|--follow --json",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Prints what a server holds, or what happens there. Without --uri: in a private server "
            "with the demo shop."),
        "lockstep watch --uri redis://localhost --once --json"},
    CommandHelp{LabList, "lockstep lab list [--json]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "Lists the scenarios that can be played."),
        "lockstep lab list --lang en"},
    CommandHelp{LabRun, "lockstep lab run ID [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Plays a scenario with real clients at full speed and says what held; exit status 3: a "
            "check is violated. An ID is one of lab list, or the path of a file. Without --uri: on "
            "servers that it starts for it."),
        "lockstep lab run stock-read-then-write --clients 20 --set stock=30 --rounds 5"},
    CommandHelp{LabExplore, "lockstep lab explore ID [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Executes every interleaving of a scenario within its bounds; exit status 3: a check "
            "is violated. An ID is one of lab list, or the path of a file."),
        "lockstep lab explore lock-lease-expires --crashes 1"},
    CommandHelp{LabReplay, "lockstep lab replay ID [TRACE] [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Takes exactly these steps and shows what each did; exit status 3: a check is "
            "violated. A1 is A's first command, T lets time pass, X(A) is a crash, P(A) and U(A) "
            "pause and resume."),
        "lockstep lab replay stock-read-then-write \"A1 B1 B2 A2\""},
    CommandHelp{Shot, "lockstep shot watch|server -o FILE [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Makes a picture of a page, without a display. Without --uri: of a private server with "
            "the demo shop."),
        "lockstep shot watch -o watch.png --theme dark --scale 2"},
    CommandHelp{LabShot, "lockstep shot lab:ID -o FILE [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Plays a scenario and makes a picture of it, without a display."),
        "lockstep shot lab:stock-read-then-write -o oversell.svg --seed 7"},
    CommandHelp{TraceShot, "lockstep shot \"lab:ID:TRACE\" -o FILE [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Takes the steps of a trace, or explores, and makes a picture of it, without a "
            "display. "
            "The same arguments give the same picture."),
        "lockstep shot \"lab:stock-read-then-write:A1 B1 B2 A2\" -o oversell.png"},
    CommandHelp{Acl, "lockstep acl [options]",
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "Prints the line that makes a user with the least rights."),
        "lockstep acl --user watcher"},
    CommandHelp{Unlock, "lockstep unlock --uri URI --key KEY --token T [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Releases a lock by hand, after a question, if T still holds it."),
        "lockstep unlock --uri redis://localhost --key lock:7 --token host9:2231"},
};

QString optionLine(const Option &option)
{
    const auto name = QString::fromUtf8(option.name);
    auto left = QStringLiteral("  ")
        + (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
    if (option.value)
        left += u' ' + QLatin1String(option.value);
    return left.leftJustified(26) + Words::tr(option.help) + u'\n';
}

QString helpOf(const CommandHelp &command)
{
    QString text =
        QStringLiteral("  %1\n\n%2\n\n%3\n  %4\n\n%5\n")
            .arg(QLatin1String(command.usage), Words::tr(command.what), Words::tr("Example"),
                QLatin1String(command.example), Words::tr("Options"));
    for (const Option &option : allOptions()) {
        if (option.on & command.on)
            text += optionLine(option);
    }
    return text;
}

// What there is under lab; the options of each stand in its own help.
QString labHelp()
{
    QString text = QStringLiteral("  lockstep lab list|run|explore|replay\n\n");
    for (const CommandHelp &command : commands) {
        if (command.on & AnyLab)
            text += QStringLiteral("  %1\n      %2\n")
                        .arg(QLatin1String(command.usage), Words::tr(command.what));
    }
    return text + u'\n'
        + Words::tr("lockstep lab run --help lists the options of lab run, and so for each.")
        + u'\n';
}

} // namespace

QString Arguments::help() const
{
    const auto *const helped = std::find_if(commands.begin(), commands.end(),
        [this](const CommandHelp &each) { return each.on == helpOn; });
    if (helped != commands.end())
        return helpOf(*helped);
    if (helpOn == AnyLab)
        return labHelp();
    QString text = Words::tr(
        "Lockstep watches what Redis coordinates: counters, rate limits and locks of a live "
        "server, by reading alone. It plays the races that break them, on a server of its own.\n\n"
        "  lockstep [options]                              the window, on the server watched last, "
        "or a demo shop\n"
        "  lockstep --uri URI [options]                    the window, on that server\n"
        "  lockstep watch --uri URI --once --json          one snapshot\n"
        "  lockstep watch --uri URI --follow --json        what happens, a line an event\n"
        "  lockstep lab list [--json]                      the scenarios that can be played\n"
        "  lockstep lab run ID [options] [--json]          plays one with real clients at full "
        "speed\n"
        "  lockstep lab explore ID [options] [--json]      executes every interleaving within "
        "bounds\n"
        "  lockstep lab replay ID \"A1 B1 T\" [--json]       takes exactly these steps, shows "
        "each\n"
        "  lockstep shot watch|server -o FILE [options]    a picture, without a display\n"
        "  lockstep shot lab:ID -o FILE [options]          a picture of a scenario that was "
        "played\n"
        "  lockstep shot \"lab:ID:A1 B1 T\" -o FILE          the same of these steps\n"
        "  lockstep shot lab:ID:explore -o FILE            of what exploring it finds\n"
        "  lockstep acl                                    the minimal user for watching\n"
        "  lockstep unlock --uri URI --key KEY --token T   release a lock by hand\n"
        "  lockstep help [COMMAND], --version\n\n"
        "lockstep help COMMAND lists the options of that command, as in lockstep help lab run.\n"
        "Without --uri, watch and shot look at a private server with the demo shop. An ID is one "
        "of lab list, or the path of a file. A trace is a line of steps, as lab explore prints "
        "it.\n"
        "Exit status: 0 done, 1 what was asked for failed, 2 wrong usage, 3 lab run, lab "
        "explore or lab replay found a violation.\n\nOptions of the window\n");
    for (const Option &option : allOptions()) {
        if (option.on & Window)
            text += optionLine(option);
    }
    return text;
}

} // namespace lockstep
