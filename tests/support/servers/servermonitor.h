#pragma once

#include <QByteArrayList>
#include <QLocalSocket>

namespace lockstep {

class TestServer;

// What a test's server executes, as MONITOR tells it. The server outlives this.
class ServerMonitor
{
public:
    explicit ServerMonitor(TestServer *server); // all that comes after this is told

    // The lines of the commands that the server has executed so far: in the server's order, with
    // the ECHOs by which this knows that it has read all of them. Blocks until then.
    QByteArrayList lines();
    QByteArrayList linesThatName(const QByteArray &key);
    void forgetLines(); // lines() begins anew

private:
    TestServer *m_server;
    QLocalSocket m_socket;
    QByteArray m_text;
    int m_marks = 0;
};

} // namespace lockstep
