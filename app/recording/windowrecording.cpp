#include "app/recording/windowrecording.h"

#include "app/recording/recordingfolder.h"
#include "app/terminal/output.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/window/mainwindow.h"

#include <QDate>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace lockstep {

namespace {

QString shownPath(const QString &path)
{
    return foreignWords(QDir::toNativeSeparators(path));
}

// "shop.example-6379-2026-11-28.lockstep", of characters that every file system takes.
QString suggestedFile(const QString &server)
{
    static const QRegularExpression others(QStringLiteral("[^\\w.]+"));
    QString name = server;
    name.replace(others, QStringLiteral("-"));
    while (name.startsWith(u'-') || name.startsWith(u'.'))
        name.remove(0, 1);
    return QStringLiteral("%1-%2.lockstep")
        .arg(name.left(60), QDate::currentDate().toString(Qt::ISODate));
}

} // namespace

WindowRecording::WindowRecording(MainWindow *window)
    : m_window(window)
{
    connect(window, &MainWindow::recordToggled, this, &WindowRecording::toggle);
    connect(&m_recording, &WatchRecording::stateChanged, this, &WindowRecording::show);
    connect(&m_recording, &WatchRecording::failed, this, &WindowRecording::fail);
    connect(&m_recording, &WatchRecording::ended, this, [this](const QString &path) {
        m_window->showNotice([path] { return tr("Recorded into %1.").arg(shownPath(path)); });
    });
}

WindowRecording::~WindowRecording()
{
    if (!m_recording.isActive())
        return;
    m_window->hide(); // it cannot answer now
    m_recording.disconnect(this);
    connect(&m_recording, &WatchRecording::failed, this,
        [](const Error &error) { printMessage(error.detail); });
    m_recording.finish();
}

void WindowRecording::setServer(
    const QString &name, const QString &address, const QByteArray &prefix)
{
    m_recording.end();
    m_window->setRecordingTrouble(nullptr);
    m_name = name;
    m_address = address;
    m_prefix = prefix;
}

void WindowRecording::toggle()
{
    show(); // until a file is chosen nothing is recorded, whatever the button shows
    if (!m_recording.isActive())
        return choose();
    m_recording.end();
}

// A file that is there goes on, so nobody is asked whether it is to be overwritten.
void WindowRecording::choose()
{
    auto *dialog = new QFileDialog(m_window, tr("Record into"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->setDefaultSuffix(QStringLiteral("lockstep"));
    dialog->setNameFilter(tr("Recordings (*.lockstep)"));
    if (const QString folder = lastRecordingFolder(); !folder.isEmpty())
        dialog->setDirectory(folder);
    dialog->selectFile(suggestedFile(m_name));
    connect(dialog, &QFileDialog::fileSelected, this, &WindowRecording::begin);
    dialog->open();
}

void WindowRecording::begin(const QString &file)
{
    rememberRecordingFolder(file);
    m_window->setRecordingTrouble(nullptr);
    m_recording.begin(file, m_address, m_prefix);
}

void WindowRecording::show()
{
    const WatchRecording::State state = m_recording.state();
    if (state.path.isEmpty())
        return m_window->setRecording({});
    using Stage = ShownRecording::Stage;
    if (state.isFinishing)
        return m_window->setRecording({Stage::Finishing, {},
            tr("The rest of the recording is being written into %1.").arg(shownPath(state.path))});
    const QString size = wording::bytes(double(state.bytes));
    const QString since = state.since.toString(QStringLiteral("HH:mm:ss"));
    m_window->setRecording(
        {Stage::Running, tr("%1 since %2", "a size, a time of day").arg(size, since),
            tr("Recording into %1 since %2, %3 so far. A click ends it.")
                .arg(shownPath(state.path),
                    state.since.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")), size)});
}

void WindowRecording::fail(const Error &error)
{
    m_window->setRecordingTrouble([error] {
        return tr("Nothing is being recorded; the watch goes on. %1")
            .arg(foreignWords(error.detail));
    });
}

} // namespace lockstep
