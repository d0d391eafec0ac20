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
    // 0 if the Sentinel does not tell it.
    [[nodiscard]] quint64 epoch() const { return m_epoch; }
    // Why it does not; nothing if it does, or has not answered yet.
    [[nodiscard]] const std::optional<Error> &epochError() const { return m_epochError; }
    // Why there will be no answer: PrimaryUnknown, or an error of connecting. Nothing if there is
    // or may still be one.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

Q_SIGNALS:
    void changed(); // primary() or error() has changed

private:
    void ask();
    void takeConfiguration(const Result<Reply> &reply);
    void takeAddress(const Result<Reply> &reply);
    void takeMessage(const Reply &message);
    void end(const Error &error);

    const HostPort m_sentinel;
    const QByteArray m_name; // of the primary
    std::unique_ptr<Session, DropSession> m_session;
    std::optional<HostPort> m_primary;
    quint64 m_epoch = 0;
    std::optional<Error> m_epochError;
    std::optional<Error> m_error;
};

} // namespace lockstep
