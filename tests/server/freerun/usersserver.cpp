#include "tests/server/freerun/usersserver.h"

namespace lockstep {

namespace {

constexpr int databases = 4;

// A reply as text, so that any two can be compared.
QByteArray textOf(const Reply &reply)
{
    if (!reply.isArray())
        return reply.isInteger() ? QByteArray::number(reply.integer) : reply.text;
    QByteArray text = "[";
    for (const Reply &each : reply.elements)
        text += textOf(each) + '\n';
    return text + ']';
}

std::vector<Command> keysOfOneDatabase()
{
    const QByteArray secret = UsersServer::secret;
    return {{"SET", "precious", secret}, {"SET", "stock", secret}, {"SET", "number", "5"},
        {"SET", "{lab:other}:stock", secret}, {"SET", "lab", secret},
        {"SET", "mortal", secret, "PX", "100000000"}, {"SETBIT", "bits", "70", "1"},
        {"RPUSH", "list", secret, "b", "c"}, {"SADD", "set", secret, "b"},
        {"SADD", "otherset", "b", "c"}, {"HSET", "hash", "f", secret, "n", "5"},
        {"ZADD", "zset", "1", secret, "2", "b"}, {"GEOADD", "geo", "13", "38", secret},
        {"PFADD", "hll", secret, "b"}, {"XADD", "stream", "1-1", "f", secret},
        {"XGROUP", "CREATE", "stream", "group", "0"},
        {"XGROUP", "CREATECONSUMER", "stream", "group", "consumer"}};
}

TestServer::Options withModule()
{
    TestServer::Options options;
    options.arguments = {QStringLiteral("--loadmodule"), QStringLiteral(LOCKSTEP_HARMFUL_MODULE)};
    return options;
}

} // namespace

UsersServer::UsersServer()
    : m_server(withModule())
    , m_databases(m_server.socketPath())
{
    fill();
}

const QByteArrayList &UsersServer::names()
{
    static const QByteArrayList names{"precious", "stock", "number", "{lab:other}:stock", "mortal",
        "bits", "list", "set", "otherset", "hash", "zset", "geo", "hll", "stream"};
    return names;
}

void UsersServer::fill()
{
    for (int database = 0; database < databases; ++database) {
        m_databases.run({"SELECT", QByteArray::number(database)});
        for (const Command &command : keysOfOneDatabase()) {
            if (m_databases.run(command).isError())
                qFatal("the server refused %s", command.words().join(' ').constData());
        }
    }
    m_databases.run({"SELECT", "0"});
    m_scriptSha =
        m_server.run({"SCRIPT", "LOAD", "return redis.call('APPEND', 'precious', 'harmed')"}).text;
    m_server.run({"FUNCTION", "LOAD",
        "#!lua name=theirs\nredis.register_function('harm', function() "
        "return redis.call('APPEND', 'precious', 'harmed') end)"});
    m_server.run({"ACL", "SETUSER", "somebody", "on", ">x", "~*", "+@all"});
}

std::map<QByteArray, QByteArray> UsersServer::snapshot()
{
    std::map<QByteArray, QByteArray> all;
    for (int database = 0; database < databases; ++database) {
        m_databases.run({"SELECT", QByteArray::number(database)});
        for (const Reply &key : m_databases.run({"KEYS", "*"}).elements) {
            const QByteArray name = "key " + QByteArray::number(database) + ' ' + key.text;
            all[name] = textOf(m_databases.run({"DUMP", key.text}));
            // As an instant, so that it stays the same; PTTL where the server does not tell it.
            const Reply deadline = m_databases.run({"PEXPIRETIME", key.text});
            const Reply left = m_databases.run({"PTTL", key.text});
            all[name + " deadline"] = deadline.isError()
                ? QByteArray(left.integer > 0 ? "has one" : "has none")
                : textOf(deadline);
        }
    }
    m_databases.run({"SELECT", "0"});
    all["settings"] = textOf(m_server.run({"CONFIG", "GET", "*"}));
    all["functions"] = textOf(m_server.run({"FUNCTION", "LIST", "WITHCODE"}));
    all["scripts"] = textOf(m_server.run({"SCRIPT", "EXISTS", m_scriptSha}));
    all["users"] = textOf(m_server.run({"ACL", "LIST"}));
    all["channels"] = textOf(m_server.run({"PUBSUB", "CHANNELS"}));
    return all;
}

QByteArray differences(
    const std::map<QByteArray, QByteArray> &before, const std::map<QByteArray, QByteArray> &after)
{
    QByteArray lines;
    for (const auto &[name, value] : before) {
        const auto found = after.find(name);
        if (found == after.end())
            lines += name + " is gone\n";
        else if (found->second != value)
            lines += name + " was " + value.toPercentEncoding() + " and is "
                + found->second.toPercentEncoding() + '\n';
    }
    for (const auto &[name, value] : after) {
        if (!before.contains(name))
            lines += name + " was not there\n";
    }
    return lines;
}

} // namespace lockstep
