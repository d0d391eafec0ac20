#include "core/watch/link/allowlist.h"

#include <QTest>

using namespace lockstep;

Q_DECLARE_METATYPE(lockstep::Command)

class TestAllowList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void letsPassWhatWatchingNeeds_data();
    void letsPassWhatWatchingNeeds();
    void refuses_data();
    void refuses();
    void theCaseOfACommandDoesNotMatter();
    void theAclLineNamesOnlyWhatTheListAllows();
};

namespace {

Command commandFrom(const char *words)
{
    return Command(QByteArray(words).split(' '));
}

void rows(std::initializer_list<const char *> commands)
{
    QTest::addColumn<Command>("command");
    for (const char *words : commands)
        QTest::newRow(words) << commandFrom(words);
}

} // namespace

void TestAllowList::letsPassWhatWatchingNeeds_data()
{
    rows({"AUTH user word", "SELECT 3", "PING", "CLIENT SETNAME lockstep-reader", "CLIENT ID",
        "CLIENT TRACKING ON REDIRECT 7",
        "CLIENT TRACKING ON REDIRECT 7 BCAST PREFIX a:", "CLIENT TRACKING OFF",
        "CLIENT NO-TOUCH ON", "CLIENT LIST", "INFO server", "INFO commandstats", "TIME",
        "CONFIG GET notify-keyspace-events", "CONFIG GET tracking-table-max-keys",
        "SUBSCRIBE __redis__:invalidate", "PSUBSCRIBE __keyspace@0__:*",
        "PUNSUBSCRIBE __keyspace@0__:*", "PUBSUB NUMSUB a b", "PUBSUB SHARDNUMSUB a b",
        "CLUSTER SLOTS", "SCAN 0 MATCH a* COUNT 1000", "TYPE k", "PTTL k", "MEMORY USAGE k",
        "STRLEN k", "GETRANGE k 0 255", "GETRANGE k 0 12303", "BITCOUNT k 0 16777215", "HLEN k",
        "HSCAN k 0 COUNT 64", "HMGET k a b", "LLEN k", "LRANGE k 0 3", "LRANGE k -4 -1", "SCARD k",
        "ZCARD k", "ZCOUNT k (1 +inf", "ZRANGE k 0 0 WITHSCORES", "ZRANGE k -3 -1 WITHSCORES",
        "ZRANGE k (1 +inf BYSCORE LIMIT 0 128 WITHSCORES"});
}

void TestAllowList::letsPassWhatWatchingNeeds()
{
    QFETCH(const Command, command);
    QVERIFY(isAllowedForWatching(command));
}

void TestAllowList::refuses_data()
{
    rows({"EVAL return 0", "EVALSHA 0 0", "EVAL_RO return 0", "FCALL f 0", "FCALL_RO f 0",
        "PUBLISH a b", "SPUBLISH a b", "CONFIG SET maxmemory 1", "CONFIG GET *",
        "CONFIG GET requirepass", "CONFIG GET notify-keyspace-events requirepass", "CONFIG REWRITE",
        "CONFIG RESETSTAT", "KEYS *", "MONITOR", "GET k", "GETEX k", "GETDEL k", "PFCOUNT k",
        "SCRIPT FLUSH", "SCRIPT KILL", "CLIENT KILL 1", "CLIENT LIST TYPE normal",
        "CLIENT LIST ID 1", "CLIENT PAUSE 1", "CLIENT", "MEMORY", "MEMORY PURGE", "MEMORY DOCTOR",
        "PUBSUB", "PUBSUB CHANNELS", "CLUSTER", "CLUSTER SLOTS 1", "CLUSTER FAILOVER",
        "CLUSTER SETSLOT 1 STABLE", "CLUSTER RESET", "SUBSCRIBE other",
        "SUBSCRIBE __redis__:invalidate other", "SUBSCRIBE", "PSUBSCRIBE *",
        "PSUBSCRIBE __keyspace@0__:* *", "SSUBSCRIBE a", "BITCOUNT k", "BITCOUNT k 0",
        "GETRANGE k 0 -1", "GETRANGE k 0 32768", "GETRANGE k 0", "LRANGE k 0 -1",
        "LRANGE k 0 1000000", "LRANGE k 0", "ZRANGE k 0 -1", "ZRANGE k -1000000 -1",
        "ZRANGE k 0 -1 WITHSCORES", "ZRANGE k -inf +inf BYSCORE",
        "ZRANGE k 1 2 BYSCORE LIMIT 0 -1 WITHSCORES",
        "ZRANGE k 1 2 BYSCORE LIMIT 0 1024 WITHSCORES", "ZRANGE k 1 2 BYSCORE LIMIT 9 9 WITHSCORES",
        "ZRANGE k 1 2 BYSCORE LIMIT 0 9 LIMIT 0 -1", "ZRANGE k a b BYLEX LIMIT 0 9 WITHSCORES",
        "ZRANGEBYSCORE k -inf +inf", "HGETALL k", "SMEMBERS k", "SET k v", "DEL k", "UNLINK k",
        "EXPIRE k 1", "TOUCH k", "DEBUG SLEEP 1", "SHUTDOWN", "FLUSHALL", "ACL LIST", "MULTI",
        "EXEC", "RESET", "QUIT", "HELLO 3", "WAIT 1 1", "OBJECT FREQ k", "DUMP k", "SORT k",
        "XREAD STREAMS a 0"});
    QTest::newRow("no words") << Command();
    QTest::newRow("an empty word") << Command{""};
    QTest::newRow("a NUL behind the name") << Command{QByteArray("PING\0", 5)};
    QTest::newRow("a NUL and another name") << Command{QByteArray("PING\0EVAL", 9)};
    QTest::newRow("a NUL in the name") << Command{QByteArray("P\0NG", 4)};
    QTest::newRow("a NUL behind the subcommand") << Command{"CLIENT", QByteArray("ID\0", 3)};
    QTest::newRow("a blank behind the name") << Command{"PING "};
    QTest::newRow("two commands in one word") << Command{"PING\r\nFLUSHALL"};
    QTest::newRow("a NUL behind the channel")
        << Command{"SUBSCRIBE", QByteArray("__redis__:invalidate\0", 21)};
}

void TestAllowList::refuses()
{
    QFETCH(const Command, command);
    QVERIFY(!isAllowedForWatching(command));
}

void TestAllowList::theCaseOfACommandDoesNotMatter()
{
    for (const char *words : {"getrange k 0 255", "GetRange k 0 255", "client id", "Client ID"})
        QVERIFY2(isAllowedForWatching(commandFrom(words)), words);
    for (const char *words : {"eval return 0", "EvAl return 0", "client kill 1", "getrange k 0 -1",
             "config set a b", "keys *", "subscribe other"})
        QVERIFY2(!isAllowedForWatching(commandFrom(words)), words);
}

void TestAllowList::theAclLineNamesOnlyWhatTheListAllows()
{
    const auto words = aclLine("watcher").split(' ');
    QCOMPARE(words.mid(0, 3), (QByteArrayList{"ACL", "SETUSER", "watcher"}));
    QVERIFY(words.contains("-@all"));
    QVERIFY(!words.contains("+@all") && !words.contains("~*") && !words.contains("allkeys"));
    QVERIFY(!words.contains("+config") && !words.contains("+client") && !words.contains("+memory"));
    for (const QByteArray wanted : {"+client|tracking", "+client|list", "+cluster|slots",
             "+pubsub|shardnumsub", "+subscribe", "+scan", "+pttl", "%R~*"})
        QVERIFY2(words.contains(wanted), wanted);
    for (const QByteArray unwanted : {"+eval", "+get", "+publish", "+set", "+client|kill"})
        QVERIFY2(!words.contains(unwanted), unwanted);
}

QTEST_GUILESS_MAIN(TestAllowList)
#include "tst_allowlist.moc"
