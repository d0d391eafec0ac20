#include "core/redis/values/endpoint.h"
#include "core/redis/values/redirection.h"

#include <QTest>

using namespace lockstep;

namespace {

Endpoint tcp(const QString &host, quint16 port)
{
    Endpoint endpoint;
    endpoint.host = host;
    endpoint.port = port;
    return endpoint;
}

Endpoint parsed(const char *uri)
{
    const auto endpoint = Endpoint::fromUri(QString::fromUtf8(uri));
    if (!endpoint)
        qFatal("%s: %s", uri, qPrintable(endpoint.error().detail));
    return *endpoint;
}

} // namespace

class TestEndpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hostAndPortHaveDefaults();
    void schemesChooseTheTransport();
    void userPasswordAndDatabaseAreRead();
    void percentEncodingIsUndoneEverywhere();
    void ipv6IsWrittenInBrackets();
    void unixSocketsTakeTheirDatabaseAsAParameter();
    void tlsTakesFilesAsParameters();
    void sentinelsAreListedWithTheNameOfTheirPrimary();
    void nodesOfAClusterAreListed();
    void addressesThatTheServersTellAreMapped();
    void movedNamesTheKeysNode();
    void badAddressesAreRefused_data();
    void badAddressesAreRefused();
    void displayHidesPasswordAndQuery();
    void displayCanBeReadBack();
};

void TestEndpoint::hostAndPortHaveDefaults()
{
    QCOMPARE(parsed("redis://localhost"), tcp(QStringLiteral("localhost"), 6379));
    QCOMPARE(parsed("redis://localhost:7000"), tcp(QStringLiteral("localhost"), 7000));
    QCOMPARE(parsed("redis://localhost/"), tcp(QStringLiteral("localhost"), 6379));
    QCOMPARE(parsed("redis://h:65535").port, 65535);
    QCOMPARE(parsed("redis://h:1").port, 1);
    QCOMPARE(parsed("redis://h").database, 0);
}

void TestEndpoint::schemesChooseTheTransport()
{
    QVERIFY(parsed("redis://h").transport == Endpoint::Transport::Tcp);
    QVERIFY(parsed("rediss://h").transport == Endpoint::Transport::Tls);
    QVERIFY(parsed("unix:///s").transport == Endpoint::Transport::Unix);
    QVERIFY(parsed("REDISS://h").transport == Endpoint::Transport::Tls);
}

void TestEndpoint::userPasswordAndDatabaseAreRead()
{
    const Endpoint both = parsed("redis://me:secret@host:7000/3");
    QCOMPARE(both.user, "me");
    QCOMPARE(both.password, "secret");
    QCOMPARE(both.host, QStringLiteral("host"));
    QCOMPARE(both.database, 3);

    QCOMPARE(parsed("redis://:secret@host").user, "");
    QCOMPARE(parsed("redis://:secret@host").password, "secret");
    QCOMPARE(parsed("redis://me@host").user, "me");
    QCOMPARE(parsed("redis://me@host").password, "");
    QCOMPARE(parsed("redis://me:a:b@host").password, "a:b");
    QCOMPARE(parsed("unix://me:secret@/run/redis.sock").password, "secret");
}

void TestEndpoint::percentEncodingIsUndoneEverywhere()
{
    QCOMPARE(parsed("redis://m%40e:p%2Fw%3A%25%3f@h").user, "m@e");
    QCOMPARE(parsed("redis://m%40e:p%2Fw%3A%25%3f@h").password, "p/w:%?");
    QCOMPARE(parsed("redis://:%00%ff@h").password, QByteArray("\0\xff", 2));
    QCOMPARE(parsed("redis://:%C3%A4@h").password, parsed("redis://:ä@h").password);
    QCOMPARE(parsed("unix:///a%20b%3Fc").path, QStringLiteral("/a b?c"));
    QCOMPARE(parsed("rediss://h?cacert=/a%26b").tls.caFile, QStringLiteral("/a&b"));
    QCOMPARE(parsed("redis://%6c%6f").host, QStringLiteral("lo"));
}

void TestEndpoint::ipv6IsWrittenInBrackets()
{
    QCOMPARE(parsed("redis://[::1]"), tcp(QStringLiteral("::1"), 6379));
    QCOMPARE(parsed("redis://[fe80::1%25eth0]:7000"), tcp(QStringLiteral("fe80::1%eth0"), 7000));
}

void TestEndpoint::unixSocketsTakeTheirDatabaseAsAParameter()
{
    QCOMPARE(parsed("unix:///run/redis.sock").path, QStringLiteral("/run/redis.sock"));
    QCOMPARE(parsed("unix:///run/redis.sock?db=5").database, 5);
    QCOMPARE(parsed("unix:///run/a@b").path, QStringLiteral("/run/a@b"));
}

void TestEndpoint::tlsTakesFilesAsParameters()
{
    const TlsOptions tls = parsed("rediss://h/1?cacert=/ca&cert=/c&key=/k&sni=name").tls;
    QCOMPARE(tls.caFile, QStringLiteral("/ca"));
    QCOMPARE(tls.certificateFile, QStringLiteral("/c"));
    QCOMPARE(tls.keyFile, QStringLiteral("/k"));
    QCOMPARE(tls.serverName, QStringLiteral("name"));
}

void TestEndpoint::sentinelsAreListedWithTheNameOfTheirPrimary()
{
    const Endpoint plain = parsed("redis-sentinel://me:pw@a,b:7,[::1]/2?master=my%20name");
    QCOMPARE(plain.sentinels.addresses,
        (std::vector<HostPort>{{u"a"_qs, 26379}, {u"b"_qs, 7}, {u"::1"_qs, 26379}}));
    QCOMPARE(plain.sentinels.primary, QStringLiteral("my name"));
    QCOMPARE(plain.user, QByteArray("me"));
    QCOMPARE(plain.password, QByteArray("pw"));
    QCOMPARE(plain.database, 2);
    QCOMPARE(plain.transport, Endpoint::Transport::Tcp);
    QVERIFY(plain.isFoundBySentinels());
    QVERIFY(!parsed("redis://a").isFoundBySentinels());

    const Endpoint encrypted = parsed("rediss-sentinel://a?master=m&sentinel-user=s"
                                      "&sentinel-password=%26&cacert=/ca.pem");
    QCOMPARE(encrypted.transport, Endpoint::Transport::Tls);
    QCOMPARE(encrypted.sentinels.user, QByteArray("s"));
    QCOMPARE(encrypted.sentinels.password, QByteArray("&"));
    QCOMPARE(encrypted.tls.caFile, QStringLiteral("/ca.pem"));

    const Endpoint found = plain.at({u"::2"_qs, 6380});
    QCOMPARE(found.display(), QStringLiteral("redis://me@[::2]:6380/2"));
    QVERIFY(!found.isFoundBySentinels());
}

void TestEndpoint::nodesOfAClusterAreListed()
{
    const Endpoint plain = parsed("redis+cluster://me:pw@a,b:7,[::1]/0");
    QCOMPARE(
        plain.seeds, (std::vector<HostPort>{{u"a"_qs, 6379}, {u"b"_qs, 7}, {u"::1"_qs, 6379}}));
    QCOMPARE(plain.host, u"a"_qs);
    QCOMPARE(plain.port, quint16(6379));
    QCOMPARE(plain.user, QByteArray("me"));
    QCOMPARE(plain.password, QByteArray("pw"));
    QCOMPARE(plain.transport, Endpoint::Transport::Tcp);
    QVERIFY(plain.isOfCluster());
    QVERIFY(!plain.isFoundBySentinels());
    QVERIFY(!parsed("redis://a").isOfCluster());
    QVERIFY(parsed("REDIS+CLUSTER://a").isOfCluster());

    const Endpoint encrypted = parsed("rediss+cluster://a?map=b:1=c:2&cacert=/ca.pem");
    QCOMPARE(encrypted.transport, Endpoint::Transport::Tls);
    QCOMPARE(encrypted.tls.caFile, QStringLiteral("/ca.pem"));
    QCOMPARE(encrypted.reached({u"b"_qs, 1}), (HostPort{u"c"_qs, 2}));

    const Endpoint node = encrypted.at({u"c"_qs, 2});
    QCOMPARE(node.display(), QStringLiteral("rediss://c:2"));
    QVERIFY(!node.isOfCluster());
    QCOMPARE(node.map, encrypted.map); // it tells addresses as well
}

void TestEndpoint::addressesThatTheServersTellAreMapped()
{
    const Endpoint endpoint =
        parsed("redis-sentinel://a?master=m&map=10.0.0.5:6379=here:1,[::1]:2=[::2]:3");
    QCOMPARE(endpoint.map.size(), size_t(2));
    QCOMPARE(endpoint.reached({u"10.0.0.5"_qs, 6379}), (HostPort{u"here"_qs, 1}));
    QCOMPARE(endpoint.reached({u"::1"_qs, 2}), (HostPort{u"::2"_qs, 3}));
    QCOMPARE(endpoint.reached({u"10.0.0.5"_qs, 1}), (HostPort{u"10.0.0.5"_qs, 1}));
    QCOMPARE(endpoint.map[1].display(), QStringLiteral("[::1]:2=[::2]:3"));
    QVERIFY(endpoint.at({u"b"_qs, 1}).display() == u"redis://b:1");
}

void TestEndpoint::movedNamesTheKeysNode()
{
    const Endpoint asked = parsed("redis://asked:1");
    const auto owner = [&asked](
                           const char *words) { return movedTo(errorFromReply(words), asked); };
    QCOMPARE(owner("MOVED 3999 127.0.0.1:6381"), (HostPort{u"127.0.0.1"_qs, 6381}));
    QCOMPARE(owner("MOVED 3999 ::1:6381"), (HostPort{u"::1"_qs, 6381}));
    QCOMPARE(owner("MOVED 3999 :6381"), (HostPort{u"asked"_qs, 6381}));
    QVERIFY(!movedTo(errorFromReply("MOVED 3999 :6381"), parsed("unix:///s")));
    QVERIFY(!owner("MOVED 3999 ?:6381"));
    QVERIFY(!owner("MOVED 3999"));
    QVERIFY(!owner("MOVED"));
    QVERIFY(!owner("MOVED 3999 127.0.0.1:0"));
    QVERIFY(!owner("ASK 3999 127.0.0.1:6381"));
    QCOMPARE(parsed("unix://me:pw@/s?db=2").at({u"h"_qs, 7}), parsed("redis://me:pw@h:7/2"));
}

void TestEndpoint::badAddressesAreRefused_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("named"); // in the sentence
    const auto row = [](const char *name, const char *uri, const char *named) {
        QTest::newRow(name) << QString::fromUtf8(uri) << QString::fromUtf8(named);
    };
    row("empty", "", "redis://");
    row("no scheme", "localhost:6379", "redis://");
    row("no scheme, a password", "me:hunter2@localhost", "redis://");
    row("unknown scheme", "http://localhost", "redis://");
    row("scheme without slashes", "redis:localhost", "redis://");
    row("Sentinels without a name", "redis-sentinel://a,b", "master");
    row("an empty Sentinel", "redis-sentinel://a,,b?master=m", "host");
    row("Sentinels with a wrong parameter", "redis-sentinel://a?master=m&sni=x", "rediss-sentinel");
    row("Sentinels with an unknown parameter", "redis-sentinel://a?master=m&sentinel-pasword=x",
        "no parameter “sentinel-pasword”");
    row("a mapping of one side", "redis-sentinel://a?master=m&map=b:1", "HOST:PORT=HOST:PORT");
    row("a mapping without a port", "redis-sentinel://a?master=m&map=b:1=c", "HOST:PORT=HOST:PORT");
    row("no mapping", "redis-sentinel://a?master=m&map=", "HOST:PORT=HOST:PORT");
    row("a mapping without Sentinels", "redis://a?map=b:1=c:1", "redis://");
    row("a Sentinel's wrong port", "redis-sentinel://a:0?master=m", "port");
    row("a name without Sentinels", "redis://h?master=m", "redis://");
    row("several hosts of one server", "redis://a,b:7", "redis+cluster://");
    row("an empty node of a cluster", "redis+cluster://a,,b", "host");
    row("no node of a cluster", "redis+cluster://", "host");
    row("a node's wrong port", "redis+cluster://a:1,b:0", "port");
    row("a cluster with a wrong parameter", "redis+cluster://a?master=m", "a cluster takes map");
    row("a cluster with a parameter of TLS", "redis+cluster://a?sni=x", "rediss+cluster://");
    row("a cluster's mapping of one side", "redis+cluster://a?map=b:1", "HOST:PORT=HOST:PORT");
    row("empty host", "redis://", "host");
    row("empty host, a port", "redis://:6379", "host");
    row("empty host, a user", "redis://me:hunter2@", "host");
    row("port 0", "redis://h:0", "port");
    row("port 65536", "redis://h:65536", "port");
    row("port of letters", "redis://h:six", "port");
    row("negative port", "redis://h:-1", "port");
    row("port with a sign", "redis://h:+1", "port");
    row("huge port", "redis://h:99999999999999999999", "port");
    row("empty port", "redis://h:", "port");
    row("the host forgotten", "redis://me:hunter2", "port");
    row("database of letters", "redis://h/abc", "database");
    row("negative database", "redis://h/-1", "database");
    row("huge database", "redis://h/2147483648", "database");
    row("two path parts", "redis://h/1/2", "database");
    row("database of a socket", "unix:///s?db=x", "database");
    row("'%' at the end", "redis://:hunter2%@h", "password");
    row("'%' and one digit", "redis://:hunter2%4@h", "password");
    row("'%' and letters", "redis://:hunter2%zz@h", "password");
    row("'%' and a sign", "redis://:hunter2%+4@h", "password");
    row("'%' in the user", "redis://m%e:hunter2@h", "user");
    row("'%' in the path", "unix:///s%", "path");
    row("'/' in the password", "redis://me:hunter2/x@h", "'/'");
    row("'?' in the password", "redis://me:hunter2?x@h", "'?'");
    row("'#' in the password", "redis://me:hunter2#x@h", "'#'");
    row("fragment", "redis://h/0#part", "'#'");
    row("unknown parameter of TLS", "rediss://h?ca=/x", "parameter");
    row("unknown parameter of a socket", "unix:///s?cacert=/x", "parameter cacert");
    row("parameter of TCP", "redis://h?db=1", "redis://host/2");
    row("parameter of TLS for TCP", "redis://h?cacert=/x", "rediss://");
    row("parameter twice", "rediss://h?sni=a&sni=b", "twice");
    row("parameter without a value", "rediss://h?sni", "value");
    row("empty query", "rediss://h?", "parameter");
    row("key without a certificate", "rediss://h?key=/k", "cert");
    row("IPv6 without brackets", "redis://::1:6379", "brackets");
    row("bracket not closed", "redis://[::1", "']'");
    row("bracket and rubbish", "redis://[::1]x", "']'");
    row("IPv4 in brackets", "redis://[127.0.0.1]", "IPv6");
    row("control character in the host", "redis://a%0ab", "host");
    row("space in the host", "redis://a b", "host");
    row("relative socket path", "unix://run/redis.sock", "absolute");
    row("no socket path", "unix://", "absolute");
    row("'/' in the password of a socket", "unix://me:hunter2/x@/s", "absolute");
    row("control character in the path", "unix:///a%00b", "path");
}

void TestEndpoint::badAddressesAreRefused()
{
    QFETCH(QString, uri);
    QFETCH(QString, named);
    const auto endpoint = Endpoint::fromUri(uri);
    QVERIFY(!endpoint);
    QVERIFY(endpoint.error().code == ErrorCode::BadUri);
    const QString sentence = endpoint.error().detail;
    QVERIFY2(sentence.contains(named), qPrintable(sentence));
    QVERIFY2(sentence.endsWith(u'.'), qPrintable(sentence));
    QVERIFY2(!sentence.contains(QStringLiteral("hunter2")), qPrintable(sentence));
}

void TestEndpoint::displayHidesPasswordAndQuery()
{
    QCOMPARE(parsed("redis://me:hunter2@h/2").display(), QStringLiteral("redis://me@h:6379/2"));
    QCOMPARE(parsed("redis://:hunter2@h").display(), QStringLiteral("redis://h:6379"));
    QCOMPARE(parsed("rediss://[::1]:7?sni=a").display(), QStringLiteral("rediss://[::1]:7"));
    QCOMPARE(parsed("unix://:hunter2@/s?db=3").display(), QStringLiteral("unix:///s?db=3"));
    QCOMPARE(parsed("redis-sentinel://:hunter2@a,b?sentinel-password=hunter2&master=m").display(),
        QStringLiteral("redis-sentinel://a:26379,b:26379?master=m"));
    QCOMPARE(parsed("redis+cluster://:hunter2@a,b:7?map=c:1=d:1").display(),
        QStringLiteral("redis+cluster://a:6379,b:7"));
}

void TestEndpoint::displayCanBeReadBack()
{
    for (const char *uri :
        {"redis://m%40e@h:7/2", "rediss://[fe80::1%25eth0]:7", "unix:///a%20b%25",
            "rediss-sentinel://a:1,[::1]:2/3?master=a%26b", "rediss+cluster://u@a:1,[::1]:2"}) {
        const Endpoint endpoint = parsed(uri);
        QCOMPARE(parsed(endpoint.display().toUtf8().constData()), endpoint);
    }
}

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
