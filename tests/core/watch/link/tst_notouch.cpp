#include "core/watch/link/notouch.h"

#include <QTest>

using namespace lockstep;

class TestNoTouch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noClusterThatItCouldEndIsSentIt_data();
    void noClusterThatItCouldEndIsSentIt();
};

void TestNoTouch::noClusterThatItCouldEndIsSentIt_data()
{
    QTest::addColumn<QByteArray>("info");
    QTest::addColumn<bool>("stands");
    const auto row = [](const char *name, const char *info, bool stands) {
        QTest::newRow(name) << QByteArray(info) << stands;
    };
    row("no Cluster", "# Server\r\nredis_version:8.0.2\r\nredis_mode:standalone\r\n", true);
    row("no Cluster, of Valkey",
        "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n"
        "server_mode:standalone\r\n",
        true);
    row("8.0", "# Server\r\nredis_version:8.0.2\r\nredis_mode:cluster\r\n", false);
    row("8.2", "# Server\r\nredis_version:8.2.10\r\nredis_mode:cluster\r\n", false);
    row("8.4", "# Server\r\nredis_version:8.4.0\r\nredis_mode:cluster\r\n", true);
    row("8.10", "# Server\r\nredis_version:8.10.2\r\nredis_mode:cluster\r\n", true);
    row("Valkey 8.1.1",
        "# Server\r\nredis_version:7.2.4\r\nvalkey_version:8.1.1\r\nserver_mode:cluster\r\n",
        false);
    row("Valkey 8.1.4",
        "# Server\r\nredis_version:7.2.4\r\nvalkey_version:8.1.4\r\nserver_mode:cluster\r\n", true);
    row("Valkey 9", "# Server\r\nredis_version:7.2.4\r\nvalkey_version:9.0.0\r\nredis_mode:cluster",
        true);
    row("nothing is said", "", false);
}

void TestNoTouch::noClusterThatItCouldEndIsSentIt()
{
    QFETCH(const QByteArray, info);
    QFETCH(const bool, stands);
    QCOMPARE(supportsNoTouch(info), stands);
}

QTEST_GUILESS_MAIN(TestNoTouch)
#include "tst_notouch.moc"
