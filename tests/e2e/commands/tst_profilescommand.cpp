#include "core/redis/identity/settingsformat.h"
#include "core/redis/profiles/profileservers.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/filecontents.h"
#include "tests/support/servers/testserver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

// Servers that were given a name, on the command line.
class tst_profilescommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aNamedServerIsWatchedByItsName();
    void aProfileIsShownAndRemoved();
    void noPasswordIsInTheFileOrInAnExport();
    void productionIsRefusedUnderAnyOtherAddress();
    void productionIsRefusedThroughATunnel();
    void whoWasWatchedIsKnownThroughATunnel_data();
    void whoWasWatchedIsKnownThroughATunnel();
    void aFullDiskLosesNothing();
    void withoutAMarkThereIsNoProfile();
    void aFullDiskLeavesTheSettings();
    void aFileFromElsewhereMarksItsProduction();
    void anImportNeedsAnEnvironment();
    void aLineThatCannotBeUsedIsSaidAndTheOthersAreAdded();
    void anExportIsImportedAgain();
    void rulesThatCannotBeReadAreRefused();
    void whatAProfileSaysIsChanged();
    void aFileThatIsTooLargeIsRefused();
    void helpMarksNothing();
    void aDamagedFileIsSaidAndKept();
    void wrongUsageIsASentenceAndStatusTwo_data();
    void wrongUsageIsASentenceAndStatusTwo();

private:
    Outcome run(const QStringList &arguments) const
    {
        return lockstepRun(arguments + QStringList{u"--lang"_qs, u"en"_qs}, m_environment);
    }
    Outcome add(const QString &name, const QString &address, const QString &environment) const
    {
        return run({u"profiles"_qs, u"add"_qs, name, u"--uri"_qs, address, u"--environment"_qs,
            environment});
    }
    QString profilesPath() const
    {
        return m_home->filePath(u"config/lockstep/lockstep/profiles.json"_qs);
    }
    QByteArray profilesText() const { return contentsOf(profilesPath()); }
    QString written(const QString &name, const QByteArray &contents) const
    {
        const QString path = m_home->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size()
            ? path
            : QString();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QProcessEnvironment m_environment;
};

void tst_profilescommand::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_environment = withoutDisplay();
    m_environment.insert(u"XDG_CONFIG_HOME"_qs, m_home->filePath(u"config"_qs));
}

void tst_profilescommand::aNamedServerIsWatchedByItsName()
{
    TestServer server;
    server.run({"SET", "teamLock", "token-of-the-holder-1", "PX", "600000"});
    const QString rules =
        written(u"rules.json"_qs, R"({"rules": [{"glob": "teamLock", "family": "lock"}]})");
    const auto added = run({u"profiles"_qs, u"add"_qs, u"shop"_qs, u"--uri"_qs, uri(server),
        u"--environment"_qs, u"staging"_qs, u"--rules"_qs, rules});
    QVERIFY2(added.status == 0, added.err);
    const auto outcome =
        run({u"watch"_qs, u"--profile"_qs, u"Shop"_qs, u"--once"_qs, u"--json"_qs});
    QVERIFY2(outcome.status == 0, outcome.err);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(snapshot[u"server"][u"address"].toString(), uri(server));
    QCOMPARE(snapshot[u"locks"].toArray().size(), 1); // which only the rule makes one
}

void tst_profilescommand::aProfileIsShownAndRemoved()
{
    QCOMPARE(run({u"profiles"_qs}).status, 0);
    QCOMPARE(add(u"a"_qs, u"redis://a:1/2"_qs, u"staging"_qs).status, 0);
    QCOMPARE(add(u"b c"_qs, u"redis://b"_qs, u"development"_qs).status, 0);
    const auto listed = run({u"profiles"_qs, u"list"_qs, u"--json"_qs});
    const auto all = QJsonDocument::fromJson(listed.out).array();
    QCOMPARE(all.size(), 2);
    QCOMPARE(all[0].toObject(),
        (QJsonObject{{u"name"_qs, u"a"_qs}, {u"environment"_qs, u"staging"_qs},
            {u"address"_qs, u"redis://a:1/2"_qs}, {u"rules"_qs, QJsonValue()},
            {u"release"_qs, false}}));
    const auto shown = run({u"profiles"_qs, u"show"_qs, u"A"_qs, u"--json"_qs});
    QCOMPARE(QJsonDocument::fromJson(shown.out).object(), all[0].toObject());
    QVERIFY(run({u"profiles"_qs, u"show"_qs, u"a"_qs}).out.contains("redis://a:1/2"));
    QVERIFY(run({u"profiles"_qs}).out.contains("Development"));
    QCOMPARE(run({u"profiles"_qs, u"remove"_qs, u"a"_qs}).status, 0);
    const auto gone = run({u"watch"_qs, u"--profile"_qs, u"a"_qs, u"--once"_qs});
    QCOMPARE(gone.status, 2);
    QVERIFY2(gone.err.contains("There are: b c."), gone.err);
}

void tst_profilescommand::noPasswordIsInTheFileOrInAnExport()
{
    QCOMPARE(add(u"a"_qs, u"redis://u:s3cret@a"_qs, u"staging"_qs).status, 0);
    QVERIFY(profilesText().contains("redis://u@a"));
    QVERIFY(!profilesText().contains("s3cret"));
    const auto exported = run({u"profiles"_qs, u"export"_qs});
    QCOMPARE(exported.out, profilesText());
}

void tst_profilescommand::productionIsRefusedUnderAnyOtherAddress()
{
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    const QByteArray token = "token-of-the-holder-1";
    server.run({"SET", "lock:order:1", token, "PX", "600000"});
    const QString address = u"redis://127.0.0.1:%1"_qs.arg(server.tcpPort());
    QCOMPARE(add(u"shop"_qs, address, u"production"_qs).status, 0);
    const QStringList release{
        u"--key"_qs, u"lock:order:1"_qs, u"--token"_qs, QString::fromLatin1(token), u"--yes"_qs};
    for (const QStringList &where : {QStringList{u"--profile"_qs, u"shop"_qs},
             QStringList{u"--uri"_qs, u"redis://localhost:%1/1"_qs.arg(server.tcpPort())}}) {
        const auto released = run(QStringList{u"unlock"_qs} + where + release);
        QCOMPARE(released.status, 1);
        QVERIFY2(released.err.contains("production"), released.err);
        const auto played = run(QStringList{u"lab"_qs, u"run"_qs, u"counter-incr"_qs} + where
            + QStringList{u"--yes"_qs});
        QVERIFY(played.status != 0);
        QVERIFY2(played.err.contains("production"), played.err);
    }
    QCOMPARE(server.run({"GET", "lock:order:1"}).text, token);
    // Its name may go, the mark does not go with it.
    const auto removed = run({u"profiles"_qs, u"remove"_qs, u"shop"_qs});
    QVERIFY2(removed.err.contains("stays marked"), removed.err);
    const auto still = run(QStringList{u"unlock"_qs, u"--uri"_qs, address} + release);
    QVERIFY2(still.err.contains("production"), still.err);
}

// The server was opened by its profile before that said that it is production.
void tst_profilescommand::productionIsRefusedThroughATunnel()
{
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    const QByteArray token = "token-of-the-holder-1";
    server.run({"SET", "lock:order:1", token, "PX", "600000"});
    Profile profile;
    profile.endpoint = server.endpoint();
    const QByteArray info = server.run({"INFO", "server"}).text;
    const qsizetype begin = info.indexOf("run_id:");
    const ServerIdentity identity{
        {QString::fromLatin1(info.mid(begin, info.indexOf('\r', begin) - begin))}, {}};
    {
        QSettings settings(
            m_home->filePath(u"config/lockstep/lockstep.conf"_qs), QSettings::IniFormat);
        ProfileServers(&settings).learn(profile, identity);
    }
    QCOMPARE(add(u"shop"_qs, uri(server), u"production"_qs).status, 0);
    const auto released = run(
        {u"unlock"_qs, u"--uri"_qs, u"redis://127.0.0.1:%1"_qs.arg(server.tcpPort()), u"--key"_qs,
            u"lock:order:1"_qs, u"--token"_qs, QString::fromLatin1(token), u"--yes"_qs});
    QCOMPARE(released.status, 1);
    QVERIFY2(released.err.contains("production"), released.err);
    QCOMPARE(server.run({"GET", "lock:order:1"}).text, token);
}

void tst_profilescommand::whoWasWatchedIsKnownThroughATunnel_data()
{
    QTest::addColumn<QStringList>("watched");
    QTest::newRow("a snapshot") << QStringList{u"watch"_qs, u"--once"_qs};
    QTest::newRow("a journal") << QStringList{u"watch"_qs, u"--follow"_qs, u"--for"_qs, u"1"_qs};
    QTest::newRow("a recording") << QStringList{
        u"record"_qs, u"a.lockstep"_qs, u"--for"_qs, u"1"_qs};
}

void tst_profilescommand::whoWasWatchedIsKnownThroughATunnel()
{
    QFETCH(QStringList, watched);
    watched.replaceInStrings(u"a.lockstep"_qs, m_home->filePath(u"a.lockstep"_qs));
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    const QByteArray token = "token-of-the-holder-1";
    server.run({"SET", "lock:order:1", token, "PX", "600000"});
    QCOMPARE(add(u"shop"_qs, uri(server), u"production"_qs).status, 0);
    const auto outcome = run(watched + QStringList{u"--profile"_qs, u"shop"_qs});
    QVERIFY2(outcome.status == 0, outcome.err);
    const auto released = run(
        {u"unlock"_qs, u"--uri"_qs, u"redis://127.0.0.1:%1"_qs.arg(server.tcpPort()), u"--key"_qs,
            u"lock:order:1"_qs, u"--token"_qs, QString::fromLatin1(token), u"--yes"_qs});
    QCOMPARE(released.status, 1);
    QVERIFY2(released.err.contains("production"), released.err);
    QCOMPARE(server.run({"GET", "lock:order:1"}).text, token);
}

// No file may grow, which is what a full disk is to who writes.
void tst_profilescommand::aFullDiskLosesNothing()
{
    QCOMPARE(add(u"a"_qs, u"redis://a"_qs, u"production"_qs).status, 0);
    const QByteArray before = profilesText();
    const QString exported = m_home->filePath(u"exported.json"_qs);
    const QString imported = written(u"hosts.txt"_qs, "redis://c\n");
    for (const QStringList &command : {QStringList{u"add"_qs, u"b"_qs, u"--uri"_qs, u"redis://b"_qs,
                                           u"--environment"_qs, u"production"_qs},
             QStringList{u"edit"_qs, u"a"_qs, u"--environment"_qs, u"staging"_qs},
             QStringList{u"remove"_qs, u"a"_qs},
             QStringList{u"import"_qs, imported, u"--environment"_qs, u"staging"_qs},
             QStringList{u"export"_qs, exported}}) {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.start(u"bash"_qs,
            QStringList{
                u"-c"_qs, u"ulimit -f 0; exec \"$0\" profiles \"$@\" --lang en"_qs, programPath()}
                + command);
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, said);
        QVERIFY2(said.contains("Cannot write"), said);
        QCOMPARE(profilesText(), before);
        QVERIFY(!QFile::exists(exported));
    }
}

// What was not marked is not a profile, either.
void tst_profilescommand::withoutAMarkThereIsNoProfile()
{
    QVERIFY(QDir().mkpath(m_home->filePath(u"config/lockstep/lockstep.conf.production.lock"_qs)));
    const auto refused = add(u"shop"_qs, u"redis://shop"_qs, u"production"_qs);
    QCOMPARE(refused.status, 1);
    QVERIFY2(
        refused.err.contains("Cannot write") && refused.err.contains("lockstep.conf.production"),
        refused.err);
    QCOMPARE(profilesText(), QByteArray());
}

// Watching by a profile changes them: they keep who its server is.
void tst_profilescommand::aFullDiskLeavesTheSettings()
{
    TestServer server;
    const QString path = m_home->filePath(u"config/lockstep/lockstep.conf"_qs);
    QSettings(path, settingsFormat()).setValue(u"theme"_qs, u"dark"_qs);
    QSettings(path, settingsFormat()).setValue(u"window/geometry"_qs, QByteArray(4000, 'x'));
    QCOMPARE(add(u"shop"_qs, uri(server), u"staging"_qs).status, 0);
    const QByteArray before = contentsOf(path);
    const auto watch = [this](const QString &limit) {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.start(u"bash"_qs,
            {u"-c"_qs, limit + u"exec \"$0\" watch --profile shop --once --json"_qs,
                programPath()});
        return process.waitForFinished(60'000) && process.exitCode() == 0;
    };
    QVERIFY(watch(u"ulimit -f 1; "_qs)); // KiB: room for a lock file, and not for the settings
    QCOMPARE(contentsOf(path), before);
    QVERIFY(watch({}));
    QVERIFY(contentsOf(path) != before);
    QCOMPARE(QSettings(path, settingsFormat()).value(u"theme"_qs), QVariant(u"dark"_qs));
}

// The settings that keep the marks are another file, which did not come along.
void tst_profilescommand::aFileFromElsewhereMarksItsProduction()
{
    TestServer server;
    server.run({"SET", "lock:order:1", "token-of-the-holder-1", "PX", "600000"});
    const QByteArray json =
        R"({"version": 1, "profiles": [{"name": "shop", "environment": "production",
        "address": ")"
        + uri(server).toUtf8() + R"("}]})";
    QVERIFY(!written(u"config/lockstep/lockstep/profiles.json"_qs, json).isEmpty());
    const auto released = run({u"unlock"_qs, u"--uri"_qs, uri(server), u"--key"_qs,
        u"lock:order:1"_qs, u"--token"_qs, u"token-of-the-holder-1"_qs, u"--yes"_qs});
    QCOMPARE(released.status, 1);
    QVERIFY2(released.err.contains("production"), released.err);
}

void tst_profilescommand::anImportNeedsAnEnvironment()
{
    const QString file = written(
        u"insight.json"_qs, R"([{"host": "db1", "port": 6380, "name": "Shop", "password": "s3cret"},
            {"host": "db2", "port": 1, "name": "Far", "ssh": true}])");
    const auto refused = run({u"profiles"_qs, u"import"_qs, file});
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("--environment development|staging|production"), refused.err);
    QCOMPARE(profilesText(), QByteArray());
    const auto read =
        run({u"profiles"_qs, u"import"_qs, file, u"--environment"_qs, u"production"_qs});
    QCOMPARE(read.status, 1); // because of the one that is left out
    QCOMPARE(read.out, QByteArray("Shop\n"));
    QVERIFY2(read.err.contains("SSH"), read.err);
    QVERIFY2(read.err.contains("1 profile added."), read.err);
    QVERIFY(profilesText().contains("production"));
    QVERIFY(!profilesText().contains("s3cret"));
}

void tst_profilescommand::aLineThatCannotBeUsedIsSaidAndTheOthersAreAdded()
{
    const QStringList whatFor{u"--environment"_qs, u"staging"_qs};
    const auto import = [&](const QByteArray &lines) {
        return run(QStringList{u"profiles"_qs, u"import"_qs, written(u"list"_qs, lines)} + whatFor);
    };
    const auto read = import("# ours\na redis://a\nb redis://:s3cret@b:99999\nc redis://c\n");
    QCOMPARE(read.status, 1);
    QCOMPARE(read.out, QByteArray("a\nc\n"));
    QVERIFY2(read.err.contains("list, line 3: The port must be"), read.err);
    QVERIFY2(read.err.contains("2 profiles added."), read.err);
    QVERIFY2(read.err.contains("1 line or entry of the file could not be used"), read.err);
    QVERIFY2(!read.err.contains("s3cret"), read.err);
    QVERIFY(profilesText().contains("redis://a") && profilesText().contains("redis://c"));
    const auto whole = import("a redis://a\nc redis://c\nd redis://d\n");
    QVERIFY2(whole.status == 0, whole.err); // that two are there already is no fault
    QCOMPARE(whole.out, QByteArray("d\n"));
}

void tst_profilescommand::anExportIsImportedAgain()
{
    QCOMPARE(add(u"a"_qs, u"redis://a"_qs, u"staging"_qs).status, 0);
    const QString file = m_home->filePath(u"export.json"_qs);
    QCOMPARE(run({u"profiles"_qs, u"export"_qs, file}).status, 0);
    const auto again = run({u"profiles"_qs, u"import"_qs, file});
    QVERIFY2(again.err.contains("0 profiles added."), again.err);
    QCOMPARE(run({u"profiles"_qs, u"remove"_qs, u"a"_qs}).status, 0);
    QCOMPARE(run({u"profiles"_qs, u"import"_qs, file}).out, QByteArray("a\n"));
}

void tst_profilescommand::rulesThatCannotBeReadAreRefused()
{
    QCOMPARE(add(u"a"_qs, u"redis://a"_qs, u"staging"_qs).status, 0);
    const QByteArray before = profilesText();
    const QString damaged = written(u"damaged.json"_qs, R"({"rules": [)");
    const auto add = QStringList{
        u"add"_qs, u"b"_qs, u"--uri"_qs, u"redis://b"_qs, u"--environment"_qs, u"staging"_qs};
    for (const QStringList &command : {add, QStringList{u"edit"_qs, u"a"_qs}}) {
        const auto given = [&](const QString &rules) {
            return run(QStringList{u"profiles"_qs} + command + QStringList{u"--rules"_qs, rules});
        };
        const auto missing = given(m_home->filePath(u"nowhere.json"_qs));
        QCOMPARE(missing.status, 1);
        QVERIFY2(missing.err.contains("nowhere.json"), missing.err);
        const auto wrong = given(damaged);
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.err.contains("damaged.json"), wrong.err);
        QCOMPARE(profilesText(), before);
    }
}

void tst_profilescommand::whatAProfileSaysIsChanged()
{
    const auto shown = [this](const QString &name) {
        return QJsonDocument::fromJson(run({u"profiles"_qs, u"show"_qs, name, u"--json"_qs}).out)
            .object();
    };
    const auto edit = [this](const QStringList &what) {
        return run(QStringList{u"profiles"_qs, u"edit"_qs} + what);
    };
    QCOMPARE(add(u"a"_qs, u"redis://a:1"_qs, u"staging"_qs).status, 0);
    QCOMPARE(add(u"b"_qs, u"redis://b:1"_qs, u"staging"_qs).status, 0);
    const QString rules = written(u"r.json"_qs, R"({"rules": []})");
    QCOMPARE(edit({u"A"_qs, u"--name"_qs, u"shop"_qs, u"--rules"_qs, rules, u"--allow-release"_qs})
                 .status,
        0);
    const QJsonObject renamed{{u"name"_qs, u"shop"_qs}, {u"environment"_qs, u"staging"_qs},
        {u"address"_qs, u"redis://a:1/0"_qs}, {u"rules"_qs, rules}, {u"release"_qs, true}};
    QCOMPARE(shown(u"shop"_qs), renamed);
    QCOMPARE(edit({u"shop"_qs, u"--name"_qs, u"B"_qs}).status, 2); // which is taken
    QCOMPARE(edit({u"shop"_qs, u"--name"_qs, u"SHOP"_qs}).status, 0); // its own is not
    const auto address = u"redis+cluster://c:1,d:2/0"_qs;
    QCOMPARE(edit({u"shop"_qs, u"--uri"_qs, address, u"--no-rules"_qs}).status, 0);
    QCOMPARE(shown(u"shop"_qs)[u"address"].toString(), address);
    QVERIFY(shown(u"shop"_qs)[u"rules"].isNull());
    QCOMPARE(edit({u"shop"_qs, u"--environment"_qs, u"production"_qs}).status, 0);
    QCOMPARE(shown(u"shop"_qs)[u"release"].toBool(), false);
    const auto released = edit({u"shop"_qs, u"--allow-release"_qs});
    QVERIFY2(released.status == 2 && released.err.contains("In production"), released.err);
    const auto left = edit({u"shop"_qs, u"--environment"_qs, u"staging"_qs});
    QVERIFY2(left.status == 0 && left.err.contains("stays marked"), left.err);
    // The order of the others is theirs.
    const auto all = QJsonDocument::fromJson(run({u"profiles"_qs, u"list"_qs, u"--json"_qs}).out);
    QCOMPARE(all.array()[1].toObject(), shown(u"b"_qs));
}

void tst_profilescommand::aFileThatIsTooLargeIsRefused()
{
    const QByteArray line = "# a line that says nothing, as in a file of notes\n";
    const QString file = written(u"list"_qs,
        "a redis://a\n" + line.repeated(4 * 1024 * 1024 / line.size()) + "b redis://b\n");
    const auto read = run({u"profiles"_qs, u"import"_qs, file, u"--environment"_qs, u"staging"_qs});
    QCOMPARE(read.status, 1);
    QVERIFY2(read.err.contains("more than 4194304 bytes"), read.err);
    QVERIFY2(read.err.contains("Nothing was imported"), read.err);
    QCOMPARE(profilesText(), QByteArray());
}

void tst_profilescommand::helpMarksNothing()
{
    const QByteArray json = R"({"version": 1, "profiles": [{"name": "shop",
        "environment": "production", "address": "redis://127.0.0.1:1"}]})";
    QVERIFY(!written(u"config/lockstep/lockstep/profiles.json"_qs, json).isEmpty());
    const QString marks = m_home->filePath(u"config/lockstep/lockstep.conf.production"_qs);
    for (const auto &words :
        {QStringList{u"--help"_qs}, QStringList{u"acl"_qs}, QStringList{u"profiles"_qs}}) {
        QCOMPARE(run(words).status, 0);
        QVERIFY(!QFile::exists(marks));
    }
    run({u"unlock"_qs, u"--profile"_qs, u"shop"_qs, u"--key"_qs, u"k"_qs, u"--token"_qs, u"t"_qs,
        u"--yes"_qs});
    QVERIFY(QFile::exists(marks));
}

void tst_profilescommand::aDamagedFileIsSaidAndKept()
{
    const QByteArray newer = R"({"version": 9, "profiles": []})";
    QVERIFY(!written(u"config/lockstep/lockstep/profiles.json"_qs, newer).isEmpty());
    for (const auto &outcome : {run({u"profiles"_qs}), add(u"a"_qs, u"redis://a"_qs, u"staging"_qs),
             run({u"watch"_qs, u"--profile"_qs, u"a"_qs, u"--once"_qs})}) {
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains("left as it is"), outcome.err);
        QVERIFY2(outcome.err.contains("version 9"), outcome.err);
    }
    QCOMPARE(profilesText(), newer);
}

void tst_profilescommand::wrongUsageIsASentenceAndStatusTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char *line, const char *said) {
        QTest::newRow(line) << QString::fromLatin1(line).split(u' ') << QByteArray(said);
    };
    row("watch --uri redis://a --profile b", "goes without --uri");
    row("watch --profile nobody", "no profile");
    row("profiles nonsense", "takes one of list, show, add, edit, remove, import, export");
    row("profiles show", "the name of a profile");
    row("profiles show nobody", "no profile");
    row("profiles remove nobody", "no profile");
    row("profiles edit nobody --name a", "no profile");
    row("profiles edit nobody", "what is to change");
    row("profiles edit nobody --allow-release --no-release", "opposites");
    row("profiles import", "takes a file");
    row("profiles add a --uri redis://a", "--environment");
    row("profiles add a --environment staging", "--uri");
    row("profiles add a --uri redis://a --environment moon",
        "development or staging or production");
    row("profiles add a b --uri redis://a --environment staging", "Unexpected argument");
    row("profiles add a --uri redis://a --environment production --allow-release", "In production");
    row("profiles list --uri redis://a", "belongs to");
    row("lab explore --profile a", "belongs to");
}

void tst_profilescommand::wrongUsageIsASentenceAndStatusTwo()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, said);
    const auto outcome = run(words);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err);
}

QTEST_GUILESS_MAIN(tst_profilescommand)
#include "tst_profilescommand.moc"
