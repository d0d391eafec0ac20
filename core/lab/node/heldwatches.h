#pragma once

#include "core/lab/node/execution.h"
#include "core/redis/values/error.h"

#include <map>

namespace lockstep {

// The WATCHes that are open on the server of a stepped run, by connection, and which of them are
// dirty: their EXEC will fail.
class HeldWatches
{
public:
    static constexpr int openCommands = 2; // how many commands appendOpen() appends

    explicit HeldWatches(DatasetTable &datasets) // the table outlives this object
        : m_datasets(datasets)
    {
    }

    void forget(); // all connections are closed
    [[nodiscard]] bool areOpen() const { return !m_open.empty(); } // at least one is
    void touch(quint32 key); // the lab has written the key: WATCHes of it are dirty now
    [[nodiscard]] bool isDirty(Link link) const; // a WATCH is open there, and dirty
    // Whether a WATCH of the same keys is open on that connection, and not dirty.
    [[nodiscard]] bool isClean(const OpenWatch &watch) const;
    // Appends the commands that open the WATCH, in place of one that is open there. It is clean
    // then.
    void appendOpen(std::string *wire, const OpenWatch &watch);
    // Appends the command that closes the WATCH of that connection, if one is open. Returns how
    // many commands were appended, 0 or 1.
    int appendClose(std::string *wire, Link link);

    // Only the server knows which of the clean WATCHes have become dirty by a command. Returns the
    // connections that have them. The caller sends CLIENT LIST ID with the ids of these
    // connections, in this order, and gives the reply to readClientList().
    [[nodiscard]] const std::vector<Link> &linksToAskAbout();
    // Whether readClientList() is still to be called.
    [[nodiscard]] bool awaitsClientList() const { return !m_asked.empty(); }
    // Errors: ProtocolError, a client is missing in the list.
    Result<void> readClientList(std::string_view clientList);

    // Whether each of them is dirty, in their order: as it says itself, or as the server has said.
    [[nodiscard]] std::vector<bool> dirtyOf(const std::vector<OpenWatch> &watches) const;
    // Notes the WATCH that the command has opened or closed, being a WATCH, UNWATCH or EXEC.
    void noteExecuted(const Execution &execution);

private:
    DatasetTable &m_datasets;
    std::map<Link, OpenWatch> m_open;
    std::vector<Link> m_asked; // the connections that the server was asked about last
};

} // namespace lockstep
