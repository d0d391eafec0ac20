// Notifications on a real session bus of the test's own, where this test is the desktop.

#include "app/window/alertnotifier.h"
#include "tests/support/patience.h"

#include <QDBusConnection>
#include <QDBusError>
#include <QDBusPendingCall>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

// Shows notifications, as a desktop does.
class Desktop : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown
    {
        QString title;
        QString body;
        QVariantMap hints;
    };
    std::vector<Shown> shown;
    bool takesMarkup = false;

public Q_SLOTS:
    QStringList GetCapabilities() const
    {
        return takesMarkup ? QStringList{u"body"_s, u"body-markup"_s} : QStringList{u"body"_s};
    }
    uint Notify(const QString &, uint, const QString &, const QString &title, const QString &body,
        const QStringList &, const QVariantMap &hints, int)
    {
        shown.push_back({title, body, hints});
        return uint(shown.size());
    }
};

class TestAlertNotifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void withoutABusNothingHappens();
    void withoutADesktopNothingHappens();
    void anAlertIsShown();
    void keysAreNoMarkup();
    void whatFiresMeanwhileComesTogether();
    void whatIsOverBeforeItIsShownIsNotShown();
    void otherLinesAreNotShown();

private:
    static JournalEntry firing(const QByteArray &key, Severity severity = Severity::Warning)
    {
        AlertRule rule;
        rule.glob = Glob("lock:*");
        QString expected;
        rule.when = alertConditionFrom(u"held > 30s"_s, &expected).value();
        rule.name = u"Lock held"_s;
        rule.severity = severity;
        JournalEntry entry;
        entry.kind = JournalEntry::Kind::Firing;
        entry.key = key;
        entry.value = 31'200;
        entry.alert = std::make_shared<const AlertRule>(rule);
        return entry;
    }
    [[nodiscard]] QDBusConnection onBus() const
    {
        return QDBusConnection::connectToBus(m_address, u"desktop"_s);
    }
    void showDesktop(Desktop *desktop) const
    {
        QDBusConnection bus = onBus();
        QVERIFY2(bus.isConnected(), qPrintable(bus.lastError().message()));
        QVERIFY(bus.registerObject(
            u"/org/freedesktop/Notifications"_s, desktop, QDBusConnection::ExportAllSlots));
        QVERIFY(bus.registerService(u"org.freedesktop.Notifications"_s));
    }
    void hideDesktop() const
    {
        QDBusConnection bus = onBus();
        bus.unregisterService(u"org.freedesktop.Notifications"_s);
        bus.unregisterObject(u"/org/freedesktop/Notifications"_s);
    }

    QTemporaryDir m_runtime;
    QProcess m_bus;
    QString m_address;
};

void TestAlertNotifier::initTestCase()
{
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    qputenv("XDG_RUNTIME_DIR", m_runtime.path().toLocal8Bit());
    m_bus.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address=1"_s});
    QVERIFY2(m_bus.waitForStarted(), "dbus-daemon is missing");
    QTRY_VERIFY((m_bus.waitForReadyRead(100), m_bus.canReadLine()));
    m_address = QString::fromLocal8Bit(m_bus.readLine()).trimmed();
}

void TestAlertNotifier::cleanupTestCase()
{
    QDBusConnection::disconnectFromBus(u"desktop"_s);
    m_bus.terminate();
    QVERIFY(m_bus.waitForFinished());
}

// First: from when the bus is known on, the process keeps its connection. What was on its way to
// the desktop would come before the next call does.
void TestAlertNotifier::withoutABusNothingHappens()
{
    QTest::failOnWarning(QRegularExpression(u"."_s));
    Desktop desktop;
    showDesktop(&desktop);
    AlertNotifier notifier;
    notifier.note({firing("lock:a")});
    QDBusMessage ping = QDBusMessage::createMethodCall(u"org.freedesktop.Notifications"_s,
        u"/org/freedesktop/Notifications"_s, u"org.freedesktop.Notifications"_s,
        u"GetCapabilities"_s);
    for (int times = 0; times < 3; ++times) { // a question, its answer and the notification
        const QDBusPendingCall call =
            QDBusConnection::connectToBus(m_address, u"other"_s).asyncCall(ping);
        QTRY_VERIFY(call.isFinished());
    }
    QDBusConnection::disconnectFromBus(u"other"_s);
    QVERIFY(desktop.shown.empty());
    hideDesktop();
    qputenv("DBUS_SESSION_BUS_ADDRESS", m_address.toLocal8Bit());
}

void TestAlertNotifier::withoutADesktopNothingHappens()
{
    QTest::failOnWarning(QRegularExpression(u"."_s));
    AlertNotifier notifier;
    notifier.note({firing("lock:a")});
    // The next one is shown, once there is a desktop.
    Desktop desktop;
    showDesktop(&desktop);
    notifier.note({firing("lock:b")});
    QTRY_VERIFY(!desktop.shown.empty() && desktop.shown.back().body.contains(u"lock:b"_s));
    hideDesktop();
}

void TestAlertNotifier::anAlertIsShown()
{
    Desktop desktop;
    showDesktop(&desktop);
    AlertNotifier notifier;
    notifier.note({firing("lock:a", Severity::Critical)});
    QTRY_COMPARE(desktop.shown.size(), std::size_t(1));
    const Desktop::Shown &shown = desktop.shown.front();
    QVERIFY2(shown.title.contains(u'1'), qPrintable(shown.title));
    QVERIFY2(shown.body.contains(u"Lock held"_s) && shown.body.contains(u"lock:a"_s)
            && shown.body.contains(u"held > 30s"_s),
        qPrintable(shown.body));
    QCOMPARE(shown.hints[u"urgency"_s].toInt(), 2);
    QCOMPARE(shown.hints[u"desktop-entry"_s].toString(), u"io.github.lockstep.Lockstep"_s);
    hideDesktop();
}

void TestAlertNotifier::keysAreNoMarkup()
{
    Desktop desktop;
    showDesktop(&desktop);
    AlertNotifier plain;
    plain.note({firing("<b>&")});
    QTRY_COMPARE(desktop.shown.size(), std::size_t(1));
    QVERIFY2(desktop.shown[0].body.contains(u"<b>&"_s), qPrintable(desktop.shown[0].body));
    desktop.takesMarkup = true;
    AlertNotifier marked;
    marked.note({firing("<b>&")});
    QTRY_COMPARE(desktop.shown.size(), std::size_t(2));
    QVERIFY2(
        desktop.shown[1].body.contains(u"&lt;b&gt;&amp;"_s), qPrintable(desktop.shown[1].body));
    hideDesktop();
}

void TestAlertNotifier::whatFiresMeanwhileComesTogether()
{
    Desktop desktop;
    showDesktop(&desktop);
    AlertNotifier notifier;
    notifier.note({firing("lock:first")});
    std::vector<JournalEntry> flood;
    for (int i = 0; i < 1000; ++i)
        flood.push_back(firing("lock:" + QByteArray::number(i)));
    notifier.note(flood);
    QTRY_COMPARE(desktop.shown.size(), std::size_t(2));
    QVERIFY2(desktop.shown[1].title.contains(u"1000"_s), qPrintable(desktop.shown[1].title));
    QCOMPARE(desktop.shown[1].body.count(u'\n'), AlertNotifier::mostLines);
    QVERIFY2(desktop.shown[1].body.contains(u"997"_s), qPrintable(desktop.shown[1].body));
    // What was not shown is of a server that is not watched any more.
    notifier.note(flood);
    notifier.forget();
    notifier.note({firing("lock:last")});
    QTRY_COMPARE(desktop.shown.size(), std::size_t(3));
    QCOMPARE(desktop.shown[2].body.count(u"lock:"_s), 1);
    QVERIFY(desktop.shown[2].body.contains(u"lock:last"_s));
    hideDesktop();
}

void TestAlertNotifier::whatIsOverBeforeItIsShownIsNotShown()
{
    Desktop desktop;
    showDesktop(&desktop);
    AlertNotifier notifier;
    notifier.note({firing("lock:first")});
    const JournalEntry brief = firing("lock:brief", Severity::Critical);
    JournalEntry over = brief;
    over.kind = JournalEntry::Kind::Resolved;
    notifier.note({brief, firing("lock:long")});
    notifier.note({over});
    QTRY_COMPARE(desktop.shown.size(), std::size_t(2));
    const Desktop::Shown &shown = desktop.shown[1];
    QVERIFY2(shown.title.contains(u'1'), qPrintable(shown.title));
    QVERIFY2(shown.body.contains(u"lock:long"_s) && !shown.body.contains(u"lock:brief"_s),
        qPrintable(shown.body));
    QCOMPARE(shown.hints[u"urgency"_s].toInt(), 1);
    hideDesktop();
}

void TestAlertNotifier::otherLinesAreNotShown()
{
    Desktop desktop;
    showDesktop(&desktop);
    AlertNotifier notifier;
    JournalEntry over = firing("lock:a");
    over.kind = JournalEntry::Kind::Resolved;
    JournalEntry acquired;
    acquired.key = "lock:b";
    notifier.note({over, acquired});
    notifier.note({firing("lock:c")});
    QTRY_COMPARE(desktop.shown.size(), std::size_t(1));
    QVERIFY(desktop.shown[0].body.contains(u"lock:c"_s));
    hideDesktop();
}

QTEST_GUILESS_MAIN(TestAlertNotifier)
#include "tst_alertnotifier.moc"
