// Composes the first commands of a connection and judges their replies. They are AUTH, SELECT,
// CLIENT SETNAME, and at last PING: of these only PING is refused by a server that is still loading
// its data or wants a password that we do not have (AUTH, SELECT and CLIENT are let through while
// it loads: src/commands/*.json in Redis 7). Without it such a connection would count as open
// although nothing can be asked.
//
// Sentinels name the old primary for a moment after it has become a replica, so a server that they
// have named is asked for its role. If the user may not ask, this is not checked.
//
// A node of a Cluster tells which slots are served by whom, one that is none refuses the question,
// and one that has been taken out of its Cluster knows of no slots. If the user may not ask, this
// is not checked.
//
// A refused name is no reason to give up, nor is a PING that this user may not send, or that is
// answered with a complaint about the disk (MISCONF) or a script that runs too long (BUSY): to see
// that is what one watches for.

#include "core/redis/connection/handshake.h"

#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

bool isRequired(const QByteArray &name)
{
    return name == "AUTH" || name == "SELECT";
}

// Whether the error ends the whole connection, whichever command it answers.
bool concernsAll(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NoAuth:
    case ErrorCode::ProtectedMode:
    case ErrorCode::MaxClients:
    case ErrorCode::Loading:
    case ErrorCode::NoCluster:
        return true;
    default:
        return false;
    }
}

} // namespace

Handshake::Handshake(const Endpoint &endpoint, const ConnectionOptions &options)
{
    if (!endpoint.user.isEmpty())
        m_commands.push_back({"AUTH", endpoint.user, endpoint.password});
    else if (!endpoint.password.isEmpty())
        m_commands.push_back({"AUTH", endpoint.password});
    if (endpoint.database != 0)
        m_commands.push_back({"SELECT", QByteArray::number(endpoint.database)});
    if (!options.clientName.isEmpty())
        m_commands.push_back({"CLIENT", "SETNAME", options.clientName});
    m_commands.push_back({"PING"});
    if (endpoint.isFoundBySentinels())
        m_commands.push_back({"INFO", "replication"});
    if (endpoint.isOfCluster())
        m_commands.push_back({"CLUSTER", "SLOTS"});
}

std::optional<Error> Handshake::errorOf(size_t step, const Result<Reply> &reply) const
{
    if (reply)
        return answerError(step, *reply);
    const auto &words = m_commands[step].words();
    if (words.first() == "SELECT" && reply.error().code == ErrorCode::ServerError)
        return Error{ErrorCode::NoSuchDatabase,
            QString::fromLatin1(words.last()) + QStringLiteral(": ") + reply.error().detail};
    if (isRequired(words.constFirst()) || concernsAll(reply.error().code))
        return reply.error();
    return std::nullopt;
}

std::optional<Error> Handshake::answerError(size_t step, const Reply &reply) const
{
    if (m_commands[step].words().first() == "INFO" && reply.text.contains("role:slave"))
        return Error{ErrorCode::NotPrimary, {}};
    if (m_commands[step].words().first() == "CLUSTER" && reply.elements.empty())
        return Error{ErrorCode::ClusterDown, CoreText::tr("no node serves any slot")};
    return std::nullopt;
}

} // namespace lockstep
