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
    void aTypeThatTheServerHasMadeUpIsNotRepeated();
    void whatIsOnlyPossiblyALockIsSaidFirst();
};

void TestTakeoverWords::percentSignsOfOthersStayWhatTheyAre()
{
    ReleaseLook look;
    look.verdict = ReleaseLook::Verdict::Lock;
    look.server.ofServer = {u"run_id:a"_qs};
    look.lock = StandingLock{"x%1y", std::chrono::seconds(5), 2, true};
    const QString warning = takeoverWarning("lock:%1%2", look);
    QVERIFY2(warning.contains(u"x%1y"_qs), qPrintable(warning));
    QVERIFY2(warning.contains(u"lock:%1%2\n"_qs), qPrintable(warning));
    QVERIFY2(warning.contains(u"taken 2 times"_qs), qPrintable(warning));
    const QString notHeld = notHeldSentence("lock:%3", look.lock, "%2%1");
    for (const QString &part : {u"lock:%3"_qs, u"%2%1"_qs, u"x%1y"_qs})
        QVERIFY2(notHeld.contains(part), qPrintable(notHeld));
    QVERIFY(longTokenSentence("lock:%2", 256).contains(u"lock:%2"_qs));
}

void TestTakeoverWords::aTypeThatTheServerHasMadeUpIsNotRepeated()
{
    const QString sentence = noLockSentence("lock:a", u"\x1b[2J evil"_qs);
    QVERIFY(!sentence.contains(u'\x1b'));
    QVERIFY(!sentence.contains(u"evil"_qs));
    QVERIFY(noLockSentence("online:users", u"zset"_qs).contains(u"a sorted set"_qs));
    QVERIFY(noLockSentence("lock:a", unfit::longString).contains(u"64 KiB"_qs));
}

void TestTakeoverWords::whatIsOnlyPossiblyALockIsSaidFirst()
{
    ReleaseLook look;
    look.verdict = ReleaseLook::Verdict::PossibleLock;
    look.lock = StandingLock{"42", {}, 1, false};
    const QString warning = takeoverWarning("lock:a", look);
    QVERIFY(warning.startsWith(u"This may not be a lock"_qs));
    QVERIFY(warning.contains(u"may be a counter"_qs));
    QVERIFY(warning.contains(u"INFO"_qs)); // who the server is was not told
}

QTEST_GUILESS_MAIN(TestTakeoverWords)
#include "tst_takeoverwords.moc"
