// The reader has a SQLite connection, which lives on the worker's thread. So the reader is made and
// deleted there. Of the moments that are asked for only the latest is kept: a slider that is
// dragged asks faster than a disk answers.

#include "app/recording/recordingplayer.h"

#include "core/redis/threads/queuedcallbacks.h"
#include "core/redis/threads/threadslot.h"

#include <algorithm>

namespace lockstep {

namespace {

WallMilliseconds endOf(const RecordedSession &session)
{
    return session.endedAt.value_or(session.seenUntil);
}

// sessions: at least one.
RecordedTimes timesOf(std::vector<RecordedSession> sessions, const std::vector<RecordedGap> &gaps)
{
    std::sort(sessions.begin(), sessions.end(),
        [](const auto &a, const auto &b) { return a.keptFrom < b.keptFrom; });
    RecordedTimes times{sessions.front().keptFrom, endOf(sessions.front()), {}};
    for (const RecordedSession &session : sessions) {
        if (session.keptFrom > times.to)
            times.unknown.push_back(
                {.from = times.to, .to = session.keptFrom, .isRecorded = false});
        times.to = std::max(times.to, endOf(session));
        for (const RecordedGap &gap : gaps) {
            const WallMilliseconds until = gap.until.value_or(endOf(session));
            if (gap.session == session.id && until > session.keptFrom)
                times.unknown.push_back({.from = std::max(gap.since, session.keptFrom),
                    .to = until,
                    .isRecorded = true});
        }
    }
    std::sort(times.unknown.begin(), times.unknown.end(),
        [](const auto &a, const auto &b) { return a.from < b.from; });
    return times;
}

RecordingOverview overviewOf(const RecordingReader &reader)
{
    RecordingOverview overview;
    overview.isBeingRecorded = reader.isBeingRecorded();
    overview.isLatestMissing = reader.isLatestMissing();
    overview.isEmpty = reader.sessions().empty();
    if (overview.isEmpty)
        return overview;
    overview.isCutOff = reader.isCutOff(reader.sessions().back());
    overview.times = timesOf(reader.sessions(), reader.gaps());
    return overview;
}

} // namespace

struct RecordingPlayer::PlottedItems
{
    Family family = Family::Lock;
    QList<QByteArray> keys;
    Milliseconds reach{0};
};

struct RecordingPlayer::Shared
{
    explicit Shared(RecordingPlayer *player)
        : callbacks(player)
    {
    }
    void fail(const Error &why)
    {
        callbacks.post([why](RecordingPlayer *to) { Q_EMIT to->failed(why); });
    }
    void open(const QString &path);
    void answerMoment();
    void takeWantedItems();
    void tellHistories(WallMilliseconds at);
    Result<void> addJournal(RecordedScene &scene);

    QueuedCallbacks<RecordingPlayer> callbacks;
    ThreadSlot<WallMilliseconds> wantedMoment;
    ThreadSlot<PlottedItems> wantedItems;

    // These are used on the worker's thread only.
    std::unique_ptr<RecordingReader> reader;
    std::optional<WallMilliseconds> answeredMoment;
    PlottedItems plottedItems;
};

void RecordingPlayer::Shared::open(const QString &path)
{
    auto opened = RecordingReader::open(path);
    if (!opened)
        return fail(opened.error());
    reader = std::move(*opened);
    callbacks.post(
        [overview = overviewOf(*reader)](RecordingPlayer *to) { Q_EMIT to->opened(overview); });
}

void RecordingPlayer::Shared::answerMoment()
{
    const auto at = wantedMoment.take();
    if (!at || !reader)
        return;
    auto moment = reader->at(*at);
    if (!moment)
        return fail(moment.error());
    RecordedScene scene{*at, std::move(*moment), {}};
    if (const auto added = addJournal(scene); !added)
        return fail(added.error());
    answeredMoment = *at;
    callbacks.post(
        [scene = std::move(scene)](RecordingPlayer *to) { Q_EMIT to->sceneReady(scene); });
    tellHistories(*at);
}

void RecordingPlayer::Shared::takeWantedItems()
{
    const auto wanted = wantedItems.take();
    if (!wanted)
        return;
    plottedItems = *wanted;
    if (reader && answeredMoment)
        tellHistories(*answeredMoment);
}

void RecordingPlayer::Shared::tellHistories(WallMilliseconds at)
{
    auto histories = reader->histories(
        plottedItems.family, plottedItems.keys, at - plottedItems.reach.count(), at);
    if (!histories)
        return fail(histories.error());
    callbacks.post([at, histories = std::move(*histories)](
                       RecordingPlayer *to) { Q_EMIT to->historiesReady(at, histories); });
}

Result<void> RecordingPlayer::Shared::addJournal(RecordedScene &scene)
{
    scene.continues = answeredMoment && *answeredMoment <= scene.at;
    // One more than is shown tells whether lines are left out, and so do not continue the scene.
    auto lines = reader->latestLines(
        scene.continues ? answeredMoment : std::nullopt, scene.at, mostLines + 1);
    if (!lines)
        return tl::unexpected(lines.error());
    if (lines->size() > std::size_t(mostLines)) {
        scene.continues = false;
        lines->erase(lines->begin());
    }
    scene.journal = std::move(*lines);
    return {};
}

RecordingPlayer::RecordingPlayer(const QString &path)
    : m_path(path)
    , m_shared(std::make_shared<Shared>(this))
    , m_worker(QStringLiteral("recording"))
{
}

RecordingPlayer::~RecordingPlayer()
{
    m_shared->callbacks.close();
    // Nobody waits for these any more.
    (void)m_shared->wantedItems.take();
    (void)m_shared->wantedMoment.take();
    m_worker.post([shared = m_shared] { shared->reader.reset(); });
    m_worker.endInBackground();
}

void RecordingPlayer::open()
{
    m_worker.post([shared = m_shared, path = m_path] { shared->open(path); });
}

void RecordingPlayer::askForMoment(WallMilliseconds at)
{
    if (m_shared->wantedMoment.put(at))
        m_worker.post([shared = m_shared] { shared->answerMoment(); });
}

void RecordingPlayer::setPlottedItems(
    Family family, const QList<QByteArray> &keys, Milliseconds reach)
{
    if (m_shared->wantedItems.put({family, keys, reach}))
        m_worker.post([shared = m_shared] { shared->takeWantedItems(); });
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
        shared->callbacks.post([at = *found](RecordingPlayer *to) { Q_EMIT to->eventFound(at); });
    });
}

} // namespace lockstep
