#include "core/coordination/counts/semaphore.h"
#include "core/watch/metrics/summarycounts.h"
#include "core/watch/recorder/recorder.h"
#include "core/watch/recorder/recordingreader.h"
#include "core/watch/snapshot/completeness.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/clustergroup.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Kind = JournalEntry::Kind;

namespace {

// What the driver did to one lock: the token (empty: nobody) that it had for certain from one
// moment to another. What lies between the sending of a command and its reply is not in here.
struct CertainSpan
{
    QByteArray key;
    QByteArray token;
    WallMilliseconds from;
    WallMilliseconds to;
};

QByteArray tokenAt(RecordingReader &reader, const QByteArray &key, WallMilliseconds at)
{
    const auto moment = reader.at(at, [&](const QByteArray &each) { return each == key; });
    if (!moment)
        return moment.error().detail.toUtf8();
    if (moment->knowledge == RecordedMoment::Knowledge::NotRecorded)
        return "not recorded";
    if (moment->knowledge == RecordedMoment::Knowledge::Gap)
        return "gap";
    if (moment->snapshot.locks->empty())
        return {};
    const Reading &reading = moment->snapshot.locks->front()->reading;
    if (reading.isUnreadable)
        return "unknown";
    return reading.holder ? reading.holder->token : QByteArray();
}

// Whether a recording of what the log has tells all until then. On a busy machine it ends where a
// change may have waited to be read, which is earlier than where the server was heard last.
bool isSeenUntil(const WatchLog &log, Instant until)
{
    const WatchStatus &status = log.status();
    return status.lastSeen > until
        && log.now().takenAt - status.staleness.value_or(Milliseconds(0)) > until;
}

} // namespace

// A real server is watched and recorded while a driver notes what it does: the recording has to say
// the same.
class TestRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatADriverDidIsWhatARecordingSays();
    void whatHappensWhileTheServerIsAwayIsUnknown();
    void whatWasFreeBeforeAGapIsFreeAfterIt();
    void whatDidNotChangeInASilenceIsKnownAfterIt();
    void everyLineOfTheJournalIsRecordedUnderLoad();
    void aSemaphoreHasItsPermits();
    void aSemaphoreHasAllItsHoldersFromItsFirstLineOn();
    void ofAClusterOnlyTheNodeThatIsAwayIsUnknown();
    void whatIsTooOldGoesAndWhatIsYoungerStays();
    void aRecordingThatEndsWhileItIsReadBecomesOneFile();

private:
    void beginRecording(WatchLog &log, RecordingOptions options = {})
    {
        options.checkpointRows = 100; // so that there are some
        auto begun = Recorder::begin(m_path, options);
        QVERIFY2(begun, begun ? "" : qPrintable(begun.error().detail));
        m_recorder = std::move(*begun);
        // After the log has taken it: both see the same snapshots.
        connect(&log.watch(), &Watch::updated, this, [this, &log] { m_recorder->take(log.now()); });
    }
    std::unique_ptr<RecordingReader> recording()
    {
        m_recorder->finish();
        auto opened = RecordingReader::open(m_path);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().detail));
        return std::move(*opened);
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    std::unique_ptr<Recorder> m_recorder;
    QByteArray m_other; // a key that no test asks for
};

void TestRecorder::init()
{
    m_recorder.reset();
    m_server = std::make_unique<TestServer>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"server.lockstep"_s);
}

void TestRecorder::whatADriverDidIsWhatARecordingSays()
{
    const auto seed = std::random_device()();
    qInfo("seed %u", seed);
    std::minstd_rand random(seed);
    WatchLog log(m_server->endpoint());
    beginRecording(log);
    QVERIFY(log.startAndWait());
    struct Lock
    {
        QByteArray token;
        WallMilliseconds since;
    };
    std::map<QByteArray, Lock> locks;
    std::vector<CertainSpan> spans;
    std::vector<std::pair<Kind, QByteArray>> did;
    for (int i = 0; i < 4; ++i)
        locks["lock:order:" + QByteArray::number(i)] = {{}, wallNow()};
    for (int step = 0; step < 120; ++step) {
        auto lock = std::next(locks.begin(), std::ptrdiff_t(random() % locks.size()));
        const QByteArray &key = lock->first;
        Lock &held = lock->second;
        const std::size_t told = log.journal().size();
        const WallMilliseconds sent = wallNow();
        spans.push_back({key, held.token, held.since, sent});
        Kind kind = Kind::Acquired;
        if (held.token.isEmpty()) {
            held.token = "00000000-9a53-4f6f-8c80-" + QByteArray::number(100'000'000'000 + step);
            m_server->run({"SET", key, held.token, "NX", "PX", "60000"});
        } else if (random() % 3 == 0) {
            kind = Kind::Renewed;
            m_server->run({"PEXPIRE", key, QByteArray::number(70'000 + 1'000 * step)});
        } else if (random() % 3 == 0) {
            kind = Kind::HandedOver;
            held.token = "11111111-9a53-4f6f-8c80-" + QByteArray::number(100'000'000'000 + step);
            m_server->run({"SET", key, held.token, "PX", "60000"});
        } else {
            kind = Kind::Released;
            held.token.clear();
            m_server->run({"DEL", key});
        }
        did.emplace_back(kind, key);
        QVERIFY(log.waitFor([&] { return log.journal().size() > told; }));
        held.since = wallNow(); // it was seen by then
    }
    const WallMilliseconds end = wallNow();
    for (const auto &[key, lock] : locks)
        spans.push_back({key, lock.token, lock.since, end});
    const auto ended = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] { return isSeenUntil(log, ended); }));
    QVERIFY(m_recorder->finish());

    const auto reader = recording();
    int asked = 0;
    int unknown = 0; // where a busy machine was late
    for (const CertainSpan &span : spans) {
        for (const WallMilliseconds at : {span.from, (span.from + span.to) / 2, span.to - 1}) {
            if (at < span.from || at >= span.to)
                continue;
            const QByteArray told = tokenAt(*reader, span.key, at);
            ++(told == "unknown" ? unknown : asked);
            if (told != "unknown")
                QCOMPARE(told, span.token);
        }
    }
    QVERIFY(asked > 150);
    std::vector<std::pair<Kind, QByteArray>> recorded;
    QVERIFY(reader->lines({}, {}, {}, [&](const RecordedLine &line) {
        if (line.entry.kind != Kind::MaybeMissed) // likewise
            recorded.emplace_back(line.entry.kind, line.entry.key);
        return true;
    }));
    QVERIFY(recorded == did);
    QVERIFY(reader->gaps().empty());
}

void TestRecorder::whatHappensWhileTheServerIsAwayIsUnknown()
{
    const QByteArray key = "lock:order:7";
    const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    m_server->run({"SET", key, token, "PX", "600000"});
    m_server->run({"SET", "LIMITS:LIMITER/u1/search/5/1/minute", "5", "EX", "600"});
    WatchOptions options;
    options.heartbeat = 100ms; // the last answer is what the gap begins with
    WatchLog log(m_server->endpoint(), options);
    beginRecording(log);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.token(key) == token; }));
    const WallMilliseconds before = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > before + 1'000; }));
    m_server->kill9();
    QVERIFY(log.waitFor([&] { return log.status().link != LinkState::Connected; }));
    const WallMilliseconds away = wallNow();
    m_server->restart(); // what was kept in memory is lost
    QVERIFY(log.waitFor([&] { return log.count(Kind::Gone, key) == 1; }));
    const WallMilliseconds after = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > after + 2; }));
    m_server->run({"SET", key, token, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, key) == 1; }));
    const WallMilliseconds again = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > again + 1'200; }));

    const auto reader = recording();
    QCOMPARE(tokenAt(*reader, key, before), token);
    QCOMPARE(tokenAt(*reader, key, away), QByteArray("gap"));
    QCOMPARE(tokenAt(*reader, key, after), QByteArray());
    QCOMPARE(tokenAt(*reader, key, again), token);
    QCOMPARE(reader->gaps().size(), std::size_t(1));
    QVERIFY(reader->gaps().front().until);
    QCOMPARE(countItems(reader->at(before)->snapshot).buckets, 1);
    const Snapshot unknown = reader->at(away)->snapshot;
    QCOMPARE(unknown.buckets->size(), std::size_t(1)); // whether it is there still is not known
    QCOMPARE(countItems(unknown).buckets, 0);
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock})
        QVERIFY(completeness(unknown.status, family) != Completeness::Complete);
}

void TestRecorder::whatWasFreeBeforeAGapIsFreeAfterIt()
{
    const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray held = "lock:held";
    const QByteArray released = "lock:released";
    const QByteArray taken = "lock:taken"; // while nobody looked
    WatchOptions options;
    options.heartbeat = 100ms;
    WatchLog log(m_server->endpoint(), options);
    beginRecording(log);
    QVERIFY(log.startAndWait());
    for (const QByteArray &key : {held, released, taken}) {
        m_server->run({"SET", key, token, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.token(key) == token; }));
    }
    for (const QByteArray &key : {released, taken}) {
        m_server->run({"DEL", key});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Released, key) == 1; }));
    }
    const WallMilliseconds before = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > before + 1'000; }));
    m_server->runAll({{"CLIENT", "KILL", "TYPE", "pubsub"}, {"CLIENT", "KILL", "TYPE", "normal"},
        {"SET", taken, token, "PX", "600000"}});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Appeared, taken) == 1; }));
    QVERIFY(log.waitFor([&] { return !log.status().isCatchingUp; }));
    const WallMilliseconds again = wallNow() + 600; // the recorder has taken it by then
    QVERIFY(log.waitFor([&] { return wallNow() > again + 1'000; }));

    const auto reader = recording();
    QCOMPARE(reader->gaps().size(), std::size_t(1));
    const WallMilliseconds gapEnd = *reader->gaps().front().until;
    const auto afterwards = reader->at(again);
    QVERIFY(afterwards->isComplete);
    QByteArrayList all;
    for (const ItemPtr &lock : *afterwards->snapshot.locks)
        all << lock->key + (lock->reading.holder ? " held" : " unknown");
    QCOMPARE(all, QByteArrayList({held + " held", taken + " held"}));
    QCOMPARE(tokenAt(*reader, released, before), QByteArray());
    QCOMPARE(tokenAt(*reader, released, gapEnd - 1), QByteArray("gap"));
    QVERIFY(tokenAt(*reader, taken, gapEnd) != QByteArray()); // held, or not read yet
    QVERIFY(!reader->at(gapEnd)->isComplete);
}

void TestRecorder::whatDidNotChangeInASilenceIsKnownAfterIt()
{
    const QByteArray key = "lock:idle";
    const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    m_server->run({"SET", key, token, "PX", "6000000"});
    m_server->run({"SET", "counter:idle", "4"});
    WatchOptions options;
    options.heartbeat = 100ms;
    WatchLog log(m_server->endpoint(), options);
    beginRecording(log);
    QVERIFY(log.startAndWait());
    const WallMilliseconds before = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > before + 1'000; }));
    m_server->suspend();
    const WallMilliseconds stopped = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > stopped + 3'500; }));
    m_server->resume();
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    QVERIFY(log.waitFor([&] { return !log.status().unseenSince; }));
    const WallMilliseconds again = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > again + 1'000; }));
    const WallMilliseconds after = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > after + 1'000; }));
    QCOMPARE(log.token(key), token);

    const auto reader = recording();
    QCOMPARE(tokenAt(*reader, key, before), token);
    QCOMPARE(tokenAt(*reader, key, stopped + 2'000), QByteArray("gap"));
    QCOMPARE(tokenAt(*reader, key, after), token);
    const auto moment = reader->at(after);
    QVERIFY(moment);
    QCOMPARE(moment->snapshot.counters->size(), std::size_t(1));
    QCOMPARE(moment->snapshot.counters->front()->reading.value, std::optional(4.0));
    for (const RecordedGap &gap : reader->gaps())
        QCOMPARE(gap.cause, u"silence"_s);
}

void TestRecorder::everyLineOfTheJournalIsRecordedUnderLoad()
{
    WatchLog log(m_server->endpoint());
    beginRecording(log);
    QVERIFY(log.startAndWait());
    constexpr std::size_t rounds = 20;
    constexpr std::size_t locks = 200;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<Command> commands;
        for (std::size_t i = 0; i < locks; ++i) {
            const QByteArray number = QByteArray::number(qint64(round * locks + i));
            commands.push_back({"SET", "lock:" + number, "owner-1234-" + number, "PX", "600000"});
        }
        m_server->runAll(commands);
        QCoreApplication::processEvents();
    }
    QVERIFY(log.waitFor([&] { return log.journal().size() >= rounds * locks; }));
    const auto reader = recording();
    std::vector<QByteArray> recorded;
    QVERIFY(reader->lines({}, {}, {}, [&](const RecordedLine &line) {
        recorded.push_back(line.entry.key);
        return true;
    }));
    std::vector<QByteArray> told;
    for (const JournalEntry &entry : log.journal())
        told.push_back(entry.key);
    QCOMPARE(recorded, told);
    QVERIFY(reader->gaps().empty());
}

void TestRecorder::aSemaphoreHasItsPermits()
{
    const QByteArray key = "permits:printers";
    WatchLog log(m_server->endpoint());
    beginRecording(log);
    QVERIFY(log.startAndWait());
    const Clients clients(m_server->endpoint(), 2);
    for (const auto &client : clients.all()) {
        const auto permit = QCoro::waitFor(Semaphore(client.get(), key, {4, 60s}).acquire());
        QVERIFY(permit);
    }
    const auto permits = [&] {
        const auto item = log.item(key);
        return item && item->reading.permits ? int(item->reading.permits->size()) : 0;
    };
    QVERIFY(log.waitFor([&] { return permits() == 2; }));
    const Instant read = log.item(key)->readAt;
    const WallMilliseconds at = SnapshotClock(log.now()).wall(read) + 5;
    QVERIFY(log.waitFor([&] { return isSeenUntil(log, read + 200ms); }));
    QVERIFY(m_recorder->finish());
    const auto reader = recording();
    const auto moment = reader->at(at);
    QVERIFY(moment);
    QCOMPARE(moment->snapshot.locks->size(), std::size_t(1));
    QCOMPARE(moment->snapshot.locks->front()->reading.permits->size(), std::size_t(2));
}

// Its lines are written one by one, and what is read after them may be read later.
void TestRecorder::aSemaphoreHasAllItsHoldersFromItsFirstLineOn()
{
    const QByteArray key = "semaphore:jobs";
    const auto take = [&](int number) {
        m_server->run({"ZADD", key, QByteArray::number(wallNow()),
            "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b1" + QByteArray::number(number)});
        m_server->run({"PEXPIRE", key, "600000"});
    };
    for (int i = 1; i <= 3; ++i)
        take(i);
    WatchLog log(m_server->endpoint());
    beginRecording(log);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.count(Kind::Appeared, key) == 3; }));
    take(3);
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, key) == 1; }));
    const Instant read = log.item(key)->readAt;
    QVERIFY(log.waitFor([&] { return isSeenUntil(log, read + 200ms); }));
    const auto reader = recording();
    const auto &journal = log.journal();
    const auto line = std::find_if(journal.begin(), journal.end(),
        [&](const JournalEntry &entry) { return entry.key == key; });
    const auto moment = reader->at(SnapshotClock::wallOf(line->at) + 1);
    QVERIFY(moment);
    QCOMPARE(moment->snapshot.locks->size(), std::size_t(1));
    const Item &semaphore = *moment->snapshot.locks->front();
    QVERIFY(semaphore.reading.permits);
    QCOMPARE(semaphore.reading.permits->size(), std::size_t(3));
    QVERIFY(heldFor(semaphore, moment->snapshot.takenAt) < 1min);
}

void TestRecorder::ofAClusterOnlyTheNodeThatIsAwayIsUnknown()
{
    ClusterTestGroup cluster;
    QByteArray near; // a lock of the first node
    QByteArray away; // of the second, which stands still for a while
    for (int i = 0; near.isEmpty() || away.isEmpty(); ++i) {
        const QByteArray key = "lock:order:" + QByteArray::number(i);
        (cluster.ownerOf(key) == 0 ? near : cluster.ownerOf(key) == 1 ? away : m_other) = key;
    }
    const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    cluster.server(0).run({"SET", near, token, "PX", "600000"});
    cluster.server(1).run({"SET", away, token, "PX", "600000"});
    Endpoint endpoint;
    endpoint.port = cluster.server(0).tcpPort();
    WatchOptions options;
    options.heartbeat = 100ms;
    WatchLog log(endpoint, options);
    beginRecording(log);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.token(near) == token && log.token(away) == token; }));
    const WallMilliseconds before = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > before + 1'000; }));
    cluster.server(1).suspend();
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(away);
        return item && item->reading.isUnreadable;
    }));
    const WallMilliseconds meanwhile = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > meanwhile + 2'000; }));
    cluster.server(1).resume();
    QVERIFY(log.waitFor([&] { return log.token(away) == token; }));
    const WallMilliseconds after = wallNow();
    QVERIFY(log.waitFor([&] { return wallNow() > after + 1'200; }));

    const auto reader = recording();
    const auto told = [&](const QByteArray &key, WallMilliseconds at) {
        const auto moment = reader->at(at, [&](const QByteArray &each) { return each == key; });
        if (!moment || moment->snapshot.locks->size() != 1)
            return QByteArray("nothing");
        const Reading &reading = moment->snapshot.locks->front()->reading;
        return reading.holder ? reading.holder->token : QByteArray("unknown");
    };
    QCOMPARE(told(near, before), token);
    QCOMPARE(told(away, before), token);
    QCOMPARE(told(near, meanwhile), token);
    QCOMPARE(told(away, meanwhile), QByteArray("unknown"));
    QCOMPARE(told(near, after), token);
    QCOMPARE(told(away, after), token);
    QVERIFY(!reader->gaps().empty());
    QVERIFY(!reader->gaps().front().slotRanges.isEmpty());
}

// By the clock of this machine: the driver knows what is younger than what is kept, and what is
// older for certain.
void TestRecorder::whatIsTooOldGoesAndWhatIsYoungerStays()
{
    constexpr WallMilliseconds kept = 2'000;
    constexpr WallMilliseconds length = 4 * kept;
    const QByteArray key = "lock:order:7";
    RecordingOptions options;
    options.keep.age = std::chrono::seconds(kept / 1'000);
    WatchOptions watching;
    watching.heartbeat = 100ms; // so that the recording ends soon after the driver
    WatchLog log(m_server->endpoint(), watching);
    beginRecording(log, options);
    QVERIFY(log.startAndWait());
    const WallMilliseconds begun = wallNow();
    CertainSpan span{key, {}, begun, begun};
    std::vector<CertainSpan> spans;
    for (int step = 0; wallNow() < begun + length; ++step) {
        const std::size_t told = log.journal().size();
        span.to = wallNow();
        spans.push_back(span);
        if (span.token.isEmpty()) {
            span.token = "00000000-9a53-4f6f-8c80-" + QByteArray::number(100'000'000'000 + step);
            m_server->run({"SET", key, span.token, "NX", "PX", "60000"});
        } else {
            span.token.clear();
            m_server->run({"DEL", key});
        }
        QVERIFY(log.waitFor([&] { return log.journal().size() > told; }));
        span.from = wallNow(); // it was seen by then
        QVERIFY(log.waitFor([&] { return wallNow() > span.from + 20; }));
    }
    const auto ended = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] { return log.now().status.lastSeen > ended; }));
    QVERIFY(m_recorder->finish());
    const WallMilliseconds finished = wallNow();

    const auto reader = recording();
    QCOMPARE(reader->sessions().size(), std::size_t(1));
    const WallMilliseconds keptFrom = reader->sessions().front().keptFrom;
    const WallMilliseconds endedAt = reader->sessions().front().endedAt.value();
    QVERIFY2(keptFrom <= finished - kept, qPrintable(QString::number(finished - keptFrom)));
    // A part is a quarter of what is kept, as a recorder writes twice a second; the rest of the
    // margin is for slow machines.
    QVERIFY2(keptFrom > begun + kept, qPrintable(QString::number(keptFrom - begun)));
    int old = 0;
    int young = 0;
    for (const CertainSpan &each : spans) {
        for (const WallMilliseconds at : {each.from, each.to - 1}) {
            if (at < each.from || at > endedAt)
                continue;
            const QByteArray told = tokenAt(*reader, key, at);
            ++(at < keptFrom ? old : young);
            if (at < keptFrom)
                QCOMPARE(told, QByteArray("not recorded"));
            else if (told != "unknown") // where a busy machine was late
                QCOMPARE(told, each.token);
        }
    }
    QVERIFY2(old > 10 && young > 10, qPrintable(u"%1, %2"_s.arg(old).arg(young)));

    const auto moment = reader->at(begun);
    QVERIFY(moment && moment->snapshot.locks->empty());
    QCOMPARE(moment->recordedFrom, std::optional(keptFrom));
    QVERIFY(!moment->recordedUntil);
    std::vector<RecordedLine> lines;
    QVERIFY(reader->lines(begun, {}, {}, [&lines](const RecordedLine &line) {
        lines.push_back(line);
        return true;
    }));
    QCOMPARE(lines.front().kind, RecordedLine::Kind::NotRecorded);
    QCOMPARE(SnapshotClock::wallOf(lines.front().entry.since), begun);
    QCOMPARE(SnapshotClock::wallOf(lines.front().entry.at), keptFrom);
    QVERIFY(std::all_of(lines.begin() + 1, lines.end(), [&](const RecordedLine &line) {
        return SnapshotClock::wallOf(line.entry.at) >= keptFrom;
    }));
}

void TestRecorder::aRecordingThatEndsWhileItIsReadBecomesOneFile()
{
    const QByteArray key = "lock:order:7";
    WatchLog log(m_server->endpoint());
    beginRecording(log);
    QVERIFY(log.startAndWait());
    m_server->run({"SET", key, "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.item(key) != nullptr; }));
    std::unique_ptr<RecordingReader> early;
    QVERIFY(log.waitFor([&] {
        auto opened = RecordingReader::open(m_path);
        if (opened && !(*opened)->sessions().empty())
            early = std::move(*opened);
        return bool(early);
    }));
    QVERIFY(early->isBeingRecorded());
    m_server->run({"DEL", key});
    QVERIFY(log.waitFor([&] { return !log.item(key) || !log.item(key)->reading.holder; }));
    QVERIFY(m_recorder->finish());
    early.reset();

    QVERIFY(!QFile::exists(m_path + u"-wal"_s));
    const QString copy = m_folder->filePath(u"copy.lockstep"_s);
    QVERIFY(QFile::copy(m_path, copy));
    const auto reader = RecordingReader::open(copy);
    QVERIFY(reader);
    QVERIFY(!(*reader)->isLatestMissing());
    QVERIFY((*reader)->sessions().back().endedAt);
}

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
