#include "core/watch/readers/reader.h"

#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"

#include <algorithm>

namespace lockstep {

namespace {

// All readers, sorted by name.
const std::vector<ReaderEntry> &entries()
{
    static const std::vector<ReaderEntry> sorted = [] {
        std::vector<ReaderEntry> all;
        for (const auto &part : {bucketReaders(), countReaders(), javaBucketReaders(),
                 lockReaders(), ownBucketReaders(), quantityReaders(), windowReaders()})
            all.insert(all.end(), part.begin(), part.end());
        std::sort(all.begin(), all.end(), [](const ReaderEntry &left, const ReaderEntry &right) {
            return qstrcmp(left.name, right.name) < 0;
        });
        return all;
    }();
    return sorted;
}

} // namespace

WallTime serverNow(const ServerTime &time, Instant at)
{
    return time.server + std::chrono::duration_cast<WallTime::duration>(at - time.at);
}

WallTime serverNow(const ServerTime &time)
{
    return serverNow(time, std::max(time.at, Instant::clock::now()));
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

ReaderPtr makeReader(JsonFields &fields, const QByteArray &suffix)
{
    QStringList names;
    for (const ReaderEntry &entry : entries())
        names.append(QString::fromLatin1(entry.name));
    const int chosen = fields.choice("name", names, false);
    return entries()[size_t(chosen)].make(fields, suffix);
}

} // namespace lockstep
