// A real server would queue the commands between MULTI and EXEC itself, one round trip each. In the
// lab these round trips are no steps, so the queue is here, and the server gets all of it at once.
// What the server will answer to a command that it is to queue is therefore known from its reply to
// COMMAND: an error where the number of words or the subcommand is wrong, else QUEUED.

#include "core/lab/program/transactionqueue.h"

#include "core/lab/lua/luastate.h"
#include "core/lab/program/commandwords.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>
#include <lua.hpp>

#include <algorithm>

namespace lockstep {

TransactionQueue::TransactionQueue(lua_State *lua, ClientThread *thread, int node)
    : m_lua(lua)
    , m_thread(thread)
    , m_transaction(thread->transaction)
    , m_node(node)
{
}

bool TransactionQueue::takes() const
{
    return m_transaction.isOpen && m_transaction.node == m_node;
}

int TransactionQueue::answer(const char *status)
{
    lua_pushstring(m_lua, status);
    return 1;
}

int TransactionQueue::refuse(const char *sentence)
{
    LuaState::of(m_lua).noteMistake(m_lua, CoreText::tr(sentence).toUtf8());
    return LuaState::raise(m_lua);
}

void TransactionQueue::wantNoArguments(const char *sentence)
{
    if (m_thread->arguments.size() > 1)
        refuse(sentence);
}

bool TransactionQueue::isWatching() const
{
    const auto &nodes = m_thread->watchedNodes;
    return std::find(nodes.begin(), nodes.end(), m_node) != nodes.end();
}

// On the way to one of several servers an EXEC or UNWATCH may be lost, and the server watches on.
// Whether DISCARD has a WATCH to end is then not known here, so it is always sent.
void TransactionQueue::forgetWatch()
{
    if (m_thread->program->scenario->nodes > 1)
        return;
    auto &nodes = m_thread->watchedNodes;
    nodes.erase(std::remove(nodes.begin(), nodes.end(), m_node), nodes.end());
}

void TransactionQueue::noteWatch()
{
    if (isSameWord(m_thread->arguments[0], "UNWATCH"))
        forgetWatch();
    else if (isSameWord(m_thread->arguments[0], "WATCH") && !isWatching())
        m_thread->watchedNodes.push_back(m_node);
}

int TransactionQueue::open()
{
    wantNoArguments(QT_TRANSLATE_NOOP(
        "lockstep::CoreText", "MULTI takes nothing; the commands follow one by one"));
    if (m_transaction.isOpen)
        return refuse(QT_TRANSLATE_NOOP(
            "lockstep::CoreText", "MULTI inside MULTI; EXEC or DISCARD has to come first"));
    m_transaction.isOpen = true;
    m_transaction.node = m_node;
    m_transaction.queued = 0;
    m_transaction.line = LuaState::currentLine(m_lua);
    m_transaction.wire.assign(wireOf({"MULTI"}));
    m_transaction.words.assign("MULTI;");
    return answer("OK");
}

int TransactionQueue::add(ClientThread::Awaits awaits)
{
    if (isSameWord(m_thread->arguments[0], "WATCH")
        || isSameWord(m_thread->arguments[0], "UNWATCH"))
        return refuse(QT_TRANSLATE_NOOP("lockstep::CoreText", "WATCH has to come before MULTI"));
    if (!encode(m_lua, m_thread, &m_transaction.wire, &m_transaction.words))
        return LuaState::raise(m_lua);
    m_transaction.error.clear();
    m_thread->program->options.commands->refuseWords(m_thread->arguments, &m_transaction.error);
    const int answers = added();
    if (m_transaction.error.empty())
        return answers;
    redisReply reply{};
    reply.type = REDIS_REPLY_ERROR;
    reply.str = m_transaction.error.data();
    reply.len = m_transaction.error.size();
    m_thread->awaits = awaits;
    return giveReply(m_lua, m_thread, &reply);
}

int TransactionQueue::added()
{
    m_transaction.words.push_back(';');
    ++m_transaction.queued;
    return answer("QUEUED");
}

int TransactionQueue::execute(ClientThread::Awaits awaits)
{
    wantNoArguments(QT_TRANSLATE_NOOP(
        "lockstep::CoreText", "EXEC takes nothing; the commands stand before it"));
    if (!takes())
        return refuse(QT_TRANSLATE_NOOP("lockstep::CoreText", "EXEC without MULTI"));
    composeCommand(m_lua, m_thread, m_node, awaits);
    m_thread->wire.swap(m_transaction.wire);
    m_thread->wire.append(wireOf({"EXEC"}));
    m_thread->words.swap(m_transaction.words);
    m_thread->words.append(" EXEC");
    m_thread->request.replies = m_transaction.queued + 2;
    m_transaction.isOpen = false;
    forgetWatch();
    return yieldRequest(m_lua, m_thread);
}

int TransactionQueue::discard(ClientThread::Awaits awaits)
{
    if (!takes())
        return refuse(QT_TRANSLATE_NOOP("lockstep::CoreText", "DISCARD without MULTI"));
    m_transaction.isOpen = false;
    if (!isWatching())
        return answer("OK");
    // The server has seen no MULTI, only the WATCH that DISCARD ends.
    composeCommand(m_lua, m_thread, m_node, awaits);
    m_thread->wire.append(wireOf({"UNWATCH"}));
    m_thread->words.append("UNWATCH");
    forgetWatch();
    return yieldRequest(m_lua, m_thread);
}

} // namespace lockstep
