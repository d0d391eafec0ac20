// `lockstep watch` and `lockstep record`. The output that was asked for goes to standard output,
// everything else to standard error. A server that cannot be reached at first is an error. One that
// goes away later is waited for, with a message, because a journal that ends is worse than one with
// a gap. A snapshot is waited for only for a limited time, because a script may be waiting for it.
// A refused password ends the command in any case: only another password helps, and whoever
// restarts services has to see it.

#include "app/commands/watchcommand.h"

#include "app/commands/alertprogram.h"
#include "app/commands/source.h"
#include "app/commands/watchfilter.h"
#include "app/commands/watchoutput.h"
#include "app/metrics/metricsserver.h"
#include "app/profiles/keptpasswords.h"
#include "app/terminal/credentials.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/output.h"
#include "app/terminal/screen.h"
#include "core/redis/values/errorclasses.h"
#include "core/watch/metrics/watchmetrics.h"
#include "core/watch/recorder/recorder.h"
#include "ui/text/errormessage.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watchtext/statussentence.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QHash>
#include <QTimer>

#include <memory>

namespace lockstep {

namespace {

// How long --once waits for a snapshot if the server is away, or refuses to answer. While the
// server loads its data there is no limit, because that ends by itself.
constexpr auto mostTimeAway = std::chrono::seconds(10);
constexpr auto mostTimeRefusing = std::chrono::seconds(30);
constexpr auto countersEvery = std::chrono::seconds(1);
constexpr auto progressEvery = std::chrono::seconds(1);
// The screen is redrawn every second. With very many objects it is redrawn less often, so that
// drawing, which sorts them, takes a tenth of the time at most.
constexpr auto redrawEvery = std::chrono::seconds(1);
constexpr int restPerCost = 9;

// What the command prints: the snapshot that a script waits for, the journal, a screen that
// somebody looks at, or nothing because it only serves metrics.
enum class WatchForm : quint8 { Once, Follow, Screen, MetricsOnly };

WatchForm formOf(const Arguments &arguments)
{
    if (arguments.follow || arguments.command == Arguments::Command::Record)
        return WatchForm::Follow;
    if (!arguments.once && terminalSize())
        return WatchForm::Screen;
    return arguments.metrics ? WatchForm::MetricsOnly : WatchForm::Once;
}

// Whether options choose rows or their order, which only tables have.
bool choosesRows(const Arguments &arguments)
{
    return arguments.family || !arguments.filter.isEmpty() || !arguments.sort.isEmpty()
        || arguments.most;
}

class WatchCommand : public QObject
{
public:
    // metricsUrl: the URL of the metrics; empty if none are served.
    WatchCommand(const Arguments &arguments, const Source &source, const QString &metricsUrl,
        Watch *watch, Interrupt &interrupt)
        : m_arguments(arguments)
        , m_form(formOf(arguments))
        , m_filter(arguments)
        , m_output(WatchOutput::of(arguments,
              source.isPrivateServer()
                  ? QCoreApplication::translate("lockstep::WatchCommand", "Demo shop")
                  : source.endpoint.display(),
              metricsUrl))
        , m_endpoint(source.endpoint)
        , m_isShopOpening(source.isPrivateServer())
        , m_watch(watch)
        , m_interrupt(interrupt)
    {
        connect(watch, &Watch::updated, this, &WatchCommand::take);
        connect(watch, &Watch::inventoryFinished, this, &WatchCommand::finishOnce);
        connect(&m_interrupt, &Interrupt::received, this, &WatchCommand::endByInterrupt);
        if (!arguments.onAlert.isEmpty())
            m_program = std::make_unique<AlertProgram>(arguments.onAlert);
        m_patience.setSingleShot(true);
        connect(&m_patience, &QTimer::timeout, this, &WatchCommand::endPatience);
        if (m_form == WatchForm::Follow) {
            connect(&m_counterTimer, &QTimer::timeout, this, &WatchCommand::printChangedCounters);
            m_counterTimer.start(countersEvery);
        } else if (m_form == WatchForm::Screen) {
            connect(&m_redraw, &QTimer::timeout, this, &WatchCommand::redraw);
            m_redraw.start(redrawEvery);
        } else {
            // With many keys, or on a slow server, finding the objects takes long.
            connect(&m_progress, &QTimer::timeout, this,
                [this] { printProgress(searchSentence(m_latest.status)); });
            m_progress.start(progressEvery);
        }
        if (arguments.duration)
            QTimer::singleShot(*arguments.duration, this, [this] {
                m_isOver = true;
                endInTime();
            });
    }

    // The metrics as of now. rules: those of the watch.
    [[nodiscard]] QByteArray metrics(const std::vector<Rule> &rules, MetricsFormat format) const
    {
        Snapshot present = m_latest;
        present.takenAt = Instant::clock::now();
        return metricsOf(present, m_totals, rules, format);
    }

    // Records all that is seen from now on.
    void record(std::unique_ptr<Recorder> recorder)
    {
        m_recorder = std::move(recorder);
        connect(m_recorder.get(), &Recorder::failed, this, &WatchCommand::endRecording);
        printMessage(QCoreApplication::translate("lockstep::WatchCommand", "Recording into %1.")
                         .arg(m_arguments.operand));
    }

    // Finishes the recording. Returns whether all of it could be written.
    bool finishRecording()
    {
        if (!m_recorder)
            return true;
        if (const auto finished = m_recorder->finish(); !finished)
            endRecording(finished.error());
        // Delivers failed(), if it was emitted.
        QCoreApplication::sendPostedEvents(m_recorder.get());
        return !m_hasRecordingFailed;
    }

    // Waits until the typed password is kept, and says so. Does nothing if none is.
    void finishKeeping()
    {
        if (m_keeping)
            printMessage(QCoro::waitFor(*m_keeping));
    }

private:
    // A value as it was printed. An integer that a double would round is there as well, because two
    // neighbouring ones may be the same double.
    using ToldValue = std::pair<double, std::optional<qint64>>;

    // Ctrl-C is the usual end of --follow. It is a failure with --once, whose snapshot is not
    // complete then, and if the server was never reached.
    void endByInterrupt()
    {
        if (m_form != WatchForm::Once)
            return end(m_connected ? 0 : m_interrupt.exitStatus());
        giveUp(
            QCoreApplication::translate("lockstep::WatchCommand",
                "There is no snapshot: the program was interrupted before it had seen all keys."),
            m_interrupt.exitStatus());
    }

    void endRecording(const Error &why)
    {
        if (std::exchange(m_hasRecordingFailed, true))
            return;
        printMessage(errorMessage(why, {}));
        printMessage(QCoreApplication::translate("lockstep::WatchCommand",
            "The recording has ended; what was recorded until now can be read. The watch goes "
            "on."));
    }

    void giveUp(const QString &sentence, int status)
    {
        printProgress({});
        if (!m_ended)
            printMessage(sentence);
        end(status);
    }

    void watchPatience(const WatchStatus &status)
    {
        if (m_form != WatchForm::Once)
            return;
        const bool isAway = m_connected && status.link != LinkState::Connected;
        m_losses += isAway && !m_wasAway ? 1 : 0;
        m_wasAway = isAway;
        m_isTroubled = isAway || (status.trouble && status.trouble->code != ErrorCode::Loading);
        if (m_isTroubled && !m_patience.isActive()) {
            m_lossesBefore = m_losses;
            m_patience.start(isAway ? mostTimeAway : mostTimeRefusing);
        }
    }

    // A connection that was lost again meanwhile counts as a trouble, too.
    void endPatience()
    {
        if (m_isTroubled || m_losses > m_lossesBefore)
            giveUp(QCoreApplication::translate("lockstep::WatchCommand",
                       "There is no snapshot: %1 did not answer again in time.")
                       .arg(m_endpoint.display()),
                1);
    }

    // Ends when the time of --for is over. Waits until it is known whether the server can be
    // reached, because the exit status depends on that.
    void endInTime()
    {
        if (m_isOver && (m_connected || m_trouble))
            end(m_connected ? 0 : 1);
    }

    void take()
    {
        const auto snapshot = m_watch->take();
        if (m_recorder && !m_hasRecordingFailed)
            m_recorder->take(snapshot);
        const auto &status = snapshot.status;
        // The connection may have been made and lost since the last snapshot.
        m_connected |=
            status.link == LinkState::Connected || status.link == LinkState::Reconnecting;
        if (m_isToBeKept && status.link == LinkState::Connected) {
            m_isToBeKept = false;
            m_keeping = keepTypedPassword(m_endpoint);
        }
        if (m_form != WatchForm::Screen) // the screen itself shows it
            complainOfPermissions(status);
        const bool isNew = status.trouble && status.trouble != m_trouble;
        m_trouble = status.trouble;
        if (isNew)
            complain(*status.trouble, status.link, status.troubledNode);
        watchPatience(status);
        if (m_isShopOpening && hasEveryFamily(snapshot)) {
            m_isShopOpening = false;
            if (m_inventoryIsOver)
                printOnce(snapshot);
        }
        m_totals.add(snapshot.journal);
        m_latest = snapshot;
        if (m_form == WatchForm::Follow && !m_ended) {
            for (const auto &entry : snapshot.journal)
                print(entry);
        }
        endInTime();
    }

    void complainOfPermissions(const WatchStatus &status)
    {
        if (m_denied < status.missing.size())
            printProgress({});
        for (; m_denied < status.missing.size(); ++m_denied)
            printMessage(missingPermissionSentence(status.missing[m_denied]));
        m_denied = status.missing.size();
    }

    void redraw()
    {
        if (!m_connected || m_ended || m_cannotPrint)
            return;
        QElapsedTimer cost;
        cost.start();
        const Instant now = m_latest.status.unseenSince.value_or(Instant::clock::now());
        noteWritten(m_output->redraw(m_filter.chosen(m_latest, now), now));
        m_redraw.setInterval(
            std::max<Milliseconds>(redrawEvery, Milliseconds(restPerCost * cost.elapsed())));
    }

    [[nodiscard]] QString afterGap(const JournalEntry &entry) const
    {
        const QString where = entry.node.isEmpty() ? m_endpoint.display() : entry.node;
        const QString since = journalGapBegin(entry) + QStringLiteral(" UTC");
        switch (entry.gap) {
        case JournalEntry::Gap::Connection:
            return QCoreApplication::translate(
                "lockstep::WatchCommand", "Connected to %1 again. Changes since %2 were not seen.")
                .arg(where, since);
        case JournalEntry::Gap::Clock:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "The computer was asleep or a clock was set. Changes since %1 were not seen.")
                .arg(since);
        case JournalEntry::Gap::Silence:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "Nothing came from %1 for seconds. Changes since %2 were not seen.")
                .arg(where, since);
        case JournalEntry::Gap::Primary:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "The replica %1 has lost its primary. Changes there since %2 are not seen.")
                .arg(where, since);
        case JournalEntry::Gap::Swap:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "Databases of %1 were swapped. Changes since %2 were not seen.")
                .arg(where, since);
        case JournalEntry::Gap::OtherData:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "%1 took over the data of another server. Changes since %2 were not seen.")
                .arg(where, since);
        case JournalEntry::Gap::Permissions:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "Permissions that were missing were given. What happened until now may not have "
                "been seen.");
        case JournalEntry::Gap::Notifications:
            return QCoreApplication::translate("lockstep::WatchCommand",
                "Keyspace notifications were switched off on %1. Changes since %2 were not seen.")
                .arg(where, since);
        }
        return {};
    }

    void print(const JournalEntry &entry)
    {
        if (entry.kind == JournalEntry::Kind::Unseen && m_arguments.json)
            printMessage(afterGap(entry)); // the line for people says it itself
        if (entry.family == Family::Counter && entry.value && !entry.alert)
            m_toldValues.insert(entry.key, {*entry.value, entry.largeInteger});
        if (!m_filter.matches(entry) || m_cannotPrint)
            return;
        noteWritten(m_output->printEntry(entry));
        if (m_program)
            m_program->note(entry);
    }

    // Counters may change thousands of times a second, so the changed ones are printed only every
    // countersEvery.
    void printChangedCounters()
    {
        if (std::exchange(m_comparedCounters, m_latest.counters) == m_latest.counters || m_ended)
            return;
        QHash<QByteArray, ToldValue> values;
        for (const ItemPtr &item : *m_latest.counters) {
            if (!item->reading.value) {
                // The value cannot be read at present. It is kept, so that the next one is compared
                // with it.
                const auto told = m_toldValues.constFind(item->key);
                if (told != m_toldValues.cend())
                    values.insert(item->key, *told);
                continue;
            }
            const ToldValue value{*item->reading.value, largeInteger(item->reading)};
            values.insert(item->key, value);
            if (m_toldValues.value(item->key, value) != value && !m_cannotPrint
                && m_filter.matches(*item, seenUntil(m_latest)))
                noteWritten(m_output->printChange(*item, m_latest));
        }
        m_toldValues.swap(values);
    }

    // node: the node of the Cluster with the trouble; empty if there is no Cluster.
    void complain(const Error &error, LinkState link, const QString &node)
    {
        printProgress({});
        const bool credentials =
            error.code == ErrorCode::NoAuth || error.code == ErrorCode::WrongPass;
        if (credentials && !m_asked) {
            m_asked = true;
            if (!m_arguments.keychainTrouble.isEmpty())
                printMessage(m_arguments.keychainTrouble);
            if (const auto password = askPassword(m_endpoint.display())) {
                m_trouble.reset(); // so that a second refusal is printed as well
                m_endpoint.password = *password;
                m_isToBeKept = isTypedPasswordToBeKept(m_arguments);
                return m_watch->setCredentials(m_endpoint.user, *password);
            }
            m_interrupt.deliver();
            if (m_ended)
                return;
        }
        if (m_form != WatchForm::Screen || !m_connected || link == LinkState::Stopped)
            printError(error, node.isEmpty() ? m_endpoint.display() : node);
        if (link == LinkState::Stopped || (!m_connected && !isServerNotReady(error.code)))
            end(1);
    }

    // Whether every kind of object that the demo shop makes has been found.
    static bool hasEveryFamily(const Snapshot &snapshot)
    {
        return !snapshot.counters->empty() && !snapshot.buckets->empty()
            && !snapshot.locks->empty();
    }

    void finishOnce()
    {
        m_inventoryIsOver = true;
        endProgress();
        take(); // and with it the newest entries of the journal
        if (!m_isShopOpening)
            printOnce(m_latest);
    }

    void printOnce(const Snapshot &snapshot)
    {
        if (m_form != WatchForm::Once || m_ended)
            return;
        if (snapshot.status.objects == 0 && !snapshot.status.missing.empty()) {
            // An empty snapshot would say that there is nothing. The missing permissions have been
            // printed already.
            printMessage(QCoreApplication::translate("lockstep::WatchCommand",
                "There is no snapshot: without these commands nothing was found."));
            return end(1);
        }
        const Instant now = seenUntil(snapshot);
        noteWritten(m_output->printSnapshot(m_filter.chosen(snapshot, now), now));
        end(0);
    }

    void noteWritten(bool isWritten)
    {
        m_cannotPrint = !isWritten; // the output has printed why, see WatchOutput
        if (m_cannotPrint)
            end(1);
    }

    void endProgress()
    {
        m_progress.stop();
        printProgress({});
    }

    void end(int status)
    {
        endProgress();
        if (m_form == WatchForm::Follow)
            printChangedCounters();
        if (std::exchange(m_ended, true))
            return;
        if (m_form == WatchForm::Screen && m_connected)
            printLine({}); // so that the shell's prompt begins on a new line
        QCoreApplication::exit(status);
    }

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
    QTimer m_patience; // --once: how long a trouble may last
    QTimer m_progress; // --once: shows how far the search is
    QTimer m_redraw; // redraws the screen
    QTimer m_counterTimer;
    Snapshot m_latest;
    JournalTotals m_totals;
    Snapshot::Items m_comparedCounters = m_latest.counters; // at the last printChangedCounters()
    QHash<QByteArray, ToldValue> m_toldValues; // the last printed value of each counter
    std::optional<Error> m_trouble;
    std::size_t m_denied = 0; // how many of the missing permissions have been printed
    bool m_inventoryIsOver = false;
    bool m_connected = false;
    bool m_isOver = false; // the time that --for allows has passed
    int m_losses = 0; // how often the connection was lost
    int m_lossesBefore = 0; // m_losses when m_patience started
    bool m_wasAway = false;
    bool m_isTroubled = false;
    bool m_asked = false; // for a password, which is done only once
    bool m_isToBeKept = false; // the password that was typed, as soon as it turns out to be right
    std::optional<QCoro::Task<QString>> m_keeping; // stores that password
    bool m_ended = false;
};

// Starts to serve metrics. Prints where, or why not and returns false.
bool serve(MetricsServer *metrics, const HostPort &address)
{
    if (const auto listening = metrics->listen(address); !listening) {
        printMessage(listening.error().detail);
        return false;
    }
    printMessage(QCoreApplication::translate("lockstep::WatchCommand", "Metrics are at %1.")
                     .arg(metrics->url()));
    if (!metrics->isLoopback())
        printMessage(QCoreApplication::translate("lockstep::WatchCommand",
            "Whoever reaches that address can read them: there is no password."));
    return true;
}

Result<std::unique_ptr<Recorder>> beginRecorder(const Arguments &arguments, const Source &source)
{
    RecordingOptions options;
    options.address = source.endpoint.display();
    options.prefix = arguments.prefix;
    options.keep = arguments.keep;
    return Recorder::begin(arguments.operand, options);
}

} // namespace

int runWatch(const Arguments &arguments)
{
    if (formOf(arguments) == WatchForm::MetricsOnly && choosesRows(arguments)) {
        printMessage(QCoreApplication::translate("lockstep::WatchCommand",
            "--family, --filter, --sort and --top would do nothing: where standard output is no "
            "terminal, --metrics prints nothing without --follow."));
        return 2;
    }
    Interrupt interrupt; // made first: its signals end the private server, too
    auto source = Source::open(arguments);
    if (!source) {
        printMessage(errorMessage(source.error(), {}));
        return 1;
    }
    const LoadingCatalogue catalogue = loadCatalogue(arguments);
    if (!arguments.onAlert.isEmpty() && catalogue.get()
        && catalogue.get().value()->alertRules().empty()) {
        printMessage(QCoreApplication::translate(
            "lockstep::WatchCommand", "--on-alert would do nothing: %1 has no alerts.")
                         .arg(arguments.rulesFile));
        return 2;
    }
    const auto watch = makeWatch(*source, catalogue, arguments);
    if (!watch) {
        printMessage(errorMessage(watch.error(), {}));
        return watch.error().code == ErrorCode::BadInput ? 2 : 1;
    }
    // Set before the event loop begins, and so before any request.
    std::unique_ptr<WatchCommand> command;
    MetricsServer metrics([&](MetricsFormat format) {
        return command->metrics((*catalogue.get())->rules(), format);
    });
    if (arguments.metrics && !serve(&metrics, *arguments.metrics))
        return 1;
    command =
        std::make_unique<WatchCommand>(arguments, *source, metrics.url(), watch->get(), interrupt);
    if (arguments.command == Arguments::Command::Record) {
        auto recorder = beginRecorder(arguments, *source);
        if (!recorder) {
            printMessage(errorMessage(recorder.error(), {}));
            return 1;
        }
        command->record(std::move(*recorder));
    }
    (*watch)->start();
    const int status = QCoreApplication::exec();
    command->finishKeeping();
    return command->finishRecording() ? status : std::max(status, 1);
}

} // namespace lockstep
