#pragma once

#include "core/redis/connection/session.h"

#include <memory>
#include <optional>

namespace lockstep {

// A connection to one Sentinel, which is asked where the primary is and reports when that changes.
class SentinelLink : public QObject
{
    Q_OBJECT

public:
    // which: of the group's Sentinels.
    SentinelLink(const Endpoint &group, const HostPort &which);

    void start();

    [[nodiscard]] const HostPort &sentinel() const { return m_sentinel; }
    // The primary's address as this Sentinel reports it. Nothing if it has not answered yet or does
    // not know it.
    [[nodiscard]] const std::optional<HostPort> &primary() const { return m_primary; }
    // The configuration epoch of that address: each failover has a higher one than the one before.
    // Nothing if the Sentinel does not tell it.
    [[nodiscard]] const std::optional<quint64> &epoch() const { return m_epoch; }
    // The refusal if the user may not ask for it.
    [[nodiscard]] const std::optional<Error> &epochRefusal() const { return m_epochRefusal; }
    // Why there will be no answer: PrimaryUnknown, or an error of connecting. Nothing if there is
    // or may still be one.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

Q_SIGNALS:
    void changed(); // primary() or error() has changed

private:
    void open();
    void ask(Session *session);
    void askAnew();
    void takeConfiguration(const Result<Reply> &reply);
    void takeAddress(const Result<Reply> &reply);
    void takeMessage(const Reply &message);
    void end(const Error &error);

    const HostPort m_sentinel;
    const QByteArray m_name; // of the primary
    const Endpoint m_endpoint;
    std::unique_ptr<Session, DropSession> m_session; // which is subscribed
    std::unique_ptr<Session, DropSession> m_question; // asked after a message
    std::optional<HostPort> m_primary;
    std::optional<quint64> m_epoch;
    std::optional<Error> m_epochRefusal;
    std::optional<Error> m_error;
};

} // namespace lockstep
