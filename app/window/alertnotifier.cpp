// Sends desktop notifications. The desktop is asked for its abilities before each one, because
// another program may serve them by now: if it interprets markup, a key such as <b> has to be
// escaped. All calls are asynchronous.
//
// QSystemTrayIcon::showMessage() was rejected: it needs an icon in a tray, which many desktops no
// longer have.

#include "app/window/alertnotifier.h"

#include "ui/text/wording.h"
#include "ui/watchtext/alertwording.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFile>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// Without a session bus, libdbus would start one of its own, on which nobody shows notifications.
bool hasSessionBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

QDBusMessage callOf(const QString &method)
{
    return QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"),
        QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), method);
}

struct Notification
{
    QString title;
    QString body;
    Severity severity = Severity::Info;
};

void send(const QDBusConnection &bus, const Notification &notification, bool takesMarkup)
{
    const QString id = QStringLiteral("io.github.lockstep.Lockstep"); // see resources/desktop
    const QVariantMap hints{
        {QStringLiteral("desktop-entry"), id},
        // The levels of the urgency are low, normal and critical, as the values of the severity
        // are.
        {QStringLiteral("urgency"), QVariant::fromValue(uchar(notification.severity))},
    };
    QDBusMessage call = callOf(QStringLiteral("Notify"));
    call << QStringLiteral("Lockstep") << uint(0) << id << notification.title
         << (takesMarkup ? notification.body.toHtmlEscaped() : notification.body) << QStringList()
         << hints << -1; // the desktop decides how long it is shown
    bus.send(call);
}

void showOnDesktop(const Notification &notification, QObject *context)
{
    if (!hasSessionBus())
        return;
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    auto *answer = new QDBusPendingCallWatcher(
        bus.asyncCall(callOf(QStringLiteral("GetCapabilities"))), context);
    QObject::connect(answer, &QDBusPendingCallWatcher::finished, context,
        [bus, notification](QDBusPendingCallWatcher *done) {
            done->deleteLater();
            const QDBusPendingReply<QStringList> abilities = *done;
            if (!abilities.isError()) // an error means that nobody shows notifications
                send(bus, notification, abilities.value().contains(QStringLiteral("body-markup")));
        });
}

} // namespace

AlertNotifier::AlertNotifier(QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &AlertNotifier::showWaiting);
}

void AlertNotifier::note(const std::vector<JournalEntry> &journal)
{
    for (const JournalEntry &entry : journal) {
        if (entry.kind == JournalEntry::Kind::Firing)
            m_waiting.push_back({entry.alert, entry.key, entry.value});
        else if (entry.kind == JournalEntry::Kind::Resolved)
            std::erase_if(m_waiting, [&entry](const Waiting &waiting) {
                return waiting.rule == entry.alert && waiting.key == entry.key;
            });
    }
    if (!m_pause.isActive())
        showWaiting();
}

void AlertNotifier::forget()
{
    m_waiting.clear();
}

void AlertNotifier::showWaiting()
{
    if (m_waiting.empty())
        return;
    QStringList lines;
    Severity worst = Severity::Info;
    for (const Waiting &waiting : m_waiting) {
        worst = std::max(worst, waiting.rule->severity);
        if (lines.size() < mostLines)
            //: the name of an alert, a key, the condition with what was measured
            lines << tr("%1: %2 (%3)")
                         .arg(wording::key(waiting.rule->name.toUtf8(), 40),
                             wording::key(waiting.key, 40),
                             alertWhat(*waiting.rule, waiting.value));
    }
    const auto all = int(m_waiting.size());
    if (all > lines.size())
        lines << tr("and %n more", "alerts", int(all - lines.size()));
    showOnDesktop({tr("%n alert(s) fire", nullptr, all), lines.join(u'\n'), worst}, this);
    forget();
    m_pause.start();
}

} // namespace lockstep
