// Random patterns match what they match on a real server.

#include "core/watch/values/glob.h"
#include "tests/support/servers/blockingclient.h"
#include "tests/support/servers/testserver.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

using namespace lockstep;

namespace {

constexpr char ofPatterns[] = {'a', 'b', 'c', '-', '-', '[', '[', ']', ']', '^', '\\', '*', '?'};
constexpr char ofNames[] = {'a', 'b', 'c', '-', ']', '^', '\\'};
constexpr int patterns = 5'000;

template <std::size_t Count>
QByteArray randomText(QRandomGenerator &random, const char (&letters)[Count], int longest)
{
    QByteArray text;
    for (int rest = random.bounded(1, longest + 1); rest > 0; --rest)
        text += letters[random.bounded(int(Count))];
    return text;
}

} // namespace

class TestGlobServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatMatchesIsWhatTheServerFinds();
};

void TestGlobServer::whatMatchesIsWhatTheServerFinds()
{
    TestServer server;
    BlockingClient client(server.endpoint().path);
    const quint32 seed = QRandomGenerator::global()->generate();
    QRandomGenerator random(seed);
    QSet<QByteArray> names;
    while (names.size() < 150)
        names << randomText(random, ofNames, 3);
    for (const QByteArray &name : std::as_const(names))
        QCOMPARE(client.run({"SET", name, "1"}).text, QByteArray("OK"));
    int matches = 0;
    for (int i = 0; i < patterns; ++i) {
        const QByteArray pattern = randomText(random, ofPatterns, 8);
        const Reply found = client.run({"KEYS", pattern});
        QSet<QByteArray> theirs;
        for (const Reply &name : found.elements)
            theirs << name.text;
        const Glob glob(pattern);
        QSet<QByteArray> ours;
        for (const QByteArray &name : std::as_const(names)) {
            if (glob.matches(name))
                ours << name;
        }
        if (ours != theirs)
            qWarning() << "seed" << seed << "pattern" << pattern << "ours" << ours << "theirs"
                       << theirs;
        QCOMPARE(ours, theirs);
        matches += int(ours.size());
    }
    QVERIFY(matches > patterns);
}

QTEST_GUILESS_MAIN(TestGlobServer)
#include "tst_globserver.moc"
