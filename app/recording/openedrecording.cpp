#include "app/recording/openedrecording.h"

#include "app/recording/recordingfolder.h"
#include "ui/plot/plottedsnapshot.h"
#include "ui/replay/momentnotes.h"
#include "ui/replay/replaybar.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace lockstep {

namespace {

// A moment of which nothing is known is shown as one without a connection, because the page then
// shows no figure as if it were known.
Snapshot shownSnapshot(const RecordedMoment &moment, WallMilliseconds at)
{
    Snapshot snapshot = moment.snapshot;
    snapshot.takenAt = replayedInstant(at);
    snapshot.takenAtUtc = utcInstant(at);
    const bool isAllUnknown = moment.knowledge == RecordedMoment::Knowledge::NotRecorded
        || (moment.gap && moment.gap->isOfAll());
    if (!isAllUnknown)
        return snapshot;
    snapshot.status.link = LinkState::Reconnecting;
    snapshot.status.firstInventoryDone = false;
    return snapshot;
}

QString noteOf(const RecordedMoment &moment)
{
    using Knowledge = RecordedMoment::Knowledge;
    if (moment.knowledge == Knowledge::NotRecorded)
        return notRecordedNote(moment.recordedUntil, moment.recordedFrom);
    if (moment.gap)
        return gapNote(moment.gap->since, moment.gap->until, moment.gap->cause, moment.gap->node);
    return seenNote(moment.session.address, moment.session.server, moment.isComplete,
        int(moment.doubts.size()));
}

} // namespace

OpenedRecording::OpenedRecording(const QString &path, const Theme *theme, QWidget *parent)
    : ReplayWindow(QFileInfo(path).fileName(), theme, parent)
    , m_player(path)
{
    setAttribute(Qt::WA_DeleteOnClose);
    connect(&m_player, &RecordingPlayer::opened, this, &OpenedRecording::onOpened);
    connect(&m_player, &RecordingPlayer::sceneReady, this, &OpenedRecording::showScene);
    connect(&m_player, &RecordingPlayer::failed, this, &OpenedRecording::fail);
    connect(&m_player, &RecordingPlayer::eventFound, this, [this](std::optional<qint64> at) {
        if (at)
            bar()->goTo(*at);
    });
    connect(&m_player, &RecordingPlayer::historiesReady, this, &OpenedRecording::plotHistories);
    connect(this, &ReplayWindow::plotRequested, &m_player, &RecordingPlayer::setPlottedItems);
    connect(this, &ReplayWindow::momentRequested, &m_player, &RecordingPlayer::askForMoment);
    connect(this, &ReplayWindow::eventRequested, &m_player, [this](qint64 from, bool isForward) {
        m_player.findEvent(from,
            isForward ? RecordingPlayer::Direction::Forward : RecordingPlayer::Direction::Backward);
    });
    m_player.open();
}

void OpenedRecording::onOpened(const RecordingOverview &overview)
{
    const QString latestIsMissing =
        tr("The newest part of this recording is missing: it is in a file of the same name with "
           "-wal at the end, which has to lie beside it until the recording has ended.");
    if (overview.isEmpty) {
        Q_EMIT refused(overview.isLatestMissing
                ? latestIsMissing
                : tr("This recording is empty: nothing was seen while it ran."));
        close();
        return;
    }
    m_isOpen = true;
    setTimes(overview.times);
    if (overview.isBeingRecorded)
        setNotice(tr("This recording goes on. Shown is what it had when it was opened."));
    else if (overview.isLatestMissing)
        setNotice(latestIsMissing);
    else if (overview.isCutOff)
        setNotice(tr("This recording was cut off: its last second may be missing."));
    bar()->goTo(overview.times.to);
    Q_EMIT opened(overview.times);
}

void OpenedRecording::showScene(const RecordedScene &scene)
{
    showMoment(shownSnapshot(scene.moment, scene.at), scene.journal, scene.continues,
        noteOf(scene.moment));
    if (scene.at == bar()->moment())
        Q_EMIT shown();
}

void OpenedRecording::plotHistories(qint64 at, const std::vector<RecordedHistory> &histories)
{
    std::vector<PlottedHistory> plotted;
    for (const RecordedHistory &history : histories)
        plotted.push_back(
            {history.family, history.item, history.goneAt, history.unseen, history.free});
    const bool isAny = !plotted.empty();
    showHistories(std::move(plotted), at);
    if (isAny)
        Q_EMIT historiesPlotted();
}

void OpenedRecording::fail(const Error &error)
{
    if (m_isOpen) {
        bar()->setPlaying(false);
        bar()->noteShown({});
        setTrouble(errorMessage(error, {}));
        return Q_EMIT troubled(errorMessage(error, {}));
    }
    Q_EMIT refused(errorMessage(error, {}));
    close();
}

OpenedRecording *openRecording(const QString &path, const Theme *theme, QWidget *parent)
{
    auto *window = new OpenedRecording(path, theme, parent);
    QObject::connect(window, &OpenedRecording::refused, parent, [parent](const QString &sentence) {
        auto *box = new QMessageBox(
            QMessageBox::Warning, QStringLiteral("Lockstep"), sentence, QMessageBox::Ok, parent);
        box->setTextFormat(Qt::PlainText);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
    window->show();
    return window;
}

void chooseRecording(const Theme *theme, QWidget *parent)
{
    auto *dialog = new QFileDialog(parent, OpenedRecording::tr("Open recording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {OpenedRecording::tr("Recordings (*.lockstep)"), OpenedRecording::tr("All files (*)")});
    if (const QString folder = lastRecordingFolder(); !folder.isEmpty())
        dialog->setDirectory(folder);
    QObject::connect(
        dialog, &QFileDialog::fileSelected, parent, [theme, parent](const QString &file) {
            rememberRecordingFolder(file);
            openRecording(file, theme, parent);
        });
    dialog->open();
}

} // namespace lockstep
