#include "core/lab/freerun/rounds/serverprobe.h"

#include "core/lab/freerun/net/controlconnection.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/serverinfo.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

Result<void> checkRoom(ControlConnection &queries, std::string_view facts, qint64 wanted)
{
    qint64 most = serverFact(facts, "maxclients").value_or(0);
    if (most == 0) { // INFO has maxclients only since Redis 7.0
        const auto setting = queries.wait(wireOf({"CONFIG", "GET", "maxclients"}));
        if (setting && (*setting)->elements == 2)
            most = QByteArray((*setting)->element[1]->str).toLongLong();
    }
    const qint64 present = serverFact(facts, "connected_clients").value_or(0);
    if (most == 0 || present + wanted <= most) // 0: it is not known
        return {};
    return failure(ErrorCode::BadInput,
        CoreText::tr("clients = %1: the server accepts %2 connections (maxclients) and has %3; "
                     "at most %4 clients are possible")
            .arg(wanted)
            .arg(most)
            .arg(present)
            .arg(std::max<qint64>(0, most - present)));
}

} // namespace

Result<ServerProbe> ServerProbe::ask(ControlConnection &queries, std::optional<int> clients)
{
    const auto information = queries.wait(wireOf({"INFO"}));
    if (!information)
        return tl::unexpected(information.error());
    const std::string_view facts((*information)->str, (*information)->len);
    if (clients) {
        if (const auto checked = checkRoom(queries, facts, *clients); !checked)
            return tl::unexpected(checked.error());
    }
    const auto commands = queries.wait(wireOf({"COMMAND"}));
    if (!commands)
        return tl::unexpected(commands.error());
    auto table = CommandTable::fromReply(toReply(**commands),
        clients ? CommandTable::ServerOwner::User : CommandTable::ServerOwner::Lab);
    if (!table)
        return tl::unexpected(table.error());
    return ServerProbe{serverName(facts), std::move(*table)};
}

} // namespace lockstep
