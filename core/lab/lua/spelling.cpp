#include "core/lab/lua/spelling.h"

#include "core/redis/values/coretext.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {

constexpr int shown = 3;
constexpr qsizetype compared = 64; // bytes of a name that are compared

// The edit distance of two names (Levenshtein): letters inserted, removed or replaced.
int distance(const QByteArray &a, const QByteArray &b)
{
    std::vector<int> row(size_t(b.size() + 1));
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < a.size(); ++i) {
        int diagonal = row[0];
        row[0] = int(i + 1);
        for (qsizetype j = 0; j < b.size(); ++j) {
            const size_t at = size_t(j + 1);
            const int replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[at];
            row[at] = std::min({row[at] + 1, row[at - 1] + 1, replaced});
        }
    }
    return row.back();
}

} // namespace

QByteArray nearest(const QByteArray &name, std::vector<QByteArray> known)
{
    if (known.empty())
        return {};
    const QByteArray wanted = name.left(compared);
    // Names that begin with the wanted one come first.
    const auto farness = [&](const QByteArray &each) {
        const bool isBeginning = !wanted.isEmpty() && each.startsWith(wanted);
        return std::pair(!isBeginning, distance(wanted, each));
    };
    std::stable_sort(known.begin(), known.end(),
        [&](const QByteArray &a, const QByteArray &b) { return farness(a) < farness(b); });
    known.resize(std::min<size_t>(known.size(), shown));
    QByteArray list;
    for (size_t i = 0; i < known.size(); ++i)
        list += (i == 0                         ? QByteArray()
                        : i + 1 == known.size() ? CoreText::tr(" and ").toUtf8()
                                                : QByteArray(", "))
            + known[i];
    return CoreText::bytes(known.size() == 1 ? CoreText::tr("; the nearest is %1")
                                             : CoreText::tr("; the nearest are %1"),
        list);
}

} // namespace lockstep
