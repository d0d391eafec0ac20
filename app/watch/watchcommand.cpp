// `lockstep watch` and `lockstep record`. The output that was asked for goes to standard output,
// everything else to standard error. A server that cannot be reached at first is an error. One that
// goes away later is waited for, with a message, because a journal that ends is worse than one with
// a gap. A snapshot is waited for only for a limited time, because a script may be waiting for it.
// A refused password ends the command in any case: only another password helps, and whoever
// restarts services has to see it.

#include "app/watch/watchcommand.h"

#include "app/terminal/credentials.h"
#include "app/terminal/output.h"
#include "app/terminal/screen.h"
#include "app/watch/gapsentence.h"
#include "core/redis/values/errorclasses.h"
#include "ui/text/errormessage.h"
#include "ui/watchtext/statussentence.h"

#include <QCoreApplication>
#include <QElapsedTimer>

namespace lockstep {

namespace {

constexpr auto countersEvery = std::chrono::seconds(1);
constexpr auto progressEvery = std::chrono::seconds(1);
// The screen is redrawn every second. With very many objects it is redrawn less often, so that
// drawing, which sorts them, takes a tenth of the time at most.
constexpr auto redrawEvery = std::chrono::seconds(1);
constexpr int restPerCost = 9;

// Whether each node of a Cluster that is watched is seen, and has been read again if it was away.
// One may go away after its own keys were found, while those of others are still searched for.
bool areAllNodesSeen(const Snapshot &snapshot)
{
    const auto &nodes = *snapshot.nodes;
    return std::all_of(nodes.begin(), nodes.end(),
        [](const NodeStatus &node) { return isSeen(node.status) && !node.status.isCatchingUp; });
}

} // namespace

WatchForm formOf(const Arguments &arguments)
{
    if (arguments.follow || arguments.command == Arguments::Command::Record)
        return WatchForm::Follow;
    if (!arguments.once && terminalSize())
        return WatchForm::Screen;
    return arguments.metrics ? WatchForm::MetricsOnly : WatchForm::Once;
}

WatchCommand::WatchCommand(const Arguments &arguments, const Source &source,
    const QString &metricsUrl, Watch *watch, Interrupt &interrupt)
    : m_arguments(arguments)
    , m_form(formOf(arguments))
    , m_filter(arguments)
    , m_output(WatchOutput::of(arguments,
          source.isPrivateServer() ? tr("Demo shop") : source.endpoint.display(), metricsUrl))
    , m_endpoint(source.endpoint)
    , m_isShopOpening(source.isPrivateServer())
    , m_watch(watch)
    , m_interrupt(interrupt)
    , m_identification(source)
{
    connect(watch, &Watch::updated, this, &WatchCommand::take);
    connect(watch, &Watch::inventoryFinished, this, &WatchCommand::finishOnce);
    connect(&m_interrupt, &Interrupt::received, this, &WatchCommand::endByInterrupt);
    if (m_identification.isProduction())
        m_output->markAsProduction();
    connect(&m_identification, &ServerIdentification::productionRecognised, this,
        [this] { m_output->markAsProduction(); });
    connect(
        &m_identification, &ServerIdentification::askingEnded, this, &WatchCommand::printWholeOnce);
    if (!arguments.onAlert.isEmpty())
        m_program = std::make_unique<AlertProgram>(arguments.onAlert);
    connect(&m_patience, &SnapshotPatience::ended, this, &WatchCommand::giveUpWaiting);
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
            m_durationPassed = true;
            endInTime();
        });
}

QByteArray WatchCommand::metrics(const std::vector<Rule> &rules, MetricsFormat format) const
{
    Snapshot present = m_latest;
    present.takenAt = Instant::clock::now();
    return metricsOf(present, m_totals, rules, format);
}

void WatchCommand::record(std::unique_ptr<Recorder> recorder)
{
    m_recorder = std::move(recorder);
    connect(m_recorder.get(), &Recorder::failed, this, &WatchCommand::endRecording);
    //: %1: the address of a server, %2: a file
    printMessage(tr("Recording %1 into %2.").arg(m_endpoint.display(), m_arguments.operand));
}

bool WatchCommand::finishRecording()
{
    if (!m_recorder)
        return true;
    if (const auto finished = m_recorder->finish(); !finished)
        endRecording(finished.error());
    // Delivers failed(), if it was emitted.
    QCoreApplication::sendPostedEvents(m_recorder.get());
    if (m_hasRecordingFailed)
        return false;
    if (!m_recorder->hasRecorded())
        printMessage(tr("Nothing was recorded."));
    return m_recorder->hasRecorded();
}

void WatchCommand::finishKeeping()
{
    if (m_keeping)
        printMessage(QCoro::waitFor(*m_keeping));
}

void WatchCommand::finishIdentification()
{
    m_watch->disconnect(this); // it is over: nothing more is said or asked
    m_identification.finish();
}

// Ctrl-C is the usual end of --follow. It is a failure with --once, whose snapshot is not
// complete then, and if the server was never reached.
void WatchCommand::endByInterrupt()
{
    if (m_form != WatchForm::Once)
        return end(m_connected ? 0 : m_interrupt.exitStatus());
    giveUp(tr("There is no snapshot: the program was interrupted before it had seen all keys."),
        m_interrupt.exitStatus());
}

void WatchCommand::endRecording(const Error &why)
{
    if (std::exchange(m_hasRecordingFailed, true))
        return;
    printMessage(errorMessage(why, {}));
    printMessage(m_recorder->hasRecorded()
            ? tr("The recording has ended; what was recorded until now can be read. The watch goes "
                 "on.")
            : tr("Nothing was recorded. The watch goes on."));
}

void WatchCommand::giveUp(const QString &sentence, int status)
{
    printProgress({});
    if (!m_ended)
        printMessage(sentence);
    end(status);
}

// Of a Cluster, the nodes that answer have a snapshot without the others.
void WatchCommand::giveUpWaiting()
{
    m_isPartEnough = true;
    printPartOnce();
}

// Waits until the nodes that answer have told all that they have.
void WatchCommand::printPartOnce()
{
    const auto &nodes = *m_latest.nodes;
    if (std::none_of(nodes.begin(), nodes.end(), isAnswering))
        return giveUp(
            tr("There is no snapshot: %1 did not answer again in time.").arg(m_endpoint.display()),
            1);
    QStringList unreachable;
    QStringList silent;
    for (const NodeStatus &node : nodes) {
        const auto &trouble = node.status.trouble;
        if (!isAnswering(node))
            (trouble && isServerUnreachable(trouble->code) ? unreachable : silent) << node.address;
        else if (!node.status.firstInventoryDone || node.status.isCatchingUp)
            return;
    }
    if (m_ended)
        return;
    if (unreachable.isEmpty()
        && silent.isEmpty()) { // all of them answer again, so the whole snapshot follows
        m_isPartEnough = false;
        return;
    }
    printProgress({});
    if (!unreachable.isEmpty()) {
        //: %1: the addresses of nodes of a cluster
        printMessage(tr("The snapshot is incomplete: %1 could not be reached.")
                         .arg(unreachable.join(QStringLiteral(", "))));
    }
    if (!silent.isEmpty()) {
        //: %1: the addresses of nodes of a cluster
        printMessage(tr("The snapshot is incomplete: %1 did not answer in time.")
                         .arg(silent.join(QStringLiteral(", "))));
    }
    Snapshot part = m_latest;
    part.status.firstInventoryDone = true; // as far as the nodes answer
    printOnce(part, 1);
}

// Ends when the time of --for is over. Waits until it is known whether the server can be
// reached, because the exit status depends on that.
void WatchCommand::endInTime()
{
    if (m_durationPassed && (m_connected || m_trouble))
        end(m_connected ? 0 : 1);
}

void WatchCommand::take()
{
    const auto snapshot = m_watch->take();
    if (m_recorder && !m_hasRecordingFailed)
        m_recorder->take(snapshot);
    const auto &status = snapshot.status;
    m_identification.note(status, m_endpoint);
    // The connection may have been made and lost since the last snapshot.
    m_connected |= status.link == LinkState::Connected || status.link == LinkState::Reconnecting;
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
    if (m_form == WatchForm::Once)
        m_patience.note(snapshot, m_connected);
    if (hasEveryFamily(snapshot))
        m_isShopOpening = false;
    m_totals.add(snapshot.journal);
    m_latest = snapshot;
    printWholeOnce();
    if (m_isPartEnough)
        printPartOnce();
    if (m_form == WatchForm::Follow && !m_ended) {
        for (const auto &entry : snapshot.journal)
            print(entry);
    }
    if (!status.trouble && status.link == LinkState::Connected && !status.isCatchingUp)
        tellEndOfTrouble();
    endInTime();
}

void WatchCommand::complainOfPermissions(const WatchStatus &status)
{
    if (m_permissionsPrinted < status.missing.size())
        printProgress({});
    for (; m_permissionsPrinted < status.missing.size(); ++m_permissionsPrinted)
        printMessage(missingPermissionSentence(status.missing[m_permissionsPrinted]));
    m_permissionsPrinted = status.missing.size();
}

void WatchCommand::redraw()
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

void WatchCommand::print(const JournalEntry &entry)
{
    if (entry.kind == JournalEntry::Kind::Unseen && m_arguments.json) {
        printMessage(
            gapSentence(entry, m_endpoint.display())); // the line for people says it itself
        if (entry.gap == JournalEntry::Gap::Connection)
            m_troubledPlaces.clear();
    }
    m_counterChanges.noteTold(entry);
    if (!m_filter.matches(entry) || m_cannotPrint)
        return;
    noteWritten(m_output->printEntry(entry));
    if (m_program)
        m_program->note(entry);
}

// Counters may change thousands of times a second, so the changed ones are printed only every
// countersEvery.
void WatchCommand::printChangedCounters()
{
    if (m_ended)
        return;
    for (const ItemPtr &counter : m_counterChanges.take(m_latest.counters)) {
        if (!m_cannotPrint && m_filter.matches(*counter, seenUntil(m_latest)))
            noteWritten(m_output->printChange(*counter, m_latest));
    }
}

// node: the node of the Cluster with the trouble; empty if there is no Cluster.
void WatchCommand::complain(const Error &error, LinkState link, const QString &node)
{
    printProgress({});
    const bool credentials = error.code == ErrorCode::NoAuth || error.code == ErrorCode::WrongPass;
    if (credentials && !m_passwordAsked) {
        m_passwordAsked = true;
        if (!m_arguments.keychainTrouble.isEmpty())
            printMessage(m_arguments.keychainTrouble);
        if (m_form == WatchForm::Screen && m_connected) { // which stands still while one types
            printLine({});
            printMessage(errorMessage(error, m_endpoint.display()));
        }
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
    if (m_form != WatchForm::Screen || !m_connected || link == LinkState::Stopped) {
        const QString place = node.isEmpty() ? m_endpoint.display() : node;
        printError(error, place);
        if (m_connected && !m_troubledPlaces.contains(place))
            m_troubledPlaces << place;
    }
    if (link == LinkState::Stopped || (!m_connected && !isServerNotReady(error.code)))
        end(1);
}

void WatchCommand::tellEndOfTrouble()
{
    const QStringList places = std::exchange(m_troubledPlaces, {});
    if (places.isEmpty() || m_ended)
        return;
    printProgress({});
    for (const QString &place : places) {
        if (place == m_endpoint.display())
            //: %1: the address of a server that was away
            printMessage(tr("%1 is watched again.").arg(place));
        else // it may be away still, and another node serves that now
            //: %1: the address of a node of a cluster that was away, and may still be
            printMessage(tr("What %1 served is watched again.").arg(place));
    }
}

// Whether every kind of object that the demo shop makes has been found.
bool WatchCommand::hasEveryFamily(const Snapshot &snapshot)
{
    return !snapshot.counters->empty() && !snapshot.buckets->empty() && !snapshot.locks->empty();
}

void WatchCommand::finishOnce()
{
    m_inventoryIsOver = true;
    take(); // and with it the newest entries of the journal
}

// Does nothing until there is nothing more to wait for. The tables say whether the server is
// production, which may become known only when it has said who it is; JSON does not.
void WatchCommand::printWholeOnce()
{
    const bool mayBecomeProduction = !m_arguments.json && m_identification.isAsking();
    if (m_inventoryIsOver && !m_isShopOpening && !mayBecomeProduction && areAllNodesSeen(m_latest))
        printOnce(m_latest);
}

void WatchCommand::printOnce(const Snapshot &snapshot, int status)
{
    if (m_form != WatchForm::Once || m_ended)
        return;
    if (snapshot.status.objects == 0 && !snapshot.status.missing.empty()) {
        // An empty snapshot would say that there is nothing. The missing permissions have been
        // printed already.
        printMessage(tr("There is no snapshot: without these commands nothing was found."));
        return end(1);
    }
    const Instant now = seenUntil(snapshot);
    endProgress();
    noteWritten(m_output->printSnapshot(m_filter.chosen(snapshot, now), now));
    end(status);
}

void WatchCommand::noteWritten(bool isWritten)
{
    m_cannotPrint = !isWritten; // the output has printed why, see WatchOutput
    if (m_cannotPrint)
        end(1);
}

void WatchCommand::endProgress()
{
    m_progress.stop();
    printProgress({});
}

void WatchCommand::end(int status)
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

} // namespace lockstep
