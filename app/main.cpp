#include "app/arguments/arguments.h"
#include "app/arguments/completion.h"
#include "app/arguments/manualpage.h"
#include "app/commands/aclcommand.h"
#include "app/commands/checkcommand.h"
#include "app/commands/explorecommand.h"
#include "app/commands/labcommand.h"
#include "app/commands/replaycommand.h"
#include "app/commands/unlockcommand.h"
#include "app/history/historycommand.h"
#include "app/profiles/keptpasswords.h"
#include "app/profiles/profilescommand.h"
#include "app/terminal/credentials.h"
#include "app/terminal/display.h"
#include "app/terminal/language.h"
#include "app/terminal/output.h"
#include "app/watch/runwatch.h"
#include "app/window/windowcommand.h"
#include "core/redis/identity/settingsformat.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

using namespace lockstep;

namespace {

// Runs the command and returns the exit status. Returns nothing if the command needs a window, for
// the screen or for a picture.
std::optional<int> runWithoutWindow(const Arguments &arguments)
{
    switch (arguments.command) {
    case Arguments::Command::Help:
        return printLine(arguments.help().trimmed().toUtf8()) ? 0 : 1;
    case Arguments::Command::Version:
        return printLine("lockstep " LOCKSTEP_VERSION) ? 0 : 1;
    case Arguments::Command::Acl:
        return printAcl(arguments);
    case Arguments::Command::Completion:
        return printLine(completionScript(arguments.shell).trimmed().toUtf8()) ? 0 : 1;
    case Arguments::Command::Man:
        return printLine(manualPage().trimmed().toUtf8()) ? 0 : 1;
    case Arguments::Command::History:
        return runHistory(arguments);
    case Arguments::Command::Record:
    case Arguments::Command::Watch:
        return runWatch(arguments);
    case Arguments::Command::Unlock:
        return runUnlock(arguments);
    case Arguments::Command::ProfilesList:
    case Arguments::Command::ProfilesShow:
    case Arguments::Command::ProfilesAdd:
    case Arguments::Command::ProfilesEdit:
    case Arguments::Command::ProfilesRemove:
    case Arguments::Command::ProfilesImport:
    case Arguments::Command::ProfilesExport:
        return runProfiles(arguments);
    case Arguments::Command::LabList:
        return runLabList(arguments);
    case Arguments::Command::LabExplore:
        return runExplore(arguments);
    case Arguments::Command::LabCheck:
        return runCheck(arguments);
    case Arguments::Command::LabReplay:
        return runReplay(arguments);
    case Arguments::Command::LabRun:
        return runLab(arguments);
    case Arguments::Command::Shot:
        return std::nullopt;
    case Arguments::Command::Window:
        break;
    }
    const DisplayState display = displayState();
    if (display == DisplayState::There)
        return std::nullopt;
    if (display == DisplayState::Refused) {
        //: %1: the name of an X display, ":0"
        printMessage(QCoreApplication::translate("lockstep::Arguments",
            "the display %1 refuses the connection, perhaps because this user has no key for it: "
            "that is looked for in the file that XAUTHORITY names, or in ~/.Xauthority. Without a "
            "display use: lockstep "
            "watch, lockstep lab, lockstep shot; see --help.")
                         .arg(qEnvironmentVariable("DISPLAY")));
        return 1;
    }
    printMessage(QCoreApplication::translate("lockstep::Arguments",
        "there is no display for a window. Without one use: lockstep watch, lockstep lab, lockstep "
        "shot; see "
        "--help."));
    return 1;
}

int runCommand(int argc, char *argv[])
{
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);
    hidePasswords(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockstep"));
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSTEP_VERSION));
    QSettings::setDefaultFormat(settingsFormat());

    Arguments arguments;
    {
        // Translations need an application object, but only the arguments tell which class of it
        // the program needs. So this object is for parsing them, and a window gets another.
        const QCoreApplication application(argc, argv);
        Language language(Arguments::languageIn(words));
        const auto parsed = Arguments::parse(words);
        if (!parsed) {
            printMessage(errorMessage(parsed.error(), {}));
            return 2;
        }
        arguments = *parsed;
        if (arguments.json || arguments.lab.json)
            language.leaveCoreInEnglish();
        takeKeptPasswords(arguments);
        if (const auto status = runWithoutWindow(arguments))
            return *status;
    }
    return arguments.command == Arguments::Command::Shot ? runShot(arguments, argc, argv)
                                                         : runWindow(arguments, argc, argv);
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // writing to a closed pipe then fails, which is reported
    std::signal(SIGXFSZ, SIG_IGN); // writing past the limit of a file's size then fails, too
    try {
        return runCommand(argc, argv);
    } catch (const std::bad_alloc &) { // a translation would need memory
        std::fputs(
            "lockstep: the memory ran out; a limit such as ulimit -v may be too low\n", stderr);
        return 1;
    } catch (const std::system_error &error) { // a thread that could not be started
        std::fprintf(
            stderr, "lockstep: %s; a limit of memory or processes may be too low\n", error.what());
        return 1;
    }
}
