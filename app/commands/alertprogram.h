#pragma once

#include "core/watch/items/journal.h"

#include <QObject>
#include <QProcess>
#include <QStringList>

#include <deque>
#include <map>

namespace lockstep {

// The program of --on-alert: run for each alert that fires or is over, with its JSON on standard
// input. Of one rule it runs once at a time; what comes meanwhile waits, of each key the newest
// alone. Whatever the program does, the watch goes on.
class AlertProgram : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds longestRun{10}; // then it is killed
    static constexpr qint64 mostOutput = 1024 * 1024; // bytes of one run; then it is killed
    static constexpr int mostAtOnce = 8; // of all rules
    static constexpr std::size_t mostWaiting = 100; // keys of one rule

    // command: the program and its arguments, not empty. No shell sees them.
    explicit AlertProgram(QStringList command, QObject *parent = nullptr);
    // What runs still is killed with all that it has started, and what waits is never told.
    ~AlertProgram() override;

    // A line of an alert; others do nothing.
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
        QProcess *process = nullptr; // that runs
        qint64 group = 0; // of processes: its own and all that it has started
        std::deque<Waiting> waiting; // the one that has waited for longest first
        bool isQueued = false; // in m_queue
        bool hasFailed = false; // at its last run, and that was said
        bool hasLeftOut = false; // some that waited, and that was said
        QString killedBecause; // of the present run; empty: it was not killed
        qint64 outputBytes = 0; // of the present run
        QByteArray lastLine; // that it has printed; the beginning, where it is long
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
    std::deque<OfRule *> m_queue; // that wait for a run; the one that has waited for longest first
    int m_running = 0;
};

} // namespace lockstep
