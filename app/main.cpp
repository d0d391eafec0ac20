#include "app/arguments.h"
#include "app/credentials.h"
#include "app/output.h"
#include "app/watchcommand.h"
#include "app/windowcommand.h"
#include "core/watch/allowlist.h"
#include "ui/errormessage.h"

#include <QCoreApplication>

#include <csignal>

using namespace lockstep;

namespace {

int printAcl(const Arguments &arguments)
{
    printMessage(QCoreApplication::translate("lockstep::Arguments",
        "Put a password in place of <password>, then send this line to the server. Before Redis 7 "
        "write ~* instead of "
        "%R~*."));
    return printLine(aclLine(arguments.user)) ? 0 : 1;
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
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSTEP_VERSION));

    const auto arguments = Arguments::parse(words);
    if (!arguments) {
        printMessage(errorMessage(arguments.error(), {}));
        return 2;
    }
    if (arguments->command == Arguments::Command::Window)
        return runWindow(*arguments, argc, argv);
    if (arguments->command == Arguments::Command::Shot)
        return runShot(*arguments, argc, argv);
    const QCoreApplication application(argc, argv);
    switch (arguments->command) {
    case Arguments::Command::Help:
        return printLine(Arguments::help().trimmed().toUtf8()) ? 0 : 1;
    case Arguments::Command::Version:
        return printLine("lockstep " LOCKSTEP_VERSION) ? 0 : 1;
    case Arguments::Command::Acl:
        return printAcl(*arguments);
    default:
        return runWatch(*arguments);
    }
}
