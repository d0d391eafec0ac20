#include "core/watch/discovery/negativecache.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// When a key that was nothing is worth another look.
class TestNegativeCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeyIsLookedAtAtOnceAFewTimesAndThenLessAndLess()
    {
        for (const Milliseconds pause : {0ms, 0ms, 0ms, 250ms, 2'000ms, 10'000ms, 10'000ms}) {
            m_cache.add("k", m_now);
            QCOMPARE(m_cache.isRecent("k", m_now), pause > 0ms);
            QVERIFY(pause == 0ms || m_cache.isRecent("k", m_now + pause - 1ms));
            m_now += pause;
            QVERIFY(!m_cache.isRecent("k", m_now));
        }
    }

    void whatIsGoneIsSoonLookedAtAgain()
    {
        for (int i = 0; i < 10; ++i)
            m_cache.add("k", m_now);
        QVERIFY(m_cache.isRecent("k", m_now + 9s));
        m_cache.noteGone("k", m_now);
        QVERIFY(m_cache.isRecent("k", m_now + 249ms));
        QVERIFY(!m_cache.isRecent("k", m_now + 250ms));
        m_cache.add("k", m_now);
        QVERIFY(m_cache.isRecent("k", m_now + 1'999ms));
    }

    void whatIsGoneAndWasHardlyLookedAtIsLookedAtAtOnce()
    {
        m_cache.add("k", m_now);
        m_cache.noteGone("k", m_now);
        QVERIFY(!m_cache.isRecent("k", m_now));
        m_cache.noteGone("other", m_now);
        QVERIFY(!m_cache.contains("other"));
    }

private:
    NegativeCache m_cache;
    Instant m_now = Instant() + 1000h;

private Q_SLOTS:
    void init() { m_cache.clear(); }
};

QTEST_GUILESS_MAIN(TestNegativeCache)
#include "tst_negativecache.moc"
