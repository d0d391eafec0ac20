// The reader lives on the worker's thread, and so does the SQLite connection, which is why it is
// deleted there. Of the moments that are asked for only the latest is kept: a slider that is
// dragged asks faster than a disk answers.

#include "app/recording/recordingplayer.h"

#include <QMutex>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

WallMilliseconds endOf(const RecordedSession &session)
{
    return session.endedAt.value_or(session.seenUntil);
}

RecordingOverview overviewOf(const RecordingReader &reader)
{
    RecordingOverview overview;
    overview.isBeingRecorded = reader.isBeingRecorded();
    overview.isLatestMissing = reader.isLatestMissing();
    overview.isEmpty = reader.sessions().empty();
    if (overview.isEmpty)
        return overview;
    std::vector<RecordedSession> sessions = reader.sessions();
    overview.isCutOff = reader.isCutOff(sessions.back());
    std::sort(sessions.begin(), sessions.end(),
        [](const auto &a, const auto &b) { return a.keptFrom < b.keptFrom; });
    overview.from = sessions.front().keptFrom;
    overview.to = endOf(sessions.front());
    for (const RecordedSession &session : sessions) {
        if (session.keptFrom > overview.to)
            overview.unknown.push_back({overview.to, session.keptFrom, false});
        overview.to = std::max(overview.to, endOf(session));
        for (const RecordedGap &gap : reader.gaps()) {
            const WallMilliseconds until = gap.until.value_or(endOf(session));
            if (gap.session == session.id && until > session.keptFrom)
                overview.unknown.push_back({std::max(gap.since, session.keptFrom), until, true});
        }
    }
    std::sort(overview.unknown.begin(), overview.unknown.end(),
        [](const auto &a, const auto &b) { return a.from < b.from; });
    return overview;
}

} // namespace

struct RecordingPlayer::Shared
{
    // Runs it with the player on the player's thread, unless that is gone.
    template <typename F> void tell(F f)
    {
        const QMutexLocker lock(&mutex);
        if (player)
            QMetaObject::invokeMethod(
                player, [to = player, f = std::move(f)] { f(to); }, Qt::QueuedConnection);
    }
    void fail(const Error &why)
    {
        tell([why](RecordingPlayer *to) { Q_EMIT to->failed(why); });
    }
    void open(const QString &path);
    void showAsked();
    Result<void> addJournal(RecordedScene &scene);

    QMutex mutex;
    RecordingPlayer *player = nullptr; // guarded by mutex; nullptr: it is gone
    std::optional<WallMilliseconds> asked; // guarded by mutex

    // Of the worker's thread:
    std::unique_ptr<RecordingReader> reader;
    std::optional<WallMilliseconds> shownAt;
};

void RecordingPlayer::Shared::open(const QString &path)
{
    auto opened = RecordingReader::open(path);
    if (!opened)
        return fail(opened.error());
    reader = std::move(*opened);
    tell([overview = overviewOf(*reader)](RecordingPlayer *to) { Q_EMIT to->opened(overview); });
}

void RecordingPlayer::Shared::showAsked()
{
    std::optional<WallMilliseconds> at;
    {
        const QMutexLocker lock(&mutex);
        at = std::exchange(asked, std::nullopt);
    }
    if (!at || !reader)
        return;
    auto moment = reader->at(*at);
    if (!moment)
        return fail(moment.error());
    RecordedScene scene{*at, std::move(*moment), {}};
    if (const auto added = addJournal(scene); !added)
        return fail(added.error());
    shownAt = *at;
    tell([scene = std::move(scene)](RecordingPlayer *to) { Q_EMIT to->sceneReady(scene); });
}

Result<void> RecordingPlayer::Shared::addJournal(RecordedScene &scene)
{
    scene.continues = shownAt && *shownAt <= scene.at;
    auto lines =
        reader->latestLines(scene.continues ? shownAt : std::nullopt, scene.at, mostLines + 1);
    if (lines && lines->size() > std::size_t(mostLines)) {
        scene.continues = false;
        lines->erase(lines->begin());
    }
    if (!lines)
        return tl::unexpected(lines.error());
    scene.journal = std::move(*lines);
    return {};
}

RecordingPlayer::RecordingPlayer(const QString &path)
    : m_path(path)
    , m_shared(std::make_shared<Shared>())
    , m_worker(QStringLiteral("recording"))
{
    m_shared->player = this;
}

RecordingPlayer::~RecordingPlayer()
{
    {
        const QMutexLocker lock(&m_shared->mutex);
        m_shared->player = nullptr;
        m_shared->asked.reset();
    }
    m_worker.post([shared = m_shared] { shared->reader.reset(); });
    m_worker.endInBackground();
}

void RecordingPlayer::open()
{
    m_worker.post([shared = m_shared, path = m_path] { shared->open(path); });
}

void RecordingPlayer::show(WallMilliseconds at)
{
    const QMutexLocker lock(&m_shared->mutex);
    if (!std::exchange(m_shared->asked, at))
        m_worker.post([shared = m_shared] { shared->showAsked(); });
}

void RecordingPlayer::findEvent(WallMilliseconds from, Direction direction)
{
    m_worker.post([shared = m_shared, from, direction] {
        if (!shared->reader)
            return;
        const auto found = direction == Direction::Forward ? shared->reader->lineAfter(from)
                                                           : shared->reader->lineBefore(from);
        if (!found)
            return shared->fail(found.error());
        shared->tell([at = *found](RecordingPlayer *to) { Q_EMIT to->eventFound(at); });
    });
}

} // namespace lockstep
