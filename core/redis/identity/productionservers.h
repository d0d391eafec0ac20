#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

class QSettings;

namespace lockstep {

// The servers that the user has marked as production, where nothing may ever be changed. The marks
// are kept beside the settings, so that they hold for the window and for the command line.
//
// A mark knows its server by every address that it was seen at and by who it said it is. New names
// of a marked server are added to its mark, so that using another name does not evade it. What it
// said earlier is kept with it, because another server may have been at its address.
class ProductionServers
{
public:
    // settings: must outlive this.
    explicit ProductionServers(QSettings *settings);

    // Whether no server is marked. False if the marks cannot be read.
    [[nodiscard]] bool isEmpty() const;
    // Whether the address is that of a marked server, whatever the user, database or encryption.
    // More cannot be known before the server is asked.
    [[nodiscard]] bool contains(const Endpoint &endpoint) const;
    // Whether the server is marked, by its address or by its identity. That is also true of a
    // replica of a marked server and of a copy of its data.
    [[nodiscard]] bool contains(const Endpoint &endpoint, const ServerIdentity &identity) const;

    // Why nothing is done on a marked server: ProductionServer; or BadInput (a sentence), if the
    // marks cannot be read, so that every server counts as marked.
    [[nodiscard]] Error refusal() const;

    // identity: who the server is, or was when it was last asked.
    // Errors: BadInput (a sentence), FileUnreadable (path and reason), if the mark could not be
    // written; it holds for this process all the same.
    Result<void> mark(const Endpoint &endpoint, const ServerIdentity &identity = ServerIdentity());
    // Removes the mark of this server, under all its names. Errors: as above; the mark then stays.
    Result<void> unmark(
        const Endpoint &endpoint, const ServerIdentity &identity = ServerIdentity());
    // Whether the server is marked; if so, its new names are added to the mark.
    bool recognise(const Endpoint &endpoint, const ServerIdentity &identity);

private:
    QSettings *m_settings;
};

} // namespace lockstep
