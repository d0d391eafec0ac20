// The thread that calls take() hands snapshots to the thread that writes through one slot, as in
// Watch. The slot holds the latest snapshot and all lines of the journal that were not written yet.
// If the disk is so slow that there are more than mostWaiting lines, the oldest are dropped, and
// the writer, which counts the lines, records a gap.

#include "core/watch/recorder/recorder.h"

#include "core/redis/threads/queuedcallbacks.h"
#include "core/redis/threads/threadslot.h"

#include <QTimer>

#include <atomic>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

constexpr auto writeEvery = std::chrono::milliseconds(500);
constexpr std::size_t mostWaiting = 500'000; // lines

} // namespace

struct Recorder::Shared
{
    explicit Shared(Recorder *recorder)
        : callbacks(recorder)
    {
    }
    void write();
    Result<void> finish();
    void fail(const Error &why);

    QueuedCallbacks<Recorder> callbacks;
    ThreadSlot<Snapshot> waiting;

    // Both live on the worker's thread. They are nullptr once nothing more is written.
    std::unique_ptr<RecordingWriter> writer;
    std::unique_ptr<QTimer> timer;
    std::atomic<bool> hasRecorded = false;
};

void Recorder::Shared::fail(const Error &why)
{
    timer.reset();
    writer.reset();
    (void)waiting.take(); // nobody will write it
    callbacks.post([why](Recorder *recorder) { Q_EMIT recorder->failed(why); });
}

void Recorder::Shared::write()
{
    const auto snapshot = waiting.take();
    if (!snapshot || !writer)
        return;
    const auto written = writer->write(*snapshot);
    hasRecorded = writer->hasWritten();
    if (!written)
        fail(written.error());
}

Result<void> Recorder::Shared::finish()
{
    write();
    if (!writer)
        return {};
    const auto finished = writer->finish();
    timer.reset();
    writer.reset();
    return finished;
}

Recorder::Recorder()
    : m_shared(std::make_shared<Shared>(this))
    , m_worker(QStringLiteral("recorder"))
{
}

Result<std::unique_ptr<Recorder>> Recorder::begin(
    const QString &path, const RecordingOptions &options)
{
    std::unique_ptr<Recorder> recorder(new Recorder);
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
    m_shared->callbacks.close();
    (void)finish(); // who wants to know calls it
}

bool Recorder::hasRecorded() const
{
    return m_shared->hasRecorded;
}

void Recorder::take(const Snapshot &snapshot)
{
    const LinkState link = snapshot.status.link;
    m_isReached |= link == LinkState::Connected || link == LinkState::Reconnecting;
    if (!m_isReached)
        return;
    m_shared->waiting.change([&](std::optional<Snapshot> &waiting) {
        auto journal = waiting ? std::move(waiting->journal) : std::vector<JournalEntry>();
        waiting = snapshot;
        if (journal.empty())
            return;
        auto &all = waiting->journal;
        journal.insert(journal.end(), std::make_move_iterator(all.begin()),
            std::make_move_iterator(all.end()));
        if (journal.size() > mostWaiting)
            journal.erase(journal.begin(), journal.end() - mostWaiting);
        all = std::move(journal);
    });
    // The first snapshot is written at once, because the session begins with it.
    if (!std::exchange(m_hasTaken, true))
        m_worker.post([shared = m_shared] { shared->write(); });
}

Result<void> Recorder::finish()
{
    Result<void> finished;
    m_worker.run([&finished, shared = m_shared] { finished = shared->finish(); });
    return finished;
}

void Recorder::finishInBackground()
{
    m_worker.post([shared = m_shared] {
        shared->write();
        if (!shared->writer)
            return; // failed() was emitted
        if (const auto finished = shared->finish(); !finished)
            return shared->fail(finished.error());
        shared->callbacks.post([](Recorder *recorder) { Q_EMIT recorder->finished(); });
    });
}

} // namespace lockstep
