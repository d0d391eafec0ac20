#include "core/watch/reading/waitercount.h"

#include "core/redis/connection/connection.h"
#include "core/redis/values/errorclasses.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/store/itemstore.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int unaskedUntilUnknown = 2; // a node may be away for a moment
constexpr auto every = std::chrono::seconds(5);
constexpr std::size_t mostChannels = 256;
constexpr int mostFirstQuestions = 16;

} // namespace

// One question to all nodes. A part of the sum would be a wrong number, so if a node does not
// answer, or has joined meanwhile, nothing is concluded.
struct WaiterCount::Question
{
    std::vector<const Connection *> asked;
    std::vector<QByteArray> keys;
    std::vector<qint64> sums; // by key: the sum of all nodes' counts
    int pending = 0; // replies that are still to come
    bool isAnswered = true; // by each node so far
};

WaiterCount::WaiterCount(std::function<Nodes()> nodes, QObject *parent)
    : QObject(parent)
    , m_nodes(std::move(nodes))
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &WaiterCount::ask);
}

void WaiterCount::start()
{
    m_timer.start(every);
}

void WaiterCount::stop()
{
    m_timer.stop();
    m_keys.clear();
    m_next = 0;
    m_pending = 0;
    m_hasBegun = false;
}

bool WaiterCount::countFirst()
{
    for (int i = 0; i < mostFirstQuestions && !m_hasBegun; ++i) {
        ask();
        m_hasBegun = m_next == m_keys.size();
    }
    m_hasBegun = true;
    return m_pending > 0;
}

void WaiterCount::collect()
{
    m_keys.clear();
    for (const Node &node : m_nodes().connected) {
        auto keys = node.store->keysToCountWaitersOf();
        m_keys.insert(m_keys.end(), std::make_move_iterator(keys.begin()),
            std::make_move_iterator(keys.end()));
    }
    m_next = 0;
    const auto questions = static_cast<qint64>((m_keys.size() + mostChannels - 1) / mostChannels);
    m_roundTook = questions > 1 ? std::optional<Milliseconds>(questions * every) : std::nullopt;
}

void WaiterCount::ask()
{
    if (m_next == m_keys.size())
        collect();
    const auto [nodes, areAll] = m_nodes();
    const auto question = std::make_shared<Question>();
    std::vector<QByteArray> queued;
    Command command{"PUBSUB", "NUMSUB"};
    std::vector<Command> sharded(nodes.size(), Command{"PUBSUB", "SHARDNUMSUB"});
    std::vector<std::vector<std::size_t>> shardedPlaces(nodes.size());
    std::vector<std::size_t> places;
    for (; m_next < m_keys.size() && question->keys.size() < mostChannels; ++m_next) {
        const QByteArray &key = m_keys[m_next];
        const auto node = std::find_if(nodes.begin(), nodes.end(),
            [&key](const Node &each) { return each.store->contains(key); });
        const auto format = node == nodes.end() ? FormatPtr() : node->store->format(key);
        const auto channel = format ? format->waitersChannel(key) : QByteArray();
        if (channel.isEmpty())
            continue; // forgotten, or something else, since the round began
        if (const auto item = node->store->item(key); item && item->reading.waitersAreQueued) {
            queued.push_back(key);
            continue;
        }
        const auto owner = static_cast<std::size_t>(node - nodes.begin());
        if (node->hasShardedChannels) {
            sharded[owner] << channel;
            shardedPlaces[owner].push_back(question->keys.size());
        }
        places.push_back(question->keys.size());
        question->keys.push_back(key);
        command << channel;
    }
    if (!queued.empty())
        Q_EMIT queuesMayBeOld(queued);
    m_unasked = areAll ? 0 : m_unasked + 1;
    if (m_unasked >= unaskedUntilUnknown)
        forgetCounts(question->keys);
    if (question->keys.empty() || !areAll)
        return;
    question->sums.resize(question->keys.size());
    ++m_pending;
    ++question->pending; // until all are sent
    for (const Node &node : nodes)
        question->asked.push_back(node.connection);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        send(question, nodes[i], command, places);
        if (!shardedPlaces[i].empty())
            send(question, nodes[i], sharded[i], shardedPlaces[i]);
    }
    if (--question->pending == 0)
        conclude(*question);
}

// Marks the counts of these locks as unknown, because they are too old.
void WaiterCount::forgetCounts(const std::vector<QByteArray> &keys)
{
    const auto now = std::chrono::steady_clock::now();
    for (const Node &node : m_nodes().connected) {
        for (const QByteArray &key : keys) // one of them has it, and the others do nothing
            node.store->setWaiters(key, std::nullopt, now);
    }
}

// places: for each channel of the command, the index of its key in the question.
void WaiterCount::send(const std::shared_ptr<Question> &question, const Node &node,
    const Command &command, const std::vector<std::size_t> &places)
{
    ++question->pending;
    const QByteArray subcommand = command.words().at(1);
    node.connection->send(command,
        [this, question, places, subcommand, by = node.connection](const Result<Reply> &reply) {
            const bool isSharded = subcommand == "SHARDNUMSUB";
            if (!reply) {
                const auto missing = missingFor(
                    {"PUBSUB", subcommand}, MissingPermission::Effect::NoWaiters, reply.error());
                if (missing)
                    Q_EMIT denied(*missing, by);
                // What is not sharded is counted nevertheless.
                if (isSharded && !isTransient(reply.error().code))
                    Q_EMIT shardedRefused(by);
                else
                    question->isAnswered = false;
            } else {
                for (std::size_t i = 0; i < places.size() && 2 * i + 1 < reply->elements.size();
                     ++i)
                    question->sums[places[i]] += reply->elements[2 * i + 1].integer;
            }
            if (--question->pending == 0)
                conclude(*question);
        });
}

// A question that a node has not answered may end while that node is taken out of the others, so
// these are not looked at then.
void WaiterCount::conclude(const Question &question)
{
    m_pending = std::max(m_pending - 1, 0); // stop() may have been called since it was asked
    const auto now = std::chrono::steady_clock::now();
    const auto nodes = question.isAnswered ? m_nodes() : Nodes{{}, false};
    const std::size_t count = isComplete(question, nodes) ? question.keys.size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (const Node &node : nodes.connected) // one of them has it, and the others do nothing
            node.store->setWaiters(question.keys[i], static_cast<int>(question.sums[i]), now);
    }
    Q_EMIT counted();
}

bool WaiterCount::isComplete(const Question &question, const Nodes &now)
{
    return now.areAll
        && std::all_of(now.connected.begin(), now.connected.end(), [&question](const Node &node) {
               return std::find(question.asked.begin(), question.asked.end(), node.connection)
                   != question.asked.end();
           });
}

} // namespace lockstep
