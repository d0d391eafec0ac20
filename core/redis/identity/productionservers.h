#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"

class QSettings;

namespace lockstep {

// The servers that the user has marked as production, where nothing may ever be changed. The marks
// are kept in the settings, so that they hold for the window and for the command line.
//
// A mark knows its server by every address that it was seen at and by who it said it is. Of a
// marked server what is learnt is kept, so that another name for it does not get round the mark.
class ProductionServers
{
public:
    // settings: outlives this.
    explicit ProductionServers(QSettings *settings);

    // By its address alone, whatever user, database or way of encryption: as much as can be known
    // before the server is asked.
    [[nodiscard]] bool contains(const Endpoint &endpoint) const;
    // By its address or by who it is: a replica of a marked server, or a copy of its data, too.
    [[nodiscard]] bool contains(const Endpoint &endpoint, const ServerIdentity &identity) const;

    void mark(const Endpoint &endpoint, const ServerIdentity &identity = ServerIdentity());
    // Of this server, under all its names.
    void unmark(const Endpoint &endpoint, const ServerIdentity &identity = ServerIdentity());
    // Whether it is marked; if so, what is new of it is added to its mark.
    bool recognise(const Endpoint &endpoint, const ServerIdentity &identity);

private:
    QSettings *m_settings;
};

} // namespace lockstep
