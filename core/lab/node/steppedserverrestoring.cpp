// The functions of SteppedServer that bring the server into the state that a command finds.
//
// Redis deletes a key at once if it is given a deadline that has been reached, and a key that is
// due is gone for any command that touches it. So if a key that is just due has to be written, or a
// key that is past its deadline at the new time has to go, this is done at an earlier time, which
// takes one round trip more. Active expiry, which looks at the clock between two commands, is off.
//
// A clean WATCH is opened after all keys were written. A dirty one has to be there only for its own
// connection, which touches the key between WATCH and the restoring: Redis marks the connection
// that touched it dirty as well (CLIENT_DIRTY_CAS, set by touchWatchedKey in multi.c). A WATCH that
// is dirty on the server stays dirty, whatever is sent. A WATCH that the state does not have is
// closed when its connection is about to send something. All this is done only before a command
// that may write.

#include "core/lab/node/steppedserver.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr quint32 unknown = none; // the number of no value: what the key holds is not known

} // namespace

Result<int> SteppedServer::appendRestoreAt(
    BlockingConnection *writer, std::string *wire, int commands, quint32 dataset, qint64 clock)
{
    const bool isEarlier = m_keys.needsEarlierClock(dataset, clock);
    std::vector<quint32> written;
    commands += m_keys.appendRestore(wire, dataset, clock, &written);
    for (const quint32 key : written)
        m_watches.touch(key);
    if (isEarlier) {
        m_clock->set(std::min(m_clock->now(), clock) - earlier);
        if (const auto sent = send(writer, wire, commands); !sent)
            return tl::unexpected(sent.error());
        commands = 0;
    }
    m_clock->set(clock);
    return commands;
}

Result<void> SteppedServer::send(BlockingConnection *connection, std::string *wire, int commands)
{
    connection->append(*wire);
    wire->clear();
    return connection->readPlain(commands);
}

Result<void> SteppedServer::restore(quint32 dataset, qint64 clock)
{
    const auto found = connection(-1, 0);
    if (!found)
        return tl::unexpected(found.error());
    std::string wire;
    const auto commands = appendRestoreAt(*found, &wire, 0, dataset, clock);
    if (!commands)
        return tl::unexpected(commands.error());
    return send(*found, &wire, *commands);
}

Result<void> SteppedServer::open(std::vector<const OpenWatch *> watches, BlockingConnection *writer,
    std::string *written, int commands)
{
    if (commands > 0) { // the keys are written before a clean WATCH is opened
        if (!writer) {
            const auto found = connection(watches.front()->process, watches.front()->thread);
            if (!found)
                return tl::unexpected(found.error());
            writer = *found;
            m_watches.appendOpen(written, *watches.front());
            commands += HeldWatches::openCommands;
            watches.erase(watches.begin());
        }
        if (const auto done = send(writer, written, commands); !done)
            return done;
    }
    for (const bool sends : {true, false}) {
        for (const OpenWatch *const each : watches) {
            const auto found = connection(each->process, each->thread);
            if (!found)
                return tl::unexpected(found.error());
            if (sends) {
                std::string wire;
                m_watches.appendOpen(&wire, *each);
                (*found)->append(wire);
                (*found)->flush();
            } else if (const auto done = (*found)->readPlain(HeldWatches::openCommands); !done) {
                return done;
            }
        }
    }
    return {};
}

// A command that only reads, or that opens or closes its own WATCH, makes no other one dirty, and
// no WATCH decides on its reply.
bool SteppedServer::concernsWatches(const Execution &execution) const
{
    if (!m_watches.areOpen() && execution.watches.empty())
        return false;
    const auto commands = commandsIn(execution.wire);
    return !std::all_of(commands.begin(), commands.end(), [this](const auto &words) {
        return isSameWord(words[0], "WATCH") || isSameWord(words[0], "UNWATCH")
            || m_commands.place(words[0]).changesNothing;
    });
}

Result<int> SteppedServer::prepare(
    const Execution &execution, BlockingConnection *own, std::string *wire, bool concernsWatches)
{
    if (!concernsWatches)
        return appendRestoreAt(own, wire, 0, execution.dataset, execution.clock);
    const Link self{execution.process, execution.thread};
    const OpenWatch *ownWatch = nullptr;
    for (const OpenWatch &each : execution.watches) {
        if (each.link() == self)
            ownWatch = &each;
    }
    const bool dirties = ownWatch && ownWatch->dirty && !m_watches.isDirty(self);
    const auto restored = appendRestoreAt(
        own, wire, dirties ? appendDirty(wire, *ownWatch) : 0, execution.dataset, execution.clock);
    if (!restored)
        return restored;
    int commands = *restored;
    std::vector<const OpenWatch *> missing;
    for (const OpenWatch &each : execution.watches) {
        if (&each != ownWatch && !each.dirty && !m_watches.isClean(each))
            missing.push_back(&each);
    }
    if (!missing.empty()) {
        if (const auto done = open(std::move(missing), dirties ? own : nullptr, wire, commands);
            !done)
            return tl::unexpected(done.error());
        commands = 0;
    }
    if (ownWatch && !ownWatch->dirty && !m_watches.isClean(*ownWatch)) {
        m_watches.appendOpen(wire, *ownWatch);
        commands += HeldWatches::openCommands;
    } else if (!ownWatch) {
        commands += m_watches.appendClose(wire, self);
    }
    return commands;
}

int SteppedServer::appendDirty(std::string *wire, const OpenWatch &watch)
{
    const quint32 key = watch.keys.front();
    m_watches.appendOpen(wire, watch);
    const int commands = canonical::appendWrite(wire, m_datasets.keyName(key), "sx", false);
    m_keys.noteWritten(key, unknown);
    m_watches.touch(key);
    return HeldWatches::openCommands + commands;
}

Result<void> SteppedServer::appendClientList(std::string *wire)
{
    const std::vector<Link> &asked = m_watches.linksToAskAbout();
    if (asked.empty())
        return {};
    appendHeader(wire, int(asked.size()) + 3);
    for (const char *const word : {"CLIENT", "LIST", "ID"})
        appendWord(wire, {}, word);
    for (const Link &each : asked) {
        const auto id = m_connections[each]->clientId();
        if (!id)
            return tl::unexpected(id.error());
        appendWord(wire, {}, std::to_string(*id));
    }
    return {};
}

Result<void> SteppedServer::readClientList(BlockingConnection *connection)
{
    if (!m_watches.awaitsClientList())
        return {};
    const auto reply = connection->readPlain();
    return reply ? m_watches.readClientList(viewOf(textOf(**reply)))
                 : tl::unexpected(reply.error());
}

} // namespace lockstep
