// From starting a process to the first live frame, against an empty QMainWindow: this program
// starts itself, once as a window with nothing in it and once as Lockstep's window on a server that
// the demo shop keeps busy, and takes the time until the child says that it has painted. A frame is
// live when it was painted after rows had arrived. A third child, as `lockstep` without an address,
// starts a server and a shop of its own first, which is what its figure is higher by: the window is
// there before the shop has written its first keys. Children alternate; medians are compared.
//
// All are drawn offscreen: a window system would add the same to each.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"
#include "tests/support/servers/testserver.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMainWindow>
#include <QProcess>

using namespace lockstep;

namespace {

constexpr int rounds = 15;

// Ends the program after the first paint that follows ready().
class FirstFrame : public QObject
{
public:
    void ready() { m_ready = true; }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (m_ready && event->type() == QEvent::Paint) {
            m_ready = false;
            // After this event, and all of the frame it belongs to, was handled.
            QMetaObject::invokeMethod(
                this,
                [] {
                    std::puts("painted");
                    std::fflush(stdout);
                    QApplication::quit();
                },
                Qt::QueuedConnection);
        }
        return false;
    }

private:
    bool m_ready = false;
};

int showEmpty(FirstFrame &frame)
{
    QMainWindow window;
    window.resize(1280, 720);
    frame.ready();
    window.show();
    return QApplication::exec();
}

int showLockstep(FirstFrame &frame, const Arguments &arguments)
{
    auto source = Source::open(arguments);
    if (!source)
        qFatal("%s", qPrintable(source.error().detail));
    Theme theme(qApp);
    Language language;
    WatchWindow main(&theme, &language, arguments);
    if (!main.watch(std::move(*source)))
        qFatal("The server cannot be watched.");
    QObject::connect(
        &main.window(), &MainWindow::snapshotArrived, &frame, [&](const Snapshot &now) {
            if (now.status.objects > 0)
                frame.ready();
        });
    main.window().resize(1280, 720);
    main.window().show();
    return QApplication::exec();
}

int child(int argc, char *argv[])
{
    QApplication application(argc, argv);
    FirstFrame frame;
    application.installEventFilter(&frame);
    if (qstrcmp(argv[1], "empty") == 0)
        return showEmpty(frame);
    Arguments arguments;
    if (qstrcmp(argv[1], "private") != 0) {
        const auto endpoint = Endpoint::fromUri(QString::fromLocal8Bit(argv[1]));
        if (!endpoint)
            qFatal("bench_start takes no arguments.");
        arguments.endpoint = *endpoint;
    }
    return showLockstep(frame, arguments);
}

double millisecondsToFrame(const QString &what)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QElapsedTimer time;
    time.start();
    process.start(QCoreApplication::applicationFilePath(), {what});
    if (!process.waitForReadyRead(30'000))
        qFatal("No frame within half a minute.");
    const double taken = double(time.nsecsElapsed()) / 1e6;
    process.waitForFinished();
    return taken;
}

void report(const char *name, const std::vector<double> &values, const std::vector<double> &floors)
{
    const double value = quantile(values, 0.5);
    const double floor = quantile(floors, 0.5);
    print({name, value, "ms", floor, "ratio <= 3.5", value <= 3.5 * floor});
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc > 1)
        return child(argc, argv);

    const QCoreApplication application(argc, argv);
    const TestServer server;
    DemoShop shop(server.endpoint(), {});
    shop.start();
    runEventLoop(std::chrono::seconds(5));

    std::vector<double> empty, watching, privateServer;
    const QString uri = QStringLiteral("unix://") + server.socketPath();
    for (int round = 0; round < rounds; ++round) {
        empty.push_back(millisecondsToFrame(QStringLiteral("empty")));
        watching.push_back(millisecondsToFrame(uri));
        privateServer.push_back(millisecondsToFrame(QStringLiteral("private")));
    }
    report("start to first live frame, on a server", watching, empty);
    report("start to first live frame, on a private server of its own", privateServer, empty);
    return 0;
}
