#pragma once

#include "core/lab/statespace/state/statetables.h"

namespace lockstep {

// A message on a channel.
struct Published
{
    QByteArray channel; // without the prefix
    QByteArray text;
};

// What the servers answer. A command is executed once for the same dataset, subscribers and (where
// it can be seen) time; then the answer is remembered. With an open WATCH it is executed each time.
class CommandAnswers
{
public:
    explicit CommandAnswers(StateTables &tables); // the tables outlive this

    // The answer to the command, or to the subscription, that the thread asks for. Valid until the
    // next call. Errors: those of the server; a script without an end, and what a server refuses to
    // answer twice alike, with the place in the file.
    Result<const Answer *> answer(
        const quint32 *state, PackedStep step, const KnownRequest &request);
    // The answer of a node of which keys expire. dataset: what is left.
    Result<Answer> expire(int node, const Execution &execution, quint32 dataset);
    // What the command that the thread asks for would publish on channels that it names, whoever
    // listens. The server is elsewhere afterwards. Errors: as of answer().
    Result<std::vector<Published>> published(const quint32 *state, PackedStep step);

    // Whether answers that are remembered take the place of executing a command again.
    void setRemembering(bool remembers) { m_remembers = remembers; }
    [[nodiscard]] qint64 executed() const { return m_executed; }
    [[nodiscard]] qint64 memory() const; // bytes

private:
    Result<const Answer *> answerWithoutPlace(
        const quint32 *state, PackedStep step, const KnownRequest &request);
    // The error of a command that could not be executed, with its place in the file if that is why.
    [[nodiscard]] Error placedError(const Error &error, const KnownRequest &request) const;
    quint32 subscribersOf(const quint32 *state, int node); // among m_subscribers

    StateTables &m_tables;
    bool m_remembers;
    qint64 m_executed = 0;
    InternedRows m_asked{6}; // node, dataset, command, subscriptions, clock where it is seen
    std::deque<Answer> m_answers;
    Answer m_unremembered; // the last one that depends on more than m_asked has
    InternedTexts m_subscribers; // sets of them
};

} // namespace lockstep
