#include "core/redis/connection/replyreader.h"

#include <QFile>
#include <QTest>

#include <ctime>

#include <vector>

using namespace lockstep;

namespace {

constexpr qint64 noLimit = 1024LL * 1024 * 1024;

Reply text(Reply::Kind kind, const QByteArray &bytes)
{
    Reply reply;
    reply.kind = kind;
    reply.text = bytes;
    return reply;
}

Reply bulk(const QByteArray &bytes)
{
    return text(Reply::Kind::Bulk, bytes);
}

Reply integer(qint64 value)
{
    Reply reply;
    reply.kind = Reply::Kind::Integer;
    reply.integer = value;
    return reply;
}

Reply array(std::vector<Reply> elements)
{
    Reply reply;
    reply.kind = Reply::Kind::Array;
    reply.elements = std::move(elements);
    return reply;
}

struct Outcome
{
    std::vector<Reply> replies;
    std::optional<Error> error;
};

// Feeds in pieces and asks after each, as a connection does.
Outcome readInPieces(const QByteArray &bytes, qsizetype piece, qint64 limit = noLimit)
{
    ReplyReader reader(limit);
    Outcome outcome;
    for (qsizetype at = 0; at < bytes.size(); at += piece) {
        reader.feed(QByteArrayView(bytes).sliced(at, qMin(piece, bytes.size() - at)));
        while (true) {
            auto reply = reader.next();
            if (!reply)
                return {std::move(outcome.replies), reply.error()};
            if (!*reply)
                break;
            outcome.replies.push_back(std::move(**reply));
        }
    }
    return outcome;
}

QByteArray nested(int depth)
{
    return QByteArray("*1\r\n").repeated(depth) + ":1\r\n";
}

// Pages of memory in use, times 4 kB.
qint64 residentKilobytes()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly))
        qFatal("no /proc/self/statm");
    return statm.readAll().split(' ').at(1).toLongLong() * 4;
}

} // namespace

class TestReplyReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsRead_data();
    void everyKindIsRead();
    void piecesOfAnySizeGiveTheSameReplies();
    void nestedArraysAreReadAsDeepAsPromised();
    void rubbishIsAProtocolError_data();
    void rubbishIsAProtocolError();
    void announcedLengthsTakeNoMemory_data();
    void announcedLengthsTakeNoMemory();
    void anArrayOfTooManyElementsIsCut();
    void aReplyThatIsTooLargeEndsTheReading_data();
    void aReplyThatIsTooLargeEndsTheReading();
    void theLimitIsForEachReply();
    void afterAnErrorNothingMoreIsRead();
    void randomBytesNeverCrash();
    void timeGrowsWithTheBytesAndNotFaster_data();
    void timeGrowsWithTheBytesAndNotFaster();
};

void TestReplyReader::everyKindIsRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<Reply>("reply");
    QTest::newRow("status") << QByteArray("+OK\r\n") << text(Reply::Kind::Status, "OK");
    QTest::newRow("error") << QByteArray("-ERR no\r\n") << text(Reply::Kind::Error, "ERR no");
    QTest::newRow("integer") << QByteArray(":-42\r\n") << integer(-42);
    QTest::newRow("largest integer")
        << QByteArray(":9223372036854775807\r\n") << integer(std::numeric_limits<qint64>::max());
    QTest::newRow("bulk") << QByteArray("$5\r\na\r\nb\0\r\n", 11)
                          << bulk(QByteArray("a\r\nb\0", 5));
    QTest::newRow("empty bulk") << QByteArray("$0\r\n\r\n") << bulk("");
    QTest::newRow("nil bulk") << QByteArray("$-1\r\n") << Reply();
    QTest::newRow("nil array") << QByteArray("*-1\r\n") << Reply();
    QTest::newRow("empty array") << QByteArray("*0\r\n") << array({});
    QTest::newRow("array") << QByteArray("*3\r\n:1\r\n$-1\r\n+x\r\n")
                           << array({integer(1), Reply(), text(Reply::Kind::Status, "x")});
    QTest::newRow("arrays in an array") << QByteArray("*3\r\n*2\r\n:1\r\n:2\r\n*0\r\n*1\r\n-E\r\n")
                                        << array({array({integer(1), integer(2)}), array({}),
                                               array({text(Reply::Kind::Error, "E")})});
}

void TestReplyReader::everyKindIsRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(Reply, reply);
    for (const qsizetype piece : {bytes.size(), qsizetype(1)}) {
        const Outcome outcome = readInPieces(bytes + bytes, piece);
        QVERIFY(!outcome.error);
        QCOMPARE(outcome.replies.size(), 2u);
        QVERIFY(outcome.replies[0] == reply);
        QVERIFY(outcome.replies[1] == reply);
    }
}

void TestReplyReader::piecesOfAnySizeGiveTheSameReplies()
{
    QByteArray bytes;
    for (int i = 0; i < 300; ++i) {
        bytes += "*4\r\n$" + QByteArray::number(i * 17) + "\r\n" + QByteArray(i * 17, 'x')
            + "\r\n*2\r\n:" + QByteArray::number(i) + "\r\n$-1\r\n+status\r\n*1\r\n$3\r\na\r\n\r\n";
    }
    const Outcome whole = readInPieces(bytes, bytes.size());
    QVERIFY(!whole.error);
    QCOMPARE(whole.replies.size(), 300u);
    for (const qsizetype piece : {1, 2, 3, 7, 64, 1000, 16384}) {
        const Outcome pieces = readInPieces(bytes, piece);
        QVERIFY(!pieces.error);
        QVERIFY(pieces.replies == whole.replies);
    }
}

void TestReplyReader::nestedArraysAreReadAsDeepAsPromised()
{
    QVERIFY(!readInPieces(nested(8), 1).error);
    QCOMPARE(readInPieces(nested(8), 1).replies.size(), 1u);
    for (const int depth : {9, 10, 100'000}) {
        const Outcome outcome = readInPieces(nested(depth), 64);
        QVERIFY(outcome.error);
        QVERIFY(outcome.error->code == ErrorCode::ProtocolError);
    }
}

void TestReplyReader::rubbishIsAProtocolError_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const QByteArray &bytes) {
        QTest::newRow(name) << bytes;
    };
    row("HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n");
    row("a TLS alert", QByteArray::fromHex("15030100020246"));
    row("zeros", QByteArray(100, '\0'));
    row("negative bulk", "$-2\r\n");
    row("negative array", "*-2\r\n");
    row("bulk length of letters", "$abc\r\n");
    row("array length of letters", "*abc\r\n");
    row("no bulk length", "$\r\n");
    row("bulk length past 64 bits", "$99999999999999999999\r\n");
    row("array length past 64 bits", "*99999999999999999999\r\n");
    row("array length past 31 bits", "*2147483648\r\n");
    row("integer of letters", ":abc\r\n");
    row("integer past 64 bits", ":9223372036854775808\r\n");
    row("no integer", ":\r\n");
    row("rubbish in an array", "*2\r\n:1\r\nrubbish\r\n");
}

void TestReplyReader::rubbishIsAProtocolError()
{
    QFETCH(QByteArray, bytes);
    for (const qsizetype piece : {bytes.size(), qsizetype(1)}) {
        const Outcome outcome = readInPieces(bytes, piece);
        QVERIFY(outcome.error);
        QVERIFY(outcome.error->code == ErrorCode::ProtocolError);
        QVERIFY(!outcome.error->detail.isEmpty());
        QVERIFY(outcome.replies.empty());
    }
}

void TestReplyReader::announcedLengthsTakeNoMemory_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("array of 2^31-1") << QByteArray("*2147483647\r\n");
    QTest::newRow("arrays of 2^31-1 in each other") << QByteArray("*2147483647\r\n").repeated(8);
    QTest::newRow("an array of arrays of 2^20")
        << "*1000\r\n" + QByteArray("*1048576\r\n").repeated(1);
    QTest::newRow("bulk of 1 GB less a little") << QByteArray("$1073000000\r\nx");
}

void TestReplyReader::announcedLengthsTakeNoMemory()
{
    QFETCH(QByteArray, bytes);
    const qint64 before = residentKilobytes();
    ReplyReader reader(noLimit);
    reader.feed(bytes);
    const auto reply = reader.next();
    QVERIFY(!reply || !*reply);
    QVERIFY(residentKilobytes() - before < 4096);
}

// A limit of some bytes is one of elements too, for each takes memory.
void TestReplyReader::anArrayOfTooManyElementsIsCut()
{
    constexpr qint64 limit = 64'000;
    const QByteArray many = "*4000\r\n" + QByteArray(":1\r\n").repeated(4000);
    const QByteArray bytes = "*3\r\n$1\r\na\r\n" + many + "*1\r\n:2\r\n" + "*1\r\n+b\r\n";
    for (const qsizetype piece : {ReplyReader::chunk, qsizetype(7)}) {
        const Outcome outcome = readInPieces(bytes, piece, limit);
        QVERIFY(!outcome.error);
        QCOMPARE(outcome.replies.size(), 2u);
        const Reply &cut = outcome.replies[0];
        QVERIFY(cut.isCut);
        QCOMPARE(cut.elements.size(), 2u);
        QVERIFY(!cut.elements[0].isCut);
        QVERIFY(cut.elements[1].isCut);
        const auto kept = qint64(cut.elements[1].elements.size());
        QVERIFY(kept > 100 && kept * qint64(sizeof(Reply)) < limit);
        QVERIFY(outcome.replies[1] == array({text(Reply::Kind::Status, "b")}));
    }
}

void TestReplyReader::aReplyThatIsTooLargeEndsTheReading_data()
{
    QTest::addColumn<QByteArray>("bytes");
    constexpr int mega = 1024 * 1024;
    QTest::newRow("a bulk is announced") << QByteArray("$8589934592\r\n");
    QTest::newRow("a bulk of 2^63-1 is announced") << QByteArray("$9223372036854775807\r\n");
    QTest::newRow("a bulk just too large") << "$" + QByteArray::number(mega) + "\r\n";
    QTest::newRow("a line without an end") << "+" + QByteArray(2 * mega, 'x');
    QTest::newRow("a line of newlines") << "+" + QByteArray(2 * mega, '\n');
    QTest::newRow("a length without an end") << "$" + QByteArray(2 * mega, '1');
    QTest::newRow("many elements of few bytes")
        << "*10000000\r\n" + QByteArray(":1\r\n").repeated(mega / 3);
    QTest::newRow("few elements of many bytes")
        << "*100\r\n" + QByteArray("$100000\r\n" + QByteArray(100'000, 'x') + "\r\n").repeated(12);
    QTest::newRow("arrays of empty arrays")
        << "*10000000\r\n" + QByteArray("*1\r\n*0\r\n").repeated(mega / 3);
}

void TestReplyReader::aReplyThatIsTooLargeEndsTheReading()
{
    QFETCH(QByteArray, bytes);
    constexpr qint64 limit = 1024 * 1024;
    for (const qsizetype piece : {ReplyReader::chunk, qsizetype(100)}) {
        const Outcome outcome = readInPieces(bytes, piece, limit);
        QVERIFY(outcome.error);
        QVERIFY(outcome.error->code == ErrorCode::ReplyTooLarge);
        QVERIFY(outcome.replies.empty());
    }
}

void TestReplyReader::theLimitIsForEachReply()
{
    const QByteArray one = "$1000\r\n" + QByteArray(1000, 'x') + "\r\n";
    const Outcome fits = readInPieces(one.repeated(500), 1500, one.size());
    QVERIFY(!fits.error);
    QCOMPARE(fits.replies.size(), 500u);
    const Outcome tooLarge = readInPieces(one, 1500, one.size() - 1);
    QVERIFY(tooLarge.error);
    QVERIFY(tooLarge.error->code == ErrorCode::ReplyTooLarge);
}

void TestReplyReader::afterAnErrorNothingMoreIsRead()
{
    ReplyReader reader(noLimit);
    reader.feed("rubbish\r\n");
    QVERIFY(!reader.next());
    reader.feed("+OK\r\n");
    QVERIFY(!reader.next());
}

void TestReplyReader::randomBytesNeverCrash()
{
    const QByteArray alphabet = "+-:$*0123456789\r\n\r\n-1ab\x15\x03";
    quint32 seed = 12345;
    for (int round = 0; round < 3000; ++round) {
        QByteArray bytes;
        for (int i = 0; i < 200; ++i) {
            seed = seed * 1664525 + 1013904223;
            bytes += alphabet[qsizetype(seed >> 16) % alphabet.size()];
        }
        const Outcome whole = readInPieces(bytes, bytes.size(), 100'000);
        const Outcome pieces = readInPieces(bytes, 1, 100'000);
        QVERIFY2(whole.replies == pieces.replies, qPrintable(QString::number(round)));
        QCOMPARE(whole.error.has_value(), pieces.error.has_value());
    }
}

void TestReplyReader::timeGrowsWithTheBytesAndNotFaster_data()
{
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<QByteArray>("head"); // %1: the number of units
    QTest::addColumn<qsizetype>("piece");
    const QByteArray element = "$24\r\n" + QByteArray(24, 'x') + "\r\n";
    QTest::newRow("arrays of 1000 elements")
        << "*1000\r\n" + element.repeated(1000) << QByteArray() << ReplyReader::chunk;
    QTest::newRow("small replies in large reads")
        << element.repeated(1000) << QByteArray() << ReplyReader::chunk;
    QTest::newRow("one bulk in large reads")
        << QByteArray(30'000, 'x') << QByteArray("$") << ReplyReader::chunk;
    QTest::newRow("one bulk in small reads")
        << QByteArray(30'000, 'x') << QByteArray("$") << qsizetype(100);
    QTest::newRow("one line in small reads")
        << QByteArray(30'000, 'x') << QByteArray("+") << qsizetype(100);
}

// Of this thread on a processor, in ns: what else the machine does makes no difference.
static qint64 ownTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// Replies are dropped as they are read: to keep ten times as many takes pages of memory from the
// system, whose price is no concern of the reader's.
static void readAndDrop(const QByteArray &bytes, qsizetype piece)
{
    ReplyReader reader(noLimit);
    qsizetype replies = 0;
    for (qsizetype at = 0; at < bytes.size(); at += piece) {
        reader.feed(QByteArrayView(bytes).sliced(at, qMin(piece, bytes.size() - at)));
        while (true) {
            const auto reply = reader.next();
            if (!reply)
                qFatal("%s", qPrintable(reply.error().detail));
            if (!*reply)
                break;
            ++replies;
        }
    }
    if (replies == 0)
        qFatal("nothing was read");
}

// 9 MB against 0.9 MB: ten times the work, a hundred times if something is a square.
void TestReplyReader::timeGrowsWithTheBytesAndNotFaster()
{
    QFETCH(QByteArray, unit);
    QFETCH(QByteArray, head);
    QFETCH(qsizetype, piece);
    const auto best = [&](int units) {
        QByteArray bytes = unit.repeated(units);
        if (head == "$")
            bytes = head + QByteArray::number(bytes.size()) + "\r\n" + bytes + "\r\n";
        else if (!head.isEmpty())
            bytes = head + bytes + "\r\n";
        qint64 shortest = std::numeric_limits<qint64>::max();
        for (int run = 0; run < 5; ++run) {
            const qint64 begun = ownTime();
            readAndDrop(bytes, piece);
            shortest = qMin(shortest, ownTime() - begun);
        }
        return double(shortest) / 1e6;
    };
    const double small = best(30);
    const double large = best(300);
    qInfo("0.9 MB in %.1f ms, 9 MB in %.1f ms", small, large);
    QVERIFY(large < 40 * small + 20);
}

QTEST_GUILESS_MAIN(TestReplyReader)
#include "tst_replyreader.moc"
