#include "sampleitems.h"
#include "ui/export/csvcell.h"
#include "ui/export/picture.h"
#include "ui/export/snapshotcsv.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lockstep;

namespace {

// RFC 4180, independent of the writer.
QList<QStringList> parse(const QByteArray &csv)
{
    QList<QStringList> rows;
    QStringList row;
    QString cell;
    bool quoted = false;
    const QString text = QString::fromUtf8(csv);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted && c == u'"' && i + 1 < text.size() && text[i + 1] == u'"') {
            cell += text[++i];
        } else if (c == u'"') {
            quoted = !quoted;
        } else if (!quoted && c == u',') {
            row.append(std::exchange(cell, {}));
        } else if (!quoted && c == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n') {
            ++i;
            row.append(std::exchange(cell, {}));
            rows.append(std::exchange(row, {}));
        } else {
            cell += c;
        }
    }
    return rows;
}

} // namespace

class CsvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyItemIsARowWithAllColumns();
    void noCellStartsAFormula();
    void noCellOfTheClipboardStartsAFormula();
    void everyRowSaysWhenAndWhere();
    void anAgeThatMayBeMoreSaysSo();
    void aLockThatNeverExpiresSaysSo();
    void aSemaphoreWithoutATtlSaysWhenItIsFree();
    void numbersStayNumbers();
    void aDiskThatIsFullIsAnErrorAndLeavesTheOldFile();
    void aPipeIsWrittenToAndStaysAPipe();
    void aFolderThatIsMissingIsAnError();
};

void CsvTest::everyItemIsARowWithAllColumns()
{
    const Instant now = Instant(std::chrono::hours(1));
    const auto rows = parse(snapshotToCsv(sample::everything(now)));
    QCOMPARE(rows.size(), 11);
    for (const QStringList &row : rows)
        QCOMPARE(row.size(), rows.front().size());
    const auto holds = [&rows](const QString &key) {
        return std::any_of(
            rows.begin(), rows.end(), [&key](const QStringList &row) { return row[1] == key; });
    };
    QVERIFY(holds(QStringLiteral("lock:\\xff\\x00\\x1b")));
    QVERIFY(holds(QStringLiteral("'=HYPERLINK(\"http://x\"),<b>bold</b>\n\u202eright")));
}

void CsvTest::noCellStartsAFormula()
{
    for (const QChar c : QStringLiteral("=+-@\t\r"))
        QVERIFY(
            parse(csvCell(c + QStringLiteral("1+1")).toUtf8() + "\r\n")[0][0].startsWith(u'\''));
    QCOMPARE(csvCell(QStringLiteral("plain")), QStringLiteral("plain"));
    QCOMPARE(csvCell(QStringLiteral("a\"b,c")), QStringLiteral("\"a\"\"b,c\""));
    // Where the semicolon separates cells, what stands behind one would begin a cell.
    QCOMPARE(csvCell(QStringLiteral("x;=1+cmd|'/C calc'!A0")),
        QStringLiteral("\"x;=1+cmd|'/C calc'!A0\""));
    QCOMPARE(csvCell(QStringLiteral("x\t=1")), QStringLiteral("\"x\t=1\""));
}

void CsvTest::noCellOfTheClipboardStartsAFormula()
{
    QCOMPARE(tsvCell(QStringLiteral("=1+1")), QStringLiteral("'=1+1"));
    QCOMPARE(tsvCell(QStringLiteral("a\t=1\r\n=2")), QStringLiteral("a =1  =2"));
    QCOMPARE(tsvCell(QStringLiteral("-14")), QStringLiteral("-14"));
    QCOMPARE(tsvCell(QStringLiteral("lock:a")), QStringLiteral("lock:a"));
}

void CsvTest::everyRowSaysWhenAndWhere()
{
    Snapshot snapshot = sample::everything(Instant(std::chrono::hours(1)));
    snapshot.takenAtUtc = std::chrono::system_clock::time_point(std::chrono::hours(24));
    snapshot.status.address = QStringLiteral("redis://host:6379");
    const auto rows = parse(snapshotToCsv(snapshot));
    const auto time = rows[0].indexOf(QStringLiteral("at"));
    const auto server = rows[0].indexOf(QStringLiteral("server"));
    for (const QStringList &row : rows.mid(1)) {
        QCOMPARE(row.value(time), QStringLiteral("1970-01-02T00:00:00.000Z"));
        QCOMPARE(row.value(server), QStringLiteral("redis://host:6379"));
    }
}

void CsvTest::anAgeThatMayBeMoreSaysSo()
{
    const Instant now = Instant(std::chrono::hours(1));
    Item met = sample::lock("lock:met", now, 30);
    met.heldSince.reset();
    met.beginIsSeen = false;
    Item seen = sample::lock("lock:seen", now, 30);
    seen.beginIsSeen = true;
    Item waited = sample::lock("lock:waited", now, 30);
    waited.beginIsSeen = false;
    waited.heldSince = now - std::chrono::minutes(5);
    waited.heldSinceIsRequest = true;
    waited.confidence = Confidence::Possible;
    Item free = sample::lock("lock:zfree", now, 30);
    free.reading.holder = {};
    const auto rows = parse(snapshotToCsv(
        sample::snapshot({met, seen, waited, free, sample::counter("n", now, 1)}, now)));
    const auto age = rows[0].indexOf(QStringLiteral("ageMs"));
    const auto known = rows[0].indexOf(QStringLiteral("ageKnown"));
    QVERIFY(age > 0);
    const auto bound = rows[0].indexOf(QStringLiteral("ageIs"));
    const auto confidence = rows[0].indexOf(QStringLiteral("confidence"));
    for (const auto &[key, is, bounded] :
        {std::tuple("lock:met", "false", "atLeast"), {"lock:seen", "true", "exact"},
            {"lock:waited", "false", "atMost"}, {"lock:zfree", "", ""}, {"n", "", ""}}) {
        const auto row = std::find_if(rows.begin(), rows.end(),
            [key = QLatin1String(key)](const QStringList &cells) { return cells[1] == key; });
        QVERIFY(row != rows.end());
        QCOMPARE(row->value(known), QLatin1String(is));
        QCOMPARE(row->value(bound), QLatin1String(bounded));
        QCOMPARE(row->value(confidence),
            QLatin1String(row->value(1) == u"lock:waited" ? "possible" : "certain"));
        QCOMPARE(row->value(age).isEmpty(), row->value(known).isEmpty());
    }
}

// An empty ttlMs is all that the other columns say of three of these.
void CsvTest::aLockThatNeverExpiresSaysSo()
{
    const Instant now = Instant(std::chrono::hours(1));
    Item leased = sample::lock("lock:leased", now, 30);
    leased.reading.ttl = Ttl::until(now + std::chrono::seconds(5));
    Item endless = sample::lock("lock:endless", now, 30);
    endless.reading.ttl = Ttl::persistent();
    Item unknown = sample::lock("lock:unknown", now, 30);
    unknown.reading.ttl = Ttl::unknown();
    Item free = sample::lock("lock:zfree", now, 30);
    free.reading.holder = {};
    const auto rows = parse(snapshotToCsv(
        sample::snapshot({leased, endless, unknown, free, sample::counter("n", now, 1)}, now)));
    const auto expires = rows[0].indexOf(QStringLiteral("expires"));
    QVERIFY(expires > 0);
    QHash<QString, QString> told;
    for (const QStringList &row : rows.mid(1))
        told[row[1]] = row.value(expires, QStringLiteral("no such cell"));
    const QHash<QString, QString> expected{{QStringLiteral("lock:leased"), QStringLiteral("true")},
        {QStringLiteral("lock:endless"), QStringLiteral("false")},
        {QStringLiteral("lock:unknown"), {}}, {QStringLiteral("lock:zfree"), {}},
        {QStringLiteral("n"), {}}};
    QCOMPARE(told, expected);
}

// Its key never expires, but its permits do.
void CsvTest::aSemaphoreWithoutATtlSaysWhenItIsFree()
{
    const Instant now = Instant(std::chrono::hours(1));
    Item semaphore = sample::lock("semaphore:gpu", now, 30);
    semaphore.reading.ttl = Ttl::persistent();
    semaphore.reading.resetsAt = now + std::chrono::seconds(56);
    const auto rows = parse(snapshotToCsv(sample::snapshot({semaphore}, now)));
    const auto cell = [&](const QString &name) {
        return rows[1].value(rows[0].indexOf(name), QStringLiteral("no such cell"));
    };
    QCOMPARE(cell(QStringLiteral("ttlMs")), QString());
    QCOMPARE(cell(QStringLiteral("expires")), QStringLiteral("false"));
    QCOMPARE(cell(QStringLiteral("timeLeftMs")), QStringLiteral("56000"));
}

void CsvTest::numbersStayNumbers()
{
    const Instant now = Instant(std::chrono::hours(1));
    const auto rows = parse(snapshotToCsv(sample::snapshot({sample::counter("n", now, -14)}, now)));
    QCOMPARE(rows[1][6], QStringLiteral("-14"));
}

void CsvTest::aDiskThatIsFullIsAnErrorAndLeavesTheOldFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("file.csv"));
    QVERIFY(saveText("old", path));
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto result = saveText(QByteArray(1'000'000, 'x'), path);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::BadInput);
    QVERIFY(result.error().detail.contains(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("old"));
}

void CsvTest::aPipeIsWrittenToAndStaysAPipe()
{
    QTemporaryDir folder;
    const QByteArray path = folder.filePath(QStringLiteral("pipe")).toUtf8();
    QCOMPARE(mkfifo(path.constData(), 0600), 0);
    const int reader = open(path.constData(), O_RDONLY | O_NONBLOCK);
    QVERIFY(saveText("through", QString::fromUtf8(path)));
    QByteArray got(16, 0);
    got.resize(read(reader, got.data(), 16));
    close(reader);
    QCOMPARE(got, QByteArray("through"));
    struct stat what
    {
    };
    QCOMPARE(stat(path.constData(), &what), 0);
    QVERIFY(S_ISFIFO(what.st_mode));
}

void CsvTest::aFolderThatIsMissingIsAnError()
{
    QTemporaryDir folder;
    const auto result = saveText("x", folder.filePath(QStringLiteral("no/such/file.csv")));
    QVERIFY(!result);
    QVERIFY(!result.error().detail.isEmpty());
}

QTEST_GUILESS_MAIN(CsvTest)
#include "tst_csv.moc"
