#include "tests/support/samples/recordedserver.h"

#include "core/watch/recorder/recordingreader.h"

#include <QElapsedTimer>

namespace lockstep {

namespace {

using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

constexpr WallMilliseconds recordedRest = 1'200; // after each thing that was done
constexpr int betweenLooks = 100; // ms; each look reads the file

WatchOptions quickHeartbeat()
{
    WatchOptions options;
    options.heartbeat = 100ms;
    return options;
}

} // namespace

RecordedState latestRecordedState(const QString &path, Family family, const QByteArray &key)
{
    const auto reader = RecordingReader::open(path);
    if (!reader || (*reader)->sessions().empty())
        return {"not known", 0, 0};
    RecordedState latest{
        "not known", (*reader)->sessions().back().seenUntil, (*reader)->sessions().size()};
    const auto moment =
        (*reader)->at(latest.at, [&](const QByteArray &each) { return each == key; });
    if (!moment || moment->knowledge != RecordedMoment::Knowledge::Seen || !moment->isComplete)
        return latest;
    const Snapshot &snapshot = moment->snapshot;
    const auto &table = family == Family::Lock ? snapshot.locks
        : family == Family::Counter            ? snapshot.counters
                                               : snapshot.buckets;
    if (table->empty()) {
        latest.state = "free";
        return latest;
    }
    const Reading &reading = table->front()->reading;
    if (family != Family::Lock)
        latest.state = QByteArray::number(reading.value.value_or(-1));
    else if (reading.holder)
        latest.state = reading.holder->token;
    return latest;
}

RecordedServer::RecordedServer(const QString &path)
    : m_path(path)
    , m_log(m_server.endpoint(), quickHeartbeat())
{
    QObject::connect(&m_log.watch(), &Watch::updated, &m_log, [this] {
        if (m_recorder)
            m_recorder->take(m_log.now());
    });
}

RecordedServer::~RecordedServer() = default;

WallMilliseconds RecordedServer::now()
{
    return wallNow();
}

void RecordedServer::waitFor(const char *what, const std::function<bool()> &condition)
{
    if (!m_log.waitFor(condition))
        qFatal("it was waited in vain until %s", what);
}

void RecordedServer::beginSession()
{
    RecordingOptions options;
    options.address = QStringLiteral("shop");
    auto begun = Recorder::begin(m_path, options);
    if (!begun)
        qFatal("%s", qPrintable(begun.error().detail));
    m_recorder = std::move(*begun);
    if (!m_log.inventoried() && !m_log.startAndWait())
        qFatal("the server is not watched");
}

WallMilliseconds RecordedServer::endSession()
{
    const auto done = m_recorder->finish();
    m_recorder.reset();
    const auto reader = RecordingReader::open(m_path);
    if (!done || !reader || !(*reader)->sessions().back().endedAt)
        qFatal("the session was not written to its end");
    return *(*reader)->sessions().back().endedAt;
}

RecordedServer::Did RecordedServer::doAndSee(Family family, const QByteArray &key,
    const Command &command, const QByteArray &recorded, const std::function<bool()> &isSeen)
{
    Did did{now(), 0};
    m_server.run(command);
    waitFor("the watch sees it", isSeen);
    did.to = now();
    seeRecorded(family, key, recorded);
    return did;
}

RecordedServer::Did RecordedServer::seeRecorded(
    Family family, const QByteArray &key, const QByteArray &state)
{
    const WallMilliseconds from = now();
    QElapsedTimer sinceLook;
    waitFor("it is recorded", [&] {
        if (sinceLook.isValid() && sinceLook.elapsed() < betweenLooks)
            return false;
        sinceLook.start();
        const auto latest = latestRecordedState(m_path, family, key);
        return latest.state == state && latest.at > from + recordedRest;
    });
    return {from, now()};
}

RecordedServer::Did RecordedServer::hold(
    const QByteArray &key, const QByteArray &token, qint64 lease)
{
    return doAndSee(Family::Lock, key, {"SET", key, token, "PX", QByteArray::number(lease)}, token,
        [&] { return m_log.token(key) == token; });
}

RecordedServer::Did RecordedServer::release(const QByteArray &key)
{
    const int before = m_log.count(Kind::Released, key);
    return doAndSee(Family::Lock, key, {"DEL", key}, "free",
        [&] { return m_log.count(Kind::Released, key) > before; });
}

RecordedServer::Did RecordedServer::renew(const QByteArray &key, qint64 lease)
{
    const int before = m_log.count(Kind::Renewed, key);
    return doAndSee(Family::Lock, key, {"PEXPIRE", key, QByteArray::number(lease)},
        m_log.token(key), [&] { return m_log.count(Kind::Renewed, key) > before; });
}

RecordedServer::Did RecordedServer::setCounter(const QByteArray &key, int value)
{
    return doAndSee(Family::Counter, key, {"SET", key, QByteArray::number(value)},
        QByteArray::number(value), [&] { return m_log.value(key) == value; });
}

void RecordedServer::setUnrecorded(const QByteArray &key, int value)
{
    m_server.run({"SET", key, QByteArray::number(value)});
    waitFor("the watch sees it", [&] { return m_log.value(key) == value; });
}

RecordedServer::Did RecordedServer::goAway()
{
    Did did{now(), 0};
    m_server.kill9();
    waitFor("the watch has lost it", [&] { return m_log.status().link != LinkState::Connected; });
    did.to = now();
    waitFor("it was away for a while", [&] { return now() > did.to + recordedRest; });
    return did;
}

RecordedServer::Did RecordedServer::comeBack()
{
    Did did{now(), 0};
    m_server.restart();
    waitFor("the watch has it again", [&] { return m_log.status().link == LinkState::Connected; });
    did.to = now();
    return did;
}

} // namespace lockstep
