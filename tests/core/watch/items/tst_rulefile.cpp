#include "core/watch/formats/rulefile.h"
#include "core/watch/formats/serverrulefiles.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class TestRuleFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsWrittenIsRead();
    void aFileThatIsNotThereHasNoRules();
    void theNoteOfTheFileStays();
    void aDamagedFileIsToldAndNeverOverwritten();
    void whatSomebodyElseHasWrittenIsNeverOverwritten();
    void aFileThatCannotBeWrittenIsNamed();
    void eachServerAndDatabaseHasAFileOfItsOwn();
    void aServerIsKnownByItsOtherNames();
    void aReplicaHasTheRulesOfItsPrimaryUnlessItHasItsOwn();
    void theFileIsFoundWithoutTheSettings();

private:
    [[nodiscard]] QString path(const QString &name = u"rules/a.json"_s) const
    {
        return m_folder->filePath(name);
    }
    void put(const QString &file, const QByteArray &contents)
    {
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(contents) != contents.size())
            qFatal("cannot write %s", qPrintable(file));
    }
    static QByteArray contents(const QString &file)
    {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("cannot be read");
    }
    static Rule rule(const QByteArray &glob)
    {
        Rule rule;
        rule.glob = Glob(glob);
        rule.name = u"x"_s;
        return rule;
    }
    static Endpoint server(const QString &host, quint16 port = 6379, int database = 0)
    {
        Endpoint endpoint;
        endpoint.transport = Endpoint::Transport::Tcp;
        endpoint.host = host;
        endpoint.port = port;
        endpoint.database = database;
        return endpoint;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRuleFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestRuleFile::whatIsWrittenIsRead()
{
    std::vector<Rule> rules(5);
    rules[0].glob = Glob("login:\\[a]*\"\xc3\xa9");
    rules[0].bounds = {1e15, Milliseconds(3155760000000)};
    rules[1].glob = Glob("seats:*");
    rules[1].family = Family::Counter;
    rules[1].kind = u"sorted set"_s;
    rules[1].bounds.limit = 1;
    rules[2].glob = Glob("noise:*");
    rules[2].isIgnored = true;
    rules[3].glob = Glob("job:[0-9]?");
    rules[3].family = Family::Lock;
    rules[3].name = u"Aufträge \\ \"%1\""_s;
    rules[4].glob = Glob("ar:*");
    rules[4].family = Family::Bucket;
    std::vector<AlertRule> alerts(2);
    alerts[0].glob = Glob("lock:*");
    alerts[0].family = Family::Lock;
    alerts[0].when = {AlertCondition::Kind::Held, AlertCondition::Comparison::AtLeast, 0, 30s};
    alerts[0].lasts = 5s;
    alerts[0].name = u"Held for long"_s;
    alerts[0].severity = Severity::Critical;
    alerts[1].glob = Glob("leader");
    alerts[1].name = u"No leader"_s;
    rules[4].hasMetrics = true;
    RuleFile file(path());
    QVERIFY(file.read());
    QCOMPARE(file.write({rules, alerts}).value_or(false), true);
    RuleFile again(path());
    const auto read = again.read();
    QVERIFY(read);
    QVERIFY(read->rules == rules);
    QVERIFY(read->alerts == alerts);
    // The format is that of --rules, so the program takes the file as well.
    QVERIFY(rulesFromJson(contents(path()), path()));
    QCOMPARE(contents(path()).count('\n'), 11); // a line a rule, for people and their tools
}

void TestRuleFile::aFileThatIsNotThereHasNoRules()
{
    RuleFile file(path());
    const auto rules = file.read();
    QVERIFY(rules);
    QVERIFY(rules->isEmpty());
    QVERIFY(!QFile::exists(path()));
}

void TestRuleFile::theNoteOfTheFileStays()
{
    put(path(), R"({"about": "ours, since \"May\"", "rules": [{"glob": "a", "name": "A"}]})");
    RuleFile file(path());
    QVERIFY(file.read());
    QVERIFY(file.write({{rule("b")}, {}}).value_or(false));
    QVERIFY2(contents(path()).contains(R"("about":"ours, since \"May\"")"), contents(path()));
    QVERIFY(rulesFromJson(contents(path()), path()));
}

void TestRuleFile::aDamagedFileIsToldAndNeverOverwritten()
{
    for (const QByteArray &damaged : {QByteArray(R"({"rules": [{"glob": "a", "limit": "many"}]})"),
             QByteArray("{"), QByteArray(), QByteArray(UserFile::mostBytes + 1, ' ')}) {
        put(path(), damaged);
        RuleFile file(path());
        const auto rules = file.read();
        QVERIFY(!rules);
        QCOMPARE(rules.error().code, ErrorCode::BadInput);
        QVERIFY2(rules.error().detail.contains(path()), qPrintable(rules.error().detail));
        QCOMPARE(file.write({{rule("b")}, {}}).value_or(true), false);
        QCOMPARE(contents(path()), damaged);
    }
}

void TestRuleFile::whatSomebodyElseHasWrittenIsNeverOverwritten()
{
    RuleFile ours(path());
    RuleFile theirs(path());
    QVERIFY(ours.read());
    QVERIFY(theirs.read());
    QVERIFY(theirs.write({{rule("theirs")}, {}}).value_or(false));
    QCOMPARE(ours.write({{rule("ours")}, {}}).value_or(true), false);
    QVERIFY(contents(path()).contains("theirs"));
    QVERIFY(ours.read());
    QCOMPARE(ours.write({{rule("ours"), rule("theirs")}, {}}).value_or(false), true);
    QCOMPARE(theirs.write({}).value_or(true), false);
}

void TestRuleFile::aFileThatCannotBeWrittenIsNamed()
{
    put(path(u"rules"_s), "a file where the folder would be");
    RuleFile file(path());
    QVERIFY(file.read());
    const auto written = file.write({{rule("a")}, {}});
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::FileUnreadable);
    QVERIFY2(written.error().detail.contains(path()), qPrintable(written.error().detail));
}

void TestRuleFile::eachServerAndDatabaseHasAFileOfItsOwn()
{
    QSettings settings(path(u"settings.ini"_s), QSettings::IniFormat);
    ServerRuleFiles files(&settings, path(u"rules"_s));
    Endpoint socket;
    socket.transport = Endpoint::Transport::Unix;
    socket.path = u"/run/a-b"_s;
    Endpoint other = socket;
    other.path = u"/run/a/b"_s;
    QSet<QString> names{files.fileOf(server(u"a"_s)), files.fileOf(server(u"b"_s)),
        files.fileOf(server(u"a"_s, 6380)), files.fileOf(server(u"a"_s, 6379, 1)),
        files.fileOf(socket), files.fileOf(other), files.fileOf(server(u"2001:db8::1"_s)),
        files.fileOfDemo()};
    QCOMPARE(names.size(), 8);
    for (const QString &name : names)
        QCOMPARE(QFileInfo(name).absolutePath(), path(u"rules"_s));
    QVERIFY(QFileInfo(files.fileOf(server(u"cache.example"_s)))
                .fileName()
                .startsWith(u"cache.example-6379-db0-"_s));
    // The way to it and who uses it do not matter.
    Endpoint tls = server(u"A"_s);
    tls.transport = Endpoint::Transport::Tls;
    tls.user = "reader";
    QCOMPARE(files.fileOf(tls), files.fileOf(server(u"a"_s)));
    QCOMPARE(files.fileOf(server(u"127.0.0.1"_s)), files.fileOf(server(u"localhost"_s)));
}

void TestRuleFile::aServerIsKnownByItsOtherNames()
{
    const ServerIdentity before{{u"run_id:aa"_s}, {u"replid:11"_s}};
    const ServerIdentity after{{u"run_id:bb"_s}, {u"replid:22"_s}};
    QSettings settings(path(u"settings.ini"_s), QSettings::IniFormat);
    ServerRuleFiles files(&settings, path(u"rules"_s));
    const QString file = files.fileOf(server(u"a"_s), before);
    QVERIFY(files.fileOf(server(u"tunnel"_s), before) != file); // there is no such file yet
    put(file, R"({"rules":[]})");
    QCOMPARE(files.fileOf(server(u"a"_s), before), file);
    QCOMPARE(files.fileOf(server(u"tunnel"_s), before), file);
    QVERIFY(files.fileOf(server(u"tunnel"_s, 6379, 1), before) != file); // other keys
    // It is started anew, is met at one of its addresses, and then at a third.
    QCOMPARE(files.fileOf(server(u"tunnel"_s), after), file);
    QCOMPARE(files.fileOf(server(u"third"_s), after), file);
    QCOMPARE(files.fileOf(server(u"third"_s)), file); // by then the address is enough
    QVERIFY(files.fileOf(server(u"stranger"_s), {{u"run_id:cc"_s}, {u"replid:33"_s}}) != file);
}

void TestRuleFile::aReplicaHasTheRulesOfItsPrimaryUnlessItHasItsOwn()
{
    const ServerIdentity primary{{u"run_id:aa"_s}, {u"replid:11"_s}};
    const ServerIdentity replica{{u"run_id:bb"_s}, {u"replid:11"_s}};
    QSettings settings(path(u"settings.ini"_s), QSettings::IniFormat);
    ServerRuleFiles files(&settings, path(u"rules"_s));
    const QString ofReplica = files.fileOf(server(u"replica"_s));
    const QString file = files.fileOf(server(u"primary"_s), primary);
    put(file, R"({"rules":[]})");
    QCOMPARE(files.fileOf(server(u"primary"_s), primary), file);
    QCOMPARE(files.fileOf(server(u"replica"_s), replica), file);
    put(ofReplica, R"({"rules":[]})");
    QCOMPARE(files.fileOf(server(u"replica"_s), replica), ofReplica);
    QCOMPARE(files.fileOf(server(u"primary"_s), primary), file);
}

void TestRuleFile::theFileIsFoundWithoutTheSettings()
{
    QString file;
    {
        QSettings settings(path(u"settings.ini"_s), QSettings::IniFormat);
        ServerRuleFiles files(&settings, path(u"rules"_s));
        file = files.fileOf(server(u"a"_s));
        put(file, R"({"rules":[]})");
        QCOMPARE(files.fileOf(server(u"a"_s), {{u"run_id:aa"_s}, {}}), file);
    }
    QSettings empty(path(u"other.ini"_s), QSettings::IniFormat);
    ServerRuleFiles files(&empty, path(u"rules"_s));
    QCOMPARE(files.fileOf(server(u"a"_s)), file);
}

QTEST_GUILESS_MAIN(TestRuleFile)
#include "tst_rulefile.moc"
