#include "core/redis/profiles/profilefile.h"
#include "core/redis/profiles/profileimport.h"
#include "core/redis/profiles/profilejson.h"
#include "core/redis/profiles/profileservers.h"
#include "tests/support/filecontents.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

Profile profileOf(
    const QString &name, const QString &uri, Environment environment = Environment::Development)
{
    Profile profile;
    profile.name = name;
    profile.environment = environment;
    profile.endpoint = *Endpoint::fromUri(uri);
    return profile;
}

void write(const QString &path, const QByteArray &contents)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
}

} // namespace

class TestProfiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyAddressComesBackWithoutItsPassword_data();
    void everyAddressComesBackWithoutItsPassword();
    void onlyItsOwnerMayReadTheFile();
    void aFileThatIsNotThereHasNoProfiles();
    void aFileThatCannotBeUsedIsKept_data();
    void aFileThatCannotBeUsedIsKept();
    void aFileThatMayNotBeReadIsKept();
    void somebodyElsesChangeIsNotUndone();
    void aFolderThatMayNotBeWrittenIsAnError();
    void namesAreOneWhateverTheirCase();
    void aNameThatCannotBeTypedIsRefused_data();
    void aNameThatCannotBeTypedIsRefused();
    void profilesOfProductionMarkTheirServers();
    void marksThatCannotBeWrittenHoldForAllProfiles();
    void aMarkKeepsWhatItsServerWas();
    void theProfileOfTheDatabaseIsFound();
    void redisInsightsExportIsRead();
    void whatCannotBeTakenOverIsSaid();
    void addressesAreReadLineByLine();
    void importingTwiceAddsNothing();
    void whatIsNoProfileIsRefused_data();
    void whatIsNoProfileIsRefused();

private:
    QString path() const
    {
        return m_folder.filePath(QLatin1String(QTest::currentTestFunction()) + u".json"_qs);
    }

    QTemporaryDir m_folder;
};

void TestProfiles::everyAddressComesBackWithoutItsPassword_data()
{
    QTest::addColumn<QString>("uri");
    const auto row = [](const char *uri) { QTest::newRow(uri) << QString::fromLatin1(uri); };
    row("redis://reader:s3cret@db1:6380/2");
    row("rediss://:s3cret@db1/0?cacert=/etc/ca.pem&cert=/c.pem&key=/k.pem&sni=db");
    row("unix://reader:s3cret@/run/redis.sock?db=3");
    row("redis-sentinel://u:s3cret@a,b:1/1?master=m&sentinel-user=w&sentinel-password=s3cret");
    row("rediss+cluster://u:s3cret@a,b:7000/0?map=10.0.0.5:6379=db:16379");
}

void TestProfiles::everyAddressComesBackWithoutItsPassword()
{
    QFETCH(QString, uri);
    Profile profile = profileOf(u"shop"_qs, uri, Environment::Staging);
    profile.rulesFile = u"/etc/rules.json"_qs;
    profile.mayRelease = true;
    ProfileFile file(path());
    QFile::remove(path());
    QVERIFY(file.read());
    QVERIFY(file.write({profile}).value_or(false));
    QVERIFY(!contentsOf(path()).contains("s3cret"));
    profile.endpoint.password.clear();
    profile.endpoint.sentinels.password.clear();
    QCOMPARE(ProfileFile(path()).read().value(), Profiles{profile});
}

void TestProfiles::onlyItsOwnerMayReadTheFile()
{
    write(path(), profilesToJson({}));
    QFile::setPermissions(path(), QFileDevice::Permissions(0x6644)); // as a person may have made it
    ProfileFile file(path());
    QVERIFY(file.read());
    QVERIFY(file.write({profileOf(u"a"_qs, u"redis://a"_qs)}).value_or(false));
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther
        | QFileDevice::WriteOther;
    QVERIFY(!(QFile::permissions(path()) & others));
}

void TestProfiles::aFileThatIsNotThereHasNoProfiles()
{
    ProfileFile file(m_folder.filePath(u"new/folder/profiles.json"_qs));
    QCOMPARE(file.read().value(), Profiles());
    QVERIFY(file.write({profileOf(u"a"_qs, u"redis://a"_qs)}).value_or(false));
    QCOMPARE(file.read().value().size(), 1U);
}

void TestProfiles::aFileThatCannotBeUsedIsKept_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QByteArray &contents, const QString &said) {
        QTest::newRow(name) << contents << said;
    };
    row("cut off", R"({"version": 1, "profiles": [{"na)", u"no JSON"_qs);
    row("empty", "", u"no JSON"_qs);
    row("zeros", QByteArray(512, '\0'), u"no JSON"_qs);
    row("of a newer version", R"({"version": 2, "profiles": [], "folders": []})", u"version 2"_qs);
    row("something else", R"({"hosts": []})", u"is expected"_qs);
    row("an unknown field",
        R"({"version":1,"profiles":[{"name":"a","environment":"staging","address":"redis://a","x":1}]})",
        u"\"x\" is unknown"_qs);
    row("an unknown environment",
        R"({"version":1,"profiles":[{"name":"a","environment":"moon","address":"redis://a"}]})",
        u"production"_qs);
    row("no address", R"({"version":1,"profiles":[{"name":"a","environment":"staging"}]})",
        u"\"address\""_qs);
    row("two of one name",
        R"({"version":1,"profiles":[{"name":"a","environment":"staging","address":"redis://a"},)"
        R"({"name":"A","environment":"staging","address":"redis://b"}]})",
        u"profile 2"_qs);
    row("releasing in production",
        R"({"version":1,"profiles":[{"name":"a","environment":"production","address":"redis://a","release":true}]})",
        u"release"_qs);
}

void TestProfiles::aFileThatCannotBeUsedIsKept()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, said);
    write(path(), contents);
    ProfileFile file(path());
    const auto read = file.read();
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::BadInput);
    QVERIFY2(read.error().detail.contains(said), qPrintable(read.error().detail));
    QVERIFY2(read.error().detail.startsWith(path()), qPrintable(read.error().detail));
    QCOMPARE(file.write({profileOf(u"a"_qs, u"redis://a"_qs)}).value(), false);
    QCOMPARE(contentsOf(path()), contents);
}

// A folder in the file's place is unreadable to root as well.
void TestProfiles::aFileThatMayNotBeReadIsKept()
{
    QVERIFY(QDir().mkpath(path()));
    ProfileFile file(path());
    const auto read = file.read();
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::FileUnreadable);
    QVERIFY(read.error().detail.startsWith(path()));
    QCOMPARE(file.write({}).value(), false);
    QVERIFY(QFileInfo(path()).isDir());
}

void TestProfiles::somebodyElsesChangeIsNotUndone()
{
    ProfileFile ours(path());
    ProfileFile theirs(path());
    QVERIFY(ours.read());
    QVERIFY(theirs.read());
    QVERIFY(theirs.write({profileOf(u"theirs"_qs, u"redis://b"_qs)}).value_or(false));
    QCOMPARE(ours.write({profileOf(u"ours"_qs, u"redis://a"_qs)}).value(), false);
    QCOMPARE(ours.read().value().front().name, u"theirs"_qs);
    QVERIFY(ours.write({profileOf(u"ours"_qs, u"redis://a"_qs)}).value_or(false));
}

void TestProfiles::aFolderThatMayNotBeWrittenIsAnError()
{
    write(m_folder.filePath(u"plain"_qs), "a file, where a folder would have to be");
    ProfileFile file(m_folder.filePath(u"plain/profiles.json"_qs));
    QVERIFY(file.read());
    const auto written = file.write({profileOf(u"a"_qs, u"redis://a"_qs)});
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::FileUnreadable);
}

void TestProfiles::namesAreOneWhateverTheirCase()
{
    const Profiles all{profileOf(u"Shop"_qs, u"redis://a"_qs)};
    QCOMPARE(profileNamed(all, u"shop"_qs), &all.front());
    QCOMPARE(profileNamed(all, u"sho"_qs), nullptr);
    QCOMPARE(freeName(all, u"SHOP"_qs), u"SHOP 2"_qs);
    QCOMPARE(freeName(all, u"--\x07x"_qs), u"x"_qs);
    QCOMPARE(freeName(all, u""_qs), u"redis"_qs);
}

void TestProfiles::aNameThatCannotBeTypedIsRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("mistake");
    const auto row = [](const char *title, const QString &name, ProfileMistake mistake) {
        QTest::newRow(title) << name << int(mistake);
    };
    row("none", u""_qs, ProfileMistake::NoName);
    row("blanks", u"  "_qs, ProfileMistake::NoName);
    row("too long", QString(81, u'x'), ProfileMistake::LongName);
    row("like an option", u"-x"_qs, ProfileMistake::BadCharacter);
    row("two lines", u"a\nb"_qs, ProfileMistake::BadCharacter);
    row("turned around", u"a\u202eb"_qs, ProfileMistake::BadCharacter);
    row("taken", u"SHOP"_qs, ProfileMistake::NameTaken);
}

void TestProfiles::aNameThatCannotBeTypedIsRefused()
{
    QFETCH(QString, name);
    QFETCH(int, mistake);
    const Profiles all{profileOf(u"shop"_qs, u"redis://a"_qs)};
    const auto found = mistakeIn(profileOf(name, u"redis://b"_qs), all);
    QVERIFY(found);
    QCOMPARE(int(*found), mistake);
}

void TestProfiles::profilesOfProductionMarkTheirServers()
{
    QSettings settings(m_folder.filePath(u"marks"_qs), QSettings::IniFormat);
    const ProductionServers marks(&settings);
    const auto at = [](const QString &uri) { return *Endpoint::fromUri(uri); };
    markProduction(
        {profileOf(u"shop"_qs, u"rediss://reader@shop:6380/2"_qs, Environment::Production),
            profileOf(u"try"_qs, u"redis://try:6379"_qs, Environment::Staging)},
        ProfileServers(&settings), marks);
    QVERIFY(marks.contains(at(u"redis://shop:6380"_qs)));
    QVERIFY(!marks.contains(at(u"redis://try:6379"_qs)));
}

void TestProfiles::marksThatCannotBeWrittenHoldForAllProfiles()
{
    QSettings settings(m_folder.filePath(u"unwritable"_qs), QSettings::IniFormat);
    const ProductionServers marks(&settings);
    QVERIFY(QDir().mkdir(settings.fileName() + u".production.lock"_qs));
    QVERIFY(!markProduction({profileOf(u"a"_qs, u"redis://a"_qs, Environment::Production),
                                profileOf(u"b"_qs, u"redis://b"_qs, Environment::Production)},
        ProfileServers(&settings), marks));
    QVERIFY(marks.contains(*Endpoint::fromUri(u"redis://a"_qs)));
    QVERIFY(marks.contains(*Endpoint::fromUri(u"redis://b"_qs)));
}

// Until a server is asked who it is, what its profile remembers of it is all that is known. Who
// answers at its address later may be another one: at the port of a tunnel, say.
void TestProfiles::aMarkKeepsWhatItsServerWas()
{
    QSettings settings(m_folder.filePath(u"remembered"_qs), QSettings::IniFormat);
    ProductionServers marks(&settings);
    ProfileServers servers(&settings);
    const Profiles profiles{profileOf(u"shop"_qs, u"redis://shop"_qs, Environment::Production)};
    const Endpoint tunnel = *Endpoint::fromUri(u"redis://tunnel"_qs);
    const ServerIdentity before{{u"run_id:a"_qs}, {u"replid:d"_qs}};
    const ServerIdentity now{{u"run_id:b"_qs}, {u"replid:e"_qs}};
    marks.mark(profiles[0].endpoint);
    servers.learn(profiles[0], before);
    QVERIFY(!marks.contains(tunnel, before));
    markProduction(profiles, servers, marks);
    QVERIFY(marks.contains(tunnel, {before.ofServer, {}}));
    QVERIFY(marks.contains(tunnel, {{}, before.ofData}));
    QVERIFY(marks.recognise(profiles[0].endpoint, now));
    markProduction(profiles, servers, marks);
    QVERIFY(marks.contains(tunnel, now));
    QVERIFY(marks.contains(tunnel, before));
    QVERIFY(marks.recognise(profiles[0].endpoint, now));
    const QString file = settings.fileName() + u".production"_qs;
    const QByteArray text = contentsOf(file);
    QVERIFY(!text.isEmpty());
    QVERIFY(marks.recognise(profiles[0].endpoint, now));
    QCOMPARE(contentsOf(file), text);
    for (int i = 0; i < 100; ++i)
        QVERIFY(marks.recognise(
            profiles[0].endpoint, {{u"run_id:"_qs + QString::number(i)}, {u"replid:x"_qs}}));
    QVERIFY(marks.contains(tunnel, {{u"run_id:40"_qs}, {}}));
    QVERIFY(!marks.contains(tunnel, before)); // long ago
}

// Several databases of one server may have a profile each.
void TestProfiles::theProfileOfTheDatabaseIsFound()
{
    QSettings settings(m_folder.filePath(u"servers"_qs), QSettings::IniFormat);
    ProfileServers servers(&settings);
    Profiles all{profileOf(u"cache"_qs, u"redis://shop/0"_qs, Environment::Staging),
        profileOf(u"jobs"_qs, u"redis://shop/1"_qs, Environment::Production)};
    const ServerIdentity primary{{u"run_id:a"_qs}, {u"replid:d"_qs}};
    const ServerIdentity replica{{u"run_id:b"_qs}, {u"replid:d"_qs}};
    servers.learn(all[0], primary);
    const auto found = [&](const QString &uri, const ServerIdentity &identity) {
        const Profile *profile = servers.find(all, *Endpoint::fromUri(uri), identity);
        return profile ? profile->name : u"none"_qs;
    };
    QCOMPARE(found(u"redis://SHOP/1"_qs, {}), u"jobs"_qs);
    QCOMPARE(found(u"redis://tunnel/0"_qs, primary), u"cache"_qs);
    QCOMPARE(found(u"redis://tunnel/1"_qs, primary), u"jobs"_qs);
    QCOMPARE(found(u"redis://tunnel/7"_qs, primary), u"cache"_qs); // there is none for it
    QCOMPARE(found(u"redis://replica/0"_qs, replica), u"cache"_qs);
    QCOMPARE(found(u"redis://replica/1"_qs, replica), u"jobs"_qs);
    QCOMPARE(found(u"redis://replica/1"_qs, {{u"run_id:b"_qs}, {u"replid:e"_qs}}), u"none"_qs);
    all.push_back(profileOf(u"copy"_qs, u"redis://copy/1"_qs));
    servers.learn(all.back(), {{u"run_id:c"_qs}, {u"replid:d"_qs}});
    QCOMPARE(found(u"redis://replica/1"_qs, replica), u"none"_qs); // of two servers
    QCOMPARE(found(u"redis://tunnel/1"_qs, primary), u"jobs"_qs);
}

void TestProfiles::redisInsightsExportIsRead()
{
    const QByteArray json = R"([
        {"id": "1", "host": "db1", "port": 6380, "name": "Shop", "db": 2, "username": "reader",
         "password": "s3cret", "connectionType": "STANDALONE", "tls": true,
         "tlsServername": "shop.example", "verifyServerCert": true, "modules": []},
        {"host": "s1", "port": 26379, "name": "Group", "db": null, "username": "watcher",
         "password": "theirs", "connectionType": "SENTINEL", "tls": false,
         "sentinelMaster": {"name": "mymaster", "username": "default", "password": "ours"}},
        {"host": "c1", "port": "7000", "name": "Parts", "username": null, "password": null,
         "connectionType": "CLUSTER", "tls": null}])";
    const auto read = importProfiles(json, Environment::Staging, u"file"_qs);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().detail));
    QVERIFY(!read->saysEnvironment);
    QCOMPARE(read->remarks, QStringList());
    QCOMPARE(namesOf(read->profiles), (QStringList{u"Shop"_qs, u"Group"_qs, u"Parts"_qs}));
    QCOMPARE(read->profiles[0].endpoint,
        *Endpoint::fromUri(u"rediss://reader:s3cret@db1:6380/2?sni=shop.example"_qs));
    QCOMPARE(read->profiles[1].endpoint,
        *Endpoint::fromUri(u"redis-sentinel://:ours@s1:26379/0?master=mymaster&"
                           "sentinel-user=watcher&sentinel-password=theirs"_qs));
    QCOMPARE(read->profiles[2].endpoint, *Endpoint::fromUri(u"redis+cluster://c1:7000/0"_qs));
    QCOMPARE(read->profiles[0].environment, Environment::Staging);
}

void TestProfiles::whatCannotBeTakenOverIsSaid()
{
    const QByteArray json = R"([{"host": "a", "port": 1, "name": "far", "ssh": true},
        {"host": "", "port": 1, "name": "nowhere"}, {"host": "a", "port": 70000, "name": "high"},
        {"host": "a", "port": "six", "name": "words"}, {"host": "a", "db": 1.5, "name": "half"},
        17, {"host": "b", "port": 2, "name": "near", "tls": true, "verifyServerCert": false,
        "caCert": {"name": "x", "certificate": "PEM"}}])";
    const auto read = importProfiles(json, Environment::Staging, u"file"_qs);
    QVERIFY(read);
    QCOMPARE(namesOf(read->profiles), QStringList{u"near"_qs});
    QCOMPARE(read->remarks.size(), 8);
    QCOMPARE(read->leftOut, 6); // the other remarks are about one that is taken
    QVERIFY(read->remarks[0].contains(u"SSH"_qs));
    for (int i : {2, 3})
        QVERIFY2(read->remarks[i].contains(u"port"_qs), qPrintable(read->remarks[i]));
    QVERIFY2(read->remarks[4].contains(u"database"_qs), qPrintable(read->remarks[4]));
    QVERIFY(read->remarks[6].contains(u"certificates"_qs));
    QVERIFY(read->remarks[7].contains(u"does not check"_qs));
}

void TestProfiles::addressesAreReadLineByLine()
{
    const QByteArray text = "# ours\n\nshop redis://reader:s3cret@shop:6380/2\r\n"
                            "redis://plain\nunix:///run/redis.sock  local one\n"
                            "group, redis-sentinel://a,b?master=m\nnonsense\nredis://bad:99999\n";
    const auto read = importProfiles(text, Environment::Development, u"file"_qs);
    QVERIFY(read);
    QCOMPARE(namesOf(read->profiles),
        (QStringList{u"shop"_qs, u"plain:6379"_qs, u"local one"_qs, u"group"_qs}));
    QCOMPARE(read->profiles[0].endpoint.password, QByteArray("s3cret"));
    QCOMPARE(read->profiles[3].endpoint.sentinels.addresses.size(), 2U);
    QCOMPARE(read->remarks.size(), 2);
    QCOMPARE(read->leftOut, 2);
    QVERIFY(read->remarks[0].startsWith(u"line 7"_qs));
}

void TestProfiles::importingTwiceAddsNothing()
{
    const auto read =
        importProfiles("a redis://a\na redis://b\n", Environment::Development, u"file"_qs);
    QVERIFY(read);
    Profiles all = sortImport({}, read->profiles).added;
    QCOMPARE(namesOf(all), (QStringList{u"a"_qs, u"a 2"_qs}));
    QCOMPARE(sortImport(all, read->profiles).added, Profiles());
    QCOMPARE(sortImport(all, read->profiles).present, read->profiles);
    // An export says which environment each is of.
    const auto own = importProfiles(profilesToJson(all), Environment::Production, u"file"_qs);
    QVERIFY(own && own->saysEnvironment);
    QCOMPARE(own->profiles.front().environment, Environment::Development);
}

void TestProfiles::whatIsNoProfileIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("words") << QByteArray("hello\n");
    QTest::newRow("other JSON") << QByteArray("{\"a\": 1}");
    QTest::newRow("an empty list") << QByteArray("[]");
    QTest::newRow("cut off") << QByteArray("[{\"host\": \"a\"");
    QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11);
}

void TestProfiles::whatIsNoProfileIsRefused()
{
    QFETCH(QByteArray, text);
    const auto read = importProfiles(text, Environment::Development, u"some-file"_qs);
    QVERIFY(!read);
    QVERIFY2(read.error().detail.startsWith(u"some-file"_qs), qPrintable(read.error().detail));
}

QTEST_GUILESS_MAIN(TestProfiles)
#include "tst_profiles.moc"
