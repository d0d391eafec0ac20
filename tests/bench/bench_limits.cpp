// How many rate-limit decisions a second one connection over the unix socket makes, with 50 in
// flight. The floor is redis-benchmark with the same script, key, arguments and pipeline on the
// same server. Value and floor alternate; the figure is the median of the pairs.

#include "core/coordination/counts/ratelimiter.h"
#include "core/redis/connection/scriptfile.h"
#include "tests/bench/figure.h"
#include "tests/support/servers/testserver.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int inFlight = 50;
constexpr int decisions = 300'000;
constexpr int pairs = 5;

struct Subject
{
    const char *figure;
    RateLimit limit;
    QString script;
    QStringList arguments; // what the limiter sends, key included
};

QCoro::Task<bool> askRepeatedly(const RateLimiter *limiter, int *left)
{
    while ((*left)-- > 0) {
        const auto decision = co_await limiter->acquire();
        if (!decision)
            co_return false;
    }
    co_return true;
}

double perSecond(Connection *connection, const Subject &subject)
{
    const RateLimiter limiter(connection, "limit", subject.limit);
    int left = decisions;
    QElapsedTimer timer;
    timer.start();
    std::vector<QCoro::Task<bool>> tasks;
    for (int i = 0; i < inFlight; ++i)
        tasks.push_back(askRepeatedly(&limiter, &left));
    for (auto &task : tasks) {
        if (!QCoro::waitFor(std::move(task)))
            qFatal("A decision failed.");
    }
    return decisions / (double(timer.nsecsElapsed()) / 1e9);
}

double floorPerSecond(const TestServer &server, const Subject &subject)
{
    const QString sha1 = QString::fromLatin1(scriptFile(subject.script).sha1());
    QProcess benchmark;
    benchmark.start(QStringLiteral("redis-benchmark"),
        QStringList{QStringLiteral("-s"), server.socketPath(), QStringLiteral("-c"),
            QStringLiteral("1"), QStringLiteral("-P"), QString::number(inFlight),
            QStringLiteral("-n"), QString::number(decisions), QStringLiteral("--csv"),
            QStringLiteral("EVALSHA"), sha1, QStringLiteral("1")}
            + subject.arguments);
    if (!benchmark.waitForFinished(120'000) || benchmark.exitCode() != 0)
        qFatal("redis-benchmark fails: %s", benchmark.readAllStandardError().constData());
    // "test","rps",… and then the values, the command first, which may contain anything.
    const QByteArray output = benchmark.readAllStandardOutput();
    const QByteArray line = output.trimmed().split('\n').last();
    const double rate = line.mid(line.indexOf("\",\"") + 3).split('"').front().toDouble();
    if (rate <= 0)
        qFatal("redis-benchmark says: %s", output.constData());
    return rate;
}

void measure(TestServer &server, Connection *connection, const Subject &subject)
{
    perSecond(connection, subject); // the server knows the script
    std::vector<double> values;
    std::vector<double> floors;
    for (int i = 0; i < pairs; ++i) {
        values.push_back(perSecond(connection, subject));
        floors.push_back(floorPerSecond(server, subject));
    }
    Figure figure{subject.figure, quantile(values, 0.5), "decisions/s", quantile(floors, 0.5),
        "ratio >= 0.5"};
    figure.holds = figure.ratio() >= 0.5;
    print(figure);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (QStandardPaths::findExecutable(QStringLiteral("redis-benchmark")).isEmpty())
        qFatal("This bench needs redis-benchmark: install the package redis-tools.");
    TestServer server;
    Connection connection(server.endpoint());
    if (!QCoro::waitFor(connection.open()))
        qFatal("No connection.");
    // Limits that are not reached: a grant is the dearer answer.
    const QStringList window{QStringLiteral("limit"), QStringLiteral("1000000000"),
        QStringLiteral("3600000"), QStringLiteral("1"), QStringLiteral("0")};
    measure(server, &connection,
        {"fixed window decisions", FixedWindow{1'000'000'000, 1h}, QStringLiteral("fixed-window"),
            window});
    server.run({"DEL", "limit"});
    const QStringList bucket{QStringLiteral("limit"), QStringLiteral("1000000000"),
        QStringLiteral("1000000"), QStringLiteral("1000000"), QStringLiteral("1")};
    measure(server, &connection,
        {"token bucket decisions", TokenBucket{1'000'000'000, 1'000'000, 1s},
            QStringLiteral("token-bucket"), bucket});
    return 0;
}
