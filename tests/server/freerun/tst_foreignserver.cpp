// Scenarios that try to do harm on a server of the user's. The server is looked at whole before and
// after: nothing of it may have changed, and nothing may be left behind.

#include "core/lab/loader/scenariofile.h"
#include "core/lab/program/program.h"
#include "core/lab/program/serverscript.h"
#include "core/lab/wire/commandtable.h"
#include "tests/server/freerun/commandattempts.h"
#include "tests/server/freerun/runtrial.h"

#include <QDir>
#include <QRegularExpression>

using namespace lockstep;

namespace {

// keys: as in the file. Any key may be named in the most dangerous one.
QByteArray scenarioOf(const QByteArray &client, const QByteArray &keys = "\"*\"")
{
    return "return { id = \"harm\", family = \"stock\", title = { en = \"t\" }, lesson = { en = "
           "\"l\" },\nparams = { clients = { 1, 1, 5000 } }, keys = { "
        + keys
        + " },\nsetup = function(p) redis.call(\"SET\", \"stock\", 1) end,\nclient = function(p, "
          "me)\n"
        + client + "\nend }";
}

QByteArray quoted(const QByteArray &word)
{
    QByteArray text = "\"";
    for (const char c : word)
        text += '\\' + QByteArray::number(uchar(c)).rightJustified(3, '0');
    return text + '"';
}

QByteArrayList wordsOf(std::string_view wire)
{
    QByteArrayList words;
    for (size_t at = wire.find('$'); at != std::string_view::npos; at = wire.find('$', at)) {
        const size_t from = wire.find('\n', at) + 1;
        const size_t length = std::stoul(std::string(wire.substr(at + 1, from - at - 3)));
        words.append(QByteArray(wire.data() + from, qsizetype(length)));
        at = from + length;
    }
    return words;
}

} // namespace

class TestForeignServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void harmfulScenariosChangeNothing_data();
    void harmfulScenariosChangeNothing();
    void theModuleDoesHarm();
    void aRefusedScenarioHasDoneNothing();
    void whatIsPutTogetherIsRefusedWhenItIsSent();
    void aKeyThatIsNotNamedIsRefusedInEveryCommand_data();
    void aKeyThatIsNotNamedIsRefusedInEveryCommand();
    void noCommandOfTheServerReachesBeyond();
    void theServersOwnViewOfKeysAgrees();
    void ourScriptsPublishOnlyWithinTheRun();
    void ourScriptsNameOneKeyACommand();
    void ourScriptsWorkThere();
    void scriptsOfAScenarioWorkOnOurOwnServers();

private:
    void checkUnchanged(const std::map<QByteArray, QByteArray> &before);
    CommandTable tableOfUsersServer();

    UsersServer m_users;
};

CommandTable TestForeignServer::tableOfUsersServer()
{
    return CommandTable::fromReply(
        m_users.server().run({"COMMAND"}), CommandTable::ServerOwner::User)
        .value();
}

void TestForeignServer::checkUnchanged(const std::map<QByteArray, QByteArray> &before)
{
    const QByteArray changed = differences(before, m_users.snapshot());
    QVERIFY2(changed.isEmpty(), changed.constData());
}

void TestForeignServer::harmfulScenariosChangeNothing_data()
{
    QTest::addColumn<QByteArray>("client");
    QTest::addColumn<QByteArray>("why"); // part of the sentence; empty: it is played to its end
    const auto row = [](const char *name, const QByteArray &client, const char *why) {
        QTest::newRow(name) << client << QByteArray(why);
    };
    const char *const script = "could reach all keys";
    const char *const unknown = "not known which keys";
    row("EVAL", "redis.call('EVAL', \"redis.call('SET', 'precious', 1)\", 0)", script);
    row("eval that empties", "redis.pcall('eval', \"redis.call('FLUSHALL')\", 0)", script);
    row("EVAL with the run's key",
        "redis.call('EVAL', \"redis.call('DEL', 'precious')\", 1, 'stock')", script);
    row("EVAL_RO", "redis.call('EVAL_RO', \"return redis.call('GET', 'precious')\", 0)", script);
    row("EVALSHA", "redis.call('EVALSHA', '" + m_users.scriptSha() + "', 0)", script);
    row("EVALSHA_RO", "redis.call('EVALSHA_RO', '" + m_users.scriptSha() + "', 0)", script);
    row("FCALL", "redis.call('FCALL', 'harm', 0)", script);
    row("FCALL_RO", "redis.call('FCALL_RO', 'harm', 0)", script);
    row("a module's command", "redis.call('HARM.SET', 'stock')", "a module's");
    row("a module's command in MULTI",
        "redis.call('MULTI') redis.pcall('harm.get', 'stock') redis.call('EXEC')", "a module's");
    const Reply flags = m_users.server().run({"COMMAND", "INFO", "delex"}).elements[0].elements[2];
    if (std::ranges::count(flags.elements, QByteArray("module"), &Reply::text) > 0)
        row("a module's command that has a later server's name", "redis.call('DELEX', 'stock')",
            "a module's");
    row("EVAL of another name",
        "local call = redis.call call('EV' .. 'AL', \"redis.call('SET', "
        "'precious', 1)\", 0)",
        script);
    row("EVAL within MULTI",
        "redis.call('MULTI') redis.call('EVAL', \"redis.call('SET', 'precious', 1)\", 0) "
        "redis.call('EXEC')",
        script);
    row("EVAL by pcall", "pcall(redis.call, 'EVAL', \"redis.call('SET', 'precious', 1)\", 0)",
        script);
    row("FLUSHALL", "redis.call('FLUSHALL')", "administration");
    row("FLUSHDB", "redis.call('FLUSHDB', 'ASYNC')", "administration");
    row("SCRIPT FLUSH", "redis.call('SCRIPT', 'FLUSH')", "administration");
    row("FUNCTION FLUSH", "redis.call('FUNCTION', 'FLUSH')", "administration");
    row("CONFIG SET", "redis.call('CONFIG', 'SET', 'maxmemory', '1mb')", "administration");
    row("ACL", "redis.call('ACL', 'DELUSER', 'somebody')", "administration");
    row("MEMORY", "redis.call('MEMORY', 'USAGE', 'precious')", "administration");
    row("SELECT", "redis.call('SELECT', 1)", "the connection");
    row("SWAPDB", "redis.call('SWAPDB', 0, 1)", "do not belong to the run");
    row("MOVE", "redis.call('MOVE', 'precious', 1)", "do not belong to the run");
    row("COPY to a database", "redis.call('COPY', 'stock', 'precious', 'DB', 1, 'REPLACE')",
        "another database");
    row("MIGRATE", "redis.call('MIGRATE', '127.0.0.1', 1, 'precious', 0, 100)",
        "do not belong to the run");
    row("SORT", "redis.call('SORT', 'list', 'BY', 'nosort', 'GET', '*', 'STORE', 'precious')",
        "do not belong to the run");
    row("GEORADIUS", "redis.call('GEORADIUS', 'geo', 13, 38, 100, 'km', 'STORE', 'precious')",
        "which of its words are keys");
    row("PFDEBUG", "redis.call('PFDEBUG', 'GETREG', 'hll')", "administration");
    row("RESTORE-ASKING", "redis.call('RESTORE-ASKING', 'precious', 0, 'x', 'REPLACE')", unknown);
    row("LCS", "redis.call('LCS', 'a', 'b')", "bring a server down");
    row("a value of 512 MiB", "redis.call('SETRANGE', 'stock', 536870911, 'x')", "8 MiB");
    row("a bitmap of 512 MiB", "redis.call('SETBIT', 'stock', 4294967295, 1)", "8 MiB");
    row("a bit field of 512 MiB",
        "redis.call('BITFIELD', 'stock', 'GET', 'u8', 0, 'SET', 'u8', '#536870911', 1)", "8 MiB");
    row("events of keys", "subscribe('__keyspace@0__:precious')", "expired_events");
    row("a group that is called STREAMS",
        "redis.pcall('XREADGROUP', 'GROUP', 'STREAMS', 'c', 'STREAMS', 'stream', '>')", "");
    row("numbers that are none", "redis.pcall('ZUNIONSTORE', 'zset', '01', 'zset')",
        "which of them are keys");
    row("more keys than there are", "redis.pcall('SINTERCARD', 5, 'set')",
        "which of them are keys");
    row("all that is allowed",
        R"(redis.pcall('RENAME', 'precious', 'list') redis.pcall('RENAMENX', 'set', 'new')
           redis.pcall('DEL', 'precious', 'list', 'hash') redis.pcall('UNLINK', 'set', 'zset')
           redis.pcall('MSET', 'precious', 'harmed', 'number', 'harmed')
           redis.pcall('BITOP', 'OR', 'precious', 'bits', 'number')
           redis.pcall('ZUNIONSTORE', 'zset', 2, 'zset', 'geo', 'WEIGHTS', 1, 2)
           redis.pcall('ZRANGESTORE', 'zset', 'geo', 0, -1)
           redis.pcall('GEOSEARCHSTORE', 'zset', 'geo', 'FROMLONLAT', 13, 38, 'BYRADIUS', 9, 'km')
           redis.pcall('SUNIONSTORE', 'set', 'set', 'otherset')
           redis.pcall('SMOVE', 'set', 'otherset', 'b') redis.pcall('LMOVE', 'list', 'new', 'LEFT', 'LEFT')
           redis.pcall('RPOPLPUSH', 'list', 'new') redis.pcall('LMPOP', 2, 'list', 'new', 'LEFT')
           redis.pcall('ZMPOP', 1, 'zset', 'MIN') redis.pcall('PFMERGE', 'hll', 'hll')
           redis.pcall('XREADGROUP', 'GROUP', 'group', 'consumer', 'STREAMS', 'stream', '>')
           redis.pcall('XGROUP', 'DESTROY', 'stream', 'group') redis.pcall('XTRIM', 'stream', 'MAXLEN', 0)
           redis.pcall('OBJECT', 'ENCODING', 'precious') redis.pcall('DUMP', 'precious')
           redis.pcall('PERSIST', 'mortal') redis.pcall('PEXPIRE', 'precious', 1)
           redis.pcall('GETDEL', 'precious') redis.pcall('GETEX', 'precious', 'PX', 1)
           redis.pcall('SET', '{lab:other}:stock', 'harmed') redis.pcall('DEL', '{lab:other}:stock')
           redis.pcall('SET', '../precious', 1) redis.pcall('SET', '', 1) redis.pcall('SET', '\r\nDEL precious', 1)
           redis.pcall('PUBLISH', 'news', 'x') redis.pcall('SPUBLISH', 'news', 'x') subscribe('news')
           local key = 'pre' .. 'cious' redis.pcall('SET', key, 'harmed')
           redis.pcall('MULTI') redis.pcall('SET', 'precious', 'harmed') redis.pcall('EXEC')
           redis.pcall('WATCH', 'precious') redis.pcall('UNWATCH'))",
        "");
}

void TestForeignServer::harmfulScenariosChangeNothing()
{
    QFETCH(QByteArray, client);
    QFETCH(QByteArray, why);
    const auto before = m_users.snapshot();
    const auto connections = [this] {
        return m_users.server().run({"CLIENT", "LIST"}).text.count('\n');
    };
    const qsizetype connectionsBefore = connections();
    for (const int database : {0, 2}) {
        RunTrial trial(scenarioOf(client));
        Endpoint endpoint = m_users.server().endpoint();
        endpoint.database = database;
        trial.place = placeOn(endpoint);
        const bool isPlayed = trial.play();
        const QByteArray said = (isPlayed ? trial.result->mistake : trial.error->detail).toUtf8();
        if (why.isEmpty()) {
            QVERIFY2(isPlayed && said.isEmpty(), said.constData());
        } else {
            QVERIFY2(said.startsWith("trial.lua:5: "), said.constData());
            QVERIFY2(said.contains(why), said.constData());
        }
        checkUnchanged(before); // which would also see a key that was left behind
        QTRY_COMPARE(connections(), connectionsBefore);
    }
}

// Else the rows about it would hold without it.
void TestForeignServer::theModuleDoesHarm()
{
    const auto before = m_users.snapshot();
    for (const char *const name : {"HARM.SET", "HARM.GET"}) {
        const Reply kept = m_users.server().run({"GET", "precious"});
        QCOMPARE(m_users.server().run({name, "stock"}).text, QByteArray("OK"));
        QCOMPARE(m_users.server().run({"GET", "precious"}).text, kept.text + "harmed");
        m_users.server().run({"SET", "precious", kept.text});
    }
    checkUnchanged(before);
}

void TestForeignServer::aRefusedScenarioHasDoneNothing()
{
    m_users.server().run({"CONFIG", "RESETSTAT"});
    RunTrial trial(scenarioOf("if false then\n redis.call(\"EVAL\", \"return 1\", 0) end"));
    trial.place = placeOn(m_users.server().endpoint());
    QVERIFY(!trial.play());
    QCOMPARE(trial.error->code, ErrorCode::BadInput);
    QCOMPARE(trial.error->detail,
        QStringLiteral(
            "trial.lua:6: EVAL cannot be used in a program: it could reach all keys, and "
            "on a server of yours only those of the run may be reached; use "
            "redis.script, or run it on the lab's own servers"));
    const QByteArray commands = m_users.server().run({"INFO", "commandstats"}).text;
    QVERIFY2(!commands.contains("cmdstat_set:"), commands.constData());
}

void TestForeignServer::whatIsPutTogetherIsRefusedWhenItIsSent()
{
    RunTrial trial(scenarioOf("local name = \"FCA\" .. \"LL\"\nredis.pcall(name, \"harm\", 0)"));
    trial.place = placeOn(m_users.server().endpoint());
    QVERIFY(trial.play());
    QVERIFY2(trial.result->mistake.startsWith(
                 QStringLiteral("trial.lua:6: FCALL cannot be used in a program: it could")),
        qPrintable(trial.result->mistake));
}

void TestForeignServer::aKeyThatIsNotNamedIsRefusedInEveryCommand_data()
{
    QTest::addColumn<QByteArray>("call");
    for (const char *const call : {"redis.call('GET', 'precious')",
             "redis.call('MGET', 'stock', 'precious')", "redis.call('RENAME', 'stock', 'precious')",
             "redis.call('MSET', 'stock', 1, 'precious', 1)",
             "redis.call('BITOP', 'OR', 'stock', 'precious')",
             "redis.call('ZUNIONSTORE', 'stock', 1, 'precious')",
             "redis.call('ZUNIONSTORE', 'precious', 1, 'stock')",
             "redis.call('SINTERCARD', 2, 'stock', 'precious')",
             "redis.call('LMPOP', 1, 'precious', 'LEFT')",
             "redis.call('XREAD', 'COUNT', 1, 'STREAMS', 'stock', 'precious', 0, 0)",
             "redis.call('XREADGROUP', 'GROUP', 'g', 'c', 'STREAMS', 'precious', '>')",
             "redis.call('OBJECT', 'ENCODING', 'precious')",
             "redis.call('XGROUP', 'CREATE', 'precious', 'g', 0)",
             "redis.call('MULTI') redis.call('INCR', 'precious')",
             "redis.call('WATCH', 'stock', 'precious')",
             "redis.call('SE' .. 'T', 'pre' .. 'cious', 1)",
             "redis.script('compare-and-delete', { 'precious' }, { 1 })",
             "redis.script('release-and-publish', { 'stock', 'precious' }, { 1 })",
             "await_gone('precious') redis.call('PING')", "await('precious') redis.call('PING')"})
        QTest::newRow(call) << QByteArray(call);
}

void TestForeignServer::aKeyThatIsNotNamedIsRefusedInEveryCommand()
{
    QFETCH(QByteArray, call);
    const auto before = m_users.snapshot();
    RunTrial trial(scenarioOf(call, "\"stock\""));
    trial.place = placeOn(m_users.server().endpoint());
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QVERIFY2(trial.result->mistake.startsWith(QStringLiteral(
                 "trial.lua:5: the key “precious” is not among the scenario's keys")),
        qPrintable(trial.result->mistake));
    checkUnchanged(before);
}

// Every command that the server has, with words drawn by chance: what is not refused is sent.
void TestForeignServer::noCommandOfTheServerReachesBeyond()
{
    constexpr int attemptsOfACommand = 120;
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    CommandAttempts attempts(seed, m_users);
    const CommandTable table = tableOfUsersServer();
    const auto before = m_users.snapshot();
    BlockingClient client(m_users.server().socketPath());
    int sent = 0;
    int done = 0;
    for (const Reply &each : m_users.server().run({"COMMAND"}).elements) {
        const QByteArray name = each.elements[0].text;
        QByteArray calls = "local attempts = {\n";
        for (int i = 0; i < attemptsOfACommand; ++i) {
            calls += "{ " + quoted(name);
            for (const QByteArray &word : attempts.draw(name, each.elements[1].integer))
                calls += ", " + quoted(word);
            calls += " },\n";
        }
        calls += "} redis.pcall(table.unpack(attempts[me.index + 1]))";
        const auto scenario = scenarioFromText(scenarioOf(calls), QStringLiteral("trial.lua"));
        QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().detail));
        Program::Options options;
        options.settings = (*scenario)->defaults();
        options.prefix = "{lab:run}:";
        options.commands = &table;
        const auto program = Program::make(*scenario, options);
        QVERIFY2(program, qPrintable(program ? QString() : program.error().detail));
        for (int i = 0; i < attemptsOfACommand; ++i) {
            const int process = (*program)->start({0, i, clientName(i)});
            const Request &request = (*program)->request(process, 0);
            if (request.kind != Request::Kind::Command)
                continue;
            const QByteArrayList words = wordsOf(request.wire);
            const Reply keys = client.run(Command(QByteArrayList{"COMMAND", "GETKEYS"} + words));
            for (const Reply &key : keys.elements)
                QVERIFY2(key.text.startsWith("{lab:run}:"), words.join(' ').constData());
            const Reply reply = client.run(Command(words));
            QVERIFY2(
                !reply.text.contains(UsersServer::secret) || words.join(' ').contains(reply.text),
                words.join(' ').constData());
            ++sent;
            done += reply.isError() ? 0 : 1;
        }
    }
    client.run({"UNWATCH"});
    for (const Reply &each : m_users.server().run({"KEYS", "{lab:run}:*"}).elements)
        m_users.server().run({"DEL", each.text});
    qInfo("%d commands were sent, %d of them were carried out", sent, done);
    QVERIFY(sent > 5000);
    QVERIFY(done > 2000);
    checkUnchanged(before);
}

// What is allowed was written down by hand; the server is asked about each of it.
void TestForeignServer::theServersOwnViewOfKeysAgrees()
{
    const CommandTable table = tableOfUsersServer();
    int allowed = 0;
    for (const Reply &each : m_users.server().run({"COMMAND"}).elements) {
        const QByteArray name = each.elements[0].text.toUpper();
        const CommandTable::Place place = table.place({name.constData(), size_t(name.size())});
        if (place.refusal)
            continue;
        ++allowed;
        QByteArrayList flags;
        for (const Reply &flag : each.elements[2].elements)
            flags.append(flag.text);
        const QByteArrayList ofTransactions{"WATCH", "UNWATCH", "MULTI", "EXEC", "DISCARD"};
        QVERIFY2(!flags.contains("admin"), name.constData());
        QVERIFY2(!flags.contains("noscript") || ofTransactions.contains(name), name.constData());
        QVERIFY2(!flags.contains("movablekeys") || place.numberOfKeysAt > 0 || place.afterStreams,
            name.constData());
    }
    QVERIFY2(allowed > 120, QByteArray::number(allowed).constData());
}

// A wake-up for somebody who really waits for a lock on that server.
void TestForeignServer::ourScriptsPublishOnlyWithinTheRun()
{
    m_users.server().run({"CONFIG", "RESETSTAT"});
    RunTrial trial(scenarioOf(R"(
        redis.call("SET", "lock", me.token)
        redis.call("RPUSH", "line", "lockstep:wake:theirs 1 30000 token")
        redis.script("lock-release", { "lock", "line" }, { me.token })
        redis.call("HSET", "hash", "me", 1)
        event("taken", redis.script("lock-take-away", { "hash" }, { "me", "news" }))
        redis.call("HSET", "hash", "me", 1)
        redis.script("reentrant-release", { "hash", "channel" }, { "0", "me", "news" }))"));
    trial.place = placeOn(m_users.server().endpoint());
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QVERIFY2(trial.result->mistake.contains(
                 QStringLiteral("trial.lua:12: the server refused the command: ERR PUBLISH of what "
                                "is not the run's")),
        qPrintable(trial.result->mistake));
    const QByteArray commands = m_users.server().run({"INFO", "commandstats"}).text;
    QVERIFY2(!commands.contains("cmdstat_publish:"), commands.constData());
}

// The guard looks at one word of each command.
void TestForeignServer::ourScriptsNameOneKeyACommand()
{
    const CommandTable table = CommandTable::fromReply(m_users.server().run({"COMMAND"})).value();
    static const QRegularExpression call(QStringLiteral("redis\\.p?call\\('([A-Z]+)'"));
    static const QRegularExpression anyCall(QStringLiteral("redis\\.p?call\\b"));
    QDir folder(QStringLiteral(":/lockstep/scripts"));
    QVERIFY(!folder.entryList().isEmpty());
    for (const QString &name : folder.entryList()) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString source = QString::fromUtf8(file.readAll());
        QCOMPARE(source.count(anyCall), source.count(call));
        QCOMPARE(refusalOfNames(source.toStdString(), table, true), QByteArray());
        for (auto found = call.globalMatch(source); found.hasNext();) {
            const QByteArray command = found.next().captured(1).toUtf8();
            const auto place = table.place({command.constData(), size_t(command.size())});
            const bool isOne =
                place.first == 1 && (place.last == 1 || command == "EXISTS" || command == "DEL");
            QVERIFY2(isOne || place.channelAt == 1 || command == "TIME",
                qPrintable(name + u' ' + QString::fromUtf8(command)));
        }
    }
}

void TestForeignServer::ourScriptsWorkThere()
{
    const auto before = m_users.snapshot();
    RunTrial trial(locked);
    trial.options.settings["clients"] = 20;
    trial.place = placeOn(m_users.server().endpoint());
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("held"), 20);
    QCOMPARE(trial.result->violatedRounds, 0);
    checkUnchanged(before);
}

void TestForeignServer::scriptsOfAScenarioWorkOnOurOwnServers()
{
    RunTrial trial(scenarioOf("event(\"is\", redis.call(\"EVAL\", \"return 7\", 0))"));
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
}

QTEST_GUILESS_MAIN(TestForeignServer)
#include "tst_foreignserver.moc"
