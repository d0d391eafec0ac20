#pragma once

#include "core/lab/loader/scenariofile.h"
#include "core/lab/program/program.h"
#include "core/lab/program/stateview.h"
#include "core/lab/wire/commandtable.h"

#include <hiredis/hiredis.h>

#include <deque>
#include <map>

namespace lockstep {

// A reply as hiredis would hand it out, written down by a test.
class MadeReply
{
public:
    static MadeReply status(const QByteArray &text) { return {REDIS_REPLY_STATUS, text}; }
    static MadeReply text(const QByteArray &text) { return {REDIS_REPLY_STRING, text}; }
    static MadeReply error(const QByteArray &text) { return {REDIS_REPLY_ERROR, text}; }
    static MadeReply nil() { return {REDIS_REPLY_NIL, {}}; }
    static MadeReply number(qint64 number)
    {
        MadeReply reply(REDIS_REPLY_INTEGER, {});
        reply.m_reply.integer = number;
        return reply;
    }
    static MadeReply list(std::vector<MadeReply> parts)
    {
        MadeReply reply(REDIS_REPLY_ARRAY, {});
        reply.m_parts = std::make_shared<std::vector<MadeReply>>(std::move(parts));
        return reply;
    }
    // Valid as long as this is.
    const redisReply *get()
    {
        m_reply.str = m_text.data();
        m_reply.len = size_t(m_text.size());
        m_elements.clear();
        if (m_parts) {
            for (MadeReply &part : *m_parts)
                m_elements.push_back(const_cast<redisReply *>(part.get()));
        }
        m_reply.element = m_elements.data();
        m_reply.elements = m_elements.size();
        return &m_reply;
    }

private:
    MadeReply(int type, QByteArray text)
        : m_text(std::move(text))
    {
        m_reply.type = type;
    }

    redisReply m_reply{};
    QByteArray m_text;
    std::shared_ptr<std::vector<MadeReply>> m_parts;
    std::vector<redisReply *> m_elements;
};

// What COMMAND says about the commands that the tests use.
inline CommandTable writtenCommandTable()
{
    const auto status = [](const QByteArray &text) {
        return Reply{Reply::Kind::Status, false, 0, text, {}};
    };
    const auto number = [](qint64 n) { return Reply{Reply::Kind::Integer, false, n, {}, {}}; };
    const auto row = [&](const QByteArray &name, int first, int last, int step,
                         std::vector<Reply> flags = {}) {
        Reply flagList{Reply::Kind::Array, false, 0, {}, std::move(flags)};
        return Reply{Reply::Kind::Array, false, 0, {},
            {Reply{Reply::Kind::Bulk, false, 0, name, {}}, number(-2), flagList, number(first),
                number(last), number(step)}};
    };
    Reply all{Reply::Kind::Array, false, 0, {}, {}};
    for (const char *const name : {"get", "set", "incr", "incrby", "decr", "pexpire", "hset",
             "expireat", "hpexpire", "spop", "lpush", "rpush", "zadd", "getex", "xadd", "ttl"})
        all.elements.push_back(row(name, 1, 1, 1, {status("write")}));
    for (const char *const name : {"del", "mget", "watch", "exists"})
        all.elements.push_back(row(name, 1, -1, 1));
    all.elements.push_back(row("mset", 1, -1, 2));
    all.elements.push_back(row("blpop", 1, -2, 1, {status("blocking")}));
    for (const char *const name : {"ping", "multi", "exec", "discard", "unwatch", "publish", "time",
             "select", "subscribe", "flushall", "keys"})
        all.elements.push_back(row(name, 0, 0, 0));
    all.elements.push_back(row("eval", 0, 0, 0, {status("movablekeys")}));
    all.elements.push_back(row("xread", 0, 0, 0, {status("movablekeys"), status("blocking")}));
    all.elements.push_back(row("migrate", 0, 0, 0, {status("movablekeys")}));
    all.elements.push_back(row("zunionstore", 1, 1, 1, {status("movablekeys")}));
    return CommandTable::fromReply(all).value();
}

// The text of a scenario around the body of its client.
inline QByteArray scenarioAround(const QByteArray &body, const QByteArray &more = {})
{
    return "return { id = \"x\", family = \"stock\", title = { en = \"t\" }, lesson = { en = \"l\" "
           "},"
           " params = { clients = 2, stock = 5 }, keys = { \"k\", \"other\", \"lock:*\" }, "
        + more + " client = function(p, me)\n" + body + "\nend }";
}

// A program whose requests a test answers by hand.
class PlayedProgram
{
public:
    explicit PlayedProgram(const QByteArray &text, Program::Options options = {})
        : m_commands(writtenCommandTable())
    {
        auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
        if (!scenario) {
            m_mistake = scenario.error().detail;
            return;
        }
        options.settings = scenario.value()->defaults();
        options.commands = &m_commands;
        auto program = Program::make(scenario.value(), options);
        if (program)
            m_program = std::move(program.value());
        else
            m_mistake = program.error().detail;
    }

    Program *operator->() { return m_program.get(); }
    [[nodiscard]] bool isMade() const { return m_program != nullptr; }
    // Why the file or its first run was refused; else that of the process.
    [[nodiscard]] QString mistake(int process = 0) const
    {
        return m_program ? m_program->mistake(process) : m_mistake;
    }
    int start(int index = 0, int role = 0, int server = 0)
    {
        ClientIdentity identity;
        identity.role = role;
        identity.index = index;
        identity.name = clientName(index);
        identity.server = server;
        return m_program->start(identity);
    }
    [[nodiscard]] QByteArray words(int process = 0, int thread = 0) const
    {
        const std::string_view words = m_program->request(process, thread).words;
        return QByteArray(words.data(), qsizetype(words.size()));
    }
    [[nodiscard]] QByteArray wire(int process = 0, int thread = 0) const
    {
        const std::string_view wire = m_program->request(process, thread).wire;
        return QByteArray(wire.data(), qsizetype(wire.size()));
    }
    [[nodiscard]] Request::Kind kind(int process = 0, int thread = 0) const
    {
        return m_program->request(process, thread).kind;
    }
    void answer(MadeReply reply, int process = 0, int thread = 0)
    {
        m_program->resume(process, thread, reply.get());
    }

private:
    CommandTable m_commands;
    std::unique_ptr<Program> m_program;
    QString m_mistake;
};

// What the body does wrong when it runs, with every reply a nil.
inline QString mistakeOf(const QByteArray &body, const QByteArray &more = {})
{
    PlayedProgram played(scenarioAround(body, more));
    if (!played.isMade())
        return played.mistake();
    played.start();
    for (int i = 0; i < 100
         && (played.kind() == Request::Kind::Command || played.kind() == Request::Kind::Subscribe);
         ++i)
        played.answer(MadeReply::nil());
    return played.mistake();
}

} // namespace lockstep
