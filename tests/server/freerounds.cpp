#include "freerounds.h"

#include "core/lab/freerun/rounds/roundrunner.h"
#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <future>

namespace lockstep {

namespace {

constexpr int mostClients = 20;

// The same words as the function outcome() of a random program finds for a state. All in one
// script: no key expires in between.
const QByteArray keysInWords = R"(
local prefix = ''
for _, name in ipairs(redis.call('KEYS', '{lab:*')) do prefix = string.match(name, '^{.-}:') end
local words = {}
for _, key in ipairs(ARGV) do
  local name = prefix .. key
  local kind = redis.call('TYPE', name).ok
  local sizes = { string = 'STRLEN', hash = 'HLEN', list = 'LLEN', set = 'SCARD', zset = 'ZCARD' }
  if kind ~= 'none' then
    local value = kind == 'string' and redis.call('GET', name) or 'false'
    local ttl = redis.call('PTTL', name) < 0 and '' or ' ttl'
    words[#words + 1] = key .. '=' .. value .. '#' .. redis.call(sizes[kind], name) .. ttl
  end
end
return table.concat(words, '; '))";

int crashesIn(const RoundRecords &records)
{
    return int(std::count_if(records.incidents.begin(), records.incidents.end(),
        [](const Incident &each) { return each.kind == Incident::Kind::Crash; }));
}

} // namespace

FreeRounds::FreeRounds(Names names)
    : m_names(std::move(names))
{
}

Result<void> FreeRounds::startServers()
{
    if (m_isStarted)
        return {};
    LabServers::Wanted wanted;
    wanted.nodes = 2; // one is where the order of execution is replayed
    wanted.clients = mostClients;
    wanted.tcp = true;
    wanted.keyEvents = QStringLiteral("EA");
    std::promise<Result<void>> started;
    m_servers.start(wanted, [&](const Result<void> &done) { started.set_value(done); });
    const auto done = started.get_future().get();
    m_isStarted = bool(done);
    if (m_isStarted)
        m_reader = std::make_unique<BlockingClient>(m_servers.endpoints()[0].path);
    return done;
}

// What a client that crashed had sent may be executed in the same turn of the server as the first
// question, so there is one before that which counts.
QByteArray FreeRounds::heldKeys()
{
    (void)m_reader->run({"AUTH", m_servers.endpoints()[0].password});
    Command command{"EVAL", keysInWords, "0"};
    for (const QByteArray &key : m_names.keys)
        command << key;
    const Reply reply = m_reader->run(command);
    if (reply.isError())
        qFatal("the keys cannot be read: %s", reply.text.constData());
    return reply.text;
}

// In the order in which the clients said it: a RoundView dates what followed a write back to it,
// past what another thread of the same client had said before.
QByteArray FreeRounds::marksOf(const History &history, int round) const
{
    std::map<QByteArray, QByteArray> said;
    std::map<QByteArray, qint64> counted;
    for (const MarkRecord &each : RoundRecords(history, round).marks) {
        const QByteArray name = history.texts[each.name].toByteArray();
        if (each.kind == MarkRecord::Kind::Count)
            counted[name] += each.value;
        if (each.kind == MarkRecord::Kind::Event && m_names.events.contains(name))
            said[history.clients[each.client].name + '.' + name] +=
                history.texts[each.text].toByteArray();
    }
    QByteArray words;
    for (const auto &[whose, text] : said)
        words += whose + text + "; ";
    for (const QByteArray &name : m_names.counts)
        words += name + ' ' + QByteArray::number(counted[name]) + "; ";
    return words;
}

Result<FreeRounds::Shown> FreeRounds::play(const ScenarioPtr &scenario, const RunOptions &options)
{
    if (const auto started = startServers(); !started)
        return tl::unexpected(started.error());
    RunLoop loop;
    RoundRunner::RunServers servers;
    servers.isOurs = true;
    servers.nodes = {options.exactOrder ? m_servers.tcpEndpoints()[0] : m_servers.endpoints()[0]};
    if (options.exactOrder)
        servers.scratch = m_servers.endpoints()[1];
    RoundRunner player(loop, scenario, options, std::move(servers));
    if (const auto ready = player.prepare(); !ready)
        return tl::unexpected(ready.error());
    std::vector<QByteArray> held;
    const auto played = player.play([&](const RunProgress &progress) {
        if (progress.judging)
            held.push_back(heldKeys());
    });
    if (!played)
        return tl::unexpected(played.error());
    Shown shown{*played, {}};
    const History &history = (*played)->history;
    for (size_t i = 0; i < held.size() && i < history.rounds.size(); ++i) {
        const RoundRecords records(history, int(i));
        QByteArray outcome = marksOf(history, int(i)) + held[i];
        if (outcome.endsWith("; "))
            outcome.chop(2);
        shown.rounds.push_back({outcome, crashesIn(records), records.round.stuck,
            records.round.cutOff, records.operations.empty()});
    }
    return shown;
}

} // namespace lockstep
