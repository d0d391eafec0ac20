#include "tests/bench/population.h"

#include <QCryptographicHash>
#include <QUuid>

namespace lockstep {

namespace {

constexpr int pairsPerCommand = 500;

void check(const std::vector<Reply> &replies)
{
    for (const auto &reply : replies) {
        if (reply.isError())
            qFatal("The server cannot be filled: %s", reply.text.constData());
    }
}

QByteArray profile(int number)
{
    const auto n = QByteArray::number(number);
    return R"({"id":)" + n + R"(,"name":"user )" + n + R"(","mail":"user)" + n
        + R"(@example.org","roles":["reader","writer"]})";
}

QByteArray token(int number)
{
    return QCryptographicHash::hash(QByteArray::number(number), QCryptographicHash::Sha1).toHex();
}

} // namespace

void addUnrecognised(TestServer &server, int count)
{
    std::vector<Command> commands;
    for (int n = 0; n < count; ++n) {
        if (n % pairsPerCommand == 0)
            commands.push_back(Command{"MSET"});
        const bool session = n % 2 == 0;
        commands.back() << (session
                ? "session:" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces)
                : "cache:user:" + QByteArray::number(n) + ":profile")
                        << profile(n);
    }
    check(server.runAll(commands));
}

Watched addRecognised(TestServer &server, int count)
{
    Watched watched;
    std::vector<Command> commands;
    for (int n = 0; n < count; ++n) {
        const auto number = QByteArray::number(n);
        QByteArray key;
        QByteArray value;
        switch (n % 3) {
        case 0:
            key = "lock:order:" + number;
            value = token(n);
            break;
        case 1:
            key = "views:article:" + number;
            value = QByteArray::number(n % 10'000);
            break;
        default:
            key = "ratelimit:user:" + number;
            value = QByteArray::number(n % 100);
        }
        commands.push_back({"SET", key, value});
        if (n % 3 != 1)
            commands.back() << QByteArrayLiteral("PX") << 3'600'000 + n;
        watched.bytes += key.size() + value.size();
        watched.keys.push_back(key);
    }
    check(server.runAll(commands));
    return watched;
}

} // namespace lockstep
