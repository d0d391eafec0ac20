#pragma once

#include "core/redis/identity/asksummary.h"
#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Connects to a server once, to see that it answers, and who or what it is. Everything is called
// and told on the thread the object lives on; nothing blocks it, not even a certificate on a disk
// that does not answer: only the end of the application waits a moment for what is under way.
class ServerCheck : public QObject
{
    Q_OBJECT

public:
    explicit ServerCheck(QObject *parent = nullptr);
    ~ServerCheck() override; // no signal follows

    // Both start a check. If one is running, its result is dropped.
    void start(const Endpoint &endpoint); // who it is; answered by finished()
    void describe(const Endpoint &endpoint); // what it is; answered by described()
    void stop();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    // Errors: those of Connection::open() and askIdentity().
    void finished(const lockstep::Endpoint &endpoint,
        const lockstep::Result<lockstep::ServerIdentity> &identity);
    // Errors: those of Connection::open() and askSummary().
    void described(const lockstep::Endpoint &endpoint,
        const lockstep::Result<lockstep::ServerSummary> &summary);

private:
    struct Receiver;
    template <typename Answer>
    using Question = QCoro::Task<Result<Answer>> (*)(Connection *connection);
    template <typename Answer>
    using AnswerSignal = void (ServerCheck::*)(const Endpoint &, const Result<Answer> &);

    template <typename Answer>
    void ask(
        const Endpoint &endpoint, Question<Answer> question, AnswerSignal<Answer> answerSignal);

    std::shared_ptr<Receiver> m_receiver; // of the running check
    bool m_isRunning = false;
};

} // namespace lockstep
