#pragma once

#include "core/redis/connection/sentinellookup.h"
#include "core/redis/transport/transport.h"

namespace lockstep {

// A Transport to the primary of a group of Sentinels, wherever it is. Fails as PrimaryReplaced when
// they name another one, also while the old one still answers.
class SentinelTransport : public Transport
{
    Q_OBJECT

public:
    // lookup: that is asked already, by whoever shares it; nullptr: one of its own.
    SentinelTransport(const Endpoint &group, std::shared_ptr<SentinelLookup> lookup);
    ~SentinelTransport() override;

    void start() override;
    void abort() override;
    void write(const QByteArray &bytes) override;
    [[nodiscard]] qint64 unwritten() const override;
    [[nodiscard]] QString peer() const override;
    [[nodiscard]] Error timeout() const override;

protected:
    [[nodiscard]] qint64 receive(char *bytes, qint64 size) override;

private:
    void found(const HostPort &primary);
    [[nodiscard]] Error ofServer(const Error &error) const;

    const Endpoint m_group;
    const bool m_isShared;
    std::shared_ptr<SentinelLookup> m_lookup;
    std::unique_ptr<Transport> m_server;
    bool m_isAborted = false;
    HostPort m_primary; // as the Sentinels call it
};

} // namespace lockstep
