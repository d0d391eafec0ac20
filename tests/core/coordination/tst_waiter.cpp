#include "core/coordination/locks/waiter.h"

#include <QCoroTask>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

QCoro::Task<Result<Waiter::Wake>> wakeOf(Waiter &waiter, LeaseClock::time_point until)
{
    co_return co_await waiter.next(until);
}

} // namespace

class TestWaiter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWaitLongerThanItsTimerEndsInTime();
    void aLongWaitIsWokenAtOnce();
};

void TestWaiter::aWaitLongerThanItsTimerEndsInTime()
{
    Waiter waiter(2ms);
    const auto until = LeaseClock::now() + 50ms;
    const auto wake = QCoro::waitFor(wakeOf(waiter, until));
    QVERIFY(LeaseClock::now() >= until);
    QCOMPARE(wake.value(), Waiter::Wake::TimedOut);
}

void TestWaiter::aLongWaitIsWokenAtOnce()
{
    Waiter waiter(2ms);
    QObject context;
    QTimer::singleShot(20ms, &context, [&waiter] { waiter.askAgain(); });
    const auto wake = QCoro::waitFor(wakeOf(waiter, LeaseClock::now() + 24h * 365));
    QCOMPARE(wake.value(), Waiter::Wake::AskAgain);
}

QTEST_GUILESS_MAIN(TestWaiter)
#include "tst_waiter.moc"
