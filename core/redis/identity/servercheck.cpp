#include "core/redis/identity/servercheck.h"

#include "core/redis/identity/productioncheck.h"
#include "core/redis/threads/workerthread.h"

#include <QCoreApplication>
#include <QMutex>
#include <QThread>

namespace lockstep {

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

// Deletes what is left of a connection: its session goes later, and those of the Sentinels that it
// asked go later still. A thread that ends does that once only.
void deleteWhatIsLeft()
{
    for (int each = 0; each < 2; ++each)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace

// Shared with the thread of a check, which may outlive the ServerCheck.
struct ServerCheck::Receiver
{
    QMutex mutex;
    ServerCheck *check; // nullptr if the result is not wanted any more
    Connection *connection = nullptr; // while somebody may close it

    // Called on the thread of the check. Returns whether the result is wanted.
    bool setConnection(Connection *opened)
    {
        const QMutexLocker lock(&mutex);
        connection = opened;
        return check;
    }
    // Ends soon, also where the server does not answer.
    void drop()
    {
        const QMutexLocker lock(&mutex);
        check = nullptr;
        if (connection)
            QMetaObject::invokeMethod(connection, &Connection::close, Qt::QueuedConnection);
    }
    template <typename Answer>
    Result<Answer> answerOf(const Endpoint &endpoint, Question<Answer> question)
    {
        Connection asked(endpoint);
        Result<Answer> answer = failure(ErrorCode::Cancelled);
        if (setConnection(&asked))
            answer = QCoro::waitFor(openAndAsk<Answer>(&asked, question));
        setConnection(nullptr);
        return answer;
    }
};

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
    const auto work = [receiver = m_receiver, endpoint, question, answerSignal] {
        const Result<Answer> answer = receiver->template answerOf<Answer>(endpoint, question);
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
    };
    std::unique_ptr<QThread> thread(QThread::create(work));
    thread->start();
    endInBackground(std::move(thread)); // it ends when it has the answer, or is not wanted any more
}

void ServerCheck::stop()
{
    m_isRunning = false;
    if (m_receiver)
        m_receiver->drop();
}

} // namespace lockstep
