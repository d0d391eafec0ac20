#pragma once

#include "tests/server/freerun/usersserver.h"

#include <QRandomGenerator>

namespace lockstep {

// Words after a command's name that might make it reach somebody's keys, drawn from the keys there,
// numbers and the options of all commands, so that some of them are what the command takes.
class CommandAttempts
{
public:
    CommandAttempts(quint32 seed, const UsersServer &server)
        : m_random(seed)
        , m_script(server.scriptSha())
    {
    }

    // name, arity: as COMMAND says them.
    QByteArrayList draw(const QByteArray &name, qint64 arity)
    {
        const qint64 least = std::max<qint64>(std::abs(arity) - 1, 0);
        const int more = arity > 0 ? 0 : int(m_random.bounded(6));
        QByteArrayList words;
        for (qint64 i = 0; i < least + more; ++i)
            words.append(word());
        const QByteArray code = codeFor(name);
        if (!code.isEmpty() && m_random.bounded(2) == 0)
            words = QByteArrayList{code, one({"0", "1"}), word()};
        return words;
    }

private:
    [[nodiscard]] QByteArray codeFor(const QByteArray &name) const
    {
        if (name.startsWith("evalsha"))
            return m_script;
        if (name.startsWith("eval"))
            return "return redis.call('APPEND', 'precious', 'harmed')";
        return name.startsWith("fcall") ? QByteArray("harm") : QByteArray();
    }
    QByteArray word()
    {
        const QByteArrayList &names = UsersServer::names();
        switch (m_random.bounded(8)) {
        case 0:
        case 1:
        case 2:
            return one(names);
        case 3:
        case 4:
            return one({"0", "1", "2", "3", "-1", "01", "+1", "1.0", "100", "1-1", "0-0", "5"});
        default:
            return one(m_options);
        }
    }
    QByteArray one(const QByteArrayList &list)
    {
        return list[qsizetype(m_random.bounded(quint32(list.size())))];
    }

    QRandomGenerator m_random;
    QByteArray m_script;
    const QByteArrayList m_options{"STREAMS", "GROUP", "COUNT", "STORE", "STOREDIST", "BY", "GET",
        "#", "DB", "KEYS", "LIMIT", "WEIGHTS", "AGGREGATE", "SUM", "NX", "XX", "GT", "EX", "PX",
        "KEEPTTL", "REPLACE", "COPY", "AUTH", "ABSTTL", "$", "+", "-", "*", ">", "(1", "[a", "m",
        "FROMMEMBER", "FROMLONLAT", "BYRADIUS", "BYBOX", "ASC", "DESC", "WITHSCORES", "WITHVALUES",
        "LEFT", "RIGHT", "BEFORE", "AFTER", "MIN", "MAX", "AND", "OR", "XOR", "NOT", "ENCODING",
        "FREQ", "REFCOUNT", "CREATE", "DESTROY", "SETID", "CREATECONSUMER", "DELCONSUMER",
        "MKSTREAM", "STREAM", "GROUPS", "CONSUMERS", "FULL", "USAGE", "FLUSH", "SAMPLES", "MATCH",
        "TYPE", "NOACK", "JUSTID", "FORCE", "IDLE", "MAXLEN", "~", "=", "u8", "INCRBY", "SET", "f",
        "n", "b", "group", "consumer", "harm", "", "127.0.0.1", "6379",
        "#!lua name=ours\nredis.register_function('x', function() end)", m_script};
};

} // namespace lockstep
