#include "core/redis/identity/servercheck.h"

#include "core/redis/identity/productioncheck.h"

#include <QCoreApplication>
#include <QMutex>
#include <QThread>

namespace lockstep {

// Shared with the thread of a check, which may outlive the ServerCheck.
struct ServerCheck::Receiver
{
    QMutex mutex;
    ServerCheck *check; // nullptr if the result is not wanted any more
};

namespace {

template <typename Answer>
QCoro::Task<Result<Answer>> openAndAsk(
    Connection *connection, QCoro::Task<Result<Answer>> (*question)(Connection *))
{
    const Result<void> opened = co_await connection->open();
    if (!opened)
        co_return tl::unexpected(opened.error());
    co_return co_await question(connection);
}

template <typename Answer>
Result<Answer> answerOf(
    const Endpoint &endpoint, QCoro::Task<Result<Answer>> (*question)(Connection *))
{
    Connection connection(endpoint);
    return QCoro::waitFor(openAndAsk<Answer>(&connection, question));
}

// Deletes what is left of a connection: its session goes later, and those of the Sentinels that it
// asked go later still. A thread that ends does that once only.
void deleteWhatIsLeft()
{
    for (int each = 0; each < 2; ++each)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace

ServerCheck::ServerCheck(QObject *parent)
    : QObject(parent)
{
}

ServerCheck::~ServerCheck()
{
    stop();
}

void ServerCheck::start(const Endpoint &endpoint)
{
    ask(endpoint, &askIdentity, &ServerCheck::finished);
}

void ServerCheck::describe(const Endpoint &endpoint)
{
    ask(endpoint, &askSummary, &ServerCheck::described);
}

template <typename Answer>
void ServerCheck::ask(
    const Endpoint &endpoint, Question<Answer> question, AnswerSignal<Answer> answerSignal)
{
    stop();
    m_isRunning = true;
    m_receiver = std::make_shared<Receiver>();
    m_receiver->check = this;
    // The thread is no child of this, because nobody waits for its end.
    QThread *thread = QThread::create([receiver = m_receiver, endpoint, question, answerSignal] {
        const Result<Answer> answer = answerOf<Answer>(endpoint, question);
        deleteWhatIsLeft();
        const QMutexLocker lock(&receiver->mutex);
        if (!receiver->check)
            return;
        const auto tell = [receiver, endpoint, answer, answerSignal] {
            if (!receiver->check) // stopped meanwhile, on this very thread
                return;
            receiver->check->m_isRunning = false;
            Q_EMIT(receiver->check->*answerSignal)(endpoint, answer);
        };
        QMetaObject::invokeMethod(receiver->check, tell, Qt::QueuedConnection);
    });
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void ServerCheck::stop()
{
    m_isRunning = false;
    if (!m_receiver)
        return;
    const QMutexLocker lock(&m_receiver->mutex);
    m_receiver->check = nullptr;
}

} // namespace lockstep
