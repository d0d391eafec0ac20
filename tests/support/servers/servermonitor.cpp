#include "tests/support/servers/servermonitor.h"

#include "tests/support/servers/testserver.h"

namespace lockstep {

ServerMonitor::ServerMonitor(TestServer *server)
    : m_server(server)
{
    m_socket.connectToServer(server->socketPath());
    if (!m_socket.waitForConnected())
        qFatal("MONITOR: %s", qPrintable(m_socket.errorString()));
    m_socket.write("MONITOR\r\n");
    if (!m_socket.waitForReadyRead())
        qFatal("MONITOR: no answer");
}

QByteArrayList ServerMonitor::lines()
{
    const QByteArray mark = "mark " + QByteArray::number(++m_marks);
    m_server->run({"ECHO", mark});
    while (!m_text.contains('"' + mark + '"')) {
        if (!m_socket.bytesAvailable() && !m_socket.waitForReadyRead(60'000))
            qFatal("MONITOR: silent");
        m_text += m_socket.readAll();
    }
    QByteArrayList lines;
    for (const QByteArray &line : m_text.left(m_text.lastIndexOf('\n')).split('\n'))
        lines << line.trimmed();
    return lines;
}

QByteArrayList ServerMonitor::linesThatName(const QByteArray &key)
{
    QByteArrayList found = lines();
    found.removeIf([&](const QByteArray &line) { return !line.contains('"' + key + '"'); });
    return found;
}

void ServerMonitor::forgetLines()
{
    (void)lines();
    m_text.clear();
}

} // namespace lockstep
