#pragma once

#include "core/watch/items/journal.h"

#include <QObject>
#include <QProcess>
#include <QStringList>

#include <deque>
#include <map>

namespace lockstep {

// Runs the program of --on-alert for each alert that fires or is over, with the alert's JSON on its
// standard input. For one rule it runs once at a time. Alerts that come meanwhile wait, only the
// newest one of each key. Whatever the program does, the watch goes on.
class AlertProgram : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds longestRun{10}; // a run that takes longer is killed
    static constexpr qint64 mostOutput = 1024 * 1024; // bytes; a run that prints more is killed
    static constexpr int mostAtOnce = 8; // runs of all rules together
    static constexpr std::size_t mostWaiting = 100; // keys of one rule

    // command: the program and its arguments, not empty. No shell sees them.
    explicit AlertProgram(QStringList command, QObject *parent = nullptr);
    // Kills what is still running, with all that it has started; what is waiting is dropped.
    ~AlertProgram() override;

    // Queues a run if the entry is about an alert, and otherwise does nothing.
    void note(const JournalEntry &entry);

private:
    struct Waiting
    {
        QByteArray key;
        QByteArray json;
    };
    struct OfRule
    {
        QString name;
        QProcess *process = nullptr; // the present run; nullptr if there is none
        qint64 group = 0; // the process group of the run: the program and all that it has started
        std::deque<Waiting> waiting; // the front one has waited longest
        bool isQueued = false; // whether this rule is in m_queue
        bool hasFailed = false; // whether the last run failed, which has been printed
        bool hasLeftOut = false; // whether some that waited were left out, which has been printed
        QString killedBecause; // why the present run was killed; empty if it was not
        qint64 outputBytes = 0; // printed by the present run
        QByteArray lastLine; // the last whole line it printed; cut if it is long
        QByteArray unfinishedLine; // the beginning of what follows lastLine
    };

    void queue(OfRule *rule);
    void runNext();
    void run(OfRule *rule);
    void begin(OfRule *rule, const QByteArray &json);
    void readOutput(OfRule *rule);
    static void endLine(OfRule *rule);
    [[nodiscard]] QString failureOf(const OfRule &rule) const;
    static void kill(OfRule *rule, const QString &because);
    void end(OfRule *rule, const QString &failure);

    QStringList m_command;
    std::map<AlertRulePtr, OfRule> m_rules;
    std::deque<OfRule *> m_queue; // the rules that wait for a run; the front one has waited longest
    int m_running = 0;
};

} // namespace lockstep
