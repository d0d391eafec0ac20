#include "core/coordination/takeover/takeover.h"
#include "ui/watchtext/takeoverwords.h"

#include <QTest>

using namespace lockstep;

// What is said before and after a lock is released by hand.
class TestTakeoverWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void percentSignsOfOthersStayWhatTheyAre();
    void aHolderIsSaidOnce();
    void aTypeThatTheServerHasMadeUpIsNotRepeated();
    void whatIsOnlyPossiblyALockIsSaidFirst();
};

void TestTakeoverWords::percentSignsOfOthersStayWhatTheyAre()
{
    ReleaseLook look;
    look.verdict = ReleaseLook::Verdict::Lock;
    look.server.ofServer = {u"run_id:a"_qs};
    look.lock = StandingLock{"x%1y", std::chrono::seconds(5), 2, true};
    const QString warning = takeoverWarning({}, "lock:%1%2", look);
    QVERIFY2(warning.contains(u"x%1y"_qs), qPrintable(warning));
    QVERIFY2(warning.contains(u"lock:%1%2\n"_qs), qPrintable(warning));
    QVERIFY2(warning.contains(u"taken 2 times"_qs), qPrintable(warning));
    const QString notHeld = notHeldSentence("lock:%3", look.lock, "%2%1");
    for (const QString &part : {u"lock:%3"_qs, u"%2%1"_qs, u"x%1y"_qs})
        QVERIFY2(notHeld.contains(part), qPrintable(notHeld));
    QVERIFY(longTokenSentence("lock:%2", 256).contains(u"lock:%2"_qs));
}

void TestTakeoverWords::aHolderIsSaidOnce()
{
    const QByteArray process = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    ReleaseLook look;
    look.lock = StandingLock{process + ":42", std::chrono::seconds(5), 1, true};
    const QString warning = takeoverWarning({}, "lock:a", look);
    QVERIFY2(warning.contains(u"process 6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11, thread 42\n"_qs),
        qPrintable(warning));
    QCOMPARE(warning.count(QString::fromLatin1(process)), 1);
    // Whoever tries again needs its token.
    const QString notHeld = notHeldSentence("lock:a", look.lock, "another");
    QVERIFY2(
        notHeld.contains(u"held by another but by 6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:42."_qs),
        qPrintable(notHeld));

    // A token that tells more is said as well.
    look.lock->token = "ADDED:2026-11-20T10:00:00.000Z@web-17";
    const QString more = takeoverWarning({}, "lock:a", look);
    QVERIFY2(more.contains(u"host web-17, token ADDED:2026-11-20T10:00:00.000Z@web-17\n"_qs),
        qPrintable(more));

    look.lock->token = QByteArray(100, 'a') + 'X' + QByteArray(100, 'b');
    const QByteArray other = QByteArray(100, 'a') + 'Y' + QByteArray(100, 'b');
    const QString alike = notHeldSentence("lock:a", look.lock, other);
    QVERIFY2(alike.contains(u'X') && alike.contains(u'Y'), qPrintable(alike));
}

void TestTakeoverWords::aTypeThatTheServerHasMadeUpIsNotRepeated()
{
    const QString sentence = noLockSentence("lock:a", u"\x1b[2J evil"_qs);
    QVERIFY(!sentence.contains(u'\x1b'));
    QVERIFY(!sentence.contains(u"evil"_qs));
    QVERIFY(noLockSentence("online:users", u"zset"_qs).contains(u"a sorted set"_qs));
    QVERIFY(noLockSentence("lock:a", wrongtype::longString).contains(u"64 KiB"_qs));
}

void TestTakeoverWords::whatIsOnlyPossiblyALockIsSaidFirst()
{
    ReleaseLook look;
    look.verdict = ReleaseLook::Verdict::PossibleLock;
    look.lock = StandingLock{"42", {}, 1, false};
    const QString warning = takeoverWarning({}, "lock:a", look);
    QVERIFY(warning.startsWith(u"This may not be a lock"_qs));
    QVERIFY(warning.contains(u"may be a counter"_qs));
    QVERIFY(warning.contains(u"INFO"_qs)); // who the server is was not told
}

QTEST_GUILESS_MAIN(TestTakeoverWords)
#include "tst_takeoverwords.moc"
