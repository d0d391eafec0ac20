// Read whenever an exploration begins, for what is available changes. Linux tells it in files: see
// proc(5), cgroups(7), and the kernel's admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst. A
// limit of a control group holds for all groups within it, so those above count as well; seen from
// within a container the path of the group may lead nowhere, and its own limit is that of the root.
// Pages of files that nobody has used lately are given back when memory is short, so they count as
// free.

#include "core/lab/explore/memorylimit.h"

#include "core/redis/values/readfile.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <sys/resource.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr qint64 assumedMemory = qint64(8) << 30; // bytes, where the machine does not tell

// The contents of a file of the kernel; empty if this machine does not have it.
QByteArray kernelFile(const QString &path)
{
    constexpr qint64 most = 64 * 1024; // bytes; the longest of them have some hundred lines
    return readBeginning(path, most).value_or(QByteArray());
}

// "max" and a missing file are no number.
std::optional<qint64> numberIn(const QString &path)
{
    bool ok = false;
    const qint64 number = kernelFile(path).trimmed().toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

// The number in a line like "inactive_file 4096" or "MemAvailable:   4096 kB".
std::optional<qint64> fieldIn(const QString &path, const QByteArray &name)
{
    for (const QByteArray &line : kernelFile(path).split('\n')) {
        const auto words = line.simplified().split(' ');
        if (words.size() >= 2 && words[0] == name)
            return words[1].toLongLong();
    }
    return {};
}

struct GroupFiles
{
    const char *folder;
    const char *limit;
    const char *used;
    const char *unusedPages; // in memory.stat
};

constexpr GroupFiles version2{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
constexpr GroupFiles version1{"sys/fs/cgroup/memory", "memory.limit_in_bytes",
    "memory.usage_in_bytes", "total_inactive_file"};

qint64 leftInGroup(const QString &root, const GroupFiles &files, QString path)
{
    qint64 left = std::numeric_limits<qint64>::max();
    for (;; path.truncate(path.lastIndexOf(u'/'))) {
        const QString folder = root + QLatin1String(files.folder) + path + u'/';
        const auto limit = numberIn(folder + QLatin1String(files.limit));
        const auto used = numberIn(folder + QLatin1String(files.used));
        const auto unusedPages =
            fieldIn(folder + QStringLiteral("memory.stat"), files.unusedPages).value_or(0);
        if (limit && used)
            left = std::min(left, std::max<qint64>(*limit - *used + unusedPages, 0));
        if (path.isEmpty())
            return left;
    }
}

qint64 leftInGroups(const QString &root)
{
    qint64 left = std::numeric_limits<qint64>::max();
    const auto groups = kernelFile(root + QStringLiteral("proc/self/cgroup")).split('\n');
    for (const QByteArray &line : groups) { // "0::/user.slice", "4:memory:/docker/2f"
        const qsizetype first = line.indexOf(':');
        const qsizetype second = line.indexOf(':', first + 1);
        if (second < 0)
            continue;
        QString path = QString::fromUtf8(line.mid(second + 1));
        if (path == u"/")
            path.clear();
        const auto controllers = line.mid(first + 1, second - first - 1).split(',');
        if (line.startsWith("0::"))
            left = std::min(left, leftInGroup(root, version2, path));
        else if (controllers.contains("memory"))
            left = std::min(left, leftInGroup(root, version1, path));
    }
    return left;
}

qint64 leftOfAddressSpace(const QString &root)
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<qint64>::max();
    const QByteArray pages = kernelFile(root + QStringLiteral("proc/self/statm")).split(' ')[0];
    return std::max<qint64>(
        qint64(limit.rlim_cur) - pages.toLongLong() * qint64(sysconf(_SC_PAGESIZE)), 0);
}

} // namespace

qint64 availableMemory(const QString &root)
{
    const auto kibibytes = fieldIn(root + QStringLiteral("proc/meminfo"), "MemAvailable:");
    return std::min({kibibytes ? *kibibytes * 1024 : assumedMemory, leftInGroups(root),
        leftOfAddressSpace(root)});
}

qint64 usualMemoryLimit()
{
    return availableMemory() / 2;
}

} // namespace lockstep
