#include "core/watch/formats/catalogue.h"

#include <QTextStream>

#include <chrono>
#include <vector>

using namespace lockstep;

// What judging the name of a key costs, over a million names as they occur: most of them nothing to
// us.
int main()
{
    const auto catalogue = Catalogue::load();
    if (!catalogue) {
        QTextStream(stderr) << catalogue.error().detail << '\n';
        return 1;
    }
    std::vector<QByteArray> names;
    qint64 bytes = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        const QByteArray number = QByteArray::number(i);
        switch (i % 10) {
        case 0:
            names.push_back("cache:article:" + number + ":body");
            break;
        case 1:
            names.push_back("session:5f0c1a8e9b11" + number);
            break;
        case 2:
            names.push_back("shop:order:lock:" + number);
            break;
        case 3:
            names.push_back("LIMITS:LIMITER/10.0.0.1/" + number + "/100/1/minute");
            break;
        default:
            names.push_back("user:" + number + ":profile");
        }
        bytes += names.back().size();
    }
    int found = 0;
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (const QByteArray &name : names)
            found += catalogue.value()->classifyName(name).kind != NameClass::Kind::Unknown ? 1 : 0;
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / double(names.size()));
    }
    int hashes = 0;
    double floor = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (const QByteArray &name : names)
            hashes += int(qHash(name) & 1);
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - start;
        floor = std::min(floor, took.count() / double(names.size()));
    }
    QTextStream(stdout) << QStringLiteral(
        "{\"figure\":\"name judged\",\"value\":%1,\"unit\":\"ns\",\"floor\":%2,"
        "\"ratio\":%3,\"target\":100,\"holds\":%4}\n")
                               .arg(best, 0, 'f', 1)
                               .arg(floor, 0, 'f', 1)
                               .arg(best / floor, 0, 'f', 1)
                               .arg(best <= 100 ? QStringLiteral("true") : QStringLiteral("false"));
    QTextStream(stderr) << found / 5 << " of " << names.size() << " marked, "
                        << double(bytes) / double(names.size()) << " bytes a name, " << hashes
                        << '\n';
    return 0;
}
