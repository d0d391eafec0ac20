#pragma once

#include <QObject>
#include <QProcessEnvironment>
#include <QThread>

#include <memory>

namespace lockstep {

// Takes over a thread that ends by itself and for which nobody waits. When the application object
// is destroyed, all such threads together are given half a second more; one that still hangs in a
// system call is left there.
void endInBackground(std::unique_ptr<QThread> thread);

// The environment of a program that is started from here: that of this one, but for the variable
// that a WorkerThread sets for this process alone. In a Lockstep that inherited it the desktop's
// keychain would never answer, because its library waits in GLib's dispatcher.
QProcessEnvironment environmentForPrograms();

// A thread with an event loop, stopped and joined by the destructor. It runs on Qt's own poll
// dispatcher: the one of GLib costs up to half of the throughput (see QT_NO_GLIB in Qt's
// documentation of QAbstractEventDispatcher).
class WorkerThread
{
public:
    explicit WorkerThread(const QString &name);
    ~WorkerThread();
    Q_DISABLE_COPY_MOVE(WorkerThread)

    // Runs f on the thread, after what was posted before. What f makes lives there.
    template <typename F> void post(F &&f)
    {
        QMetaObject::invokeMethod(m_context.get(), std::forward<F>(f), Qt::QueuedConnection);
    }

    // The same, and waits until f has returned. Meant for short work such as deleting objects,
    // never for what waits for a server.
    template <typename F> void run(F &&f)
    {
        QMetaObject::invokeMethod(
            m_context.get(), std::forward<F>(f), Qt::BlockingQueuedConnection);
    }

    // The thread does what was posted and ends, however long that takes, as the function of that
    // name has it; nothing may be posted after that.
    void endInBackground();

private:
    std::unique_ptr<QThread> m_thread; // nullptr: it ends in the background
    std::unique_ptr<QObject> m_context;
};

} // namespace lockstep
