#include "app/recording/watchrecording.h"

#include "core/redis/threads/runonthread.h"
#include "core/watch/recorder/recordingfile.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

namespace lockstep {

namespace {

// Closing the file may take a while, so the recorder is deleted when that is done.
void letGo(std::unique_ptr<Recorder> recorder)
{
    Recorder *const raw = recorder.release();
    QObject::connect(raw, &Recorder::finished, raw, &QObject::deleteLater);
    QObject::connect(raw, &Recorder::failed, raw, &QObject::deleteLater);
    raw->finishInBackground();
}

} // namespace

WatchRecording::~WatchRecording()
{
    finish();
}

void WatchRecording::begin(const QString &path, const QString &address, const QByteArray &prefix)
{
    Q_ASSERT(!isActive());
    m_path = path;
    m_since = QDateTime::currentDateTime();
    m_opening = ++m_openings;
    const auto open = [path, address, prefix]() -> OpenedRecorder {
        if (const auto checked = checkRecordedServer(path, address); !checked)
            return tl::unexpected(checked.error());
        RecordingOptions options;
        options.address = address;
        options.prefix = prefix;
        auto opened = Recorder::begin(path, options);
        if (opened)
            (*opened)->moveToThread(QCoreApplication::instance()->thread());
        return opened;
    };
    runOnThread(this, open, [this, number = m_openings](OpenedRecorder opened) {
        onOpened(number, std::move(opened));
    });
    Q_EMIT stateChanged();
}

void WatchRecording::onOpened(int number, OpenedRecorder opened)
{
    if (number != m_opening) { // it was ended meanwhile; the recorder has taken nothing
        if (opened)
            letGo(std::move(*opened));
        return;
    }
    m_opening = 0;
    if (!opened)
        return fail(opened.error());
    m_recorder = std::move(*opened);
    connect(m_recorder.get(), &Recorder::failed, this, &WatchRecording::fail);
    connect(m_recorder.get(), &Recorder::finished, this, &WatchRecording::onFinished);
    m_second.callOnTimeout(this, &WatchRecording::stateChanged, Qt::UniqueConnection);
    m_second.start(std::chrono::seconds(1));
    Q_EMIT stateChanged();
}

void WatchRecording::take(const Snapshot &snapshot)
{
    if (!m_recorder || m_isFinishing)
        return;
    m_recorder->take(snapshot);
}

void WatchRecording::end()
{
    if (!isActive() || m_isFinishing)
        return;
    if (m_recorder) {
        m_isFinishing = true;
        m_second.stop();
        m_recorder->finishInBackground();
    } else {
        forget();
    }
    Q_EMIT stateChanged();
}

void WatchRecording::onFinished()
{
    const QString path = m_path;
    forget();
    Q_EMIT stateChanged();
    Q_EMIT ended(path);
}

void WatchRecording::finish()
{
    if (!isActive())
        return;
    if (m_recorder) {
        const Result<void> finished = m_recorder->finish();
        // Delivers failed() or finished(), if that was emitted.
        QCoreApplication::sendPostedEvents(m_recorder.get());
        if (!isActive())
            return; // fail() or onFinished() was called
        if (!finished)
            return fail(finished.error());
    }
    forget();
    Q_EMIT stateChanged();
}

void WatchRecording::fail(const Error &error)
{
    forget();
    Q_EMIT failed(error);
    Q_EMIT stateChanged();
}

// The recorder may be the caller, so it is not deleted at once.
void WatchRecording::forget()
{
    m_second.stop();
    m_path.clear();
    m_isFinishing = false;
    m_opening = 0;
    if (m_recorder) {
        m_recorder->disconnect(this);
        m_recorder.release()->deleteLater();
    }
}

WatchRecording::State WatchRecording::state() const
{
    State state{m_path, m_since, 0, m_isFinishing};
    for (const QString &ending : {QString(), QStringLiteral("-wal")})
        state.bytes += m_path.isEmpty() ? 0 : QFileInfo(m_path + ending).size();
    return state;
}

} // namespace lockstep
