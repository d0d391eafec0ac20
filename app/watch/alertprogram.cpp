// Whoever is told of alerts wants the present state, not each of a hundred changes that came while
// the program was busy. So only the newest alert of each key waits, and the number of waiting keys
// is bounded. If a rule has more keys, the oldest is dropped, because the newest is the one that
// somebody can still act on.
//
// The program runs in a session of its own. So Ctrl-C at our terminal reaches only us, and we kill
// the program then. It also lets us kill all of it when it takes too long: a script that hangs
// usually hangs in a child. What it leaves behind is killed when it ends, too, because nothing else
// would end it, and the next alert starts another one.
//
// Its output is read here and not passed to the terminal, where it would come between the lines of
// the watch, and where nothing would stop a flood.

#include "app/watch/alertprogram.h"

#include "app/terminal/output.h"
#include "core/redis/threads/workerthread.h"
#include "core/watch/snapshot/journaljson.h"
#include "ui/text/wording.h"

#include <QJsonDocument>
#include <QTimer>

#include <algorithm>

#include <csignal>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr qsizetype longestLine = 200; // bytes of an output line that are shown

// Kills all processes that are still in the group.
void killGroup(qint64 group)
{
    if (group > 0)
        ::kill(-static_cast<pid_t>(group), SIGKILL);
}

} // namespace

AlertProgram::AlertProgram(QStringList command, QObject *parent)
    : QObject(parent)
    , m_command(std::move(command))
{
}

AlertProgram::~AlertProgram()
{
    for (const auto &[rule, state] : m_rules) {
        if (!state.process)
            continue;
        state.process->disconnect(this);
        state.process->waitForStarted(); // before that it has no process group of its own
        killGroup(state.process->processId());
        state.process->waitForFinished();
    }
}

void AlertProgram::note(const JournalEntry &entry)
{
    if (!entry.alert)
        return;
    OfRule &rule = m_rules[entry.alert];
    rule.name = wording::key(entry.alert->name.toUtf8());
    const QByteArray json =
        QJsonDocument(journalEntryToJson(entry)).toJson(QJsonDocument::Compact) + '\n';
    const auto same = std::find_if(rule.waiting.begin(), rule.waiting.end(),
        [&entry](const Waiting &waiting) { return waiting.key == entry.key; });
    if (same != rule.waiting.end())
        same->json = json;
    else
        rule.waiting.push_back({entry.key, json});
    if (rule.waiting.size() > mostWaiting) {
        rule.waiting.pop_front();
        if (!std::exchange(rule.hasLeftOut, true))
            printMessage(tr("The program of --on-alert is too slow for alert %1: more than %2 keys "
                            "wait, and the oldest are left out.")
                             .arg(rule.name)
                             .arg(mostWaiting));
    }
    queue(&rule);
    runNext();
}

// Rules are queued, not runs, so that all rules get their turn, however many keys one of them has.
void AlertProgram::queue(OfRule *rule)
{
    if (!rule->process && !rule->waiting.empty() && !std::exchange(rule->isQueued, true))
        m_queue.push_back(rule);
}

void AlertProgram::runNext()
{
    while (m_running < mostAtOnce && !m_queue.empty()) {
        OfRule *const rule = m_queue.front();
        m_queue.pop_front();
        rule->isQueued = false;
        run(rule);
    }
}

void AlertProgram::run(OfRule *rule)
{
    const QByteArray json = rule->waiting.front().json;
    rule->waiting.pop_front();
    rule->hasLeftOut = rule->hasLeftOut && !rule->waiting.empty();
    rule->killedBecause.clear();
    rule->outputBytes = 0;
    rule->lastLine.clear();
    rule->unfinishedLine.clear();
    auto *process = rule->process = new QProcess(this);
    ++m_running;
    process->setProgram(m_command.first());
    process->setArguments(m_command.mid(1));
    process->setProcessEnvironment(environmentForPrograms());
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setChildProcessModifier([] { ::setsid(); });
    connect(process, &QProcess::started, this, [this, rule, json] { begin(rule, json); });
    connect(process, &QProcess::readyReadStandardOutput, this, [this, rule] { readOutput(rule); });
    connect(process, &QProcess::errorOccurred, this, [this, rule](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(rule, tr("it could not be started (%1)").arg(rule->process->errorString()));
    });
    connect(process, &QProcess::finished, this, [this, rule] {
        killGroup(rule->group); // kills what the program left behind
        endLine(rule);
        end(rule, failureOf(*rule));
    });
    process->start();
}

void AlertProgram::begin(OfRule *rule, const QByteArray &json)
{
    rule->group = rule->process->processId();
    QTimer::singleShot(longestRun, rule->process,
        [rule] { kill(rule, tr("it was killed after %1 s").arg(longestRun.count())); });
    rule->process->write(json);
    rule->process->closeWriteChannel();
}

// Reads all output, because the program would block otherwise. Only the last line is kept, and the
// beginning of an unfinished one, whose rest may come later.
void AlertProgram::readOutput(OfRule *rule)
{
    const QByteArray output = rule->process->readAllStandardOutput();
    rule->outputBytes += output.size();
    qsizetype begin = 0;
    while (begin < output.size()) {
        const qsizetype end = output.indexOf('\n', begin);
        const qsizetype length = (end < 0 ? output.size() : end) - begin;
        const qsizetype room = longestLine - rule->unfinishedLine.size();
        rule->unfinishedLine += output.mid(begin, std::min(length, room));
        begin += length + 1;
        if (end >= 0)
            endLine(rule);
    }
    if (rule->outputBytes > mostOutput)
        kill(rule,
            tr("it was killed, because it printed more than %1 MiB")
                .arg(mostOutput / (1024 * 1024)));
}

void AlertProgram::endLine(OfRule *rule)
{
    const QByteArray line = std::exchange(rule->unfinishedLine, {}).trimmed();
    if (!line.isEmpty())
        rule->lastLine = line;
}

void AlertProgram::kill(OfRule *rule, const QString &because)
{
    if (!rule->killedBecause.isEmpty())
        return;
    rule->killedBecause = because;
    killGroup(rule->group);
}

// Why the run that has ended failed; empty if it succeeded.
QString AlertProgram::failureOf(const OfRule &rule) const
{
    if (!rule.killedBecause.isEmpty())
        return rule.killedBecause;
    if (rule.process->exitStatus() == QProcess::CrashExit)
        return tr("it ended by a signal");
    const int status = rule.process->exitCode();
    if (status == 0)
        return {};
    return rule.lastLine.isEmpty()
        ? tr("its exit status was %1").arg(status)
        //: %2: the last line that the program printed
        : tr("its exit status was %1, and it said: %2")
              .arg(QString::number(status), wording::key(rule.lastLine, 0));
}

// failure: why the run failed; empty if it succeeded.
void AlertProgram::end(OfRule *rule, const QString &failure)
{
    rule->process->disconnect(this);
    rule->process->deleteLater();
    rule->process = nullptr;
    rule->group = 0;
    --m_running;
    queue(rule);
    const bool wasSaid = std::exchange(rule->hasFailed, !failure.isEmpty());
    if (!failure.isEmpty() && !wasSaid)
        //: %1 the program of --on-alert, %2 the name of an alert, %3 why
        printMessage(
            tr("%1 of --on-alert failed for alert %2: %3. This is not said again before it "
               "has succeeded.")
                .arg(wording::key(m_command.first().toUtf8(), 0), rule->name, failure));
    // Queued, because start() may fail and end the run before it returns.
    QMetaObject::invokeMethod(this, &AlertProgram::runNext, Qt::QueuedConnection);
}

} // namespace lockstep
