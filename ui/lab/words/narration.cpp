#include "ui/lab/words/narration.h"

#include "ui/lab/words/clockreadings.h"
#include "ui/lab/words/momentwords.h"
#include "ui/lab/words/stepwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// A value as it is shown. Clock readings are shortened first, so that cutting cannot split one.
QString valueOf(const SteppedRun &run, const QByteArray &key, const QByteArray &value)
{
    const ClockReadings clock(*run.round, 0, 0);
    const auto bucket = bucketWords(*run.round, clock, key, value);
    return bucket ? *bucket : wording::value(clock.shortened(QByteArrayView(value)), 24);
}

QString effectSentence(const SteppedRun &run, const QString &client, const KeyEffect &effect)
{
    const QString key = wording::key(effect.key, 24);
    const QString after = valueOf(run, effect.key, effect.after);
    const QString ttl = wording::duration(effect.ttlAfter.value_or(Milliseconds(0)));
    if (effect.after.isEmpty())
        return Narration::tr("%1 deletes %2.").arg(client, key);
    if (effect.before.isEmpty())
        return effect.ttlAfter
            ? Narration::tr("%1 sets %2 to %3 for %4.").arg(client, key, after, ttl)
            : Narration::tr("%1 sets %2 to %3.").arg(client, key, after);
    if (effect.before != effect.after)
        return Narration::tr("%1 changes %2 from %3 to %4.")
            .arg(client, key, valueOf(run, effect.key, effect.before), after);
    if (effect.isOtherValue)
        return Narration::tr("%1 changes %2.").arg(client, key);
    return effect.ttlAfter ? Narration::tr("%1 sets the TTL of %2 to %3.").arg(client, key, ttl)
                           : Narration::tr("%1 takes the TTL off %2.").arg(client, key);
}

// The sentence for a SET with NX or XX, or a SETNX, that set nothing. Empty for all other commands.
QString refusedSet(const QString &client, const StepTaken &taken)
{
    const QList<QByteArray> words = taken.command.toUpper().split(' ');
    const bool isSet = words.size() > 2 && words.front() == "SET" && taken.reply == "(nil)";
    const bool isSetnx = words.size() > 2 && words.front() == "SETNX" && taken.reply == "0";
    if (!isSet && !isSetnx)
        return {};
    const QString key = wording::key(taken.command.split(' ').at(1), 24);
    return isSet && words.mid(3).contains("XX")
        ? Narration::tr("%1 does not set %2: it is not there.").arg(client, key)
        : Narration::tr("%1 does not set %2: it is there already.").arg(client, key);
}

// What the thread that took the step has to wait for next. Empty if it does not wait for another
// client or thread.
QString waitSentence(const SteppedRun &run, int step)
{
    const TraceStep &taken = run.steps[std::size_t(step - 1)].step;
    for (const StepAhead &each : aheadAt(run, step)) {
        if (each.step.kind != Kind::Client || each.step.client != taken.client
            || each.step.thread != taken.thread)
            continue;
        switch (each.blockedBy) {
        case BlockedBy::KeyExists:
        case BlockedBy::KeyUnchanged:
        case BlockedBy::NoMessage:
        case BlockedBy::MutexTaken:
            return Narration::tr("%1 %2.", "B; waits until lock is gone")
                .arg(stepperName(run, taken), blockedWords(each));
        default:
            break;
        }
    }
    return {};
}

QString clientSentence(const SteppedRun &run, int step)
{
    const StepTaken &taken = run.steps[std::size_t(step - 1)];
    const QString client = stepperName(run, taken.step);
    if (taken.step.goesOn || taken.step.number == 0) {
        QStringList sentences{(taken.step.goesOn ? Narration::tr("%1 goes on.")
                                                 : Narration::tr("%1 starts only now."))
                                  .arg(client),
            waitSentence(run, step)};
        sentences.removeAll(QString());
        return sentenceList(sentences);
    }
    if (taken.keys.empty()) {
        const QString action = actionWords(run, taken);
        if (taken.command.startsWith("subscribe "))
            return Narration::tr("%1 listens on %2 from now on.")
                .arg(client, wording::key(taken.command.mid(10), 40));
        if (taken.command.startsWith("GET ") && !taken.reply.isEmpty())
            return Narration::tr("%1 reads %2: %3.")
                .arg(client, wording::key(taken.command.mid(4), 40),
                    wording::value(taken.reply, 60));
        if (const QByteArray key = keyLeftAsItWas(taken); !key.isEmpty()) {
            const QByteArray value = taken.command.split(' ').at(2);
            const bool isWhole = !value.startsWith('"') && !value.contains("…");
            return isWhole ? Narration::tr("%1 sets %2 to %3, which it was already.")
                                 .arg(client, wording::key(key, 24), wording::value(value, 24))
                           : Narration::tr("%1 sets %2 to what it was already.")
                                 .arg(client, wording::key(key, 24));
        }
        if (const QString refused = refusedSet(client, taken); !refused.isEmpty())
            return refused;
        if (const QByteArray key = keyOfSameDeadline(taken); !key.isEmpty())
            return Narration::tr("%1 renews %2, to the deadline that it had already.")
                .arg(client, wording::key(key, 24));
        return taken.reply.isEmpty()
            ? Narration::tr("%1: %2.", "client: what it does").arg(client, action)
            : Narration::tr("%1: %2 → %3. No key changes.")
                  .arg(client, action, wording::key(taken.reply, 60));
    }
    constexpr std::size_t most = 2;
    if (taken.keys.size() > most)
        return Narration::tr("%1 changes %n key(s).", nullptr, int(taken.keys.size())).arg(client);
    QStringList sentences;
    for (const KeyEffect &each : taken.keys)
        sentences << effectSentence(run, client, each);
    return sentenceList(sentences);
}

// In the history, step n lasts from second n - 1 to second n.
Moment timePassed(const SteppedRun &run, int step)
{
    const auto &all = run.round->history.timeSteps;
    const auto found = std::find_if(all.begin(), all.end(), [step](const TimeStep &each) {
        return each.from >= stepLength * (step - 1) && each.from < stepLength * step;
    });
    return found == all.end() ? 0 : found->length;
}

QString timeSentence(const SteppedRun &run, int step)
{
    const StepTaken &taken = run.steps[std::size_t(step - 1)];
    const Moment length = timePassed(run, step);
    QStringList sentences{length > 0
            ? Narration::tr("Time passes: %1.", "10.0 s").arg(wording::length(length))
            : Narration::tr("Time passes.")};
    for (const KeyEffect &each : taken.keys) {
        if (each.after.isEmpty())
            sentences << Narration::tr("%1 expires.").arg(wording::key(each.key, 24));
    }
    return sentenceList(sentences);
}

QString stepSentence(const SteppedRun &run, int step)
{
    const StepTaken &taken = run.steps[std::size_t(step - 1)];
    switch (taken.step.kind) {
    case Kind::Client:
        return clientSentence(run, step);
    case Kind::Time:
        return timeSentence(run, step);
    case Kind::Crash:
        return Narration::tr("%1 crashes.").arg(clientName(run, taken.step.client));
    case Kind::Pause:
        return Narration::tr("%1 stands still.").arg(clientName(run, taken.step.client));
    case Kind::Resume:
        return Narration::tr("%1 goes on.").arg(clientName(run, taken.step.client));
    case Kind::Restart:
        return Narration::tr("Server %1 restarts and has forgotten its keys.")
            .arg(taken.step.client);
    case Kind::Failover:
        return Narration::tr("The replica takes over, without the last write.");
    case Kind::LostRequest:
        return Narration::tr("A request of %1 never arrives.")
            .arg(clientName(run, taken.step.client));
    }
    return {};
}

QStringList countSentences(const SteppedRun &run, int step)
{
    QStringList sentences;
    for (const MarkRecord &mark : marksOf(run, step)) {
        if (mark.kind != MarkRecord::Kind::Count)
            continue;
        const QByteArrayView name = run.round->history.texts[mark.name];
        const QString client = clientName(run, int(mark.client));
        sentences << (mark.value == 1
                ? Narration::tr("%1 counts “%2”.", "A counts “sold”")
                      .arg(client, wording::key(name, 24))
                : Narration::tr("%1 counts “%2” by %3.")
                      .arg(client, wording::key(name, 24), wording::integer(mark.value)));
    }
    return sentences;
}

} // namespace

QByteArray keyLeftAsItWas(const StepTaken &taken)
{
    const QList<QByteArray> words = taken.command.split(' ');
    const bool isIt = taken.step.kind == Kind::Client && !taken.step.goesOn && taken.keys.empty()
        && taken.reply == "OK" && words.size() > 2 && words.front().toUpper() == "SET";
    return isIt ? words.at(1) : QByteArray();
}

QByteArray keyOfSameDeadline(const StepTaken &taken)
{
    const QList<QByteArray> words = taken.command.split(' ');
    const QByteArray command = words.front().toUpper();
    const bool isIt = taken.step.kind == Kind::Client && !taken.step.goesOn && taken.keys.empty()
        && taken.reply == "1" && words.size() > 2 && (command == "PEXPIRE" || command == "EXPIRE");
    return isIt ? words.at(1) : QByteArray();
}

QString narration(const SteppedRun &run, int step)
{
    if (step < 1 || step > int(run.steps.size()))
        return {};
    QStringList sentences{stepSentence(run, step)};
    sentences << consequences(run, step) << countSentences(run, step);
    return ClockReadings(*run.round, 0, 0).shortened(sentenceList(sentences));
}

} // namespace lockstep
