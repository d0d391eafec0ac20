// A program for tst_privateserver to kill: it owns what a killed Lockstep would leave behind.
//   privateserverowner             a private server; prints its process id and its folder
//   privateserverowner folder ID   a folder that names process ID as its server; prints the folder
// Both wait then.

#include "core/redis/privateserver/privateserver.h"
#include "core/redis/privateserver/privateserverfolder.h"

#include <QCoreApplication>

#include <cstdio>

using namespace lockstep;

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("folder")) {
        const auto folder = PrivateServerFolder::make();
        if (!folder || !(*folder)->recordServer(arguments.value(2).toLongLong()))
            return 1;
        std::printf("%s\n", qPrintable((*folder)->path()));
        std::fflush(stdout);
        return QCoreApplication::exec();
    }
    const auto privateServer = PrivateServer::start();
    if (!privateServer)
        return 1;
    std::printf("%lld %s\n", (*privateServer)->processId(), qPrintable((*privateServer)->folder()));
    std::fflush(stdout);
    return QCoreApplication::exec();
}
