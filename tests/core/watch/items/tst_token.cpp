#include "core/watch/values/token.h"

#include <QDateTime>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(lockstep::TokenShape)

class TestToken : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheShape_data();
    void knowsTheShape();
    void tellsTheHolder_data();
    void tellsTheHolder();
    void aTimeThatIsNotAboutNowIsReadIntoRandomDigits();
    void noTimeIsReadIntoDigitsThatAreNoUniqid();
    void survivesAnyBytes();

private:
    // When the time-based tokens below were made.
    const WallTime summerOf2024 = timeFrom(1720321963, TimeUnit::Second);
};

void TestToken::knowsTheShape_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<TokenShape>("shape");

    const auto row = [](const char *name, const QByteArray &token, TokenShape shape) {
        QTest::newRow(name) << token << shape;
    };
    row("redis-py", "c5a8a0ee3c0e11ef8f2a0242ac110002", TokenShape::HexUuid1);
    row("Sentry", "0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa", TokenShape::HexUuid);
    row("node-redlock", "a60dfbb3ebf3d0e4c9ad31caa5ebfbe1", TokenShape::Hex32);
    row("php-lock", QByteArray(64, 'a'), TokenShape::Hex64);
    row("redlock-php", "668a07abb2c3d", TokenShape::Uniqid);
    row("13 other hex digits", "4b3d5ee7a0000", TokenShape::None);
    row("13 hex digits of years ago", "5f41d0a1b2c3d", TokenShape::None);
    row("redlock-rb", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", TokenShape::Uuid);
    row("redis-semaphore, one of several", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11_2",
        TokenShape::Uuid);
    row("BullMQ", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:17", TokenShape::UuidAndNumber);
    row("redsync", "9Jk0mQe7yVw1Xc3Zs5Rt8A==", TokenShape::Base64);
    row("python-redis-lock", "9Jk0mQe7yVw1Xc3Zs5Rt8AbC", TokenShape::Base64);
    row("redlock-py", "aZ09bY18cX27dW36eV45fU", TokenShape::Alphanumeric);
    row("redislock", "aZ09bY18-X27dW36_V45fU", TokenShape::Base64Url);
    row("Laravel", "aZ09bY18cX27dW36", TokenShape::Alphanumeric);
    row("16 random bytes", QByteArray::fromHex("00c1ff9e8a2b0d7f4410e3aa5c19f0d2"),
        TokenShape::Raw);
    row("random bytes without a control character",
        QByteArray::fromHex("f1c1ff9e8a2b3d7f4440e3aa5c49f0d2a1b2c3d4"), TokenShape::Raw);
    row("15 random bytes", QByteArray::fromHex("00c1ff9e8a2b0d7f4410e3aa5c19f0"), TokenShape::None);
    row("text in another script", QByteArray("\xe6\xad\xa3").repeated(8), TokenShape::None);
    row("rueidislock", QByteArray("\x01\x02\xff\xfe", 4).repeated(6), TokenShape::Raw);
    row("ShedLock", "ADDED:2026-11-21T01:00:00.123Z@web-1:6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11",
        TokenShape::ShedLock);
    row("DistributedLock", "WEB01_4242_0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa",
        TokenShape::MachineProcessGuid);
    row("phpredis", "web-1|4242", TokenShape::HostAndProcess);
    row("resque-scheduler", "web-1:4242", TokenShape::HostAndProcess);
    row("ASP.NET", "638990000000000000", TokenShape::Ticks);
    row("a time", "1795222800", TokenShape::EpochSeconds);
    row("a time in ms", "1795222800123", TokenShape::EpochMilliseconds);
    row("a number", "42", TokenShape::None);
    row("a word", "hello", TokenShape::None);
    row("JSON", R"({"id":42})", TokenShape::None);
    row("nothing", "", TokenShape::None);
}

void TestToken::knowsTheShape()
{
    QFETCH(const QByteArray, token);
    QFETCH(const TokenShape, shape);
    QCOMPARE(tokenShape(token, summerOf2024), shape);
}

void TestToken::tellsTheHolder_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("process");
    QTest::addColumn<QString>("thread");
    QTest::addColumn<QString>("since");

    const auto row = [](const char *name, const QByteArray &token, const char *host,
                         const char *process, const char *thread, const char *since) {
        QTest::newRow(name) << token << QString::fromLatin1(host) << QString::fromLatin1(process)
                            << QString::fromLatin1(thread) << QString::fromLatin1(since);
    };
    // From Python: uuid.UUID(hex).time and .node
    row("redis-py: time and MAC address", "c5a8a0ee3c0e11ef8f2a0242ac110002", "02:42:ac:11:00:02",
        "", "", "2024-07-07T03:12:41.514Z");
    row("redis-py with a random node", "c5a8a0ee3c0e11ef8f2a0342ac110002", "", "", "",
        "2024-07-07T03:12:41.514Z");
    row("warlock: the same in base64", "xaig7jwOEe+PKgJCrBEAAg==", "02:42:ac:11:00:02", "", "",
        "2024-07-07T03:12:41.514Z");
    row("redlock-php: seconds and microseconds in hex", "668a07abb2c3d", "", "", "",
        "2024-07-07T03:12:43.732Z");
    row("13 other hex digits tell nothing", "4b3d5ee7a0000", "", "", "", "");
    row("Redisson", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:42", "",
        "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "42", "");
    row("ShedLock", "ADDED:2026-11-21T01:00:00.123Z@web-1:6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11",
        "web-1", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "", "2026-11-21T01:00:00.123Z");
    row("ShedLock in nanoseconds, without a client", "ADDED:2026-11-21T01:00:00.123456789Z@web-1",
        "web-1", "", "", "2026-11-21T01:00:00.123Z");
    row("DistributedLock", "WEB_01_4242_0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa", "WEB_01", "4242", "",
        "");
    row("phpredis", "web-1|4242", "web-1", "4242", "", "");
    row("ASP.NET", "638990000000000000", "", "", "", "2025-11-17T18:13:20.000Z");
    row("a random token tells nothing", "a60dfbb3ebf3d0e4c9ad31caa5ebfbe1", "", "", "", "");
}

void TestToken::tellsTheHolder()
{
    QFETCH(const QByteArray, token);
    QFETCH(const QString, host);
    QFETCH(const QString, process);
    QFETCH(const QString, thread);
    QFETCH(const QString, since);
    const Holder holder = holderFromToken(token, TokenShape::None, summerOf2024);
    QCOMPARE(holder.token, token);
    QCOMPARE(holder.host, host);
    QCOMPARE(holder.process, process);
    QCOMPARE(holder.thread, thread);
    QString found;
    if (holder.since) {
        const auto ms =
            std::chrono::floor<std::chrono::milliseconds>(*holder.since).time_since_epoch().count();
        found = QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
    }
    QCOMPARE(found, since);
}

void TestToken::aTimeThatIsNotAboutNowIsReadIntoRandomDigits()
{
    const QByteArray token = "c5a8a0ee3c0e11ef8f2a0242ac110002";
    for (const auto &[now, shape] : {std::pair(summerOf2024, TokenShape::HexUuid1),
             std::pair(summerOf2024 + std::chrono::hours(24 * 365), TokenShape::HexUuid1),
             std::pair(summerOf2024 + std::chrono::hours(24 * 367), TokenShape::Hex32),
             std::pair(summerOf2024 - std::chrono::minutes(11), TokenShape::Hex32)}) {
        QCOMPARE(tokenShape(token, now), shape);
        QCOMPARE(holderFromToken(token, TokenShape::None, now).since.has_value(),
            shape == TokenShape::HexUuid1);
    }
}

// Not where the format is known, either.
void TestToken::noTimeIsReadIntoDigitsThatAreNoUniqid()
{
    for (const QByteArray token : {"4b3d5ee7a0000", "1795222800123", "668a07ab"})
        QVERIFY(!holderFromToken(token, TokenShape::Uniqid, summerOf2024).since);
    QVERIFY(holderFromToken("668a07abb2c3d", TokenShape::Uniqid, summerOf2024).since);
}

// Every prefix of every shape, every shape forced onto it, and noise.
void TestToken::survivesAnyBytes()
{
    QByteArrayList tokens{"c5a8a0ee3c0e11ef8f2a0242ac110002", "xaig7jwOEe+PKgJCrBEAAg==",
        "ADDED:2026-11-21T01:00:00.123Z@web-1:6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11",
        "WEB_01_4242_0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa", "ADDED:@",
        "___________________________________", ":", "|", "@:|_", QByteArray(10'000, '9'),
        QByteArray(300, '\xff'), QByteArray(32, '\0')};
    for (const QByteArray &token : tokens) {
        const auto survives = [](const QByteArray &bytes) {
            (void)tokenShape(bytes);
            for (int hint = 0; hint <= int(TokenShape::EpochMilliseconds); ++hint)
                QVERIFY(holderFromToken(bytes, TokenShape(hint)).token.size() <= Holder::mostToken);
        };
        survives(token);
        for (qsizetype length = 0; length <= std::min<qsizetype>(token.size(), 400); ++length)
            survives(token.first(length));
    }
}

QTEST_GUILESS_MAIN(TestToken)
#include "tst_token.moc"
