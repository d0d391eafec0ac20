#include "core/lab/explore/memorylimit.h"
#include "tests/support/sanitized.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

class TestMemoryLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTightestLimitCounts_data();
    void theTightestLimitCounts();
    void theAddressSpaceIsALimitToo();
};

void TestMemoryLimit::theTightestLimitCounts_data()
{
    QTest::addColumn<QString>("files"); // "PATH=CONTENTS; PATH=CONTENTS"
    QTest::addColumn<qint64>("available");
    const auto machine = u"proc/meminfo=MemTotal: 9000 kB\nMemAvailable:    5000 kB\n"_s;
    const auto group = u"; proc/self/cgroup=0::/a/b"_s;
    QTest::newRow("what the machine has") << machine << qint64(5000 * 1024);
    QTest::newRow("nothing is told") << u"proc/meminfo=none"_s << (qint64(8) << 30);
    QTest::newRow("only a group tells, of more than is assumed for the machine")
        << u"proc/meminfo=none; sys/fs/cgroup/memory.max=99000000000; "
           "sys/fs/cgroup/memory.current=1"_s
            + group
        << (qint64(8) << 30);
    QTest::newRow("a group without a limit") << machine + group
            + u"; sys/fs/cgroup/a/b/memory.max=max; sys/fs/cgroup/a/b/memory.current=7"_s
                                             << qint64(5000 * 1024);
    QTest::newRow("a group with a limit") << machine + group
            + u"; sys/fs/cgroup/a/b/memory.max=4000000; sys/fs/cgroup/a/b/memory.current=1500000; "
              "sys/fs/cgroup/a/b/memory.stat=anon 1\ninactive_file 500000\n"_s
                                          << qint64(3'000'000);
    QTest::newRow("the group above has one") << machine + group
            + u"; sys/fs/cgroup/a/b/memory.max=max; sys/fs/cgroup/a/memory.max=2000000; "
              "sys/fs/cgroup/a/memory.current=500000"_s
                                             << qint64(1'500'000);
    QTest::newRow("in a container, whose path leads nowhere") << machine + group
            + u"; sys/fs/cgroup/memory.max=900000; sys/fs/cgroup/memory.current=1000"_s
                                                              << qint64(899'000);
    QTest::newRow("more is used than the limit allows")
        << machine + group + u"; sys/fs/cgroup/memory.max=900; sys/fs/cgroup/memory.current=1000"_s
        << qint64(0);
    QTest::newRow("the first version of control groups") << machine
            + u"; proc/self/cgroup=3:cpu:/x\n2:memory,blkio:/docker/2f\n; "
              "sys/fs/cgroup/memory/docker/2f/memory.limit_in_bytes=4000000; "
              "sys/fs/cgroup/memory/docker/2f/memory.usage_in_bytes=2000000; "
              "sys/fs/cgroup/memory/docker/2f/memory.stat=total_inactive_file 100000"_s
                                                         << qint64(2'100'000);
}

void TestMemoryLimit::theTightestLimitCounts()
{
    QFETCH(QString, files);
    QFETCH(qint64, available);
    const QTemporaryDir root;
    for (const QString &each : files.split(u"; "_s)) {
        QFile file(root.filePath(each.section(u'=', 0, 0)));
        QVERIFY(QDir().mkpath(file.fileName().section(u'/', 0, -2)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(each.section(u'=', 1).toUtf8());
    }
    QCOMPARE(availableMemory(root.path() + u'/'), available);
}

void TestMemoryLimit::theAddressSpaceIsALimitToo()
{
    const qint64 before = availableMemory();
    QVERIFY(before > 0);
    if (isSanitized())
        return; // it would end at once
    rlimit usual{};
    QCOMPARE(getrlimit(RLIMIT_AS, &usual), 0);
    const rlimit tight{rlim_t(4) << 30, usual.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_AS, &tight), 0);
    const qint64 under = availableMemory();
    QCOMPARE(setrlimit(RLIMIT_AS, &usual), 0);
    QVERIFY(under < qint64(4) << 30); // this program takes some of it
    QVERIFY(under > 0);
}

QTEST_GUILESS_MAIN(TestMemoryLimit)
#include "tst_memorylimit.moc"
