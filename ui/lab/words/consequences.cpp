// Implements consequences() of narration.h. What follows from a step is derived from the steps
// before it: who read a key and which value it had then, who set it, and who is inside a lock.

#include "ui/lab/words/narration.h"

#include "ui/lab/words/statebeforestep.h"
#include "ui/lab/words/stepwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <algorithm>
#include <initializer_list>

namespace lockstep {

namespace {

class Consequences
{
public:
    Consequences(const SteppedRun &run, const StateBeforeStep &before)
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
            if (isClients && !tellOldRead({each.node, each.key}))
                tellBeginning(each);
            if (isClients && (each.after.isEmpty() || isHeld(each.key)))
                tellForeignKey({each.node, each.key});
            if (m_taken.step.kind == TraceStep::Kind::Time && each.after.isEmpty())
                tellExpiredWhileInside(each);
            tellReaders(each);
        }
        if (const QByteArray key = keyLeftAsItWas(m_taken); !key.isEmpty())
            tellOldRead({m_taken.node, key});
        if (const QByteArray key = keyOfSameDeadline(m_taken); !key.isEmpty() && isHeld(key))
            tellForeignKey({m_taken.node, key});
        tellMessages();
        tellRefusedTransaction();
        if (m_taken.step.kind == TraceStep::Kind::Crash)
            tellWhatIsLeft();
        tellHolders();
        tellUncounted();
        return m_sentences;
    }

private:
    [[nodiscard]] QString name(int client) const
    {
        return wording::key(m_run.round->history.clients[std::size_t(client)].name, 24);
    }

    // Whether the client has neither finished nor crashed, so that it may still act on what it
    // read.
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

    // Whether the key is a lock that clients hold: one has entered it, or a check says so.
    [[nodiscard]] bool isHeld(const QByteArray &key) const
    {
        using Kind = Check::Kind;
        return m_before.wasEntered(key)
            || isChecked(key, {Kind::HoldersAtMost, Kind::ReleasedByOwner, Kind::RenewedByOwner});
    }

    // Whether the key should not outlive the client that set it.
    [[nodiscard]] bool isLock(const QByteArray &key) const
    {
        return isHeld(key) || isChecked(key, {Check::Kind::TtlPresent});
    }

    [[nodiscard]] bool isChecked(
        const QByteArray &key, std::initializer_list<Check::Kind> kinds) const
    {
        const auto &checks = m_run.scenario->checks;
        return std::any_of(checks.begin(), checks.end(), [&](const Check &check) {
            return check.name == key
                && std::find(kinds.begin(), kinds.end(), check.kind) != kinds.end();
        });
    }

    // Says that the client writes a key whose value has changed since the client read it. False if
    // that is not the case.
    bool tellOldRead(const KeyPlace &place)
    {
        const auto &reads = m_before.readsOf(m_taken.client);
        const auto read = reads.find(place);
        const KeyKnown key = m_before.key(place);
        if (read == reads.end() || read->second.changes == key.changes
            || key.changedBy == m_taken.client || key.value == read->second.value
            || (key.value.isEmpty() && read->second.value == "(nil)"))
            return false;
        const QString was = wording::value(read->second.value, 24);
        if (key.changedByFault)
            m_sentences << Narration::tr("%1 had read %2 before; the server has lost that since.")
                               .arg(name(m_taken.client), was);
        else if (!key.changedBy)
            m_sentences << Narration::tr("%1 had read %2 before; that has expired since.")
                               .arg(name(m_taken.client), was);
        else if (key.value.isEmpty())
            m_sentences << Narration::tr("%1 had read %2 before; %3 has deleted it since.")
                               .arg(name(m_taken.client), was, name(*key.changedBy));
        else
            m_sentences << Narration::tr("%1 had read %2 before; %3 has made it %4 since.")
                               .arg(name(m_taken.client), was, name(*key.changedBy),
                                   wording::value(key.value, 24));
        return true;
    }

    // Says that a counter which existed before starts again at 0, because its key is gone.
    void tellBeginning(const KeyEffect &effect)
    {
        const QByteArray command = m_taken.command.split(' ').front().toUpper();
        const KeyKnown key = m_before.key({effect.node, effect.key});
        const bool isCounted = command.startsWith("INCR") || command.startsWith("DECR");
        if (!isCounted || !effect.before.isEmpty() || key.changes == 0)
            return;
        const QString name = wording::key(effect.key, 24);
        const QString word = QString::fromLatin1(command);
        if (key.changedByFault)
            m_sentences
                << Narration::tr("The server has lost %1, so %2 begins at 0.").arg(name, word);
        else if (!key.changedBy)
            m_sentences << Narration::tr("%1 has expired, so %2 begins at 0.").arg(name, word);
        else
            m_sentences << Narration::tr("%1 has deleted %2, so %3 begins at 0.")
                               .arg(this->name(*key.changedBy), name, word);
    }

    // Says which watched key made the server answer EXEC with nil.
    void tellRefusedTransaction()
    {
        const bool isRefused = m_taken.step.kind == TraceStep::Kind::Client && !m_taken.step.goesOn
            && m_taken.command.endsWith("EXEC") && m_taken.reply == "(nil)";
        if (!isRefused)
            return;
        for (const auto &[place, changes] : m_before.watchedBy(m_taken.client)) {
            const KeyKnown key = m_before.key(place);
            if (key.changes == changes)
                continue;
            const QString watched = wording::key(place.second, 24);
            m_sentences << (key.changedBy
                    ? Narration::tr(
                        "%1 has changed %2 since %3 watched it, so the transaction is not "
                        "executed.")
                          .arg(name(*key.changedBy), watched, name(m_taken.client))
                    : Narration::tr("%1 has changed since %2 watched it, so the transaction is not "
                                    "executed.")
                          .arg(watched, name(m_taken.client)));
        }
    }

    void tellForeignKey(const KeyPlace &place)
    {
        const std::optional<int> owner = m_before.key(place).setBy;
        if (owner && owner != m_taken.client)
            m_sentences << Narration::tr("%1 had been set by %2, not by %3.")
                               .arg(wording::key(place.second, 24), name(*owner),
                                   name(m_taken.client));
    }

    // Says which clients receive the messages of the step. Redis stores no message for later.
    void tellMessages()
    {
        const History &history = m_run.round->history;
        for (const MessageRecord &message : history.messages) {
            if (message.operation == none || message.operation != m_taken.operation)
                continue;
            const QByteArray channel = history.texts[message.channel].toByteArray();
            QStringList listeners;
            for (const int client : m_before.listenersOf(channel))
                listeners << name(client);
            const QString said = wording::key(channel, 24);
            m_sentences << (listeners.isEmpty()
                    ? Narration::tr("Nobody listens on %1: the message is lost.").arg(said)
                    : Narration::tr("The message on %1 reaches %2.")
                          .arg(said, nameList(listeners)));
        }
    }

    void tellExpiredWhileInside(const KeyEffect &effect)
    {
        if (m_run.scenario->nodes > 1)
            return; // a lock on several servers survives the loss of one key
        for (const int client : m_before.inside(effect.key))
            m_sentences << (isPaused(client)
                    ? Narration::tr("%1 stands still and does not know that %2 is gone.")
                    : Narration::tr("%1 still works as if it held %2."))
                               .arg(name(client), wording::key(effect.key, 24));
    }

    // Says whose earlier read of the key is out of date after this step.
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
            m_sentences << Narration::tr("What %1 read from %2 before, %3, is out of date now.")
                               .arg(name(client), wording::key(effect.key, 24),
                                   wording::value(read->second.value, 24));
        }
    }

    void tellWhatIsLeft()
    {
        for (const auto &[place, key] : m_before.keys()) {
            if (key.setBy != m_taken.step.client || key.value.isEmpty() || !isLock(place.second))
                continue;
            const QString name = wording::key(place.second, 24);
            const QString sentence = key.hasTtl
                ? Narration::tr("%1 stays behind until it expires.").arg(name)
                : Narration::tr("%1 stays behind without a TTL, so it never expires.").arg(name);
            if (!m_sentences.contains(sentence)) // the same key on several servers
                m_sentences << sentence;
        }
    }

    // Says which clients are already inside the lock that a client enters, and how they lost it.
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
                m_sentences << Narration::tr("%1 enters %2 while %3 is inside.")
                                   .arg(name(int(mark.client)), wording::key(lock, 24),
                                       nameList(others));
            tellLoss(lock, int(mark.client));
        }
    }

    // Says how a client that is still inside lost the lock, so that the newcomer could take it.
    // Says nothing about a lock on several servers, where no single loss need be the reason.
    void tellLoss(const QByteArray &lock, int newcomer)
    {
        QStringList losses;
        int places = 0;
        for (const auto &[place, key] : m_before.keys()) {
            if (place.second != lock)
                continue;
            ++places;
            const KeyLoss &lost = key.lost;
            if (!lost.owner || lost.owner == newcomer
                || m_before.inside(lock).count(*lost.owner) == 0)
                continue;
            const QString owner = name(*lost.owner);
            if (lost.byFault)
                losses << Narration::tr("The server had lost %1's lock in step %2.")
                              .arg(owner)
                              .arg(lost.step);
            else if (!lost.by)
                losses
                    << Narration::tr("%1's lock had expired in step %2.").arg(owner).arg(lost.step);
            else if (lost.by != lost.owner)
                losses << Narration::tr("%1 had deleted %2's lock in step %3.")
                              .arg(name(*lost.by), owner)
                              .arg(lost.step);
        }
        if (places == 1)
            m_sentences << losses;
    }

    // Explains a sum that is violated only because the server has executed a command whose reply
    // the client has not received, so that the client has not counted it yet.
    void tellUncounted()
    {
        const quint32 broken = m_taken.violated & ~violatedAt(m_run, m_step - 1);
        const auto &results = m_run.round->results;
        for (std::size_t i = 0; i < results.size() && i < 32; ++i) {
            const Check &check = results[i].check;
            const bool isSum =
                check.kind == Check::Kind::SumEquals && check.when == Check::When::Always;
            if ((broken >> i & 1) == 0 || !isSum || !hasReplyUnderWay())
                continue;
            m_sentences << Narration::tr(
                "The reply has not reached %1, which has counted nothing for "
                "it yet. Under “finally”, sum_equals is looked at only at "
                "the end.")
                               .arg(name(m_taken.client));
        }
    }

    // Whether the thread that took this step receives the reply only in a separate, later step.
    [[nodiscard]] bool hasReplyUnderWay() const
    {
        const TraceStep &taken = m_taken.step;
        const auto &ahead = aheadAt(m_run, m_step);
        return taken.kind == TraceStep::Kind::Client && !taken.goesOn
            && std::any_of(ahead.begin(), ahead.end(), [&taken](const StepAhead &each) {
                   return each.step.kind == TraceStep::Kind::Client && each.step.goesOn
                       && each.step.client == taken.client && each.step.thread == taken.thread;
               });
    }

    const SteppedRun &m_run;
    const int m_step;
    const StepTaken &m_taken;
    const StateBeforeStep &m_before;
    QStringList m_sentences;
};

} // namespace

QStringList consequences(const SteppedRun &run, int step)
{
    if (step < 1 || step > int(run.steps.size()))
        return {};
    return Consequences(run, StateBeforeStep(run, step)).sentences();
}

std::vector<QStringList> consequencesOfAll(const SteppedRun &run)
{
    std::vector<QStringList> all;
    StateBeforeStep before(run, 1);
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        all.push_back(Consequences(run, before).sentences());
        before.advance();
    }
    return all;
}

} // namespace lockstep
