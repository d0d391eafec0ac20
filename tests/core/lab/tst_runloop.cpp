#include "core/lab/freerun/net/runloop.h"

#include <QTest>

#include <condition_variable>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

// Wakes a loop that has fallen asleep for ever, so that the test ends.
class Rescue
{
public:
    explicit Rescue(RunLoop &loop)
        : m_thread([this, &loop] {
            std::unique_lock lock(m_lock);
            if (!m_over.wait_for(lock, 20s, [this] { return m_isOver; })) {
                m_wasNeeded = true;
                loop.stop();
            }
        })
    {
    }
    ~Rescue() { end(); }
    Q_DISABLE_COPY_MOVE(Rescue)

    bool wasNeeded()
    {
        end();
        return m_wasNeeded;
    }

private:
    void end()
    {
        {
            const std::lock_guard guard(m_lock);
            m_isOver = true;
        }
        m_over.notify_all();
        if (m_thread.joinable())
            m_thread.join();
    }

    std::mutex m_lock;
    std::condition_variable m_over;
    bool m_isOver = false;
    bool m_wasNeeded = false;
    std::thread m_thread;
};

} // namespace

class TestRunLoop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLimitThatIsOverAlreadyEndsTheServing();
    void anAlarmThatIsDueAlreadyEndsTheServing();
    void alarmsRingInTheirOrder();
    void isStoppedFromAnotherThread();
};

// As when the machine did something else between the asking and the waiting.
void TestRunLoop::aLimitThatIsOverAlreadyEndsTheServing()
{
    RunLoop loop;
    Rescue rescue(loop);
    QVERIFY(!loop.serve([] { return false; }, 0ms));
    QVERIFY(!rescue.wasNeeded());
}

void TestRunLoop::anAlarmThatIsDueAlreadyEndsTheServing()
{
    RunLoop loop;
    Rescue rescue(loop);
    bool rang = false;
    loop.setAlarm(loop.now(), [&] { rang = true; });
    QVERIFY(loop.serve([&] { return rang; }, 1h));
    QVERIFY(!rescue.wasNeeded());
}

void TestRunLoop::alarmsRingInTheirOrder()
{
    RunLoop loop;
    const Moment now = loop.now();
    QList<int> rung;
    loop.setAlarm(now + 3'000'000, [&] { rung << 3; });
    loop.setAlarm(now + 1'000'000, [&] {
        rung << 1;
        loop.setAlarm(now + 2'000'000, [&] { rung << 2; });
    });
    const auto cancelled = loop.setAlarm(now + 2'500'000, [&] { rung << 9; });
    loop.cancel(cancelled);
    QVERIFY(loop.serve([&] { return rung.size() == 3; }, 20s));
    QCOMPARE(rung, (QList<int>{1, 2, 3}));
    QVERIFY(loop.now() >= now + 3'000'000);
}

void TestRunLoop::isStoppedFromAnotherThread()
{
    RunLoop loop;
    std::thread other([&] { loop.stop(); });
    QVERIFY(!loop.serve([] { return false; }, 1h));
    other.join();
    loop.resume();
    bool wasDone = false;
    loop.post([&] { wasDone = true; });
    QVERIFY(loop.serve([&] { return wasDone; }, 20s));
}

QTEST_GUILESS_MAIN(TestRunLoop)
#include "tst_runloop.moc"
