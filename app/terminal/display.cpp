// Decides whether there is a display. QT_QPA_PLATFORM is somebody's explicit choice and is
// believed. Otherwise a display is a socket that accepts a connection: that of a Wayland
// compositor, or that of an X server, which DISPLAY names as [host]:number[.screen]. An X server
// may accept the connection and then refuse who makes it; that is asked by libxcb, which Qt needs
// for X as well. On systems that use neither X11 nor Wayland there is always a display.

#include "app/terminal/display.h"

#include <QLibrary>
#include <QLocalSocket>
#include <QString>
#include <QTcpSocket>

namespace lockstep {

namespace {

constexpr int patience = 1000; // ms

bool accepts(const QString &socketPath)
{
    QLocalSocket socket;
    socket.connectToServer(socketPath);
    return socket.waitForConnected(patience);
}

bool waylandIsThere()
{
    const auto name = qEnvironmentVariable("WAYLAND_DISPLAY");
    if (name.isEmpty())
        return false;
    return accepts(
        name.startsWith(u'/') ? name : qEnvironmentVariable("XDG_RUNTIME_DIR") + u'/' + name);
}

bool xIsThere()
{
    const auto display = qEnvironmentVariable("DISPLAY");
    const auto colon = display.lastIndexOf(u':');
    if (colon < 0)
        return false;
    const auto host = display.left(colon);
    const int number = display.mid(colon + 1).section(u'.', 0, 0).toInt();
    if (host.isEmpty() || host == u"unix")
        return accepts(QStringLiteral("/tmp/.X11-unix/X%1").arg(number));
    QTcpSocket socket;
    socket.connectToHost(host, static_cast<quint16>(6000 + number));
    return socket.waitForConnected(patience);
}

// What the X server that DISPLAY names says. Without libxcb that is not known.
DisplayState stateOfX()
{
    QLibrary xcb(QStringLiteral("xcb"), 1);
    const auto connect =
        reinterpret_cast<void *(*)(const char *, int *)>(xcb.resolve("xcb_connect"));
    const auto hasError =
        reinterpret_cast<int (*)(void *)>(xcb.resolve("xcb_connection_has_error"));
    const auto disconnect = reinterpret_cast<void (*)(void *)>(xcb.resolve("xcb_disconnect"));
    if (!connect || !hasError || !disconnect)
        return DisplayState::There;
    void *const connection = connect(nullptr, nullptr);
    const int error = hasError(connection);
    disconnect(connection);
    constexpr int refused = 1; // XCB_CONN_ERROR; others are about the name of the display
    return error == 0      ? DisplayState::There
        : error == refused ? DisplayState::Refused
                           : DisplayState::Missing;
}

} // namespace

DisplayState displayState()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || waylandIsThere())
        return DisplayState::There;
    if (!xIsThere())
        return DisplayState::Missing;
    return stateOfX();
#else
    return DisplayState::There;
#endif
}

} // namespace lockstep
