#include "core/watch/link/sharemeter.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// Our part of the server's time, by its own accounts.
class TestShareMeter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ourCommandsAreChargedByTheirKind();
    void announcementsAreMadeWithinTheCommandsOfOthers();
    void whatIsAroundTheCommandsIsDivided();
    void whatTheServerDoesForItselfIsNotOurs();
    void commandsThatWereResetAreForgotten();

private:
    static ServerFigures figures(const QByteArray &info)
    {
        ServerFigures result;
        result.take(info);
        return result;
    }
};

void TestShareMeter::ourCommandsAreChargedByTheirKind()
{
    ShareMeter meter;
    const Instant now = Instant() + 1h;
    meter.update(now, figures("cmdstat_get:calls=0,usec=0"), {}, 0);
    QVERIFY(!meter.serverTimeShare(now));
    meter.update(now + 1s,
        figures("cmdstat_get:calls=1000,usec=2000\r\ncmdstat_set:calls=10,usec=90"), {{"get", 250}},
        0);
    QCOMPARE(meter.serverTimeShare(now + 1s), std::optional(0.0005));
}

void TestShareMeter::announcementsAreMadeWithinTheCommandsOfOthers()
{
    ShareMeter meter;
    const Instant now = Instant() + 1h;
    meter.update(now, figures("cmdstat_incr:calls=0,usec=0"), {}, 0);
    meter.update(now + 1s, figures("cmdstat_incr:calls=1000,usec=3000"), {}, 500);
    QCOMPARE(meter.serverTimeShare(now + 1s), std::optional(0.0015));
}

void TestShareMeter::whatIsAroundTheCommandsIsDivided()
{
    ShareMeter meter;
    const Instant now = Instant() + 1h;
    meter.update(
        now, figures("cmdstat_get:calls=0,usec=0\r\nused_cpu_sys:1\r\nused_cpu_user:1"), {}, 0);
    meter.update(now + 1s,
        figures("cmdstat_get:calls=1000,usec=0\r\nused_cpu_sys:1.25\r\nused_cpu_user:1.25"),
        {{"get", 200}}, 250);
    QCOMPARE(meter.serverTimeShare(now + 1s), std::optional(0.5 * 450 / 1250));
}

// An idle server takes a thousandth of a processor for itself, and nobody but us sends it commands.
void TestShareMeter::whatTheServerDoesForItselfIsNotOurs()
{
    ShareMeter meter;
    const Instant now = Instant() + 1h;
    const auto info = [](int calls, int microseconds, const char *processor) {
        return figures("cmdstat_ping:calls=" + QByteArray::number(calls)
            + ",usec=" + QByteArray::number(microseconds)
            + "\r\nused_cpu_sys:0\r\nused_cpu_user:" + processor);
    };
    meter.update(now, info(0, 0, "1"), {}, 0);
    meter.update(now + 10s, info(10, 50, "1.01005"), {{"ping", 10}}, 0);
    QVERIFY(qAbs(*meter.serverTimeShare(now + 10s) - 0.000005) < 1e-9);
    // Then it is busy, and half of that is for us.
    meter.update(now + 20s, info(10'010, 50, "2.02005"), {{"ping", 5'010}}, 0);
    QVERIFY(qAbs(*meter.serverTimeShare(now + 20s) - 0.05) < 1e-6);
}

// As after CONFIG RESETSTAT: INFO lists only commands that were called since.
void TestShareMeter::commandsThatWereResetAreForgotten()
{
    ServerFigures told = figures("# Commandstats\r\ncmdstat_swapdb:calls=1,usec=5\r\n");
    told.take("# CPU\r\nused_cpu_sys:1\r\n");
    QCOMPARE(told.commands().size(), size_t(1));
    told.take("# Commandstats\r\ncmdstat_get:calls=2,usec=5\r\n");
    QCOMPARE(told.commands().count("swapdb"), size_t(0));
    QCOMPARE(told.commands().at("get").calls, 2);
}

QTEST_GUILESS_MAIN(TestShareMeter)
#include "tst_sharemeter.moc"
