// The metrics of the built program, scraped by what scrapes them in reality and by what should not.

#include "tests/e2e/commands/programrun.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <sys/socket.h>

#include <memory>
#include <vector>

using namespace lockstep;

namespace {

constexpr int patience = 60'000; // ms
const QByteArray openMetrics = "Accept: application/openmetrics-text;version=1.0.0\r\n";
const QByteArray scrape = "GET /metrics HTTP/1.1\r\nHost: x\r\n" + openMetrics + "\r\n";
// What breaks a text in which it is not escaped.
const QByteArray hostileLock = "lock:\xff\n\"\\{}";
const QByteArray token = "285475da-8aa8-4f5c-9d5b-000000000001";

struct Answer
{
    int status = 0; // 0: there is none
    QByteArray head;
    QByteArray body;
};

Answer answerIn(const QByteArray &received)
{
    const auto end = received.indexOf("\r\n\r\n");
    if (end < 0 || !received.startsWith("HTTP/1.")) // Prometheus says the version of the request
        return {};
    return {received.mid(9, 3).toInt(), received.left(end), received.mid(end + 4)};
}

// What came until the other side ended.
QByteArray readToTheEnd(QTcpSocket &socket)
{
    while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(patience)) {
    }
    return socket.readAll();
}

enum class After : quint8 { Listen, EndSending };

Answer ask(quint16 port, const QByteArray &request, After after = After::Listen,
    const QHostAddress &host = QHostAddress(QHostAddress::LocalHost))
{
    QTcpSocket socket;
    socket.connectToHost(host, port);
    if (!socket.waitForConnected(patience))
        return {};
    socket.write(request);
    if (after == After::EndSending
        && (!socket.flush() || ::shutdown(int(socket.socketDescriptor()), SHUT_WR) != 0))
        return {};
    return answerIn(readToTheEnd(socket));
}

// A port that nobody uses at this moment.
quint16 freePort()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost))
        qFatal("no port is free");
    return server.serverPort();
}

} // namespace

class tst_metrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aScrapeTellsWhatIsWatched();
    void theOlderTextIsGivenToWhoAsksForIt();
    void everythingElseIsRefused_data();
    void everythingElseIsRefused();
    void aHundredScrapersAreAnsweredAtOnce();
    void whoeverAsksTheJournalHasWhatWasDone();
    void whoEndsSendingIsAnswered();
    void whoSendsNothingIsDisconnected();
    void aServerThatIsAwayIsSaid();
    void nothingIsWrittenToTheServer();
    void aPortInUseIsASentenceAndStatusOne();
    void anAddressIsWhoCanAsk_data();
    void anAddressIsWhoCanAsk();
    void whatChoosesRowsIsRefusedWhereNothingIsPrinted_data();
    void whatChoosesRowsIsRefusedWhereNothingIsPrinted();
    void promtoolFindsNoFault();
    void prometheusReadsThem();

private:
    void start(const QString &address, const QStringList &more = {});
    void serve(const QStringList &more = {});
    // All keys have series of their own, also the hostile lock.
    void serveAllKeys(const QStringList &more = {});
    [[nodiscard]] QByteArray metrics() const { return ask(m_port, scrape).body; }
    [[nodiscard]] bool tells(const QByteArray &line) const
    {
        return ('\n' + metrics()).contains('\n' + line + '\n');
    }

    const QTemporaryDir m_folder;
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<QProcess> m_program;
    QByteArray m_said; // to standard error
    QString m_host;
    quint16 m_port = 0;
};

void tst_metrics::init()
{
    m_server = std::make_unique<TestServer>();
    m_server->run({"SET", "lock:order:1", token, "PX", "600000"});
    m_server->run({"SET", "LIMITS:LIMITER/u1/search/5/1/minute", "5", "EX", "600"});
    m_server->run({"SET", "page_view", "42"});
}

void tst_metrics::cleanup()
{
    if (m_program) {
        m_program->terminate();
        QVERIFY(m_program->waitForFinished(patience));
        QCOMPARE(m_program->exitStatus(), QProcess::NormalExit);
    }
    m_program.reset();
    m_server.reset();
}

// Until it has said where the metrics are.
void tst_metrics::start(const QString &address, const QStringList &more)
{
    m_program = std::make_unique<QProcess>();
    m_program->setProcessEnvironment(withoutDisplay());
    m_program->start(programPath(),
        QStringList{u"watch"_qs, u"--lang"_qs, u"en"_qs, u"--uri"_qs, uri(*m_server),
            u"--metrics"_qs, address}
            + more);
    m_said.clear();
    static const QRegularExpression where(u"Metrics are at http://([^\n]+):(\\d+)/metrics"_qs);
    const auto match = [&] {
        m_said += m_program->readAllStandardError();
        return where.match(QString::fromUtf8(m_said));
    };
    QTRY_VERIFY2(match().hasMatch(), m_said.constData());
    m_host = match().captured(1);
    m_port = match().captured(2).toUShort();
}

// Until all objects have been found.
void tst_metrics::serve(const QStringList &more)
{
    start(u"127.0.0.1:0"_qs, more);
    QTRY_VERIFY(tells("lockstep_complete{family=\"lock\"} 1"));
}

void tst_metrics::serveAllKeys(const QStringList &more)
{
    m_server->run({"SET", hostileLock, token, "PX", "600000"});
    QFile rules(m_folder.filePath(u"rules.json"_qs));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(R"({"rules":[{"glob":"*","metrics":true}]})");
    rules.close();
    serve(QStringList{u"--rules"_qs, rules.fileName()} + more);
}

void tst_metrics::aScrapeTellsWhatIsWatched()
{
    serve();
    const Answer answer = ask(m_port, scrape);
    QCOMPARE(answer.status, 200);
    QVERIFY2(answer.head.contains(
                 "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8"),
        answer.head.constData());
    QVERIFY(answer.head.contains("Content-Length: " + QByteArray::number(answer.body.size())));
    QVERIFY(answer.body.endsWith("\n# EOF\n"));
    QVERIFY(tells("lockstep_locks_held 1"));
    QVERIFY(tells("lockstep_buckets_exhausted 1"));
    QVERIFY(tells("lockstep_watch_mode{mode=\"push\"} 1"));
    m_server->run({"SET", "lock:order:2", token, "PX", "600000"});
    QTRY_VERIFY(tells("lockstep_locks_held 2"));
    m_server->run({"PEXPIRE", "lock:order:2", "900000"});
    QTRY_VERIFY(tells("lockstep_renewals_total 1"));
    QVERIFY(!metrics().contains("lock:order"));
    const Answer head = ask(m_port, "HEAD /metrics HTTP/1.0\r\n\r\n");
    QCOMPARE(head.status, 200);
    QCOMPARE(head.body, QByteArray());
    QCOMPARE(m_program->readAllStandardOutput(), QByteArray());
}

void tst_metrics::theOlderTextIsGivenToWhoAsksForIt()
{
    serve();
    const auto typeFor = [this](const QByteArray &accept) {
        const Answer answer =
            ask(m_port, "GET /metrics HTTP/1.1\r\nHost: x\r\nAccept: " + accept + "\r\n\r\n");
        const bool isOpen = answer.head.contains("application/openmetrics-text; version=1.0.0");
        // The type has to be that of the text.
        return isOpen == answer.body.endsWith("# EOF\n") ? (isOpen ? "open" : "older") : "mixed";
    };
    QCOMPARE(typeFor("text/plain;version=0.0.4;q=1,*/*;q=0.1"), "older");
    QCOMPARE(typeFor("*/*"), "older");
    QCOMPARE(typeFor(""), "older");
    QCOMPARE(typeFor("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5"),
        "open");
}

void tst_metrics::everythingElseIsRefused_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const QByteArray host = "\r\nHost: x\r\n\r\n";
    QTest::newRow("another path") << "GET / HTTP/1.1" + host << 404;
    QTest::newRow("a longer path") << "GET /metrics/x HTTP/1.1" + host << 404;
    QTest::newRow("a query") << "GET /metrics?x=1 HTTP/1.1" + host << 200;
    QTest::newRow("POST") << QByteArray("POST /metrics HTTP/1.1\r\nContent-Length: 3\r\n"
                                        "Host: x\r\n\r\nabc")
                          << 405;
    QTest::newRow("DELETE") << "DELETE /metrics HTTP/1.1" + host << 405;
    QTest::newRow("POST of megabytes")
        << "POST /metrics HTTP/1.1\r\nContent-Length: 8000000\r\nHost: x\r\n\r\n"
            + QByteArray(8'000'000, 'x')
        << 405;
    QTest::newRow("HTTP/2") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") << 505;
    QTest::newRow("lines that end in LF alone") << QByteArray("GET /metrics HTTP/1.0\n\n") << 200;
    QTest::newRow("a last line that ends in LF alone")
        << QByteArray("GET /metrics HTTP/1.1\r\nHost: x\r\n\n") << 200;
    QTest::newRow("no host") << QByteArray("GET /metrics HTTP/1.1\r\n\r\n") << 400;
    QTest::newRow("two hosts") << QByteArray("GET /metrics HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")
                               << 400;
    QTest::newRow("Redis") << QByteArray("PING\r\n") << 400;
    QTest::newRow("Redis' protocol") << QByteArray("*1\r\n$4\r\nPING\r\n") << 400;
    QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00\x01\x00", 7) << 400;
    QTest::newRow("zeros") << QByteArray(100'000, '\0') << 400;
    QTest::newRow("a huge path") << "GET /" + QByteArray(1'000'000, 'x') + " HTTP/1.1" + host
                                 << 431;
    QTest::newRow("a huge field") << "GET /metrics HTTP/1.1\r\nX: " + QByteArray(1'000'000, 'x')
            + host << 431;
}

void tst_metrics::everythingElseIsRefused()
{
    QFETCH(const QByteArray, request);
    QFETCH(const int, status);
    serve();
    const Answer answer = ask(m_port, request);
    QCOMPARE(answer.status, status);
    QCOMPARE(answer.head.contains("Allow: GET, HEAD"), status == 405);
    QVERIFY(tells("lockstep_locks_held 1"));
}

void tst_metrics::aHundredScrapersAreAnsweredAtOnce()
{
    serve();
    std::vector<std::unique_ptr<QTcpSocket>> sockets;
    for (int i = 0; i < 100; ++i) {
        sockets.push_back(std::make_unique<QTcpSocket>());
        sockets.back()->connectToHost(QHostAddress::LocalHost, m_port);
        QVERIFY(sockets.back()->waitForConnected(patience));
    }
    for (const auto &socket : sockets)
        socket->write(scrape);
    for (const auto &socket : sockets) {
        const Answer answer = answerIn(readToTheEnd(*socket));
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.body.endsWith("# EOF\n"));
    }
}

// A hundred at once, again and again, some that do not speak HTTP, and some that read nothing.
void tst_metrics::whoeverAsksTheJournalHasWhatWasDone()
{
    for (int i = 0; i < 2'000; ++i) // so that whoever reads nothing gets more than the kernel takes
        m_server->run({"SET", "lock:many:" + QByteArray::number(i), token, "PX", "600000"});
    serveAllKeys({u"--follow"_qs, u"--json"_qs, u"--filter"_qs, u"lock:driven:*"_qs});
    const auto connected = [this] {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(QHostAddress::LocalHost, m_port);
        return socket;
    };
    std::vector<std::unique_ptr<QTcpSocket>> slow;
    for (int i = 0; i < 10; ++i) {
        slow.push_back(connected());
        slow.back()->setReadBufferSize(16);
        slow.back()->write(scrape);
    }
    QByteArray told;
    QByteArrayList done;
    const auto drive = [&](const Command &command, const QByteArray &line) {
        done << line;
        m_server->run(command);
        QTRY_VERIFY_WITH_TIMEOUT(
            (told += m_program->readAllStandardOutput(), told.count('\n') >= done.size()),
            patience);
    };
    for (int round = 0; round < 5; ++round) {
        std::vector<std::unique_ptr<QTcpSocket>> many;
        for (int i = 0; i < 100; ++i) {
            many.push_back(connected());
            many.back()->write(i % 10 == 0 ? QByteArray("*1\r\n$4\r\nPING\r\n") : scrape);
        }
        const QByteArray key = "lock:driven:" + QByteArray::number(round % 3);
        const QByteArray owner = "an-owner-of-round-" + QByteArray::number(round);
        const QByteArray next = "the-next-owner-of-" + QByteArray::number(round);
        drive({"SET", key, owner, "PX", "600000"}, "acquired " + key + ' ' + owner);
        drive({"PEXPIRE", key, "900000"}, "renewed " + key + ' ' + owner);
        drive({"SET", key, next, "PX", "600000"}, "handedOver " + key + ' ' + next);
        drive({"DEL", key}, "released " + key + ' ' + next);
        for (int i = 0; i < 100; ++i)
            QCOMPARE(answerIn(readToTheEnd(*many[i])).status, i % 10 == 0 ? 400 : 200);
    }
    QVERIFY(tells("lockstep_gaps_total 0"));
    slow.clear();
    m_program->terminate();
    QVERIFY(m_program->waitForFinished(patience));
    told += m_program->readAllStandardOutput();
    m_program.reset();
    QByteArrayList lines;
    for (const QByteArray &text : told.trimmed().split('\n')) {
        const QJsonObject line = QJsonDocument::fromJson(text).object();
        lines << (line[u"event"].toString() + u' ' + line[u"key"].toString() + u' '
            + line[u"holder"].toString())
                     .toUtf8();
    }
    QCOMPARE(lines, done);
}

// As printf | nc -N does it.
void tst_metrics::whoEndsSendingIsAnswered()
{
    serve();
    for (int i = 0; i < 20; ++i)
        QCOMPARE(ask(m_port, scrape, After::EndSending).status, 200);
}

void tst_metrics::whoSendsNothingIsDisconnected()
{
    serve();
    QTcpSocket idle;
    idle.connectToHost(QHostAddress::LocalHost, m_port);
    QVERIFY(idle.waitForConnected(patience));
    QTcpSocket halfway;
    halfway.connectToHost(QHostAddress::LocalHost, m_port);
    QVERIFY(halfway.waitForConnected(patience));
    halfway.write("GET /metrics HTTP/1.1\r\n");
    QElapsedTimer time;
    time.start();
    QTRY_COMPARE_WITH_TIMEOUT(idle.state(), QAbstractSocket::UnconnectedState, patience);
    QTRY_COMPARE_WITH_TIMEOUT(halfway.state(), QAbstractSocket::UnconnectedState, patience);
    QVERIFY(time.elapsed() > 8'000); // a slow client has the time that is promised
    QVERIFY(tells("lockstep_locks_held 1"));
}

// Where no journal is printed, standard error is all that there is.
void tst_metrics::aServerThatIsAwayIsSaid()
{
    serve();
    m_server->kill9();
    QTRY_VERIFY(tells("lockstep_connected 0"));
    const QByteArray away = metrics();
    QVERIFY(!away.contains("lockstep_locks_held"));
    QVERIFY(away.contains("\nlockstep_commands_total "));
    m_server->restart();
    QTRY_VERIFY(tells("lockstep_connected 1"));
    QTRY_VERIFY(tells("lockstep_gaps_total 1"));
    QTRY_VERIFY(tells("lockstep_locks_held 0")); // what was in memory only is lost
    const QByteArray server = uri(*m_server).toUtf8();
    const auto said = [this] { return m_said += m_program->readAllStandardError(); };
    QTRY_VERIFY2(said().contains(server + " is watched again."), m_said);
    QVERIFY2(m_said.indexOf(server) < m_said.indexOf(server + " is watched again."), m_said);
    QCOMPARE(m_said.count(" is watched again."), 1);
}

void tst_metrics::nothingIsWrittenToTheServer()
{
    const auto changes = [this] {
        static const QRegularExpression count(u"rdb_changes_since_last_save:(\\d+)"_qs);
        return count.match(QString::fromUtf8(m_server->run({"INFO", "persistence"}).text))
            .captured(1);
    };
    const QString before = changes();
    QVERIFY(!before.isEmpty());
    serve();
    for (int i = 0; i < 20; ++i)
        QCOMPARE(ask(m_port, scrape).status, 200);
    QCOMPARE(changes(), before);
}

void tst_metrics::aPortInUseIsASentenceAndStatusOne()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const QString address = QStringLiteral("127.0.0.1:%1").arg(other.serverPort());
    const auto outcome = lockstepRun({u"watch"_qs, u"--lang"_qs, u"en"_qs, u"--uri"_qs,
        uri(*m_server), u"--metrics"_qs, address});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.err.trimmed(),
        QStringLiteral("lockstep: Metrics cannot be served at %1: another program uses that port.")
            .arg(address)
            .toUtf8());
    // An address that is not this machine's, from a range for documentation.
    const auto elsewhere = lockstepRun({u"watch"_qs, u"--lang"_qs, u"en"_qs, u"--uri"_qs,
        uri(*m_server), u"--metrics"_qs, u"192.0.2.1:9400"_qs});
    QCOMPARE(elsewhere.status, 1);
    QVERIFY2(elsewhere.err.contains("192.0.2.1:9400"), elsewhere.err.constData());
}

void tst_metrics::anAddressIsWhoCanAsk_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isWarned");
    QTest::newRow("a port alone") << u"0"_qs << u"127.0.0.1"_qs << false;
    QTest::newRow("localhost") << u"localhost:0"_qs << u"127.0.0.1"_qs << false;
    QTest::newRow("IPv6, this machine") << u"[::1]:0"_qs << u"[::1]"_qs << false;
    QTest::newRow("all machines") << u"0.0.0.0:0"_qs << u"0.0.0.0"_qs << true;
    QTest::newRow("IPv6, all machines") << u"[::]:0"_qs << u"[::]"_qs << true;
}

void tst_metrics::anAddressIsWhoCanAsk()
{
    QFETCH(const QString, address);
    QFETCH(const QString, host);
    QFETCH(const bool, isWarned);
    start(address);
    QCOMPARE(m_host, host);
    const QHostAddress reached(
        host.contains(u':') ? QHostAddress::LocalHostIPv6 : QHostAddress::LocalHost);
    QCOMPARE(ask(m_port, scrape, After::Listen, reached).status, 200);
    m_said += m_program->readAllStandardError();
    QCOMPARE(m_said.contains("Whoever reaches that address can read them"), isWarned);
}

void tst_metrics::whatChoosesRowsIsRefusedWhereNothingIsPrinted_data()
{
    QTest::addColumn<QStringList>("option");
    QTest::newRow("filter") << QStringList{u"--filter"_qs, u"lock:*"_qs};
    QTest::newRow("family") << QStringList{u"--family"_qs, u"lock"_qs};
    QTest::newRow("sort") << QStringList{u"--sort"_qs, u"key"_qs};
    QTest::newRow("top") << QStringList{u"--top"_qs, u"3"_qs};
}

void tst_metrics::whatChoosesRowsIsRefusedWhereNothingIsPrinted()
{
    QFETCH(const QStringList, option);
    const auto outcome = lockstepRun(QStringList{u"watch"_qs, u"--lang"_qs, u"en"_qs, u"--uri"_qs,
                                         uri(*m_server), u"--metrics"_qs, u"0"_qs}
        + option);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(option.first().toUtf8()), outcome.err.constData());
}

void tst_metrics::promtoolFindsNoFault()
{
    serveAllKeys();
    const Answer answer =
        ask(m_port, "GET /metrics HTTP/1.1\r\nHost: x\r\nAccept: text/plain\r\n\r\n");
    QVERIFY(answer.body.contains("lockstep_key_held{key=\"lock:\\\\xff"));
    QProcess promtool;
    promtool.setProcessChannelMode(QProcess::MergedChannels);
    promtool.start(u"promtool"_qs, {u"check"_qs, u"metrics"_qs});
    QVERIFY2(promtool.waitForStarted(patience), qPrintable(promtool.errorString()));
    promtool.write(answer.body);
    promtool.closeWriteChannel();
    QVERIFY(promtool.waitForFinished(patience));
    const QByteArray words = promtool.readAll();
    QVERIFY2(promtool.exitCode() == 0, words.constData());
    QCOMPARE(words, QByteArray());
}

void tst_metrics::prometheusReadsThem()
{
    serveAllKeys();
    QFile config(m_folder.filePath(u"prometheus.yml"_qs));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: lockstep\n"
                 "    static_configs:\n      - targets: ['127.0.0.1:"
        + QByteArray::number(m_port) + "']\n");
    config.close();
    const quint16 port = freePort();
    QProcess prometheus;
    prometheus.setProcessChannelMode(QProcess::MergedChannels);
    prometheus.start(u"prometheus"_qs,
        {u"--config.file="_qs + config.fileName(),
            u"--storage.tsdb.path="_qs + m_folder.filePath(u"data"_qs),
            u"--web.listen-address=127.0.0.1:%1"_qs.arg(port)});
    QVERIFY2(prometheus.waitForStarted(patience), qPrintable(prometheus.errorString()));
    // The only series that the query finds.
    const auto found = [port](const QString &query) {
        const Answer answer = ask(port,
            "GET /api/v1/query?query=" + QUrl::toPercentEncoding(query)
                + " HTTP/1.0\r\nHost: x\r\n\r\n");
        const auto from = answer.body.indexOf('{');
        const QJsonArray result =
            QJsonDocument::fromJson(answer.body.mid(std::max(from, qsizetype(0))))
                .object()[u"data"][u"result"]
                .toArray();
        return result.size() == 1 ? result[0].toObject() : QJsonObject();
    };
    const auto valueOf = [&](const QString &query) { return found(query)[u"value"][1].toString(); };
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(u"lockstep_locks_held"_qs), u"2"_qs, patience);
    QCOMPARE(valueOf(u"count(lockstep_key_ttl_seconds)"_qs), u"3"_qs);
    const QJsonObject hostile = found(u"lockstep_key_held{key_base64!=\"\"}"_qs);
    QCOMPARE(hostile[u"value"][1].toString(), u"1"_qs);
    QCOMPARE(
        QByteArray::fromBase64(hostile[u"metric"][u"key_base64"].toString().toUtf8()), hostileLock);
    QCOMPARE(valueOf(u"up"_qs), u"1"_qs);
    QCOMPARE(valueOf(u"lockstep_gaps_total"_qs), u"0"_qs);
    m_server->run({"SET", "lock:order:2", token, "PX", "600000"});
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(u"lockstep_locks_held"_qs), u"3"_qs, patience);
    prometheus.terminate();
    QVERIFY(prometheus.waitForFinished(patience));
}

QTEST_GUILESS_MAIN(tst_metrics)
#include "tst_metrics.moc"
