#include "ui/lab/words/stepwords.h"

#include "ui/lab/words/clockreadings.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

class StepWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::StepWords)
};

QString valueWords(const SteppedRun &run, const QByteArray &key, const QByteArray &value)
{
    if (value.isEmpty())
        return QStringLiteral("–");
    const auto bucket = bucketWords(*run.round, ClockReadings(*run.round, 0, 0), key, value);
    return bucket ? *bucket : wording::key(value, 60);
}

QString ttlWords(const std::optional<Milliseconds> &ttl)
{
    if (!ttl)
        return StepWords::tr("no TTL");
    return *ttl < std::chrono::seconds(1) ? StepWords::tr("%1 ms").arg(ttl->count())
                                          : wording::duration(*ttl);
}

// The label of the bound in the settings, so that the user finds it there.
QString boundName(Kind kind)
{
    constexpr auto context = "lockstep::ExploreForm";
    switch (kind) {
    case Kind::Time:
        return QCoreApplication::translate(context, "Time steps");
    case Kind::Crash:
        return QCoreApplication::translate(context, "Crashes");
    case Kind::Pause:
        return QCoreApplication::translate(context, "Pauses");
    case Kind::Restart:
        return QCoreApplication::translate(context, "Restarts");
    case Kind::Failover:
        return QCoreApplication::translate(context, "Failovers");
    case Kind::LostRequest:
        return QCoreApplication::translate(context, "Lost requests");
    case Kind::Client:
    case Kind::Resume:
        break;
    }
    return {};
}

// Puts the server's number in front of the words if the scenario has several servers.
QString at(int node, const SteppedRun &run, const QString &words)
{
    return run.scenario->nodes == 1
        ? words
        : StepWords::tr("server %1: %2", "where to; command").arg(QString::number(node), words);
}

QString commandWords(const SteppedRun &run, const QByteArray &command, int node)
{
    return command.isEmpty() ? QStringLiteral("work()") : at(node, run, wording::key(command, 200));
}

template <typename Step> QString actionOf(const SteppedRun &run, const Step &of)
{
    const TraceStep &step = of.step;
    switch (step.kind) {
    case Kind::Client:
        if (step.number == 0 && !step.goesOn)
            return StepWords::tr("starts only now");
        if (step.goesOn)
            return StepWords::tr("goes on after %1").arg(commandWords(run, of.command, of.node));
        if (step.choice > 0)
            return StepWords::tr("%1 chooses %2", "random 6; 2")
                .arg(commandWords(run, of.command, of.node), QString::number(step.choice));
        return commandWords(run, of.command, of.node);
    case Kind::Time:
        return StepWords::tr("let time pass");
    case Kind::Crash:
        return StepWords::tr("crash %1").arg(clientName(run, step.client));
    case Kind::Pause:
        return StepWords::tr("pause %1").arg(clientName(run, step.client));
    case Kind::Resume:
        return StepWords::tr("resume %1").arg(clientName(run, step.client));
    case Kind::Restart:
        return StepWords::tr("restart server %1").arg(step.client);
    case Kind::Failover:
        return StepWords::tr("fail over to the replica");
    case Kind::LostRequest:
        return StepWords::tr("lose the next request of %1").arg(clientName(run, step.client));
    }
    return {};
}

} // namespace

QString clientName(const SteppedRun &run, int client)
{
    const auto &clients = run.round->history.clients;
    return client >= 0 && client < int(clients.size())
        ? wording::key(clients[std::size_t(client)].name, 24)
        : QString::number(client);
}

QString stepperName(const SteppedRun &run, const TraceStep &step)
{
    if (step.kind != Kind::Client)
        return {};
    const QString name = clientName(run, step.client);
    return step.thread == 0
        ? name
        : StepWords::tr("%1, thread %2").arg(name, QString::number(step.thread + 1));
}

QString actionWords(const SteppedRun &run, const StepTaken &taken)
{
    return actionOf(run, taken);
}

QString actionWords(const SteppedRun &run, const StepAhead &ahead)
{
    return actionOf(run, ahead);
}

QString blockedWords(const StepAhead &ahead)
{
    const QString name = wording::key(ahead.awaited, 40);
    switch (ahead.blockedBy) {
    case BlockedBy::None:
        return {};
    case BlockedBy::KeyExists:
        return StepWords::tr("waits until %1 is gone").arg(name);
    case BlockedBy::KeyUnchanged:
        return StepWords::tr("waits until %1 changes").arg(name);
    case BlockedBy::TooEarly:
        return StepWords::tr("its time has not come");
    case BlockedBy::NoMessage:
        return StepWords::tr("waits for a message on %1").arg(name);
    case BlockedBy::MutexTaken:
        return StepWords::tr("waits for the mutex %1").arg(name);
    case BlockedBy::Paused:
        return StepWords::tr("paused");
    case BlockedBy::NotPaused:
        return StepWords::tr("not paused");
    case BlockedBy::Crashed:
        return StepWords::tr("crashed");
    case BlockedBy::Finished:
        return StepWords::tr("finished");
    case BlockedBy::NotThere:
        return StepWords::tr("there is no such step");
    case BlockedBy::KeyDue:
        return StepWords::tr("a key expires first");
    case BlockedBy::Budget:
        return StepWords::tr("“%1” in the settings is used up").arg(boundName(ahead.step.kind));
    case BlockedBy::NoDeadline:
        return StepWords::tr("no deadline lies ahead");
    case BlockedBy::Assumption:
        return StepWords::tr("an assumption forbids it");
    case BlockedBy::NothingToLose:
        return StepWords::tr("it would change nothing");
    case BlockedBy::RunOver:
        return StepWords::tr("the run is over");
    }
    return {};
}

QString refusalWords(const SteppedRun &run, const StepAhead &ahead)
{
    const QString action = actionWords(run, ahead);
    if (ahead.blockedBy != BlockedBy::Budget)
        return StepWords::tr("Not possible now: %1 (%2).").arg(action, blockedWords(ahead));
    //: crash A; Crashes
    return StepWords::tr(
        "Not possible now: %1. The bound “%2” in the settings, under “At most”, is "
        "used up; a larger one allows it.")
        .arg(action, boundName(ahead.step.kind));
}

// A new key is shown with its TTL in parentheses. For a key that existed before, a change of the
// TTL is a part of its own.
QString effectWords(const SteppedRun &run, const StepTaken &taken)
{
    QStringList parts;
    const auto tell = [&](const KeyEffect &each, const QString &words) {
        const bool isWhereItWasSent = taken.client >= 0 && each.node == taken.node;
        parts << (isWhereItWasSent ? words : at(each.node, run, words));
    };
    for (const KeyEffect &each : taken.keys) {
        const QString key = wording::key(each.key, 24);
        const bool isNew = each.before.isEmpty();
        const bool hasOtherTtl = each.ttlBefore != each.ttlAfter;
        if (each.before != each.after || !hasOtherTtl) {
            const QString change = QStringLiteral("%1 %2 → %3")
                                       .arg(key, valueWords(run, each.key, each.before),
                                           valueWords(run, each.key, each.after));
            tell(each,
                isNew && each.ttlAfter
                    ? QStringLiteral("%1 (%2)").arg(change, ttlWords(each.ttlAfter))
                    : change);
        }
        if (!isNew && !each.after.isEmpty() && hasOtherTtl)
            tell(each,
                StepWords::tr("TTL of %1 %2 → %3")
                    .arg(key, ttlWords(each.ttlBefore), ttlWords(each.ttlAfter)));
    }
    return commaList(parts);
}

QString violatedChecksWords(const SteppedRun &run, quint32 violated)
{
    QStringList parts;
    for (std::size_t i = 0; i < run.round->results.size() && i < 32; ++i) {
        if (violated >> i & 1)
            parts << checkWords(run.round->results[i].check, run.options.settings);
    }
    return clauseList(parts);
}

int firstDifference(const SteppedRun &one, const SteppedRun &other)
{
    const auto [a, b] =
        std::mismatch(one.trace.begin(), one.trace.end(), other.trace.begin(), other.trace.end());
    return a == one.trace.end() || b == other.trace.end() ? 0 : int(a - one.trace.begin()) + 1;
}

} // namespace lockstep
