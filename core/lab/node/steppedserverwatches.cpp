// Part of SteppedServer. The open WATCHes of a node. What the connections have open on the server
// is known, as the keys are: the lab's own writes make the WATCHes of these keys dirty, and after
// each command the server is asked (flag d of CLIENT LIST) about those that were clean. So only
// what is missing is opened, and most commands find all as it should be.
//
// A clean WATCH is opened after everything was written. A dirty one has to be there only for its
// own connection, which touches the key between WATCH and the restoring: Redis marks the connection
// that touched it dirty as well (CLIENT_DIRTY_CAS, set by touchWatchedKey in multi.c). What others
// have made dirty stays so, whatever is sent. A WATCH that the state does not have is closed when
// its connection comes to send something.

#include "core/lab/node/steppedserver.h"

#include "core/lab/program/commandwords.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr quint32 unknown = none; // a value

void appendUnwatch(std::string *wire)
{
    appendHeader(wire, 1);
    appendWord(wire, {}, "UNWATCH");
}

} // namespace

void SteppedServer::touch(quint32 key)
{
    for (auto &[link, watch] : m_watching) {
        if (!watch.dirty
            && std::find(watch.keys.begin(), watch.keys.end(), key) != watch.keys.end())
            watch.dirty = true;
    }
}

bool SteppedServer::isClean(const OpenWatch &watch) const
{
    const auto found = m_watching.find(watch.link());
    return found != m_watching.end() && !found->second.dirty && found->second.keys == watch.keys;
}

void SteppedServer::appendWatch(std::string *wire, const OpenWatch &watch)
{
    appendUnwatch(wire);
    appendHeader(wire, int(watch.keys.size()) + 1);
    appendWord(wire, {}, "WATCH");
    for (const quint32 key : watch.keys)
        appendWord(wire, {}, name(key));
    OpenWatch &opened = m_watching[watch.link()] = watch;
    opened.dirty = false;
}

Result<void> SteppedServer::open(std::vector<const OpenWatch *> watches, BlockingConnection *writer,
    std::string *written, int commands)
{
    if (commands > 0) { // first, so the first of them writes it, where it is not the writer's own
        if (!writer) {
            const auto found = connection(watches.front()->process, watches.front()->thread);
            if (!found)
                return tl::unexpected(found.error());
            writer = *found;
            appendWatch(written, *watches.front());
            commands += watchCommands;
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
                appendWatch(&wire, *each);
                (*found)->append(wire);
                (*found)->flush();
            } else if (const auto done = (*found)->readPlain(watchCommands); !done) {
                return done;
            }
        }
    }
    return {};
}

Result<int> SteppedServer::prepare(
    const Execution &execution, BlockingConnection *own, std::string *wire)
{
    const Link self{execution.process, execution.thread};
    const OpenWatch *ownWatch = nullptr;
    for (const OpenWatch &each : execution.watches) {
        if (each.link() == self)
            ownWatch = &each;
    }
    const auto present = m_watching.find(self);
    const bool isDirty = present != m_watching.end() && present->second.dirty;
    const bool dirties = ownWatch && ownWatch->dirty && !isDirty;
    const auto restored = appendRestoreAt(
        own, wire, dirties ? appendDirty(wire, *ownWatch) : 0, execution.dataset, execution.clock);
    if (!restored)
        return restored;
    int commands = *restored;
    std::vector<const OpenWatch *> missing;
    for (const OpenWatch &each : execution.watches) {
        if (&each != ownWatch && !each.dirty && !isClean(each))
            missing.push_back(&each);
    }
    if (!missing.empty()) {
        if (const auto done = open(std::move(missing), dirties ? own : nullptr, wire, commands);
            !done)
            return tl::unexpected(done.error());
        commands = 0;
    }
    if (ownWatch && !ownWatch->dirty && !isClean(*ownWatch)) {
        appendWatch(wire, *ownWatch);
        commands += watchCommands;
    } else if (!ownWatch && m_watching.erase(self) != 0) {
        appendUnwatch(wire);
        ++commands;
    }
    return commands;
}

int SteppedServer::appendDirty(std::string *wire, const OpenWatch &watch)
{
    const quint32 key = watch.keys.front();
    appendWatch(wire, watch);
    const int commands = canonical::appendWrite(wire, m_datasets.keyName(key), "sx", false);
    held(key).value = unknown;
    touch(key);
    return watchCommands + commands;
}

Result<void> SteppedServer::appendClientList(std::string *wire)
{
    m_asked.clear();
    for (auto &[link, watch] : m_watching) {
        if (!watch.dirty)
            m_asked.push_back(&watch);
    }
    if (m_asked.empty())
        return {};
    appendHeader(wire, int(m_asked.size()) + 3);
    for (const char *const word : {"CLIENT", "LIST", "ID"})
        appendWord(wire, {}, word);
    for (const OpenWatch *const each : m_asked) {
        const auto id = m_connections[each->link()]->clientId();
        if (!id)
            return tl::unexpected(id.error());
        appendWord(wire, {}, std::to_string(*id));
    }
    return {};
}

Result<void> SteppedServer::readClientList(BlockingConnection *connection)
{
    if (m_asked.empty())
        return {};
    const auto reply = connection->readPlain();
    if (!reply)
        return tl::unexpected(reply.error());
    constexpr std::string_view field = " flags=";
    const std::string_view lines((*reply)->str, (*reply)->len);
    size_t at = 0;
    for (OpenWatch *const each : m_asked) { // in their order
        at = lines.find(field, at);
        if (at == std::string_view::npos)
            return failure(ErrorCode::ProtocolError, QStringLiteral("CLIENT LIST lacks a client"));
        at += field.size();
        each->dirty =
            lines.substr(at, lines.find(' ', at) - at).find('d') != std::string_view::npos;
    }
    return {};
}

std::vector<bool> SteppedServer::dirtyOf(const Execution &execution) const
{
    std::vector<bool> dirty;
    for (const OpenWatch &each : execution.watches) {
        const auto found = m_watching.find(each.link());
        dirty.push_back(each.dirty || (found != m_watching.end() && found->second.dirty));
    }
    return dirty;
}

void SteppedServer::noteWatches(const Execution &execution)
{
    const Link self{execution.process, execution.thread};
    for (const auto &words : commandsIn(execution.wire)) {
        if (isSameWord(words[0], "EXEC") || isSameWord(words[0], "UNWATCH"))
            m_watching.erase(self);
        if (!isSameWord(words[0], "WATCH"))
            continue;
        OpenWatch &own = m_watching[self];
        own.process = execution.process;
        own.thread = execution.thread;
        for (size_t i = 1; i < words.size(); ++i)
            own.keys.push_back(m_datasets.addKey({words[i].data(), qsizetype(words[i].size())}));
    }
}

} // namespace lockstep
