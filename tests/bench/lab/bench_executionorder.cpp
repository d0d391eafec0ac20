#include "core/lab/order/executionorder.h"
#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"

#include <QCoreApplication>
#include <QElapsedTimer>

// What finding out the exact order and values takes an operation, against the same commands
// pipelined on one connection with nothing read back, in turns.

using namespace lockstep;

namespace {

constexpr int turns = 5;
constexpr int clients = 50;
constexpr Moment spacing = 10'000; // ns between operations
constexpr qint64 firstMicros = 1'700'000'000'000'000;
const QByteArray prefix = "{lab:7}:";

using Words = std::vector<QByteArray>;

// A round as the server told it.
class WrittenRound
{
public:
    WrittenRound()
    {
        history.rounds.emplace_back();
        for (int client = 0; client < clients; ++client)
            history.clients.push_back({"C", "client", 0});
    }

    // called: what the script that is sent calls.
    void add(const Words &sent, const QByteArray &reply, const std::vector<Words> &called = {})
    {
        const auto number = quint32(history.operations.size());
        const quint32 client = number % clients;
        Operation operation;
        operation.client = client;
        operation.called = Moment(number) * spacing;
        operation.returned = operation.called + clients * spacing;
        QByteArray readable = called.empty() ? sent[0] : QByteArray("script");
        for (size_t i = 1; i < sent.size(); ++i)
            readable += ' ' + sent[i];
        operation.command = history.texts.add(readable);
        operation.reply = history.texts.add(reply);
        history.operations.push_back(operation);
        history.rounds[0].end = operation.returned;
        line(addressOf(client), sent);
        for (const Words &each : called)
            line("lua", each);
        for (const Words &each : called.empty() ? std::vector<Words>{sent} : called)
            commands.push_back(each);
    }

    static QByteArray addressOf(quint32 client)
    {
        return "127.0.0.1:" + QByteArray::number(50'000 + client);
    }

    History history;
    QByteArray stream;
    std::vector<Words> commands;

private:
    void line(const QByteArray &source, const Words &words)
    {
        const qint64 micros = firstMicros + qint64(history.operations.size()) * spacing / 1000;
        stream += QByteArray::number(micros / 1'000'000) + '.'
            + QByteArray::number(micros % 1'000'000).rightJustified(6, '0') + " [0 " + source + ']';
        for (const QByteArray &word : words)
            stream += " \"" + word + '"';
        stream += "\r\n";
    }
};

WrittenRound countingRound(int operations)
{
    WrittenRound round;
    for (int i = 0; i < operations; i += 2) {
        round.add({"INCR", prefix + "n"}, QByteArray::number(i / 2 + 1));
        round.add({"GET", prefix + "n"}, QByteArray::number(i / 2 + 1));
    }
    return round;
}

// Leases taken, refused and released by a script.
WrittenRound lockingRound(int operations)
{
    WrittenRound round;
    const QByteArray lock = prefix + "lock";
    for (int i = 0; i + 3 < operations; i += 4) {
        const QByteArray token = "token-" + QByteArray::number(i);
        round.add({"SET", lock, token, "NX", "PX", "200"}, "OK");
        round.add({"SET", lock, "other", "NX", "PX", "200"}, "(nil)");
        round.add({"EVALSHA", "sha", "1", lock, token}, "1", {{"GET", lock}, {"DEL", lock}});
        round.add({"GET", lock}, "(nil)");
    }
    return round;
}

WrittenRound hashRound(int operations)
{
    WrittenRound round;
    for (int i = 0; i < operations; i += 2) {
        round.add({"HINCRBY", prefix + "stock", "left", "-1"}, QByteArray::number(-i / 2 - 1));
        round.add({"HGET", prefix + "stock", "left"}, QByteArray::number(-i / 2 - 1));
    }
    return round;
}

double microsToApply(const WrittenRound &round, const Endpoint &scratch)
{
    ExecutionOrder order(prefix, {});
    for (quint32 client = 0; client < clients; ++client)
        order.addConnection(0, WrittenRound::addressOf(client), client, 0);
    order.feed(0, round.stream);
    History history = round.history;
    QElapsedTimer timer;
    timer.start();
    const auto applied = order.apply(history, 0, scratch, [] { return true; });
    const double micros = double(timer.nsecsElapsed()) / 1e3;
    if (!applied || history.changes.empty())
        qFatal("%s", applied ? "No changes" : qPrintable(applied.error().detail));
    return micros / double(history.operations.size());
}

double microsToPipeline(const WrittenRound &round, const QString &socketPath)
{
    constexpr size_t batch = 1024;
    const BareLink link = bareLink(socketPath);
    QElapsedTimer timer;
    timer.start();
    size_t answered = 0;
    for (size_t i = 0; i < round.commands.size(); ++i) {
        std::vector<const char *> texts;
        std::vector<size_t> lengths;
        for (const QByteArray &word : round.commands[i]) {
            texts.push_back(word.constData());
            lengths.push_back(size_t(word.size()));
        }
        redisAppendCommandArgv(link.get(), int(texts.size()), texts.data(), lengths.data());
        if ((i + 1) % batch != 0 && i + 1 < round.commands.size())
            continue;
        for (; answered <= i; ++answered)
            nextReply(link);
    }
    return double(timer.nsecsElapsed()) / 1e3 / double(round.history.operations.size());
}

void measure(const WrittenRound &round, TestServer &server, double most, const char *name,
    const char *target)
{
    std::vector<Figure> figures;
    for (int turn = 0; turn < turns; ++turn) {
        const double value = microsToApply(round, server.endpoint());
        server.run({"FLUSHALL"});
        const double floor = microsToPipeline(round, server.socketPath());
        server.run({"FLUSHALL"});
        figures.push_back({name, value, "microseconds", floor, target, value <= most * floor});
    }
    std::sort(figures.begin(), figures.end(),
        [](const Figure &a, const Figure &b) { return a.ratio() < b.ratio(); });
    print(figures[turns / 2]);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server;
    measure(countingRound(1'000'000), server, 4, "a counted operation, every other one a write",
        "ratio <= 4");
    measure(lockingRound(200'000), server, 4, "an operation on a lease", "ratio <= 4");
    measure(hashRound(200'000), server, 8, "an operation on a hash, every other one a write",
        "ratio <= 8");
    return 0;
}
