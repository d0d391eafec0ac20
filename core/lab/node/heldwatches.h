#pragma once

#include "core/lab/node/execution.h"
#include "core/redis/values/error.h"

#include <map>

namespace lockstep {

// The WATCHes that are open on a server, by connection, and which of them are dirty.
class HeldWatches
{
public:
    static constexpr int openCommands = 2;

    explicit HeldWatches(DatasetTable &datasets) // outlives this
        : m_datasets(datasets)
    {
    }

    void forget(); // all connections are closed
    [[nodiscard]] bool areOpen() const { return !m_open.empty(); } // any
    void touch(quint32 key); // the lab has written it
    [[nodiscard]] bool isDirty(Link link) const; // open, and its EXEC will fail
    [[nodiscard]] bool isClean(const OpenWatch &watch) const; // open, not dirty
    // Appends the commands that open it, clean: openCommands.
    void appendOpen(std::string *wire, const OpenWatch &watch);
    // Appends the one that closes that of the link. Returns 0 where none is open.
    int appendClose(std::string *wire, Link link);

    // Those that are clean, about which the server has to be asked: CLIENT LIST ID with the ids of
    // these connections, in this order.
    [[nodiscard]] const std::vector<Link> &ask();
    [[nodiscard]] bool asks() const { return !m_asked.empty(); }
    // Errors: ProtocolError, a client is missing.
    Result<void> take(std::string_view clientList);

    [[nodiscard]] std::vector<bool> dirtyOf(const std::vector<OpenWatch> &watches) const;
    void note(const Execution &execution); // that the command has opened or closed

private:
    DatasetTable &m_datasets;
    std::map<Link, OpenWatch> m_open; // as it is on the server
    std::vector<Link> m_asked;
};

} // namespace lockstep
