#pragma once

#include "tests/support/servers/testserver.h"

#include <memory>
#include <vector>

namespace lockstep {

// A real Cluster of three primaries, each with a third of the slots, and three replicas, on ports
// of 127.0.0.1. When the constructor returns all of them know of each other. A primary is given up
// only after minutes, because a busy machine lets a server stand still for seconds.
class ClusterTestGroup
{
public:
    enum class Addresses : quint8 {
        Reached,
        // No client reaches a node by the address that the others tell of it, as in containers.
        OnlyForNodes,
        // The others and the first one know each other by secondAddress alone, which has to be
        // there (networknamespace.h). Where it is taken away that one is cut off from the others,
        // and clients still reach it on 127.0.0.1.
        SecondOfFirst
    };
    explicit ClusterTestGroup(Addresses addresses = Addresses::Reached);

    // 0, 1 and 2 begin as primaries, 3, 4 and 5 as the replicas of these.
    [[nodiscard]] TestServer &server(size_t which) { return *m_servers[which]; }
    // The address that the nodes tell of it.
    [[nodiscard]] HostPort toldAddress(size_t which) const;
    // Which of the primaries of the beginning got the key's slot.
    [[nodiscard]] size_t ownerOf(const QByteArray &key);

    static constexpr size_t primaries = 3;
    static constexpr int slotCount = 16384;

private:
    [[nodiscard]] QString toldHost(size_t which) const;
    [[nodiscard]] TestServer::Options optionsOf(size_t which) const;
    void waitUntil(const char *what, bool (*holds)(TestServer &server));
    void hideFromClients();

    Addresses m_addresses;
    std::vector<std::unique_ptr<TestServer>> m_servers;
};

} // namespace lockstep
