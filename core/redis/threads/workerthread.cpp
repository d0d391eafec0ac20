#include "core/redis/threads/workerthread.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QMutex>

#include <chrono>
#include <vector>

namespace lockstep {

namespace {

constexpr auto longestGoodbye = std::chrono::milliseconds(500);
constexpr const char *noGlib = "QT_NO_GLIB";

// Whether this process itself was started with the variable. It is read before one is set here.
bool startedWithoutGlib()
{
    static const bool isSet = qEnvironmentVariableIsSet(noGlib);
    return isSet;
}

// The threads that end in the background. It is never freed: a thread that hangs in a system call
// outlives main(), and a QThread must not be deleted before its thread has ended.
struct EndingThreads
{
    QMutex mutex;
    std::vector<std::unique_ptr<QThread>> threads; // guarded by mutex

    static EndingThreads &instance()
    {
        static auto *const all = new EndingThreads;
        return *all;
    }
    void add(std::unique_ptr<QThread> thread)
    {
        const QMutexLocker lock(&mutex);
        std::erase_if(threads, [](const auto &each) { return each->isFinished(); });
        if (threads.empty())
            qAddPostRoutine([] { instance().waitForAll(); });
        threads.push_back(std::move(thread));
    }
    void waitForAll()
    {
        const QMutexLocker lock(&mutex);
        const QDeadlineTimer deadline(longestGoodbye);
        std::erase_if(threads, [&](const auto &each) { return each->wait(deadline); });
    }
};

} // namespace

void endInBackground(std::unique_ptr<QThread> thread)
{
    EndingThreads::instance().add(std::move(thread));
}

QProcessEnvironment environmentForPrograms()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    if (!startedWithoutGlib())
        environment.remove(QString::fromLatin1(noGlib));
    return environment;
}

WorkerThread::WorkerThread(const QString &name)
    : m_thread(std::make_unique<QThread>())
    , m_context(std::make_unique<QObject>())
{
    (void)startedWithoutGlib();
    qputenv(noGlib, "1"); // read when the thread makes its dispatcher
    m_thread->setObjectName(name);
    m_context->moveToThread(m_thread.get());
    m_thread->start();
}

WorkerThread::~WorkerThread()
{
    if (!m_thread)
        return;
    m_thread->quit();
    m_thread->wait();
}

void WorkerThread::endInBackground()
{
    auto *context = m_context.release();
    QMetaObject::invokeMethod(
        context,
        [context] {
            // Coroutines that waited for objects destroyed just now are resumed before the loop
            // ends.
            QMetaObject::invokeMethod(
                context,
                [context] {
                    context->deleteLater();
                    context->thread()->quit();
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
    lockstep::endInBackground(std::move(m_thread));
}

} // namespace lockstep
