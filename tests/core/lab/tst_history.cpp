#include "core/lab/history/forgetrounds.h"
#include "core/lab/history/roundrecords.h"

#include <QTest>

using namespace lockstep;

class TestHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEmptyTextIsNumberZero();
    void equalTextsHaveOneNumber();
    void textsAreAnyBytes();
    void textsThatWereNeverAddedAreNotFound();
    void aHundredThousandTextsKeepTheirNumbers();
    void aMillionOperationsTakeLessThanAHundredBytesEach();
    void aHistoryThatForgetsStillKnowsWhichKeysWereRead();
};

void TestHistory::theEmptyTextIsNumberZero()
{
    InternedTexts texts;
    QCOMPARE(texts.size(), 1U);
    QCOMPARE(texts.add(""), 0U);
    QCOMPARE(texts.find(""), 0U);
    QVERIFY(texts[0].isEmpty());
}

void TestHistory::equalTextsHaveOneNumber()
{
    InternedTexts texts;
    const quint32 ok = texts.add("OK");
    const quint32 get = texts.add("GET stock");
    QVERIFY(ok != get);
    QCOMPARE(texts.add(QByteArray("OK")), ok);
    QCOMPARE(texts.add(QByteArray("GET stock")), get);
    QCOMPARE(texts[get], "GET stock");
    QCOMPARE(texts.size(), 3U);
}

void TestHistory::textsAreAnyBytes()
{
    InternedTexts texts;
    const QByteArray one("a\0b", 3);
    const QByteArray other("a\0c", 3);
    const QByteArray longer("a\0b\0", 4);
    const quint32 number = texts.add(one);
    QVERIFY(texts.add(other) != number);
    QVERIFY(texts.add(longer) != number);
    QCOMPARE(texts[number], one);
    QCOMPARE(texts[texts.add(longer)], longer);
}

void TestHistory::textsThatWereNeverAddedAreNotFound()
{
    InternedTexts texts;
    texts.add("lock");
    QCOMPARE(texts.find("lock"), 1U);
    QCOMPARE(texts.find("loc"), none);
    QCOMPARE(texts.find("stock"), none);
    QCOMPARE(texts.size(), 2U);
}

void TestHistory::aHundredThousandTextsKeepTheirNumbers()
{
    InternedTexts texts;
    for (quint32 i = 1; i <= 100'000; ++i)
        QCOMPARE(texts.add("SET lock A-" + QByteArray::number(i)), i);
    for (quint32 i = 1; i <= 100'000; ++i) {
        const QByteArray text = "SET lock A-" + QByteArray::number(i);
        QCOMPARE(texts[i], text);
        QCOMPARE(texts.add(text), i);
        QCOMPARE(texts.find(text), i);
    }
}

void TestHistory::aMillionOperationsTakeLessThanAHundredBytesEach()
{
    History history;
    for (int i = 0; i < 1'000'000; ++i) {
        Operation operation;
        operation.command = history.texts.add("GET stock");
        operation.reply = history.texts.add(QByteArray::number(i % 1000));
        history.operations.push_back(operation);
    }
    QVERIFY2(history.memory() < 100'000'000, QByteArray::number(history.memory()));
    QVERIFY(history.memory() >= 40'000'000);
}

void TestHistory::aHistoryThatForgetsStillKnowsWhichKeysWereRead()
{
    History history;
    history.readKeys = {"stock"};
    history.unreadPatterns = {"hold:*"};
    history.rounds.resize(2);
    forgetRounds(history, {false, true});
    const RoundRecords records(history, 1);
    QVERIFY(records.wereKeysRead("stock"));
    QVERIFY(!records.wereKeysRead("hold:A-1"));
}

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
