#pragma once

#include <QThread>

namespace lockstep {

// A thread with an event loop, stopped and joined by the destructor. It runs on Qt's own poll
// dispatcher: the one of GLib costs up to half of the throughput (see QT_NO_GLIB in Qt's
// documentation of QAbstractEventDispatcher).
class WorkerThread
{
public:
    explicit WorkerThread(const QString &name)
    {
        qputenv("QT_NO_GLIB", "1"); // read when the thread makes its dispatcher
        m_thread.setObjectName(name);
        m_context.moveToThread(&m_thread);
        m_thread.start();
    }
    ~WorkerThread()
    {
        m_thread.quit();
        m_thread.wait();
    }
    Q_DISABLE_COPY_MOVE(WorkerThread)

    // Runs f on the thread, after what was posted before. What f makes lives there.
    template <typename F> void post(F &&f)
    {
        QMetaObject::invokeMethod(&m_context, std::forward<F>(f), Qt::QueuedConnection);
    }

    // The same, and waits for it: for an end, never on the way to a server.
    template <typename F> void run(F &&f)
    {
        QMetaObject::invokeMethod(&m_context, std::forward<F>(f), Qt::BlockingQueuedConnection);
    }

private:
    QThread m_thread;
    QObject m_context;
};

} // namespace lockstep
