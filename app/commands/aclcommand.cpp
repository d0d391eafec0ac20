#include "app/commands/aclcommand.h"

#include "app/arguments/arguments.h"
#include "app/terminal/output.h"
#include "core/lab/wire/labacl.h"
#include "core/redis/connection/sentinelacl.h"
#include "core/release/releaserights.h"
#include "core/watch/link/allowlist.h"

#include <QCoreApplication>

namespace lockstep {

int printAcl(const Arguments &arguments)
{
    const auto say = [](const char *text) {
        printMessage(QCoreApplication::translate("lockstep::Arguments", text));
    };
    using enum Arguments::Rights;
    if (arguments.rights == Lab)
        say(QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Put a password in place of <password>, then send this line to the server."));
    else if (arguments.rights == Release)
        say(QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Put a password in place of <password>, then send this line to the server. It lets the "
            "user watch and release locks; with a pattern such as ~lock:* in place of ~* only "
            "these "
            "keys. From 7.2 on, and for Valkey, add +client|no-touch, so that reading a key is not "
            "taken for use of it."));
    else if (arguments.rights == Sentinel)
        say(QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Put a password in place of <password>, then send this line to each Sentinel. The "
            "address takes the user as sentinel-user=; the user at the servers is another one, and "
            "lockstep acl prints its line."));
    else
        say(QT_TRANSLATE_NOOP("lockstep::Arguments",
            "Put a password in place of <password>, then send this line to the server. Before "
            "Redis 7 write ~* instead of %R~*. From 7.2 on, and for Valkey, add +client|no-touch, "
            "so that reading a key is not taken for use of it."));
    const QByteArray line = arguments.rights == Lab ? labAclLine(arguments.user)
        : arguments.rights == Release               ? releaseAclLine(arguments.user)
        : arguments.rights == Sentinel              ? sentinelAclLine(arguments.user)
                                                    : aclLine(arguments.user);
    return printLine(line) ? 0 : 1;
}

} // namespace lockstep
