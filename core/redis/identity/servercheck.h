#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Connects to a server once, to see that it answers and who it is. Everything is called and told
// on the thread the object lives on; nothing blocks it, not even a certificate on a disk that does
// not answer: what is under way is then left to itself.
class ServerCheck : public QObject
{
    Q_OBJECT

public:
    explicit ServerCheck(QObject *parent = nullptr);
    ~ServerCheck() override; // no signal follows

    // Starts a check. If one is running, its result is dropped.
    void start(const Endpoint &endpoint);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    // Errors: those of Connection::open() and askIdentity().
    void finished(const lockstep::Endpoint &endpoint,
        const lockstep::Result<lockstep::ServerIdentity> &identity);

private:
    struct Receiver;

    std::shared_ptr<Receiver> m_receiver; // of the running check
    bool m_isRunning = false;
};

} // namespace lockstep
