#include "core/watch/values/hyperloglog.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

// Values made by hand; agreement with PFCOUNT is tested on a server (tst_catalogueserver).
class TestHyperLogLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyOneCountsNothing();
    void aCachedCardinalityIsBelieved();
    void oneRegisterCountsOne();
    void denseAndSparseAgree();
    void brokenOnesAreRefused_data();
    void brokenOnesAreRefused();

private:
    static QByteArray header(char encoding, bool isStale)
    {
        return QByteArray("HYLL") + encoding + QByteArray(3, '\0') + QByteArray(7, '\0')
            + (isStale ? '\x80' : '\0');
    }
};

void TestHyperLogLog::anEmptyOneCountsNothing()
{
    QCOMPARE(hyperLogLogEstimate(header(1, true) + QByteArray("\x7f\xff", 2)), quint64(0));
    QCOMPARE(hyperLogLogEstimate(header(0, true) + QByteArray(12288, '\0')), quint64(0));
}

void TestHyperLogLog::aCachedCardinalityIsBelieved()
{
    QByteArray value = header(1, false) + QByteArray("\x7f\xff", 2);
    value[8] = 0x39;
    value[9] = 0x05;
    QCOMPARE(hyperLogLogEstimate(value), quint64(1337));
}

void TestHyperLogLog::oneRegisterCountsOne()
{
    // 16383 zeros and one register of value 1
    QCOMPARE(hyperLogLogEstimate(header(1, true) + QByteArray("\x7f\xfe\x80", 3)), quint64(1));
}

void TestHyperLogLog::denseAndSparseAgree()
{
    // 4096 registers of 5 (1024 runs of 4), then 12288 zeros
    QByteArray sparse = header(1, true);
    for (int i = 0; i < 1024; ++i)
        sparse += char(0x80 | (4 << 2) | 3);
    sparse += QByteArray("\x6f\xff", 2); // 0x2fff + 1 = 12288
    QByteArray dense = header(0, true) + QByteArray(12288, '\0');
    for (int i = 0; i < 4096; ++i) {
        const int bit = i * 6;
        const int value = 5 << (bit % 8);
        dense[16 + bit / 8] = char(dense[16 + bit / 8] | value);
        dense[16 + bit / 8 + 1] = char(dense[16 + bit / 8 + 1] | value >> 8);
    }
    QVERIFY(hyperLogLogEstimate(sparse));
    QCOMPARE(hyperLogLogEstimate(sparse), hyperLogLogEstimate(dense));
    QVERIFY(std::abs(double(*hyperLogLogEstimate(sparse)) - 4700) < 400);
}

void TestHyperLogLog::brokenOnesAreRefused_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("only the magic") << QByteArray("HYLL");
    QTest::newRow("text") << QByteArray("HYLLO, this is not a sketch");
    QTest::newRow("unknown encoding") << header(2, true) + QByteArray("\x7f\xff", 2);
    QTest::newRow("dense and cut") << header(0, true) + QByteArray(100, '\0');
    QTest::newRow("sparse and cut") << header(1, true) + QByteArray("\x7f", 1);
    QTest::newRow("too few registers") << header(1, true) + QByteArray("\x3f", 1);
    QTest::newRow("too many registers") << header(1, true) + QByteArray("\x7f\xff\x00", 3);
}

void TestHyperLogLog::brokenOnesAreRefused()
{
    QFETCH(const QByteArray, value);
    QVERIFY(!hyperLogLogEstimate(value));
}

QTEST_GUILESS_MAIN(TestHyperLogLog)
#include "tst_hyperloglog.moc"
