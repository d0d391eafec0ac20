// A step of a connection and an operation of its client belong together by their place: both are in
// the order of sending. Names are compared on the way, to step over what only one side knows: the
// handshake's commands and polls (no key of the run, or no operation), commands that the server
// refused to look at, commands that were lost. What was answered with an error may have been
// refused before it was a line, and the next line with its name be another command's, so there all
// words are compared.
//
// A script of the run is sent by its hash, and once more with its source where the server does not
// know it: two steps of one operation, of which the first did nothing. That cannot be read from the
// steps (a program may send the same EVAL behind an EVALSHA that did what it should), so those who
// read the reply say of which operations it is true.

#include "core/lab/order/stepmatcher.h"

#include "core/lab/history/roundrecords.h"
#include "core/lab/order/monitorstream.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

namespace {

// All threads of a client subscribe over one connection, which the first of them opened.
constexpr quint8 subscribingThreads = 255;

QByteArray firstWord(QByteArrayView words)
{
    const qsizetype end = words.indexOf(' ');
    QByteArray word = (end < 0 ? words : words.first(end)).toByteArray();
    if (word.endsWith(';'))
        word.chop(1);
    return word;
}

} // namespace

StepMatcher::OperationPlace StepMatcher::placeOf(const Operation &operation)
{
    return {operation.client, operation.thread, operation.node, operation.called};
}

StepMatcher::StepMatcher(
    const History &history, int round, QByteArray prefix, std::set<OperationPlace> unknownScripts)
    : m_history(history)
    , m_prefix(std::move(prefix))
    , m_unknownScripts(std::move(unknownScripts))
{
    const RoundRecords records(history, round);
    const quint32 end = records.firstOperation + quint32(records.operations.size());
    for (quint32 i = records.firstOperation; i < end; ++i) {
        const Operation &each = history.operations[i];
        const bool subscribes = firstWord(history.texts[each.command]).toUpper() == "SUBSCRIBE";
        m_sent[{each.client, subscribes ? subscribingThreads : each.thread, each.node}]
            .operations.push_back(i);
    }
    for (auto &[thread, sent] : m_sent) {
        std::stable_sort(sent.operations.begin(), sent.operations.end(), [&](quint32 a, quint32 b) {
            return history.operations[a].called < history.operations[b].called;
        });
    }
}

Result<void> StepMatcher::match(std::vector<ExecutedStep> &steps)
{
    for (ExecutedStep &step : steps) {
        const bool isNoOperation = step.client == none || step.kind == ExecutedStep::Kind::Refused
            || step.kind == ExecutedStep::Kind::Restart;
        if (isNoOperation)
            continue;
        if (const auto matched = match(step); !matched)
            return matched;
    }
    return {};
}

Result<void> StepMatcher::checkRest() const
{
    for (const auto &[thread, sent] : m_sent) {
        for (size_t i = sent.next; i < sent.operations.size(); ++i) {
            if (!mayHaveNoLine(m_history.operations[sent.operations[i]]))
                return doesNotFit("nothing", &m_history.operations[sent.operations[i]]);
        }
    }
    return {};
}

Result<void> StepMatcher::match(ExecutedStep &step)
{
    const quint8 number = step.name == "SUBSCRIBE" ? subscribingThreads : step.thread;
    Sent &sent = m_sent[{step.client, number, step.node}];
    for (size_t i = sent.next; i < sent.operations.size(); ++i) {
        const Operation &operation = m_history.operations[sent.operations[i]];
        if (fits(step, operation)) {
            if (step.name == "EVALSHA" && m_unknownScripts.erase(placeOf(operation)) > 0) {
                step.kind = ExecutedStep::Kind::Refused; // the operation is at its next step
                return {};
            }
            step.operation = sent.operations[i];
            sent.next = i + 1;
            return {};
        }
        if (!mayHaveNoLine(operation))
            break;
    }
    if (step.commands.empty())
        return {};
    return doesNotFit(step.name,
        sent.next < sent.operations.size() ? &m_history.operations[sent.operations[sent.next]]
                                           : nullptr);
}

bool StepMatcher::fits(const ExecutedStep &step, const Operation &operation) const
{
    const QByteArray word = firstWord(m_history.texts[operation.command]);
    const QByteArray name = word.toUpper();
    if (name == step.name)
        return step.kind != ExecutedStep::Kind::Command || !isRefused(operation)
            || hasWordsOf(step, operation);
    if (step.kind == ExecutedStep::Kind::Transaction)
        return name == "MULTI" && step.name == "EXEC";
    // An operation of redis.script() begins with the script's name: "lock-release lock A-1".
    return step.kind == ExecutedStep::Kind::Script && word != name;
}

// Whether the step's words are those of the operation, as far as its text has them.
bool StepMatcher::hasWordsOf(const ExecutedStep &step, const Operation &operation) const
{
    MonitorWords words;
    std::string readable;
    for (QByteArrayView word : words.read(step.words)) {
        if (word.startsWith(m_prefix))
            word = word.sliced(m_prefix.size());
        appendReadable(&readable, viewOf(word));
    }
    return readable.empty() || m_history.texts[operation.command] == QByteArrayView(readable);
}

bool StepMatcher::isRefused(const Operation &operation) const
{
    return operation.returned != never && m_history.texts[operation.reply].startsWith("(error)");
}

bool StepMatcher::mayHaveNoLine(const Operation &operation) const
{
    return operation.returned == never || isRefused(operation)
        || firstWord(m_history.texts[operation.command]).toLower() == "receive";
}

tl::unexpected<Error> StepMatcher::doesNotFit(
    const QByteArray &line, const Operation *operation) const
{
    const QByteArray expected = operation == nullptr
        ? CoreText::tr("nothing").toUtf8()
        : m_history.texts[operation->command].toByteArray();
    return failure(ErrorCode::BadInput,
        CoreText::tr("a mistake of Lockstep, please report it: the exact order could not be read "
                     "(it can be left out), because MONITOR shows %1 where %2 was sent")
            .arg(QString::fromUtf8(line), QString::fromUtf8(expected)));
}

} // namespace lockstep
