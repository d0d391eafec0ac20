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
    [[nodiscard]] bool isDirty(Link link) const; // one is open there, and dirty
    [[nodiscard]] bool isClean(const OpenWatch &watch) const; // it is open, and not dirty
    // Appends the commands that open it; it is clean then.
    void appendOpen(std::string *wire, const OpenWatch &watch);
    // Appends the command that closes the WATCH of that connection. Returns how many commands that
    // is: 0 where none is open.
    int appendClose(std::string *wire, Link link);

    // Which of the clean ones have become dirty only the server knows. Ask it with CLIENT LIST ID
    // and the ids of these connections, in this order, and give the reply to take().
    [[nodiscard]] const std::vector<Link> &ask();
    [[nodiscard]] bool asks() const { return !m_asked.empty(); } // the reply is awaited
    // Errors: ProtocolError, a client is missing in the list.
    Result<void> take(std::string_view clientList);

    [[nodiscard]] std::vector<bool> dirtyOf(const std::vector<OpenWatch> &watches) const;
    void note(const Execution &execution); // what the command has opened or closed by itself

private:
    DatasetTable &m_datasets;
    std::map<Link, OpenWatch> m_open;
    std::vector<Link> m_asked; // about these
};

} // namespace lockstep
