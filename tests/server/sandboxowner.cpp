// A program for tst_sandbox to kill: it owns what a killed Lockstep would leave behind.
//   sandboxowner               a sandbox; prints its server's process id and its folder, then waits
//   sandboxowner folder ID     a folder that names process ID as its server; prints the folder,
//   then waits

#include "core/redis/sandbox/sandbox.h"
#include "core/redis/sandbox/sandboxfolder.h"

#include <QCoreApplication>

#include <cstdio>

using namespace lockstep;

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("folder")) {
        const auto folder = SandboxFolder::make();
        if (!folder || !(*folder)->recordServer(arguments.value(2).toLongLong()))
            return 1;
        std::printf("%s\n", qPrintable((*folder)->path()));
        std::fflush(stdout);
        return QCoreApplication::exec();
    }
    const auto sandbox = Sandbox::start();
    if (!sandbox)
        return 1;
    std::printf("%lld %s\n", (*sandbox)->processId(), qPrintable((*sandbox)->folder()));
    std::fflush(stdout);
    return QCoreApplication::exec();
}
