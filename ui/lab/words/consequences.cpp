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
    bool changedByFault = false; // a restart or a failover
    int setBy = -1; // the only client that has written it since it appeared; -1: there is none
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
        while (m_step < step)
            goOn();
    }

    // The number of the step that they are before.
    [[nodiscard]] int step() const { return m_step; }
    void goOn() { note(m_step++); }

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
    [[nodiscard]] bool wasEntered(const QByteArray &lock) const { return m_inside.contains(lock); }
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
            noteEffect(each, isClients ? taken.client : -1,
                !isClients && taken.step.kind != TraceStep::Kind::Time);
        if (isClients && !taken.step.goesOn)
            noteRead(taken);
        if (const QByteArray key = keyLeftAsItWas(taken); !key.isEmpty())
            m_reads[taken.client].erase({taken.node, key});
        if (taken.step.kind == TraceStep::Kind::Crash)
            m_reads.erase(taken.step.client);
        noteMarks(number);
    }

    void noteEffect(const KeyEffect &effect, int client, bool byFault)
    {
        const KeyPlace place{effect.node, effect.key};
        KeyKnown &key = m_keys[place];
        if (effect.isOtherValue) {
            ++key.changes;
            key.changedBy = client;
            key.changedByFault = byFault;
        }
        if (effect.after.isEmpty())
            key.setBy = -1;
        else if (effect.before.isEmpty())
            key.setBy = client;
        else if (effect.isOtherValue && client != key.setBy)
            key.setBy = -1;
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
        m_reads[taken.client][place] = {
            key(place).changes, taken.reply.isEmpty() ? "\"\"" : taken.reply};
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
    int m_step = 1;
    std::map<KeyPlace, KeyKnown> m_keys;
    std::map<int, std::map<KeyPlace, ReadBefore>> m_reads; // by client
    std::map<QByteArray, std::set<int>> m_inside; // by lock
};

class Consequences
{
public:
    Consequences(const SteppedRun &run, const StepsBefore &before)
        : m_run(run)
        , m_step(before.step())
        , m_taken(run.steps[std::size_t(m_step - 1)])
        , m_before(before)
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

    [[nodiscard]] bool isPaused(int client) const
    {
        const auto &ahead = aheadAt(m_run, m_step);
        return std::any_of(ahead.begin(), ahead.end(), [client](const StepAhead &each) {
            return each.client == client && each.blockedBy == BlockedBy::Paused;
        });
    }

    // Whether a check or the program says that it is held, not just written.
    [[nodiscard]] bool isLock(const QByteArray &key) const
    {
        using Kind = Check::Kind;
        const auto &checks = m_run.scenario->checks;
        return m_before.wasEntered(key)
            || std::any_of(checks.begin(), checks.end(), [&](const Check &check) {
                   return check.name == key
                       && (check.kind == Kind::HoldersAtMost || check.kind == Kind::ReleasedByOwner
                           || check.kind == Kind::RenewedByOwner || check.kind == Kind::TtlPresent);
               });
    }

    // It writes a key that it had read, and that has another value since.
    void tellOldRead(const KeyPlace &place)
    {
        const auto &reads = m_before.readsOf(m_taken.client);
        const auto read = reads.find(place);
        const KeyKnown key = m_before.key(place);
        if (read == reads.end() || read->second.changes == key.changes
            || key.changedBy == m_taken.client || key.value == read->second.value
            || (key.value.isEmpty() && read->second.value == "(nil)"))
            return;
        const QString was = wording::key(read->second.value, 24);
        if (key.changedByFault)
            m_sentences << Words::tr("%1 had read %2 before; the server has lost that since.")
                               .arg(name(m_taken.client), was);
        else if (key.changedBy < 0)
            m_sentences << Words::tr("%1 had read %2 before; that has expired since.")
                               .arg(name(m_taken.client), was);
        else if (key.value.isEmpty())
            m_sentences << Words::tr("%1 had read %2 before; %3 has deleted it since.")
                               .arg(name(m_taken.client), was, name(key.changedBy));
        else
            m_sentences << Words::tr("%1 had read %2 before; %3 has made it %4 since.")
                               .arg(name(m_taken.client), was, name(key.changedBy),
                                   wording::key(key.value, 24));
    }

    void tellForeignDeletion(const KeyEffect &effect)
    {
        const int owner = m_before.key({effect.node, effect.key}).setBy;
        if (owner >= 0 && owner != m_taken.client)
            m_sentences << Words::tr("%1 had been set by %2, not by %3.")
                               .arg(
                                   wording::key(effect.key, 24), name(owner), name(m_taken.client));
    }

    void tellExpiredWhileInside(const KeyEffect &effect)
    {
        if (m_run.scenario->nodes > 1)
            return; // of several servers one may be lost
        for (const int client : m_before.inside(effect.key))
            m_sentences << (isPaused(client)
                    ? Words::tr("%1 stands still and does not know that %2 is gone.")
                    : Words::tr("%1 still works as if it held %2."))
                               .arg(name(client), wording::key(effect.key, 24));
    }

    // Those that had read the value that it had until now.
    void tellReaders(const KeyEffect &effect)
    {
        if (!effect.isOtherValue)
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
            if (key.setBy != m_taken.step.client || key.value.isEmpty() || !isLock(place.second))
                continue;
            const QString name = wording::key(place.second, 24);
            const QString sentence = key.hasTtl
                ? Words::tr("%1 stays behind until it expires.").arg(name)
                : Words::tr("%1 stays behind without a TTL, so it never expires.").arg(name);
            if (!m_sentences.contains(sentence)) // of several servers
                m_sentences << sentence;
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
    const StepsBefore &m_before;
    QStringList m_sentences;
};

} // namespace

QStringList consequences(const SteppedRun &run, int step)
{
    if (step < 1 || step > int(run.steps.size()))
        return {};
    return Consequences(run, StepsBefore(run, step)).sentences();
}

std::vector<QStringList> consequencesOfAll(const SteppedRun &run)
{
    std::vector<QStringList> all;
    StepsBefore before(run, 1);
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        all.push_back(Consequences(run, before).sentences());
        before.goOn();
    }
    return all;
}

} // namespace lockstep
