#include "app/arguments/commandlist.h"

#include <QCoreApplication>

#include <array>

namespace lockstep {

namespace {

constexpr std::array commands{
    CommandEntry{"watch", Arguments::Command::Watch, Watch,
        "lockstep watch --uri URI [--once|--follow] [--json]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "tables in the terminal, or one line per event"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Shows what a server holds, in tables that are drawn anew each second until Ctrl-C; "
            "once with --once, or where standard output is no terminal. With --follow: what "
            "happens there, a line each. With --json: for programs. Without --uri: on a private "
            "server with the demo shop."),
        "lockstep watch --uri redis://localhost --once --json"},
    CommandEntry{"record", Arguments::Command::Record, Record,
        "lockstep record --uri URI FILE [--keep 24h|2GB]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "writes what happens into a file, until Ctrl-C"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Watches a server and writes what it sees into a file, until Ctrl-C; lockstep history "
            "reads it. A file that is there goes on. What happens is told on standard error."),
        "lockstep record --uri redis://localhost night.lockstep --keep 24h"},
    CommandEntry{"history", Arguments::Command::History, History,
        "lockstep history FILE [--key K] [--at TIME]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "what a recording says of a moment, or of a key"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Reads a recording: with --at the objects as they were at that moment, without it what "
            "happened. What was not seen is told as unknown."),
        "lockstep history night.lockstep --key lock:order:7 --at 03:12"},
    CommandEntry{"lab list", Arguments::Command::LabList, LabList, "lockstep lab list [--json]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the scenarios that can be played"),
        QT_TRANSLATE_NOOP("lockstep::Arguments", "Lists the scenarios that can be played."),
        "lockstep lab list --lang en"},
    CommandEntry{"lab run", Arguments::Command::LabRun, LabRun, "lockstep lab run ID… [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "plays one with real clients at full speed"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Plays a scenario with real clients at full speed and says what held; exit status 3: a "
            "check is violated. An ID is one of lab list, or the path of a file. Without --uri: on "
            "servers that it starts for it."),
        "lockstep lab run stock-read-then-write --clients 20 --set stock=30 --rounds 5"},
    CommandEntry{"lab explore", Arguments::Command::LabExplore, LabExplore,
        "lockstep lab explore ID… [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "goes through every interleaving within bounds"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Goes through every interleaving of a scenario within its bounds; exit status 3: a "
            "check "
            "is violated. An ID is one of lab list, or the path of a file."),
        "lockstep lab explore lock-lease-expires --crashes 1"},
    CommandEntry{"lab replay", Arguments::Command::LabReplay, LabReplay,
        "lockstep lab replay ID [TRACE] [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "takes exactly these steps, shows each"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Takes exactly these steps and shows what each did; exit status 3: a check is "
            "violated. A1 is A's first command, T lets time pass, X(A) is a crash, P(A) and U(A) "
            "pause and resume."),
        "lockstep lab replay stock-read-then-write \"A1 B1 B2 A2\""},
    CommandEntry{"lab check", Arguments::Command::LabCheck, LabCheck,
        "lockstep lab check FILE… --exercise ID [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "grades solutions of an exercise"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Grades files, or all .lua files of a folder, as solutions of an exercise: every "
            "interleaving is executed with the exercise's own checks. Says of each whether it is "
            "solved, and if not why; exit status 3: some are not."),
        "lockstep lab check submissions/ --exercise stock-read-then-write"},
    CommandEntry{"shot", Arguments::Command::Shot, Shot,
        "lockstep shot watch|server -o FILE [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "a picture, without a display"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Makes a picture of a page, without a display. Without --uri: of a private server with "
            "the demo shop."),
        "lockstep shot watch -o watch.png --theme dark --scale 2"},
    CommandEntry{"shot lab", Arguments::Command::Shot, LabShot,
        "lockstep shot lab:ID -o FILE [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "a picture of a scenario that was played"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Plays a scenario and makes a picture of it, without a display."),
        "lockstep shot lab:stock-read-then-write -o oversell.svg --seed 7", true},
    CommandEntry{"shot lab:ID:TRACE", Arguments::Command::Shot, TraceShot,
        "lockstep shot \"lab:ID:TRACE\" -o FILE [options]",
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "the same of these steps, or of what exploring finds"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Takes the steps of a trace, or explores, and makes a picture of it, without a "
            "display. The same arguments give the same picture."),
        "lockstep shot \"lab:stock-read-then-write:A1 B1 B2 A2\" -o oversell.png", true},
    CommandEntry{"shot recording", Arguments::Command::Shot, RecordingShot,
        "lockstep shot recording:FILE -o FILE [--at TIME]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "a picture of a recording at one moment"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Makes a picture of a recording as the window shows it at the moment of --at, or at "
            "its end, without a display."),
        "lockstep shot recording:night.lockstep --at 03:12 -o night.png", true},
    CommandEntry{"acl", Arguments::Command::Acl, Acl, "lockstep acl [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "a user with just the rights that are needed"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Prints the ACL line that makes a user with just the rights that are needed."),
        "lockstep acl --user watcher"},
    CommandEntry{"unlock", Arguments::Command::Unlock, Unlock,
        "lockstep unlock --uri URI --key KEY --token T [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "releases a lock by hand"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Releases a lock by hand, if the holder with that token still has it. It asks first."),
        "lockstep unlock --uri redis://localhost --key lock:7 --token host9:2231"},
    CommandEntry{"profiles list", Arguments::Command::ProfilesList, ProfilesList,
        "lockstep profiles list [--json]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the servers that were given a name"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Lists the profiles: servers that were given a name, for --profile NAME and for the "
            "window. No server is asked."),
        "lockstep profiles list"},
    CommandEntry{"profiles show", Arguments::Command::ProfilesShow, ProfilesShow,
        "lockstep profiles show NAME [--json]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "one of them"),
        QT_TRANSLATE_NOOP("lockstep::Arguments", "Shows all that a profile says."),
        "lockstep profiles show shop"},
    CommandEntry{"profiles add", Arguments::Command::ProfilesAdd, ProfilesAdd,
        "lockstep profiles add NAME --uri URI --environment E",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "gives a server a name"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Gives a server a name. A server of production is marked: nothing is ever released "
            "there, and no client of the lab is sent there. Passwords are never written into the "
            "file of the profiles."),
        "lockstep profiles add shop --uri rediss://shop.example:6380 --environment production"},
    CommandEntry{"profiles edit", Arguments::Command::ProfilesEdit, ProfilesEdit,
        "lockstep profiles edit NAME [options]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "changes what a profile says"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Changes what a profile says; what no option names stays as it is. A server that is "
            "marked as production stays marked."),
        "lockstep profiles edit shop --name \"shop, old\" --environment staging"},
    CommandEntry{"profiles remove", Arguments::Command::ProfilesRemove, ProfilesRemove,
        "lockstep profiles remove NAME",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "takes the name away again"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Removes a profile. A server that is marked as production stays marked."),
        "lockstep profiles remove shop"},
    CommandEntry{"profiles import", Arguments::Command::ProfilesImport, ProfilesImport,
        "lockstep profiles import FILE [--environment E]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "adds those of a file"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Adds the profiles of a file: what lockstep profiles export wrote, what RedisInsight "
            "exports, or addresses, one a line, with or without a name beside them. The last two "
            "do not say what a server is used for, so --environment has to. Those that are there "
            "already stay as they are."),
        "lockstep profiles import RedisInsight.json --environment staging"},
    CommandEntry{"profiles export", Arguments::Command::ProfilesExport, ProfilesExport,
        "lockstep profiles export [FILE]",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "writes all of them, without passwords"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Writes all profiles to a file, or to standard output, without passwords."),
        "lockstep profiles export profiles.json"},
    CommandEntry{"completion", Arguments::Command::Completion, Completion,
        "lockstep completion bash|zsh|fish",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "completion for a shell"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Prints the script that makes bash, zsh or fish complete the command line of lockstep. "
            "Where Lockstep was installed, it is in place already."),
        "lockstep completion bash > ~/.local/share/bash-completion/completions/lockstep"},
    CommandEntry{"man", Arguments::Command::Man, Man, "lockstep man",
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the manual page"),
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Prints the manual page, in roff; man -l shows it. Where Lockstep was installed, man "
            "lockstep does."),
        "lockstep man | man -l -"},
};

} // namespace

std::span<const CommandEntry> allCommands()
{
    return commands;
}

} // namespace lockstep
