#include "tests/support/servers/secretservice.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include <csignal>

namespace lockstep {

namespace {

constexpr int patienceMs = 20'000;

// No folder of services: a bus would start a keychain again as soon as somebody asks for one.
const QByteArray busConfiguration = R"(<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=%1</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
)";

} // namespace

SecretService::SecretService()
{
    startBus();
}

SecretService::~SecretService()
{
    endBus();
    m_questions.kill();
    m_questions.waitForFinished();
}

void SecretService::endBus()
{
    end();
    m_bus.kill();
    m_bus.waitForFinished();
}

bool SecretService::startBus()
{
    const QString path = m_folder.filePath(QStringLiteral("bus.conf"));
    QFile file(path);
    const QByteArray text = QByteArray(busConfiguration).replace("%1", m_folder.path().toUtf8());
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        return false;
    file.close();
    m_bus.start(QStringLiteral("dbus-daemon"),
        {QStringLiteral("--config-file=") + path, QStringLiteral("--print-address=1"),
            QStringLiteral("--nofork")});
    if (!m_bus.waitForStarted(patienceMs) || !m_bus.waitForReadyRead(patienceMs)) {
        m_why = QStringLiteral("dbus-daemon: ") + m_bus.errorString();
        return false;
    }
    m_address = m_bus.readLine().trimmed();
    return true;
}

bool SecretService::startUnlocked()
{
    return startKeyring({QStringLiteral("--unlock")}, "the keyring's own password");
}

bool SecretService::startLocked()
{
    return startKeyring({}, {});
}

bool SecretService::startKeyring(const QStringList &arguments, const QByteArray &password)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QString::fromUtf8(m_address));
    for (const char *name : {"XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"})
        environment.insert(QLatin1String(name), m_folder.path());
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    m_keyring.setProcessEnvironment(environment);
    m_keyring.setStandardErrorFile(QProcess::nullDevice());
    m_keyring.start(QStringLiteral("gnome-keyring-daemon"),
        QStringList{QStringLiteral("--foreground"), QStringLiteral("--components=secrets")}
            + arguments);
    if (!m_keyring.waitForStarted(patienceMs)) {
        m_why = QStringLiteral("gnome-keyring-daemon: ") + m_keyring.errorString();
        return false;
    }
    m_keyring.write(password);
    m_keyring.waitForBytesWritten(patienceMs); // there is no event loop here that would write it
    m_keyring.closeWriteChannel();
    // It is there when it has its name on the bus.
    QElapsedTimer since;
    since.start();
    while (since.elapsed() < patienceMs && m_keyring.state() == QProcess::Running) {
        QProcess ask;
        ask.setProcessEnvironment(environment);
        ask.start(QStringLiteral("dbus-send"),
            {QStringLiteral("--session"), QStringLiteral("--print-reply"),
                QStringLiteral("--dest=org.freedesktop.DBus"), QStringLiteral("/"),
                QStringLiteral("org.freedesktop.DBus.NameHasOwner"),
                QStringLiteral("string:org.freedesktop.secrets")});
        ask.waitForFinished(patienceMs);
        if (ask.readAllStandardOutput().contains("boolean true"))
            return true;
    }
    m_why = QStringLiteral("gnome-keyring-daemon did not come up");
    return false;
}

bool SecretService::lock()
{
    QProcess ask;
    ask.start(QStringLiteral("dbus-send"),
        {QStringLiteral("--bus=") + QString::fromUtf8(m_address), QStringLiteral("--print-reply"),
            QStringLiteral("--dest=org.freedesktop.secrets"),
            QStringLiteral("/org/freedesktop/secrets"),
            QStringLiteral("org.freedesktop.Secret.Service.Lock"),
            QStringLiteral("array:objpath:/org/freedesktop/secrets/collection/login")});
    ask.waitForFinished(patienceMs);
    m_why = QString::fromUtf8(ask.readAllStandardError());
    return ask.readAllStandardOutput().contains("collection/login");
}

void SecretService::stop()
{
    kill(pid_t(m_keyring.processId()), SIGSTOP);
}

void SecretService::goOn()
{
    kill(pid_t(m_keyring.processId()), SIGCONT);
}

// Whoever wants a question calls Prompt() of the object that the keyring made for it.
bool SecretService::startWatchingQuestions()
{
    m_questions.start(QStringLiteral("dbus-monitor"),
        {QStringLiteral("--address"), QString::fromUtf8(m_address),
            QStringLiteral("type='method_call',interface='org.freedesktop.Secret.Prompt'")});
    // It tells first that it got its own name on the bus.
    return m_questions.waitForStarted(patienceMs) && m_questions.waitForReadyRead(patienceMs);
}

// A call of ours stands behind all that was sent before.
bool SecretService::wasToAskItsUser()
{
    QProcess last;
    last.start(QStringLiteral("dbus-send"),
        {QStringLiteral("--bus=") + QString::fromUtf8(m_address),
            QStringLiteral("--type=method_call"), QStringLiteral("--dest=org.freedesktop.DBus"),
            QStringLiteral("/"), QStringLiteral("org.freedesktop.Secret.Prompt.Last")});
    last.waitForFinished(patienceMs);
    QByteArray seen;
    while (!seen.contains("member=Last") && m_questions.waitForReadyRead(patienceMs))
        seen += m_questions.readAllStandardOutput();
    return seen.contains("member=Prompt");
}

void SecretService::end()
{
    if (m_keyring.state() == QProcess::NotRunning)
        return;
    m_keyring.kill();
    m_keyring.waitForFinished();
}

} // namespace lockstep
