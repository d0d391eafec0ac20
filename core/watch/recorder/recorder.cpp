// Between the thread that takes and the one that writes there is one slot, as in Watch: the latest
// snapshot, and the lines of the journal that were not written yet. Where the disk is so slow that
// too many of these gather, the oldest go, and the writer, which counts them, records a gap.

#include "core/watch/recorder/recorder.h"

#include <QTimer>

#include <iterator>
#include <utility>

namespace lockstep {

namespace {

constexpr auto writeEvery = std::chrono::milliseconds(500);
constexpr std::size_t mostWaiting = 500'000; // lines

} // namespace

struct Recorder::Shared
{
    void write();
    void fail(const Error &why);

    QMutex mutex;
    Recorder *recorder = nullptr; // guarded by mutex; nullptr: it is gone
    std::optional<Snapshot> waiting; // guarded by mutex

    // Of the worker's thread:
    std::unique_ptr<RecordingWriter> writer;
    std::unique_ptr<QTimer> timer;
};

void Recorder::Shared::fail(const Error &why)
{
    timer.reset();
    writer.reset();
    const QMutexLocker lock(&mutex);
    waiting.reset();
    if (recorder)
        QMetaObject::invokeMethod(
            recorder, [to = recorder, why] { Q_EMIT to->failed(why); }, Qt::QueuedConnection);
}

void Recorder::Shared::write()
{
    std::optional<Snapshot> snapshot;
    {
        const QMutexLocker lock(&mutex);
        snapshot = std::exchange(waiting, std::nullopt);
    }
    if (!snapshot || !writer)
        return;
    if (const auto written = writer->write(*snapshot); !written)
        fail(written.error());
}

Recorder::Recorder(std::shared_ptr<Shared> shared)
    : m_shared(std::move(shared))
    , m_worker(QStringLiteral("recorder"))
{
    m_shared->recorder = this;
}

Result<std::unique_ptr<Recorder>> Recorder::begin(
    const QString &path, const RecordingOptions &options)
{
    std::unique_ptr<Recorder> recorder(new Recorder(std::make_shared<Shared>()));
    Result<void> begun;
    recorder->m_worker.run([&begun, &path, &options, shared = recorder->m_shared] {
        auto writer = RecordingWriter::open(path, options);
        if (!writer) {
            begun = tl::unexpected(writer.error());
            return;
        }
        shared->writer = std::move(*writer);
        shared->timer = std::make_unique<QTimer>();
        QObject::connect(shared->timer.get(), &QTimer::timeout, shared->timer.get(),
            [raw = shared.get()] { raw->write(); });
        shared->timer->start(writeEvery);
    });
    if (!begun)
        return tl::unexpected(begun.error());
    return recorder;
}

Recorder::~Recorder()
{
    {
        const QMutexLocker lock(&m_shared->mutex);
        m_shared->recorder = nullptr;
    }
    (void)finish(); // who wants to know calls it
}

void Recorder::take(const Snapshot &snapshot)
{
    const QMutexLocker lock(&m_shared->mutex);
    auto journal =
        m_shared->waiting ? std::move(m_shared->waiting->journal) : std::vector<JournalEntry>();
    m_shared->waiting = snapshot;
    // The session begins with the first one, not with the last before the timer.
    if (!std::exchange(m_hasTaken, true))
        m_worker.post([shared = m_shared] { shared->write(); });
    if (journal.empty())
        return;
    auto &all = m_shared->waiting->journal;
    journal.insert(
        journal.end(), std::make_move_iterator(all.begin()), std::make_move_iterator(all.end()));
    if (journal.size() > mostWaiting)
        journal.erase(journal.begin(), journal.end() - mostWaiting);
    all = std::move(journal);
}

Result<void> Recorder::finish()
{
    Result<void> finished;
    m_worker.run([&finished, shared = m_shared] {
        shared->write();
        if (!shared->writer)
            return;
        finished = shared->writer->finish();
        shared->timer.reset();
        shared->writer.reset();
    });
    return finished;
}

} // namespace lockstep
