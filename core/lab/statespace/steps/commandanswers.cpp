#include "core/lab/statespace/steps/commandanswers.h"

#include "core/lab/program/programstate.h"
#include "core/lab/wire/replytext.h"
#include "core/lab/wire/replywire.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>

#include <set>

namespace lockstep {

namespace {

bool mayPublish(QByteArrayView wire)
{
    return QByteArrayView(wire).toByteArray().toUpper().contains("PUBLISH");
}

// The words in the commands that are names of this run, as they begin with its prefix.
std::set<QByteArray> namesIn(std::string_view wire, const QByteArray &prefix)
{
    std::set<QByteArray> names;
    for (const auto &words : commandsIn(wire)) {
        for (const std::string_view word : words) {
            const QByteArrayView name(word.data(), qsizetype(word.size()));
            if (name.startsWith(prefix))
                names.insert(name.toByteArray());
        }
    }
    return names;
}

} // namespace

CommandAnswers::CommandAnswers(StateTables &tables)
    : m_tables(tables)
    , m_remembers(tables.options.rememberAnswers)
{
}

quint32 CommandAnswers::subscribersOf(const quint32 *state, int node)
{
    bool someListen = false;
    for (int client = 0; client < m_tables.clients(); ++client)
        someListen = someListen || m_tables.process(state, client).listens;
    if (!someListen)
        return 0;
    const Execution execution = m_tables.executionOf(state, node);
    return m_subscribers.add({reinterpret_cast<const char *>(execution.subscriptions.data()),
        qsizetype(execution.subscriptions.size() * sizeof(Subscription))});
}

Result<const Answer *> CommandAnswers::answer(
    const quint32 *state, PackedStep step, const KnownRequest &request)
{
    auto answer = answerWithoutPlace(state, step, request);
    if (!answer)
        return tl::unexpected(placedError(answer.error(), request));
    return answer;
}

Result<const Answer *> CommandAnswers::answerWithoutPlace(
    const quint32 *state, PackedStep step, const KnownRequest &request)
{
    const bool isSubscription = request.kind == Request::Kind::Subscribe;
    // An answer is remembered by the numbers in `row`. With an open WATCH it depends on more than
    // these.
    const bool isPlain = !isSubscription && !m_tables.isWatched(state, request.node);
    quint32 place = 0;
    if (isPlain) {
        const quint64 clock = m_tables.observations.time ? quint64(m_tables.clockOf(state)) : 0;
        const quint32 row[6] = {quint32(request.node), state[request.node], request.command,
            subscribersOf(state, request.node), quint32(clock), quint32(clock >> 32)};
        place = m_asked.add(row).number;
        if (m_answers.size() < m_asked.size())
            m_answers.resize(m_asked.size());
        if (m_remembers && m_answers[place].reply != 0)
            return &m_answers[place];
    }
    Execution execution = m_tables.executionOf(state, request.node);
    execution.process = step.client;
    execution.thread = step.thread;
    execution.replies = request.replies;
    execution.scriptWire = request.scriptWire;
    execution.subscribes = isSubscription;
    execution.channel = request.channel;
    const QByteArray wire = m_tables.histories->command(request.command).toByteArray();
    execution.wire = {wire.data(), size_t(wire.size())};
    ++m_executed;
    auto answer = (*m_tables.servers)[request.node].execute(execution);
    if (!answer)
        return tl::unexpected(answer.error());
    if (!isPlain) {
        m_unremembered = std::move(*answer);
        return &m_unremembered;
    }
    if (m_answers[place].reply != 0 && m_answers[place] != *answer)
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1:%2: not deterministic: “%3” was executed twice in the same state "
                         "and did not do the same; does it ask for chance?")
                .arg(m_tables.scenario->path, QString::number(request.line),
                    QString::fromUtf8(request.words)));
    m_answers[place] = std::move(*answer);
    return &m_answers[place];
}

// Nobody else uses the server, so a script that it does not answer must be one that never ends.
Error CommandAnswers::placedError(const Error &error, const KnownRequest &request) const
{
    const bool isScript = !request.scriptWire.isEmpty()
        || request.words.left(4).compare("EVAL", Qt::CaseInsensitive) == 0;
    const bool isEndless = error.code == ErrorCode::CommandTimeout && isScript;
    if (!isEndless && error.code != ErrorCode::BadInput)
        return error;
    return {ErrorCode::BadInput,
        placed(m_tables.scenario->path, request.line,
            isEndless ? CoreText::tr(scriptWithoutEnd).toUtf8() : error.detail.toUtf8()),
        false};
}

Result<Answer> CommandAnswers::expire(int node, const Execution &execution, quint32 dataset)
{
    ++m_executed;
    return (*m_tables.servers)[node].expire(execution, dataset);
}

// Redis tells a script's messages only to those who listen, and whether anybody does is what a
// lesson may be about. So the command is executed once more with a listener that no program has.
Result<std::vector<Published>> CommandAnswers::published(const quint32 *state, PackedStep step)
{
    std::vector<Published> messages;
    const KnownRequest &request = m_tables.request(state, step);
    if (request.kind != Request::Kind::Command)
        return messages;
    const QByteArray wire = m_tables.histories->command(request.command).toByteArray();
    if (!mayPublish(wire) && !mayPublish(request.scriptWire))
        return messages;
    Execution execution = m_tables.executionOf(state, request.node);
    execution.process = step.client;
    execution.thread = step.thread;
    execution.replies = request.replies;
    execution.scriptWire = request.scriptWire;
    execution.wire = {wire.data(), size_t(wire.size())};
    const int listener = m_tables.clients();
    for (const QByteArray &name : namesIn(execution.wire, m_tables.prefix))
        execution.subscriptions.push_back({listener, m_tables.channels.add(name)});
    const auto answer = (*m_tables.servers)[request.node].execute(execution);
    if (!answer)
        return tl::unexpected(placedError(answer.error(), request));
    for (const Message &each : answer->messages) {
        if (each.process != listener)
            continue;
        const auto text = decodeReply(m_tables.replies[each.payload]);
        if (!text)
            return tl::unexpected(placedError(text.error(), request));
        messages.push_back({m_tables.plainKey(m_tables.channels[each.channel]), bytesOf(**text)});
    }
    return messages;
}

qint64 CommandAnswers::memory() const
{
    return m_asked.memory() + qint64(m_answers.size() * sizeof(Answer)) + m_subscribers.memory();
}

} // namespace lockstep
