#include "core/redis/transport/socketstream.h"

#include "tests/support/patience.h"

#include <QLocalSocket>
#include <QSignalSpy>
#include <QTest>

#include <sys/socket.h>

using namespace lockstep;

class TestSocketStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void bytesGoOutInOrderWhateverTheSystemTakes();
    void readableIsToldAsLongAsSomethingIsLeft();
    void peekingTakesNothing();
    void theLastWordsComeBeforeTheEnd();
    void writingToAGonePeerIsNoError();
    void nothingIsToldAfterClose();

private:
    QByteArray readAll();

    std::unique_ptr<QLocalSocket> m_peer;
    std::unique_ptr<SocketStream> m_stream;
};

void TestSocketStream::init()
{
    int ends[2];
    QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    m_stream = std::make_unique<SocketStream>();
    m_stream->open(ends[0]);
    m_peer = std::make_unique<QLocalSocket>();
    QVERIFY(m_peer->setSocketDescriptor(ends[1]));
}

QByteArray TestSocketStream::readAll()
{
    QByteArray all;
    char bytes[100];
    while (const qint64 count = m_stream->read(bytes, sizeof bytes))
        all.append(bytes, count);
    return all;
}

void TestSocketStream::bytesGoOutInOrderWhateverTheSystemTakes()
{
    const QByteArray large = QByteArray(10'000'000, 'a') + 'b';
    m_stream->write(large);
    QVERIFY(m_stream->unwritten() > 0);
    QVERIFY(m_peer->waitForReadyRead()); // so there is room, of which nobody was told yet
    m_stream->write("c");
    QByteArray arrived = m_peer->readAll();
    connect(m_peer.get(), &QLocalSocket::readyRead, this, [&] { arrived += m_peer->readAll(); });
    QTRY_COMPARE(arrived.size(), large.size() + 1);
    QVERIFY(arrived == large + "c");
    QCOMPARE(m_stream->unwritten(), 0);
}

void TestSocketStream::readableIsToldAsLongAsSomethingIsLeft()
{
    QByteArray arrived;
    connect(m_stream.get(), &SocketStream::readable, this, [&] {
        char one;
        arrived.append(&one, m_stream->read(&one, 1));
    });
    m_peer->write("abc");
    QTRY_COMPARE(arrived, "abc");
}

void TestSocketStream::peekingTakesNothing()
{
    QSignalSpy readable(m_stream.get(), &SocketStream::readable);
    QCOMPARE(m_stream->peek(2), "");
    m_peer->write("abc");
    QTRY_VERIFY(!readable.isEmpty());
    QCOMPARE(m_stream->peek(2), "ab");
    QCOMPARE(m_stream->peek(9), "abc");
    QCOMPARE(readAll(), "abc");
}

void TestSocketStream::theLastWordsComeBeforeTheEnd()
{
    QStringList told;
    connect(m_stream.get(), &SocketStream::readable, this, [&] {
        const QByteArray words = readAll();
        if (!words.isEmpty())
            told += QString::fromUtf8(words);
    });
    connect(m_stream.get(), &SocketStream::closed, this,
        [&](const QString &why) { told += QStringLiteral("end: ") + why; });
    m_peer->write("last words");
    m_peer->flush();
    m_peer->close();
    const QStringList expected{
        QStringLiteral("last words"), QStringLiteral("end: the server closed the connection")};
    QTRY_COMPARE(told, expected);
    QCOMPARE(readAll(), "");
    QTest::qWait(0);
    QCOMPARE(told, expected); // once
}

void TestSocketStream::writingToAGonePeerIsNoError()
{
    m_peer->abort();
    QTRY_COMPARE(m_peer->state(), QLocalSocket::UnconnectedState);
    QSignalSpy closed(m_stream.get(), &SocketStream::closed);
    connect(m_stream.get(), &SocketStream::readable, this, [this] { readAll(); });
    m_stream->write("to nobody");
    QCOMPARE(m_stream->unwritten(), 0);
    QTRY_COMPARE(closed.count(), 1);
}

void TestSocketStream::nothingIsToldAfterClose()
{
    QSignalSpy readable(m_stream.get(), &SocketStream::readable);
    QSignalSpy closed(m_stream.get(), &SocketStream::closed);
    connect(m_stream.get(), &SocketStream::readable, this, [this] {
        readAll();
        m_stream->close();
    });
    m_peer->write("abc");
    m_peer->flush();
    m_peer->close();
    QTRY_COMPARE(readable.count(), 1);
    QTest::qWait(0);
    QCOMPARE(readable.count(), 1);
    QCOMPARE(closed.count(), 0);
}

QTEST_GUILESS_MAIN(TestSocketStream)
#include "tst_socketstream.moc"
