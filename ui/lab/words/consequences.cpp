// Part of narration.h. What follows from a step is told from what the steps before it did: who read
// a key and which value it had then, who set it, who is inside.

#include "ui/lab/words/narration.h"

#include "core/lab/scenario/keypattern.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Narration)
};

using KeyPlace = std::pair<int, QByteArray>; // node, key

// A key as far as the steps tell of it.
struct KeyKnown
{
    int changes = 0; // of its value
    int changedBy = -1; // client; -1: time or a fault
    int setBy = -1; // the client that made it appear; -1: it is not there, or was before
    QByteArray value; // empty: it is not there
    bool hasTtl = false;
};

// What a client read last, before it touched the key otherwise.
struct ReadBefore
{
    int changes = 0; // of the key, by then
    QByteArray value;
};

bool isScenarioKey(const Scenario &scenario, const QByteArray &word)
{
    return std::any_of(scenario.keys.begin(), scenario.keys.end(), [&](const QByteArray &pattern) {
        return matchesKeyPattern(
            {pattern.constData(), size_t(pattern.size())}, {word.constData(), size_t(word.size())});
    });
}

// Everything that is known before the step with that number.
class StepsBefore
{
public:
    StepsBefore(const SteppedRun &run, int step)
        : m_run(run)
    {
        noteMarks(0);
        for (int number = 1; number < step; ++number)
            note(number);
    }

    [[nodiscard]] KeyKnown key(const KeyPlace &place) const
    {
        const auto found = m_keys.find(place);
        return found == m_keys.end() ? KeyKnown() : found->second;
    }
    [[nodiscard]] const std::map<KeyPlace, KeyKnown> &keys() const { return m_keys; }
    [[nodiscard]] const std::map<KeyPlace, ReadBefore> &readsOf(int client) const
    {
        static const std::map<KeyPlace, ReadBefore> none;
        const auto found = m_reads.find(client);
        return found == m_reads.end() ? none : found->second;
    }
    [[nodiscard]] std::set<int> inside(const QByteArray &lock) const
    {
        const auto found = m_inside.find(lock);
        return found == m_inside.end() ? std::set<int>() : found->second;
    }

private:
    void note(int number)
    {
        const StepTaken &taken = m_run.steps[std::size_t(number - 1)];
        const bool isClients = taken.step.kind == TraceStep::Kind::Client;
        for (const KeyEffect &each : taken.keys)
            noteEffect(each, isClients ? taken.client : -1);
        if (isClients && !taken.step.goesOn)
            noteRead(taken);
        if (const QByteArray key = keyLeftAsItWas(taken); !key.isEmpty())
            m_reads[taken.client].erase({taken.node, key});
        if (taken.step.kind == TraceStep::Kind::Crash)
            m_reads.erase(taken.step.client);
        noteMarks(number);
    }

    void noteEffect(const KeyEffect &effect, int client)
    {
        const KeyPlace place{effect.node, effect.key};
        KeyKnown &key = m_keys[place];
        if (effect.before != effect.after) {
            ++key.changes;
            key.changedBy = client;
        }
        if (effect.after.isEmpty())
            key.setBy = -1;
        else if (effect.before.isEmpty())
            key.setBy = client;
        key.value = effect.after;
        key.hasTtl = effect.ttlAfter >= 0;
        if (client >= 0)
            m_reads[client].erase(place);
    }

    // A plain GET: its reply is the value that the client goes by from then on.
    void noteRead(const StepTaken &taken)
    {
        const QList<QByteArray> words = taken.command.split(' ');
        if (words.size() != 2 || words.front().toUpper() != "GET"
            || !isScenarioKey(*m_run.scenario, words.at(1)))
            return;
        const KeyPlace place{taken.node, words.at(1)};
        m_reads[taken.client][place] = {key(place).changes, taken.reply};
    }

    void noteMarks(int number)
    {
        for (const MarkRecord &mark : marksOf(m_run, number)) {
            std::set<int> &inside = m_inside[m_run.round->history.texts[mark.name].toByteArray()];
            if (mark.kind == MarkRecord::Kind::Enter)
                inside.insert(int(mark.client));
            else if (mark.kind == MarkRecord::Kind::Leave)
                inside.erase(int(mark.client));
        }
    }

    const SteppedRun &m_run;
    std::map<KeyPlace, KeyKnown> m_keys;
    std::map<int, std::map<KeyPlace, ReadBefore>> m_reads; // by client
    std::map<QByteArray, std::set<int>> m_inside; // by lock
};

class Consequences
{
public:
    Consequences(const SteppedRun &run, int step)
        : m_run(run)
        , m_step(step)
        , m_taken(run.steps[std::size_t(step - 1)])
        , m_before(run, step)
    {
    }

    QStringList sentences()
    {
        const bool isClients = m_taken.step.kind == TraceStep::Kind::Client;
        for (const KeyEffect &each : m_taken.keys) {
            if (isClients)
                tellOldRead({each.node, each.key});
            if (isClients && each.after.isEmpty())
                tellForeignDeletion(each);
            if (m_taken.step.kind == TraceStep::Kind::Time && each.after.isEmpty())
                tellExpiredWhileInside(each);
            tellReaders(each);
        }
        if (const QByteArray key = keyLeftAsItWas(m_taken); !key.isEmpty())
            tellOldRead({m_taken.node, key});
        if (m_taken.step.kind == TraceStep::Kind::Crash)
            tellWhatIsLeft();
        tellHolders();
        return m_sentences;
    }

private:
    [[nodiscard]] QString name(int client) const
    {
        return wording::key(m_run.round->history.clients[std::size_t(client)].name, 24);
    }

    // Whether it may still act on what it knows.
    [[nodiscard]] bool isRunning(int client) const
    {
        const auto &ahead = aheadAt(m_run, m_step);
        return std::any_of(ahead.begin(), ahead.end(), [client](const StepAhead &each) {
            return each.step.kind == TraceStep::Kind::Client && each.client == client
                && each.blockedBy != BlockedBy::Finished && each.blockedBy != BlockedBy::Crashed;
        });
    }

    // It writes what it had read, which was another value.
    void tellOldRead(const KeyPlace &place)
    {
        const auto &reads = m_before.readsOf(m_taken.client);
        const auto read = reads.find(place);
        const KeyKnown key = m_before.key(place);
        if (read == reads.end() || read->second.changes == key.changes
            || key.changedBy == m_taken.client)
            return;
        const QString was = wording::key(read->second.value, 24);
        if (key.changedBy < 0)
            m_sentences << Words::tr("%1 went by %2, which it had read; since then it has expired.")
                               .arg(name(m_taken.client), was);
        else if (key.value.isEmpty())
            m_sentences << Words::tr(
                "%1 went by %2, which it had read; since then %3 has deleted it.")
                               .arg(name(m_taken.client), was, name(key.changedBy));
        else
            m_sentences << Words::tr(
                "%1 went by %2, which it had read; since then %3 has made it %4.")
                               .arg(name(m_taken.client), was, name(key.changedBy),
                                   wording::key(key.value, 24));
    }

    void tellForeignDeletion(const KeyEffect &effect)
    {
        const int owner = m_before.key({effect.node, effect.key}).setBy;
        if (owner >= 0 && owner != m_taken.client)
            m_sentences << Words::tr("It was not %1 that had set %2, but %3.")
                               .arg(
                                   name(m_taken.client), wording::key(effect.key, 24), name(owner));
    }

    void tellExpiredWhileInside(const KeyEffect &effect)
    {
        for (const int client : m_before.inside(effect.key))
            m_sentences << Words::tr("%1 still works as if it held %2.")
                               .arg(name(client), wording::key(effect.key, 24));
    }

    // Those that had read the value that it had until now.
    void tellReaders(const KeyEffect &effect)
    {
        if (effect.before == effect.after)
            return;
        const KeyPlace place{effect.node, effect.key};
        for (int client = 0; client < int(m_run.round->history.clients.size()); ++client) {
            const auto &reads = m_before.readsOf(client);
            const auto read = reads.find(place);
            const bool isMine =
                m_taken.step.kind == TraceStep::Kind::Client && client == m_taken.client;
            if (isMine || read == reads.end() || read->second.changes != m_before.key(place).changes
                || !isRunning(client))
                continue;
            m_sentences << Words::tr("What %1 read from %2 before, %3, is out of date now.")
                               .arg(name(client), wording::key(effect.key, 24),
                                   wording::key(read->second.value, 24));
        }
    }

    void tellWhatIsLeft()
    {
        for (const auto &[place, key] : m_before.keys()) {
            if (key.setBy != m_taken.step.client || key.value.isEmpty())
                continue;
            const QString name = wording::key(place.second, 24);
            m_sentences << (key.hasTtl
                    ? Words::tr("Its %1 stays until it expires.").arg(name)
                    : Words::tr("Its %1 stays, without a TTL: no time deletes it.").arg(name));
        }
    }

    // Whoever enters meets those who are inside already.
    void tellHolders()
    {
        for (const MarkRecord &mark : marksOf(m_run, m_step)) {
            if (mark.kind != MarkRecord::Kind::Enter)
                continue;
            const QByteArray lock = m_run.round->history.texts[mark.name].toByteArray();
            QStringList others;
            for (const int client : m_before.inside(lock)) {
                if (client != int(mark.client))
                    others << name(client);
            }
            if (!others.isEmpty())
                m_sentences << Words::tr("%1 enters %2 while %3 is inside.")
                                   .arg(name(int(mark.client)), wording::key(lock, 24),
                                       nameList(others));
        }
    }

    const SteppedRun &m_run;
    const int m_step;
    const StepTaken &m_taken;
    const StepsBefore m_before;
    QStringList m_sentences;
};

} // namespace

QStringList consequences(const SteppedRun &run, int step)
{
    return step < 1 || step > int(run.steps.size()) ? QStringList()
                                                    : Consequences(run, step).sentences();
}

} // namespace lockstep
