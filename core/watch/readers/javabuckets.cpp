// Part of readers.h. The readers of the limiters of two Java libraries, Redisson and Bucket4j,
// which keep their whole state in Redis in binary.

#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"

#include <QDataStream>
#include <QtEndian>

#include <algorithm>
#include <cmath>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int oldestAtMost = 64;

// Redisson's RRateLimiter (RedissonRateLimiter.java): a hash with rate, interval (ms) and type;
// {name}:value holds what was available after the last call; each member of {name}:permits is one
// acquisition, its score the client's time in ms, its bytes a length, random bytes of that length
// and the permits as 32 bits little-endian.
//
// {name}:value is brought up to date only by the next call, so what has left the window since is
// added here. With type 1 (per client) each client has keys of its own, and only the limit can be
// told.
class RedissonRateLimiterReader : public Reader
{
public:
    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"HMGET", key, "rate", "interval", "type"},
            Command{"GETRANGE", tag(key) + ":value", "0", "63"},
            Command{"ZRANGE", tag(key) + ":permits", "0", QByteArray::number(oldestAtMost - 1),
                "WITHSCORES"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const std::vector<Reply> &fields = context.replies[0].elements;
        if (fields.size() != 3)
            return std::nullopt;
        const auto rate = integerFrom(fields[0].text);
        const auto interval = integerFrom(fields[1].text);
        const auto window = interval ? windowFrom(double(*interval)) : std::nullopt;
        if (!rate || *rate <= 0 || !window)
            return std::nullopt;
        Reading reading;
        reading.limit = double(*rate);
        reading.window = window;
        reading.setRaw("rate " + fields[0].text + " interval " + fields[1].text + " type "
            + fields[2].text.left(16));
        if (fields[2].text == "1")
            return reading;
        const auto available = integerFrom(context.replies[1].text);
        if (!available || !context.replies[2].isArray()) {
            reading.value = 0; // nobody has asked yet, or the state has expired
            return reading;
        }
        readUse(context, double(*rate) - double(*available), reading);
        return reading;
    }

private:
    static QByteArray tag(const QByteArray &key)
    {
        return key.contains('{') ? key : '{' + key + '}';
    }

    static double permits(const QByteArray &member)
    {
        const qsizetype at = member.isEmpty() ? 0 : 1 + uchar(member[0]);
        return member.size() == at + 4 ? qFromLittleEndian<quint32>(member.constData() + at) : 1;
    }

    static void readUse(const ReadContext &context, double usedThen, Reading &reading)
    {
        const std::vector<Reply> &members = context.replies[2].elements;
        const double since = numberFrom(context.now - *reading.window, TimeUnit::Millisecond);
        double over = 0;
        double newest = 0;
        for (size_t i = 0; i + 1 < members.size(); i += 2) {
            const double score = decimalFrom(members[i + 1].text).value_or(0);
            newest = std::max(newest, score);
            if (score <= since)
                over += permits(members[i].text);
        }
        const bool sawAll = members.size() < 2 * oldestAtMost;
        reading.value = std::max(0.0, usedThen - over);
        reading.valueIsEstimate = !sawAll && newest <= since;
        if (sawAll && newest > since) // all of it is free again when the newest has left the window
            reading.resetsAt =
                context.instantOf(timeFrom(newest, TimeUnit::Millisecond) + *reading.window);
    }
};

// Bucket4j's own serialisation of a bucket with 64-bit integers (RemoteBucketState.java,
// Bandwidth.java, BucketState64BitsInteger.java): big-endian, the configuration first. Several
// bandwidths: the fullest counts.
class Bucket4jReader : public Reader
{
public:
    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"GETRANGE", key, "0", "255"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        QDataStream in(context.replies.front().text);
        qint32 format = 0;
        qint32 version = 0;
        qint32 count = 0;
        in >> format >> version >> count;
        if (in.status() != QDataStream::Ok || count < 1 || count > 4)
            return std::nullopt;
        std::vector<Bandwidth> bandwidths(static_cast<size_t>(count));
        for (Bandwidth &bandwidth : bandwidths)
            bandwidth.readConfiguration(in);
        qint32 type = 0;
        qint32 longs = 0;
        in >> type >> version >> longs;
        if (type != 3 || longs < count * 3)
            return std::nullopt;
        for (Bandwidth &bandwidth : bandwidths)
            in >> bandwidth.refilledAt >> bandwidth.tokens >> bandwidth.roundingError;
        if (in.status() != QDataStream::Ok)
            return std::nullopt;

        Reading reading;
        double fullest = -1;
        for (const Bandwidth &bandwidth : bandwidths) {
            if (bandwidth.capacity <= 0 || bandwidth.period <= 0)
                return std::nullopt;
            const double used = double(bandwidth.capacity) - bandwidth.tokensAt(context.now);
            if (used / double(bandwidth.capacity) <= fullest)
                continue;
            fullest = used / double(bandwidth.capacity);
            reading.value = used;
            reading.limit = double(bandwidth.capacity);
            reading.window = Milliseconds(bandwidth.period / 1'000'000);
        }
        return reading;
    }

private:
    struct Bandwidth
    {
        qint64 capacity = 0;
        qint64 period = 0; // ns
        qint64 refillTokens = 0;
        bool isIntervally = false;
        qint64 refilledAt = 0; // ns
        qint64 tokens = 0;
        qint64 roundingError = 0;

        void readConfiguration(QDataStream &in)
        {
            qint32 version = 0;
            qint64 initialTokens = 0;
            qint64 firstRefill = 0;
            qint8 flags[3] = {};
            in >> version >> capacity >> initialTokens >> period >> refillTokens >> flags[0]
                >> firstRefill >> flags[1] >> flags[2];
            isIntervally = flags[0] != 0;
            if (flags[2] != 0) { // an id: a length of 16 bits and the text
                quint16 length = 0;
                in >> length;
                in.skipRawData(length);
            }
        }

        [[nodiscard]] double tokensAt(WallTime now) const
        {
            const double elapsed = numberFrom(now, TimeUnit::Nanosecond) - double(refilledAt);
            const bool isClock =
                elapsed > 0 && elapsed < 1e9 * 366 * 86400; // nanoTime() of a JVM is no clock
            double periods = isClock ? elapsed / double(period) : 0;
            if (isIntervally)
                periods = std::floor(periods);
            return std::min(
                double(capacity), double(tokens) + std::floor(periods * double(refillTokens)));
        }
    };
};

} // namespace

std::span<const ReaderEntry> javaBucketReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"redisson rate limiter", makeReaderOf<RedissonRateLimiterReader>},
        {"bucket4j", makeReaderOf<Bucket4jReader>},
    };
    return entries;
}

} // namespace lockstep
