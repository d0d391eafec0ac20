#pragma once

#include "app/commands/source.h"
#include "core/redis/identity/servercheck.h"
#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// Asks the server that is watched who it is, each time that it becomes connected, so that its
// profile and its mark of production know it at other addresses, too. Asks no server of which there
// is neither.
class ServerIdentification : public QObject
{
    Q_OBJECT

public:
    explicit ServerIdentification(const Source &source);

    // endpoint: with the password that the server has accepted.
    void note(LinkState link, const Endpoint &endpoint);

    // Waits a moment for a server that is being asked.
    void finish();

private:
    const std::optional<Profile> m_profile;
    const bool m_isWanted;
    ServerCheck m_check;
    LinkState m_link = LinkState::Connecting;
};

} // namespace lockstep
