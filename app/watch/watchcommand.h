#pragma once

#include "app/arguments/arguments.h"
#include "app/commands/source.h"
#include "app/profiles/keptpasswords.h"
#include "app/terminal/interrupt.h"
#include "app/watch/alertprogram.h"
#include "app/watch/counterchanges.h"
#include "app/watch/serveridentification.h"
#include "app/watch/snapshotpatience.h"
#include "app/watch/watchfilter.h"
#include "app/watch/watchoutput.h"
#include "core/watch/metrics/watchmetrics.h"
#include "core/watch/recorder/recorder.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace lockstep {

// What `lockstep watch` and `lockstep record` print: the snapshot that a script waits for, the
// journal, a screen that somebody looks at, or nothing because only metrics are served.
enum class WatchForm : quint8 { Once, Follow, Screen, MetricsOnly };

WatchForm formOf(const Arguments &arguments);

// Prints what a watch sees in the form that was asked for, and ends the application with the exit
// status when nothing more is to be printed.
class WatchCommand : public QObject
{
    Q_OBJECT

public:
    // metricsUrl: the URL of the metrics; empty if none are served.
    WatchCommand(const Arguments &arguments, const Source &source, const QString &metricsUrl,
        Watch *watch, Interrupt &interrupt);

    // The metrics as of now. rules: those of the watch.
    [[nodiscard]] QByteArray metrics(const std::vector<Rule> &rules, MetricsFormat format) const;

    // Records all that is seen from now on.
    void record(std::unique_ptr<Recorder> recorder);

    // Finishes the recording. Returns whether all of it could be written.
    bool finishRecording();

    // Waits until the typed password is kept, and says so. Does nothing if none is.
    void finishKeeping();

    // Waits a moment for a server that is being asked who it is.
    void finishIdentification();

private:
    void endByInterrupt();
    void endRecording(const Error &why);
    void giveUp(const QString &sentence, int status);
    void giveUpWaiting();
    void endInTime();
    void take();
    void complainOfPermissions(const WatchStatus &status);
    void redraw();
    void print(const JournalEntry &entry);
    void printChangedCounters();
    void complain(const Error &error, LinkState link, const QString &node);
    void tellEndOfTrouble();
    static bool hasEveryFamily(const Snapshot &snapshot);
    void finishOnce();
    void printWholeOnce();
    void printPartOnce();
    // status: what the program ends with.
    void printOnce(const Snapshot &snapshot, int status = 0);
    void noteWritten(bool isWritten);
    void endProgress();
    void end(int status);

    const Arguments &m_arguments;
    const WatchForm m_form;
    const WatchFilter m_filter;
    const std::unique_ptr<WatchOutput> m_output;
    std::unique_ptr<Recorder> m_recorder; // null unless recording
    bool m_hasRecordingFailed = false;
    std::unique_ptr<AlertProgram> m_program; // null without --on-alert
    Endpoint m_endpoint;
    bool m_isShopOpening; // until the demo shop has made every kind of object
    bool m_cannotPrint = false;
    Watch *m_watch;
    Interrupt &m_interrupt;
    SnapshotPatience m_patience; // --once: how long a trouble may last
    QTimer m_progress; // --once: shows how far the search is
    QTimer m_redraw; // redraws the screen
    QTimer m_counterTimer;
    Snapshot m_latest;
    JournalTotals m_totals;
    CounterChanges m_counterChanges;
    std::optional<Error> m_trouble;
    QStringList m_troubledPlaces; // which were said to be away, until they are said to be back
    ServerIdentification m_identification;
    std::size_t m_permissionsPrinted = 0; // how many of the missing permissions have been printed
    bool m_inventoryIsOver = false;
    bool m_isPartEnough = false; // of a Cluster: those that do not answer were waited for
    bool m_connected = false;
    bool m_durationPassed = false; // the time that --for allows
    bool m_passwordAsked = false; // which is done only once
    bool m_isToBeKept = false; // the password that was typed, as soon as it turns out to be right
    std::optional<QCoro::Task<QString>> m_keeping; // stores that password
    bool m_ended = false;
};

} // namespace lockstep
