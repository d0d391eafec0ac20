// What recording 5,000 changes a second costs beyond what SQLite takes for the bare rows, how many
// bytes an event takes in the file, and how long a jump to any moment of ten million events takes:
// until the reader has the moment, and until the window that plays the recording has drawn it. And
// how long it takes to open the plot of one key there, and whether the window answers meanwhile.
//
// The floor of the processor time: the same number of rows of three integers and a token of 36
// bytes, inserted by one prepared statement into one table without an index, in one transaction
// for each half second. The floor of a jump: as many rows as one reads on average, read and thrown
// away; for the window, with those of the thousand lines of the journal that it shows. The floor of
// a plot: a bare SQLite query of the same rows, with their holders. All are measured in turns with
// what they are the floor of.
//
// The locks are taken and released in turns, with a token that is never used again, as most
// libraries do; 2,000 keys. Arguments: seconds of recording (30), and millions of events (10).

#include "app/recording/openedrecording.h"
#include "core/watch/recorder/recordingreader.h"
#include "core/watch/recorder/recordingwriter.h"
#include "tests/bench/figure.h"
#include "tests/support/samples/sampleitems.h"
#include "ui/plot/curves/historycurve.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/historyplot.h"
#include "ui/replay/replaybar.h"
#include "ui/watch/page/watchpage.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlRecord>
#include <QTemporaryDir>
#include <QTimer>
#include <QUuid>

#include <ctime>
#include <map>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int keys = 2'000;
constexpr int changesPerSecond = 5'000;
constexpr int batchesPerSecond = 2;
constexpr int perBatch = changesPerSecond / batchesPerSecond;
constexpr WallMilliseconds begin = 1'790'000'000'000;
constexpr qint64 rowsOfAJump = 12'000; // on average
constexpr double longestJump = 200; // ms

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

QByteArray newToken(std::mt19937 &random)
{
    return QUuid(random(), quint16(random()), quint16(random()), uchar(random()), uchar(random()),
        uchar(random()), uchar(random()), uchar(random()), uchar(random()), uchar(random()),
        uchar(random()))
        .toByteArray(QUuid::WithoutBraces);
}

[[noreturn]] void fail(const Error &error)
{
    qFatal("%s", qPrintable(error.detail));
}

// Snapshots of half a second each, as a watch of that load publishes them.
class Load
{
public:
    Load()
    {
        for (int i = 0; i < keys; ++i)
            m_keys.push_back("lock:order:" + QByteArray::number(i));
        std::sort(m_keys.begin(), m_keys.end());
        m_items.resize(keys);
    }
    Snapshot next()
    {
        Snapshot snapshot;
        std::map<QByteArray, ItemPtr> freed;
        for (int i = 0; i < perBatch; ++i) {
            m_now += 1'000'000 / changesPerSecond; // µs
            change(m_random() % keys, snapshot, freed);
        }
        std::vector<ItemPtr> locks;
        std::copy_if(m_items.begin(), m_items.end(), std::back_inserter(locks),
            [](const ItemPtr &item) { return bool(item); });
        snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(locks));
        std::vector<ItemPtr> gone;
        for (auto &[key, item] : freed)
            gone.push_back(item);
        snapshot.freed = std::make_shared<const std::vector<ItemPtr>>(std::move(gone));
        m_total += perBatch;
        snapshot.journalTotal = m_total;
        snapshot.takenAt = at();
        snapshot.takenAtUtc = utcInstant(wall());
        snapshot.status.link = LinkState::Connected;
        snapshot.status.firstInventoryDone = true;
        return snapshot;
    }
    [[nodiscard]] WallMilliseconds wall() const { return begin + m_now / 1'000; }
    [[nodiscard]] qint64 total() const { return m_total; }

private:
    [[nodiscard]] Instant at() const { return Instant(std::chrono::microseconds(m_now) + 1000h); }
    void change(std::size_t index, Snapshot &snapshot, std::map<QByteArray, ItemPtr> &freed)
    {
        JournalEntry entry;
        entry.at = utcInstant(wall());
        entry.key = m_keys[index];
        entry.library = u"redis-py"_s;
        Item item;
        item.key = m_keys[index];
        item.format = m_format;
        item.readAt = item.firstSeen = at();
        if (m_items[index]) {
            entry.kind = JournalEntry::Kind::Released;
            entry.holder = m_items[index]->reading.holder;
            freed[item.key] = makeItem(item);
            m_items[index] = {};
        } else {
            entry.kind = JournalEntry::Kind::Acquired;
            entry.holder = sample::holder(newToken(m_random));
            entry.ttlAfter = 30s;
            item.beginIsSeen = true;
            item.longestLease = 30'000;
            item.reading.holder = entry.holder;
            item.reading.value = 1;
            item.reading.ttl = Ttl::until(at() + 30s);
            freed.erase(item.key);
            m_items[index] = makeItem(item);
        }
        snapshot.journal.push_back(std::move(entry));
    }

    const FormatPtr m_format = sample::format(Family::Lock, u"redis-py"_s, u"lock"_s);
    std::mt19937 m_random{1};
    std::vector<QByteArray> m_keys;
    std::vector<ItemPtr> m_items;
    qint64 m_now = 0; // µs
    qint64 m_total = 0;
};

// The bare insert loop.
class Floor
{
public:
    explicit Floor(const QString &path)
        : m_database(QSqlDatabase::addDatabase(u"QSQLITE"_s, u"floor"_s))
    {
        m_database.setDatabaseName(path);
        m_database.open();
        run(u"PRAGMA journal_mode = WAL"_s);
        run(u"PRAGMA synchronous = NORMAL"_s);
        run(u"CREATE TABLE rows (id INTEGER PRIMARY KEY, at INTEGER, item INTEGER, token BLOB)"_s);
        m_insert = QSqlQuery(m_database);
        m_insert.prepare(u"INSERT INTO rows VALUES (?, ?, ?, ?)"_s);
    }
    void write(const Snapshot &snapshot)
    {
        run(u"BEGIN"_s);
        for (const JournalEntry &entry : snapshot.journal) {
            m_insert.bindValue(0, ++m_rows);
            m_insert.bindValue(1, SnapshotClock::wallOf(entry.at));
            m_insert.bindValue(2, m_rows % keys);
            m_insert.bindValue(3, entry.holder->token);
            m_insert.exec();
        }
        run(u"COMMIT"_s);
    }
    double readSeconds(qint64 rows)
    {
        QElapsedTimer timer;
        timer.start();
        QSqlQuery query(m_database);
        query.setForwardOnly(true);
        query.prepare(u"SELECT * FROM rows LIMIT ?"_s);
        query.addBindValue(rows);
        query.exec();
        qint64 sum = 0;
        while (query.next())
            sum += query.value(1).toLongLong() + query.value(2).toLongLong()
                + query.value(3).toByteArray().size();
        return sum ? double(timer.nsecsElapsed()) / 1e9 : 0;
    }

private:
    void run(const QString &statement) { QSqlQuery(m_database).exec(statement); }

    QSqlDatabase m_database;
    QSqlQuery m_insert;
    qint64 m_rows = 0;
};

std::unique_ptr<RecordingWriter> openWriter(const QString &path)
{
    auto writer = RecordingWriter::open(path, {});
    if (!writer)
        fail(writer.error());
    return std::move(*writer);
}

std::unique_ptr<RecordingReader> openReader(const QString &path)
{
    auto reader = RecordingReader::open(path);
    if (!reader)
        fail(reader.error());
    return std::move(*reader);
}

qint64 countLines(RecordingReader &reader, const WantedKeys &wanted)
{
    qint64 lines = 0;
    const auto read = reader.lines({}, {}, wanted, [&lines](const RecordedLine &) {
        ++lines;
        return true;
    });
    if (!read)
        fail(read.error());
    return lines;
}

bool measureWriting(const QString &path, Floor &floor, int seconds)
{
    std::vector<double> costs;
    std::vector<double> floors;
    Load load;
    auto writer = openWriter(path);
    for (int i = 0; i < seconds * batchesPerSecond; ++i) {
        const Snapshot snapshot = load.next();
        double since = processorSeconds();
        floor.write(snapshot);
        floors.push_back(100.0 * batchesPerSecond * (processorSeconds() - since));
        since = processorSeconds();
        if (const auto written = writer->write(snapshot); !written)
            fail(written.error());
        costs.push_back(100.0 * batchesPerSecond * (processorSeconds() - since));
    }
    if (const auto finished = writer->finish(); !finished)
        fail(finished.error());
    writer.reset();
    const double cost = quantile(costs, 0.5);
    print({"recording 5,000 changes a second", cost, "% of a processor", quantile(floors, 0.5),
        "value <= 10", cost <= 10});
    const qint64 lines = countLines(*openReader(path), {});
    print({"changes that are missing in the file", double(load.total() - lines), "", 0,
        "value <= 0", lines == load.total()});
    const double bytes = double(QFileInfo(path).size()) / double(load.total());
    print({"size of an event, indexes and tokens included", bytes, "bytes", 36 / 2.0, "value <= 80",
        bytes <= 80});
    return lines == load.total();
}

void report(const char *jump, double milliseconds, double floor)
{
    print({jump, milliseconds, "ms", floor, "value <= 200", milliseconds <= longestJump});
}

// The rows of one key within a time, as a bare query has them.
class PlotFloor
{
public:
    explicit PlotFloor(const QString &path)
        : m_database(QSqlDatabase::addDatabase(u"QSQLITE"_s, u"plot"_s))
    {
        m_database.setDatabaseName(path);
        m_database.setConnectOptions(u"QSQLITE_OPEN_READONLY"_s);
        m_database.open();
    }
    double readMilliseconds(const QByteArray &key, WallMilliseconds from, WallMilliseconds until)
    {
        const qint64 item = number(u"SELECT id FROM items WHERE \"key\" = ?"_s, {key});
        const qint64 first =
            number(u"SELECT max(first_row) FROM batches WHERE is_checkpoint = 1 AND from_at <= ?"_s,
                {from});
        const qint64 last =
            number(u"SELECT max(last_row) FROM batches WHERE from_at <= ?"_s, {until});
        QElapsedTimer timer;
        timer.start();
        qint64 rows = 0;
        for (const auto *table : {"events", "readings"}) {
            QSqlQuery query(m_database);
            query.setForwardOnly(true);
            query.prepare(QStringLiteral(
                "SELECT * FROM %1 INDEXED BY %1_by_item LEFT JOIN holders ON holders.id = "
                "%1.holder WHERE item = ? AND %1.id BETWEEN ? AND ?")
                              .arg(QLatin1String(table)));
            for (const qint64 value : {item, first, last})
                query.addBindValue(value);
            query.exec();
            const int columns = query.record().count();
            while (query.next()) {
                for (int i = 0; i < columns; ++i)
                    m_bytes += query.value(i).toByteArray().size();
                ++rows;
            }
        }
        if (rows == 0)
            qFatal("the floor has no rows: %s", qPrintable(m_database.lastError().text()));
        return double(timer.nsecsElapsed()) / 1e6;
    }

private:
    qint64 number(const QString &statement, const QVariantList &values)
    {
        QSqlQuery query(m_database);
        query.prepare(statement);
        for (const QVariant &value : values)
            query.addBindValue(value);
        query.exec();
        return query.next() ? query.value(0).toLongLong() : 0;
    }

    QSqlDatabase m_database;
    qint64 m_bytes = 0;
};

QByteArray anyKey(std::mt19937 &random)
{
    return "lock:order:" + QByteArray::number(random() % keys);
}

// Of the longest time that the window shows at once.
void measurePlots(const QString &path, RecordingReader &reader, WallMilliseconds end)
{
    constexpr qint64 reach = 600'000;
    PlotFloor floor(path);
    std::vector<double> plots;
    std::vector<double> floors;
    std::mt19937 random{4};
    QElapsedTimer timer;
    for (int i = 0; i < 60; ++i) {
        const QByteArray key = anyKey(random);
        const auto at = begin + WallMilliseconds(random() % quint64(end - begin));
        floors.push_back(floor.readMilliseconds(key, std::max(begin, at - reach), at));
        timer.start();
        const auto histories = reader.histories(Family::Lock, {key}, at - reach, at);
        if (!histories)
            fail(histories.error());
        if (histories->empty())
            qFatal("nothing is known of %s", key.constData());
        plots.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    const double median = quantile(plots, 0.5);
    const double bare = quantile(floors, 0.5);
    print({"the plot of one key over ten minutes, the median", median, "ms", bare, "ratio <= 10",
        median <= 10 * bare});
    print({"the plot of one key over ten minutes, the slowest of 60", quantile(plots, 1), "ms",
        quantile(floors, 1), "value <= 200", quantile(plots, 1) <= longestJump});
}

// A row is selected in the window, until its plot is there; and the longest time in which the
// window did not answer meanwhile, beside the longest while nothing is asked for.
void measurePlotInWindow(OpenedRecording &window)
{
    window.plot()->setSpan(10min);
    const auto *canvas = window.plot()->findChild<HistoryCanvas *>();
    QElapsedTimer sinceTick;
    double longest = 0;
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &tick,
        [&] { longest = std::max(longest, double(sinceTick.restart())); });
    tick.start(1ms);
    sinceTick.start();
    const auto waitFor = [&](const auto &condition) {
        longest = 0;
        while (!condition())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };
    std::vector<double> plots;
    std::vector<double> pauses;
    std::vector<double> restingPauses;
    std::mt19937 random{5};
    QElapsedTimer timer;
    for (int i = 0; i < 60; ++i) {
        timer.start();
        waitFor([&] { return timer.elapsed() > 50; });
        restingPauses.push_back(longest);
        timer.start();
        if (!window.page()->selectItem(Family::Lock, anyKey(random)))
            continue; // it is free at this moment
        waitFor([&] { return canvas->curves().size() == 1; });
        plots.push_back(double(timer.nsecsElapsed()) / 1e6);
        pauses.push_back(longest);
    }
    print({"from a click on a row until its plot is there, the slowest", quantile(plots, 1), "ms",
        0, "value <= 200", quantile(plots, 1) <= longestJump});
    print({"the longest pause of the window meanwhile", quantile(pauses, 1), "ms",
        quantile(restingPauses, 1), "value <= 100", quantile(pauses, 1) <= 100});
}

// From a click on the slider until the moment is drawn. end: of the recording.
void measureWindow(const QString &path, Floor &floor, WallMilliseconds end)
{
    const Theme theme(qApp);
    const auto window = std::make_unique<OpenedRecording>(path, &theme);
    QObject::connect(window.get(), &OpenedRecording::refused, qApp,
        [](const QString &sentence) { qFatal("%s", qPrintable(sentence)); });
    window->QWidget::show();
    const auto waitFor = [&](const auto &condition) {
        while (!condition())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        window->repaint();
    };
    const auto shown = [&] {
        return SnapshotClock::wallOf(window->page()->shownSnapshot().takenAtUtc);
    };
    waitFor([&] { return shown() > 0; });
    std::vector<double> jumps;
    std::vector<double> floors;
    std::mt19937 random{3};
    QElapsedTimer timer;
    for (int i = 0; i < 60; ++i) {
        const auto at = begin + WallMilliseconds(random() % quint64(end - begin));
        floors.push_back(1e3 * floor.readSeconds(rowsOfAJump + RecordingPlayer::mostLines));
        timer.start();
        window->bar()->goTo(at);
        waitFor([&] { return shown() == at; });
        jumps.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    report("a jump in the window until it is drawn, the slowest of 60", quantile(jumps, 1),
        quantile(floors, 0.5));
    report("a jump in the window until it is drawn, the median", quantile(jumps, 0.5),
        quantile(floors, 0.5));
    measurePlotInWindow(*window);
}

void measureJumps(const QString &path, Floor &floor, double millions)
{
    Load load;
    auto writer = openWriter(path);
    while (double(load.total()) < millions * 1e6) {
        if (const auto written = writer->write(load.next()); !written)
            fail(written.error());
    }
    if (const auto finished = writer->finish(); !finished)
        fail(finished.error());
    writer.reset();
    QElapsedTimer timer;
    timer.start();
    const auto reader = openReader(path);
    const double opening = double(timer.elapsed()) / 1e3;
    std::vector<double> jumps;
    std::vector<double> floors;
    std::mt19937 random{2};
    for (int i = 0; i < 60; ++i) {
        const auto at = begin + WallMilliseconds(random() % quint64(load.wall() - begin));
        floors.push_back(1e3 * floor.readSeconds(rowsOfAJump));
        timer.start();
        const auto moment = reader->at(at);
        if (!moment)
            fail(moment.error());
        jumps.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    report("a jump to any moment, the slowest of 60", quantile(jumps, 1), quantile(floors, 0.5));
    report("a jump to any moment, the median", quantile(jumps, 0.5), quantile(floors, 0.5));
    timer.start();
    const qint64 lines =
        countLines(*reader, [](const QByteArray &key) { return key == "lock:order:7"; });
    const double one = double(timer.nsecsElapsed()) / 1e6;
    const double every = 1e3 * floor.readSeconds(lines);
    print({"all lines of one key", one, "ms", every, "value <= 200", one <= 200});
    print({"opening and checking the whole file", opening, "s", 0, "value <= 30", opening <= 30});
    measurePlots(path, *reader, load.wall());
    measureWindow(path, floor, load.wall());
}

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const QTemporaryDir folder;
    Floor floor(folder.filePath(u"floor"_s));
    const bool isWhole = measureWriting(
        folder.filePath(u"recording"_s), floor, words.size() > 1 ? words[1].toInt() : 30);
    measureJumps(folder.filePath(u"long"_s), floor, words.size() > 2 ? words[2].toDouble() : 10);
    return isWhole ? 0 : 1;
}
