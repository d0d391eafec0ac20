#include "app/arguments/arguments.h"
#include "app/commands/explorecommand.h"
#include "app/commands/labcommand.h"
#include "app/commands/replaycommand.h"
#include "app/commands/unlockcommand.h"
#include "app/commands/watchcommand.h"
#include "app/terminal/credentials.h"
#include "app/terminal/display.h"
#include "app/terminal/language.h"
#include "app/terminal/output.h"
#include "app/window/windowcommand.h"
#include "core/lab/wire/labacl.h"
#include "core/watch/link/allowlist.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>

#include <csignal>

using namespace lockstep;

namespace {

int printAcl(const Arguments &arguments)
{
    const auto say = [](const char *text) {
        printMessage(QCoreApplication::translate("lockstep::Arguments", text));
    };
    if (arguments.aclOfLab)
        say(QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Put a password in place of <password>, then send this line to the server."));
    else
        say(QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Put a password in place of <password>, then send this line to the server. Before "
            "Redis 7 write ~* instead of %R~*. From 7.2 on, and for Valkey, add +client|no-touch, "
            "so that reading a key is not taken for use of it."));
    return printLine(arguments.aclOfLab ? labAclLine(arguments.user) : aclLine(arguments.user)) ? 0
                                                                                                : 1;
}

// Nothing: it takes a window, shown or not.
std::optional<int> runWithoutWindow(const Arguments &arguments)
{
    switch (arguments.command) {
    case Arguments::Command::Help:
        return printLine(arguments.help().trimmed().toUtf8()) ? 0 : 1;
    case Arguments::Command::Version:
        return printLine("lockstep " LOCKSTEP_VERSION) ? 0 : 1;
    case Arguments::Command::Acl:
        return printAcl(arguments);
    case Arguments::Command::Watch:
        return runWatch(arguments);
    case Arguments::Command::Unlock:
        return runUnlock(arguments);
    case Arguments::Command::LabList:
        return runLabList(arguments);
    case Arguments::Command::LabExplore:
        return runExplore(arguments);
    case Arguments::Command::LabReplay:
        return runReplay(arguments);
    case Arguments::Command::LabRun:
        return runLab(arguments);
    case Arguments::Command::Shot:
        return std::nullopt;
    case Arguments::Command::Window:
        break;
    }
    if (displayIsThere())
        return std::nullopt;
    printMessage(QCoreApplication::translate("lockstep::Arguments",
        "there is no display for a window. Without one use: lockstep watch, lockstep lab, lockstep "
        "shot; see "
        "--help."));
    return 1;
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an error of the write, told as such
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);
    hidePasswords(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockstep"));
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSTEP_VERSION));

    Arguments arguments;
    {
        // Translations need an application object. Which one the program needs only the arguments
        // tell, so that of the window comes after this one.
        const QCoreApplication application(argc, argv);
        const Language language(Arguments::languageIn(words));
        const auto parsed = Arguments::parse(words);
        if (!parsed) {
            printMessage(errorMessage(parsed.error(), {}));
            return 2;
        }
        arguments = *parsed;
        if (const auto status = runWithoutWindow(arguments))
            return *status;
    }
    return arguments.command == Arguments::Command::Shot ? runShot(arguments, argc, argv)
                                                         : runWindow(arguments, argc, argv);
}
