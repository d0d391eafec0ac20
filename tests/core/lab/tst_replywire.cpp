#include "core/lab/wire/replytext.h"
#include "core/lab/wire/replywire.h"

#include <QTest>

#include <hiredis/hiredis.h>

using namespace lockstep;

class TestReplyWire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasEncodedIsDecoded_data();
    void whatWasEncodedIsDecoded();
    void whatIsNoReplyIsSaid_data();
    void whatIsNoReplyIsSaid();
};

void TestReplyWire::whatWasEncodedIsDecoded_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::newRow("number") << QByteArray(":-7\r\n");
    QTest::newRow("status") << QByteArray("+OK\r\n");
    QTest::newRow("error") << QByteArray("-ERR no\r\n");
    QTest::newRow("nothing") << QByteArray("$-1\r\n");
    QTest::newRow("bytes") << QByteArray("$4\r\na\r\nb\r\n");
    QTest::newRow("list") << QByteArray("*3\r\n:1\r\n*1\r\n$1\r\nx\r\n$-1\r\n");
}

void TestReplyWire::whatWasEncodedIsDecoded()
{
    QFETCH(const QByteArray, wire);
    const Result<ReplyPtr> reply = decodeReply(wire);
    QVERIFY(reply && *reply);
    QCOMPARE(encodeReply(**reply), wire);
}

void TestReplyWire::whatIsNoReplyIsSaid_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::newRow("nothing at all") << QByteArray();
    QTest::newRow("no type") << QByteArray("hello\r\n");
    QTest::newRow("half") << QByteArray("$5\r\nab");
    QTest::newRow("a list without its end") << QByteArray("*2\r\n:1\r\n");
    QTest::newRow("more than one") << QByteArray(":1\r\n:2\r\n");
}

void TestReplyWire::whatIsNoReplyIsSaid()
{
    QFETCH(const QByteArray, wire);
    const Result<ReplyPtr> reply = decodeReply(wire);
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, ErrorCode::ProtocolError);
    QVERIFY(!reply.error().detail.isEmpty());
    const std::string text = encodedReplyText(wire, {});
    QVERIFY2(text.starts_with("(unreadable: ") && text.ends_with(')'), text.c_str());
}

QTEST_GUILESS_MAIN(TestReplyWire)
#include "tst_replywire.moc"
