#include "core/watch/readers/reader.h"

#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"

#include <iterator>

namespace lockstep {

namespace {

struct Entry
{
    const char *name;
    ReaderPtr (*make)(JsonFields &, const QByteArray &suffix);
};

constexpr Entry entries[] = {
    {"bitmap", makeBitmapReader},
    {"bucket and time", makeBucketAndTimeReader},
    {"bucket4j", makeBucket4jReader},
    {"gcra", makeGcraReader},
    {"hash fields", makeHashFieldsReader},
    {"hash lock", makeHashLockReader},
    {"hyperloglog", makeHyperLogLogReader},
    {"leases", makeLeasesReader},
    {"list window", makeListWindowReader},
    {"number", makeNumberReader},
    {"quantities", makeQuantitiesReader},
    {"read-write lock", makeReadWriteLockReader},
    {"redisson rate limiter", makeRedissonRateLimiterReader},
    {"size", makeSizeReader},
    {"sliding counter", makeSlidingCounterReader},
    {"token lock", makeTokenLockReader},
    {"tokens and time", makeTokensAndTimeReader},
    {"two windows", makeTwoWindowsReader},
    {"zset window", makeZsetWindowReader},
};

} // namespace

WallTime serverNow(const ServerTime &time, Instant at)
{
    return time.server + std::chrono::duration_cast<WallTime::duration>(at - time.at);
}

KeyTemplate::KeyTemplate(QByteArray pattern, QByteArray suffix)
    : m_pattern(std::move(pattern))
    , m_suffix(std::move(suffix))
{
}

QByteArray KeyTemplate::operator()(const QByteArray &key) const
{
    QByteArray name;
    for (qsizetype i = 0; i < m_pattern.size(); ++i) {
        const QByteArrayView rest = QByteArrayView(m_pattern).sliced(i);
        if (rest.startsWith("$key")) {
            name += key;
            i += 3;
        } else if (rest.startsWith("$base")) {
            name += key.endsWith(m_suffix) ? key.chopped(m_suffix.size()) : key;
            i += 4;
        } else if (rest.startsWith("$tag")) {
            name += key.contains('{') ? key : '{' + key + '}';
            i += 3;
        } else {
            name += m_pattern[i];
        }
    }
    return name;
}

QStringList readerNames()
{
    QStringList names;
    for (const Entry &entry : entries)
        names.append(QString::fromLatin1(entry.name));
    return names;
}

ReaderPtr makeReader(JsonFields &fields, const QByteArray &suffix)
{
    const int chosen = fields.choice("name", readerNames(), false);
    return entries[chosen].make(fields, suffix);
}

} // namespace lockstep
