#pragma once

#include "tests/support/servers/testserver.h"

#include <memory>
#include <vector>

namespace lockstep {

// A real primary with two replicas and three real Sentinels, on ports of 127.0.0.1. When the
// constructor returns they all know of each other.
class SentinelTestGroup
{
public:
    // With certificates, all of them speak TLS and nothing else, also among themselves.
    explicit SentinelTestGroup(const TestServer::Tls &tls = {});

    static constexpr const char *name = "shop"; // of the primary, among the Sentinels

    [[nodiscard]] Endpoint endpoint() const; // by the Sentinels
    // How soon a primary that does not answer is given up: soon where a test wants that, and late
    // otherwise, because a busy machine lets a server stand still for seconds.
    void giveUpSoon() { giveUpAfter("700"); }
    void giveUpLate() { giveUpAfter("120000"); }
    // Of the three servers; the first one begins as the primary.
    [[nodiscard]] TestServer &server(size_t which) { return *m_servers[which]; }
    [[nodiscard]] TestServer &sentinel(size_t which) { return *m_sentinels[which]; }

private:
    bool isWhole();
    void giveUpAfter(const char *milliseconds);

    const QString m_caFile;
    std::vector<std::unique_ptr<TestServer>> m_servers;
    std::vector<std::unique_ptr<TestServer>> m_sentinels;
};

// "127.0.0.1:PORT"
QString addressOf(const TestServer &server);

} // namespace lockstep
