#include "core/redis/values/error.h"

#include <QTest>

using namespace lockstep;

class TestError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theServersWordsBecomeACode_data();
    void theServersWordsBecomeACode();
    void theWordsAreKept();
    void argumentsOfAnUnknownCommandAreNotRepeated();
    void endlessWordsAreCut();
};

void TestError::theServersWordsBecomeACode_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const char *words, ErrorCode code) {
        QTest::newRow(name) << QByteArray(words) << int(code);
    };
    row("password needed", "NOAUTH Authentication required.", ErrorCode::NoAuth);
    row("wrong password", "WRONGPASS invalid username-password pair or user is disabled.",
        ErrorCode::WrongPass);
    row("wrong password before 6.0", "ERR invalid password", ErrorCode::WrongPass);
    row("password given, none set",
        "ERR AUTH <password> called without any password configured for the default user. Are "
        "you sure your configuration is correct?",
        ErrorCode::NoPasswordSet);
    row("password given, none set, before 6.0", "ERR Client sent AUTH, but no password is set",
        ErrorCode::NoPasswordSet);
    row("no permission", "NOPERM this user has no permissions to run the 'get' command",
        ErrorCode::NoPerm);
    row("no permission inside a script",
        "ERR The user executing the script can't run this command or subcommand",
        ErrorCode::NoPerm);
    row("protected mode", "DENIED Redis is running in protected mode because …",
        ErrorCode::ProtectedMode);
    row("too many clients", "ERR max number of clients reached", ErrorCode::MaxClients);
    row("too many clients and cluster links",
        "ERR max number of clients + cluster connections reached", ErrorCode::MaxClients);
    row("loading", "LOADING Redis is loading the dataset in memory", ErrorCode::Loading);
    row("master down", "MASTERDOWN Link with MASTER is down", ErrorCode::MasterDown);
    row("replica", "READONLY You can't write against a read only replica.", ErrorCode::ReadOnly);
    row("out of memory", "OOM command not allowed when used memory > 'maxmemory'.",
        ErrorCode::OutOfMemory);
    row("busy", "BUSY Redis is busy running a script.", ErrorCode::Busy);
    row("busy is not a busy key", "BUSYKEY Target key name already exists.",
        ErrorCode::ServerError);
    row("disk", "MISCONF Redis is configured to save RDB snapshots", ErrorCode::Misconf);
    row("wrong type", "WRONGTYPE Operation against a key", ErrorCode::WrongType);
    row("no script", "NOSCRIPT No matching script.", ErrorCode::NoScript);
    row("moved", "MOVED 3999 127.0.0.1:6381", ErrorCode::Moved);
    row("ask", "ASK 3999 127.0.0.1:6381", ErrorCode::Ask);
    row("try again", "TRYAGAIN Multiple keys request during rehashing of slot",
        ErrorCode::TryAgain);
    row("cross slot", "CROSSSLOT Keys in request don't hash to the same slot",
        ErrorCode::CrossSlot);
    row("wrong type in a script",
        "WRONGTYPE Operation against a key script: e6e4, on @user_script:1.", ErrorCode::WrongType);
    row("wrong type in a script before 7.0",
        "ERR Error running script (call to f_e6e4): @user_script:3: WRONGTYPE Operation against a "
        "key",
        ErrorCode::WrongType);
    row("replica in a script before 7.0",
        "ERR Error running script (call to f_e6e4): @user_script:3: @user_script: 3: -READONLY "
        "You can't write against a read only replica.",
        ErrorCode::ReadOnly);
    row("out of memory in a script before 7.0",
        "ERR Error running script (call to f_e6e4): @user_script:3: @user_script: 3: -OOM command "
        "not allowed when used memory > 'maxmemory'.",
        ErrorCode::OutOfMemory);
    row("no permission in a script before 7.0",
        "ERR Error running script (call to f_e6e4): @user_script:3: @user_script: 3: The user "
        "executing the script can't run this command or subcommand",
        ErrorCode::NoPerm);
    row("no permission caught in a script before 7.0",
        "@user_script: 18: The user executing the script can't run this command or subcommand",
        ErrorCode::NoPerm);
    row("replica caught in a script before 7.0",
        "@user_script: 18: -READONLY You can't write against a read only replica.",
        ErrorCode::ReadOnly);
    row("no permission in a script in 7.0",
        "ERR The user executing the script can't access at least one of the keys mentioned in the "
        "command arguments script: e6e4, on @user_script:1.",
        ErrorCode::NoPerm);
    row("no permission in a script from 7.2 on",
        "ERR ACL failure in script: User joe has no permissions to run the 'set' command script: "
        "e6e4, on @user_script:1.",
        ErrorCode::NoPerm);
    row("a script of somebody else that fails",
        "ERR Error running script (call to f_e6e4): @user_script:1: attempt to index a nil value",
        ErrorCode::ServerError);
    row("cluster down", "CLUSTERDOWN Hash slot not served", ErrorCode::ClusterDown);
    row("discarded", "EXECABORT Transaction discarded because of previous errors.",
        ErrorCode::ExecAbort);
    row("unknown command", "ERR unknown command 'FOO', with args beginning with: 'a' ",
        ErrorCode::UnknownCommand);
    row("unknown command before 7.0",
        "ERR unknown command `FOO`, with args beginning with: ", ErrorCode::UnknownCommand);
    row("unknown subcommand", "ERR unknown subcommand 'TRACKING'. Try CLIENT HELP.",
        ErrorCode::UnknownCommand);
    row("unknown subcommand before 7.0",
        "ERR Unknown subcommand or wrong number of arguments for 'NO-TOUCH'. Try CLIENT HELP",
        ErrorCode::UnknownCommand);
    row("unknown option", "ERR syntax error", ErrorCode::UnknownCommand);
    row("anything else", "ERR value is not an integer or out of range", ErrorCode::ServerError);
    row("a word of a module", "TSDB: the key does not exist", ErrorCode::ServerError);
    row("only ERR", "ERR", ErrorCode::ServerError);
    row("nothing", "", ErrorCode::ServerError);
    row("a known word inside", "ERR Error running script: NOPERM", ErrorCode::ServerError);
}

void TestError::theServersWordsBecomeACode()
{
    QFETCH(QByteArray, words);
    QFETCH(int, code);
    const Error error = errorFromReply(words);
    QCOMPARE(int(error.code), code);
    QVERIFY(!error.mayHaveRun);
}

void TestError::theWordsAreKept()
{
    QCOMPARE(errorFromReply("NOPERM no access to key 'ä'").detail,
        QStringLiteral("NOPERM no access to key 'ä'"));
}

void TestError::argumentsOfAnUnknownCommandAreNotRepeated()
{
    const Error error =
        errorFromReply("ERR unknown command 'AUTH', with args beginning with: 'me' 'secret' ");
    QCOMPARE(error.detail, QStringLiteral("ERR unknown command 'AUTH'"));
}

void TestError::endlessWordsAreCut()
{
    QVERIFY(errorFromReply("ERR " + QByteArray(1'000'000, 'x')).detail.size() <= 1000);
}

QTEST_GUILESS_MAIN(TestError)
#include "tst_error.moc"
