#include "freerounds.h"

#include "core/lab/freerun/rounds/roundrunner.h"
#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <future>

namespace lockstep {

namespace {

constexpr int mostCutOff =
    3; // rounds; a program that does not end will not in the next ones either
constexpr int mostClients = 20;
constexpr int scratchPlace = 2; // of the server on which the order of execution is replayed

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
    words[#words + 1] = (KEYS[1] or '') .. key .. '=' .. value .. '#' .. redis.call(sizes[kind], name) .. ttl
  end
end
return table.concat(words, '; '))";

int incidentsIn(const RoundRecords &records, Incident::Kind kind)
{
    return int(std::count_if(records.incidents.begin(), records.incidents.end(),
        [kind](const Incident &each) { return each.kind == kind; }));
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
    wanted.nodes = scratchPlace + 1;
    wanted.clients = mostClients;
    wanted.tcp = true;
    wanted.keyEvents = QStringLiteral("KEA");
    std::promise<Result<void>> started;
    m_servers.start(wanted, [&](const Result<void> &done) { started.set_value(done); });
    const auto done = started.get_future().get();
    m_isStarted = bool(done);
    return done;
}

// What a client that crashed had sent may be executed in the same turn of the server as the first
// question, so there is one before that which counts.
QByteArray FreeRounds::heldKeys(int server)
{
    const Endpoint endpoint = m_servers.endpoints()[size_t(server)];
    BlockingClient reader(endpoint.path); // the server may be another one than before
    (void)reader.run({"AUTH", endpoint.password});
    Command command{"EVAL", keysInWords};
    if (server == 0)
        command << "0";
    else
        command << "1" << QByteArray::number(server) + ':';
    for (const QByteArray &key : m_names.keys)
        command << key;
    const Reply reply = reader.run(command);
    if (reply.isError())
        qFatal("the keys cannot be read: %s", reply.text.constData());
    return reply.text;
}

// Keys end while one server after the other is read. What is found twice in succession was so at
// one instant, between the first reading of the last server and the second of the first.
QByteArray FreeRounds::heldKeysOfAll(int servers)
{
    QByteArray before;
    for (bool isFirst = true;; isFirst = false) {
        QByteArray held = heldKeys(0);
        for (int server = 1; server < servers; ++server) {
            const QByteArray words = heldKeys(server);
            held += (held.isEmpty() || words.isEmpty() ? "" : "; ") + words;
        }
        if (servers == 1 || (!isFirst && held == before))
            return held;
        before = held;
    }
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
    const auto loop = std::make_shared<RunLoop>(); // until the last restart is told
    const auto all = options.exactOrder ? m_servers.tcpEndpoints() : m_servers.endpoints();
    RoundRunner::RunServers servers;
    servers.isOurs = true;
    servers.nodes.assign(all.begin(), all.begin() + scenario->nodes);
    if (options.exactOrder)
        servers.scratch = m_servers.endpoints()[scratchPlace];
    servers.control.restart = [this, loop](int place, ServerLoss::Done done) {
        m_servers.restart(place, [loop, done = std::move(done)](const Result<void> &result) {
            loop->post([done, result] { done(result); });
        });
    };
    RoundRunner player(*loop, scenario, options, std::move(servers));
    if (const auto ready = player.prepare(); !ready)
        return tl::unexpected(ready.error());
    std::vector<QByteArray> held;
    auto roundBegan = std::chrono::steady_clock::now();
    int cutOff = 0;
    const auto played = player.play([&](const RunProgress &progress) {
        if (!progress.judging) {
            if (cutOff >= mostCutOff)
                loop->stop();
            return;
        }
        const auto now = std::chrono::steady_clock::now();
        cutOff += now - std::exchange(roundBegan, now) >= options.roundLimit;
        held.push_back(heldKeysOfAll(scenario->nodes));
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
        shown.rounds.push_back({outcome, incidentsIn(records, Incident::Kind::Crash),
            incidentsIn(records, Incident::Kind::Restart), records.round.stuck,
            records.round.cutOff, records.operations.empty(), records.round.hasGuessedWait});
    }
    return shown;
}

} // namespace lockstep
