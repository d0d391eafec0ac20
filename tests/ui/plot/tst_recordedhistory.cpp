// What the plot draws of a recording, compared with what the recording says of the same moments.
// The oracle is RecordingReader::at(), of which tst_recording and tst_recordingwindow say that it
// tells what was so; it reads other rows, in another way.

#include "core/watch/recorder/recordingreader.h"
#include "randomrecording.h"
#include "ui/plot/curves/historycurve.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;
using sample::RandomRecording;

namespace {

// How a recording tells a moment, or a plot draws it.
struct Told
{
    enum class Kind : quint8 { Unknown, Absent, Free, Held, Value } kind = Kind::Unknown;
    QByteArray token; // Held
    double value = 0; // Value; of a semaphore the number of its holders
    Ttl ttl; // Held

    [[nodiscard]] QString words() const
    {
        switch (kind) {
        case Kind::Unknown:
            return u"unknown"_s;
        case Kind::Absent:
            return u"not there"_s;
        case Kind::Free:
            return u"free"_s;
        case Kind::Held:
            return u"held by "_s + QString::fromLatin1(token);
        case Kind::Value:
            return QString::number(value);
        }
        return {};
    }
};

ItemPtr itemIn(const Snapshot &snapshot, const RandomRecording::Key &key)
{
    const Snapshot::Items *const tables[] = {
        &snapshot.counters, &snapshot.buckets, &snapshot.locks};
    for (const ItemPtr &item : **tables[std::size_t(key.family)]) {
        if (item->key == key.key)
            return item;
    }
    return {};
}

Told toldOfItem(const Item &item, const RandomRecording::Key &key)
{
    const Reading &reading = item.reading;
    if (reading.isUnreadable)
        return {};
    if (key.family == Family::Lock && !reading.permits && !reading.limit) {
        if (!reading.holder)
            return {Told::Kind::Free, {}, 0, {}};
        return {Told::Kind::Held, reading.holder->token, 0, reading.ttl};
    }
    if (reading.permits)
        return {Told::Kind::Value, {}, double(reading.permits->size()), {}};
    if (reading.value || reading.remaining)
        return {Told::Kind::Value, {}, reading.value.value_or(reading.remaining.value_or(0)), {}};
    return {Told::Kind::Absent, {}, 0, {}}; // it is there, and tells no value
}

Told told(RecordingReader &reader, const RecordedMoment &moment, const RandomRecording::Key &key,
    WallMilliseconds at)
{
    if (moment.knowledge == RecordedMoment::Knowledge::NotRecorded)
        return {};
    for (const RecordedGap &gap : reader.gaps()) {
        if (gap.session == moment.session.id && gap.contains(at) && gap.covers(key.key))
            return {};
    }
    if (const ItemPtr item = itemIn(moment.snapshot, key))
        return toldOfItem(*item, key);
    if (key.family == Family::Lock) {
        const auto releases = reader.releasesBefore(
            moment.session, at, [&](const QByteArray &each) { return each == key.key; });
        if (!releases)
            qFatal("%s", qPrintable(releases.error().detail));
        if (!releases->empty() && !releases->front().gap)
            return {Told::Kind::Free, {}, 0, {}};
    }
    return {moment.isComplete ? Told::Kind::Absent : Told::Kind::Unknown, {}, 0, {}};
}

// The part of the plot of one object.
class Drawn
{
public:
    Drawn(const RecordedHistory &history, WallMilliseconds from, WallMilliseconds until)
        : m_until(replayedInstant(until))
    {
        HistoryWindow window{replayedInstant(from), m_until, m_until, history.unseen, history.free};
        m_curve = historyCurve(*history.item, window, history.goneAt);
    }
    // Whether it is known that a lock is lost, so that nobody may call it free.
    enum class Loss : quint8 { None, Possible, Certain };
    // What is wrong with the plot at that moment; empty: nothing.
    [[nodiscard]] QString differenceTo(
        const Told &told, const RandomRecording::Key &key, WallMilliseconds at, Loss loss) const
    {
        const double x = std::chrono::duration<double>(replayedInstant(at) - m_until).count();
        const bool isUnseen = isIn(m_curve.unseen, x);
        const auto value = valueAt(m_curve, x);
        const auto holders = std::count_if(m_curve.holds.begin(), m_curve.holds.end(),
            [x](const auto &hold) { return covers(hold, x); });
        const bool isFree = isIn(m_curve.free, x);
        const QString drawn = u"%1%2%3 %4 holders"_s.arg(isUnseen ? u"hatched "_s : QString(),
            isFree ? u"free "_s : QString(), value ? QString::number(*value) : u"no value"_s,
            QString::number(holders));
        const bool isNothing = !value && holders == 0 && !isFree;
        const bool isPlainLock = key.family == Family::Lock && !key.isSemaphore;
        bool isRight = false;
        switch (told.kind) {
        case Told::Kind::Unknown:
            isRight = isNothing && isUnseen;
            break;
        case Told::Kind::Absent:
        case Told::Kind::Free:
            if (isPlainLock && isNothing)
                isRight = loss != Loss::None && isUnseen;
            else if (isPlainLock)
                isRight = isFree && holders == 0 && !isUnseen
                    && (loss != Loss::Certain || told.kind == Told::Kind::Free);
            else if (key.isSemaphore)
                isRight = value.value_or(0) == 0;
            else
                isRight = isNothing && !isUnseen;
            break;
        case Told::Kind::Held:
            if (key.isSemaphore && value == 1) // only a line told of it, as of any lock
                isRight = !isUnseen;
            else
                isRight = !isUnseen && !isFree && holders == 1 && holder(x) == told.token
                    && isTtlRight(told.ttl, x, value);
            break;
        case Told::Kind::Value:
            isRight = !isUnseen && value == told.value;
            break;
        }
        return isRight ? QString() : drawn;
    }

private:
    static bool covers(const HistoryCurve::Stretch &stretch, double x)
    {
        return stretch.from <= x && (x < stretch.to || stretch.to == 0);
    }
    template <typename Stretches> static bool isIn(const Stretches &stretches, double x)
    {
        return std::any_of(stretches.begin(), stretches.end(),
            [x](const auto &stretch) { return covers(stretch, x); });
    }
    [[nodiscard]] QByteArray holder(double x) const
    {
        for (const auto &hold : m_curve.holds) {
            if (covers(hold, x))
                return hold.holder ? hold.holder->token : QByteArray();
        }
        return {};
    }
    // Times that differ by less than a tenth of a second are the same for a recording.
    [[nodiscard]] bool isTtlRight(const Ttl &ttl, double x, std::optional<double> value) const
    {
        const Instant at = m_until + Milliseconds(qRound64(x * 1000));
        const auto left = ttl.remaining(at);
        if (!left)
            return !ttl.isPersistent() || isIn(m_curve.endless, x);
        const double seconds = double(left->count()) / 1000;
        return seconds < 0.25 || (value && std::abs(*value - seconds) < 0.25);
    }

    Instant m_until;
    HistoryCurve m_curve;
};

} // namespace

class TestRecordedHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePlotDrawsWhatEachMomentTells_data();
    void thePlotDrawsWhatEachMomentTells();
    void cleanupTestCase();

private:
    Drawn::Loss lossOf(RecordingReader &reader, const RandomRecording &recording,
        const RandomRecording::Key &key, WallMilliseconds from, WallMilliseconds at);
    void compare(RecordingReader &reader, const RandomRecording &recording, WallMilliseconds from,
        WallMilliseconds until, const std::vector<WallMilliseconds> &moments);
    int m_known = 0;
    int m_compared = 0;
    int m_lost = 0;
};

void TestRecordedHistory::thePlotDrawsWhatEachMomentTells_data()
{
    QTest::addColumn<quint32>("seed");
    const auto given = qEnvironmentVariableIntValue("LOCKSTEP_SEED");
    const int count = std::max(1, qEnvironmentVariable("LOCKSTEP_SEEDS", u"12"_s).toInt());
    std::random_device any;
    for (int i = 0; i < (given ? 1 : count); ++i) {
        // The first ones are always the same, so that what was found once is looked at each time.
        const quint32 seed = given ? quint32(given) : i < count / 2 ? quint32(i + 1) : any() >> 1;
        QTest::addRow("seed %u", seed) << seed;
    }
    // A line of before a gap whose time is after the gap's begin, a checkpoint after a lock that
    // left without a word, and a doubt about a lock after it had left.
    for (const quint32 seed : {1937920544U, 1461151759U, 22205556U}) {
        if (!given)
            QTest::addRow("seed %u", seed) << seed;
    }
}

void TestRecordedHistory::thePlotDrawsWhatEachMomentTells()
{
    QFETCH(const quint32, seed);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"night.lockstep"_s);
    RandomRecording recording(path, seed);
    const auto written = recording.write();
    QVERIFY2(written, written ? "" : qPrintable(written.error().detail));
    const auto opened = RecordingReader::open(path);
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().detail));
    const auto &known = recording.moments();
    const auto [earliest, latest] = std::minmax_element(known.begin(), known.end());
    std::mt19937 random(seed);
    for (int i = 0; i < 25; ++i) {
        const qint64 length = *latest - *earliest + 2'000;
        const WallMilliseconds until = *earliest - 500 + qint64(random() % quint64(length));
        const WallMilliseconds from = until - 1'000 - qint64(random() % 90'000);
        std::vector<WallMilliseconds> moments;
        for (int j = 0; j < 12; ++j)
            moments.push_back(from + qint64(random() % quint64(until - from)));
        for (int j = 0; j < 24; ++j) // just where something happened
            moments.push_back(known[random() % known.size()] + qint64(random() % 3) - 1);
        std::erase_if(moments, [&](WallMilliseconds at) { return at < from || at >= until; });
        compare(**opened, recording, from, until, moments);
        if (QTest::currentTestFailed())
            return;
    }
    for (const auto &loss : recording.losses()) {
        const auto until = std::min({loss.until, loss.undisturbedUntil, *latest});
        if (until < loss.heldAt + 3)
            continue;
        const auto length = quint64(until - loss.heldAt - 2);
        std::vector<WallMilliseconds> moments;
        for (int j = 0; j < 4; ++j)
            moments.push_back(loss.heldAt + 1 + qint64(random() % length));
        compare(**opened, recording, loss.heldAt - 1, until, moments);
        if (QTest::currentTestFailed())
            return;
    }
}

void TestRecordedHistory::cleanupTestCase()
{
    qInfo("%d of %d moments of a key were known, and in %d a lock was lost", m_known, m_compared,
        m_lost);
    QVERIFY2(m_lost > 0 || m_compared == 0, "no lock was lost: this is not tested");
    QVERIFY2(m_known > m_compared / 4, "the recordings say too little");
}

// Of a lock that was held in the window and lost sight of since.
Drawn::Loss TestRecordedHistory::lossOf(RecordingReader &reader, const RandomRecording &recording,
    const RandomRecording::Key &key, WallMilliseconds from, WallMilliseconds at)
{
    auto found = Drawn::Loss::None;
    for (const auto &loss : recording.losses()) {
        if (loss.key != key.key || at <= loss.heldAt || at >= loss.until)
            continue;
        found = Drawn::Loss::Possible;
        if (at >= loss.undisturbedUntil || loss.heldAt < from)
            continue;
        const auto held = reader.at(loss.heldAt, [](const QByteArray &) { return true; });
        if (!held)
            qFatal("%s", qPrintable(held.error().detail));
        if (told(reader, *held, key, loss.heldAt).kind == Told::Kind::Held)
            return Drawn::Loss::Certain;
    }
    return found;
}

void TestRecordedHistory::compare(RecordingReader &reader, const RandomRecording &recording,
    WallMilliseconds from, WallMilliseconds until, const std::vector<WallMilliseconds> &moments)
{
    std::map<QByteArray, Drawn> drawn;
    for (const auto &key : RandomRecording::keys()) {
        const auto histories = reader.histories(key.family, {key.key}, from, until);
        QVERIFY2(histories, histories ? "" : qPrintable(histories.error().detail));
        if (!histories->empty())
            drawn.emplace(key.key, Drawn(histories->front(), from, until));
    }
    for (const WallMilliseconds at : moments) {
        const auto moment = reader.at(at, [](const QByteArray &) { return true; });
        QVERIFY2(moment, moment ? "" : qPrintable(moment.error().detail));
        for (const auto &key : RandomRecording::keys()) {
            const Told expected = told(reader, *moment, key, at);
            const auto plotted = drawn.find(key.key);
            if (plotted == drawn.end())
                continue; // the recording never saw the key, so there is no row to select
            ++m_compared;
            m_known += expected.kind != Told::Kind::Unknown ? 1 : 0;
            const auto loss = lossOf(reader, recording, key, from, at);
            m_lost += loss == Drawn::Loss::Certain && expected.kind == Told::Kind::Absent ? 1 : 0;
            const QString difference = plotted->second.differenceTo(expected, key, at, loss);
            const auto after = [&](WallMilliseconds time) {
                return QString::number(time - recording.moments().front());
            };
            QVERIFY2(difference.isEmpty(),
                qPrintable(
                    u"%1 at %2 of %3 to %4 was %5, drawn is %6"_s.arg(QString::fromLatin1(key.key),
                        after(at), after(from), after(until), expected.words(), difference)));
        }
    }
}

QTEST_GUILESS_MAIN(TestRecordedHistory)
#include "tst_recordedhistory.moc"
