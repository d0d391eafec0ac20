// Lines in the longest common subsequence of both texts are unchanged. Equal lines at the beginning
// and at the end are skipped first.

#include "ui/lab/program/linechanges.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

constexpr qsizetype mostPairs = 4'000'000; // pairs of lines that are compared at most

// lengths[i][j] is the length of the longest common subsequence of the old lines from i on and the
// new lines from j on.
class CommonLines
{
public:
    CommonLines(const QStringList &before, const QStringList &now)
        : m_columns(std::size_t(now.size()) + 1)
        , m_lengths((std::size_t(before.size()) + 1) * m_columns)
    {
        for (qsizetype i = before.size() - 1; i >= 0; --i) {
            for (qsizetype j = now.size() - 1; j >= 0; --j)
                at(i, j) = before[i] == now[j] ? at(i + 1, j + 1) + 1
                                               : std::max(at(i + 1, j), at(i, j + 1));
        }
    }

    int &at(qsizetype i, qsizetype j)
    {
        return m_lengths[std::size_t(i) * m_columns + std::size_t(j)];
    }

private:
    std::size_t m_columns;
    std::vector<int> m_lengths;
};

} // namespace

LineChanges changesOf(const QString &before, const QString &now)
{
    QStringList old = before.split(u'\n');
    QStringList fresh = now.split(u'\n');
    qsizetype head = 0;
    const qsizetype shorter = std::min(old.size(), fresh.size());
    while (head < shorter && old[head] == fresh[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && old[old.size() - 1 - tail] == fresh[fresh.size() - 1 - tail])
        ++tail;
    old = old.mid(head, old.size() - head - tail);
    fresh = fresh.mid(head, fresh.size() - head - tail);
    LineChanges changes;
    const auto line = [head](qsizetype place) { return int(head + place) + 1; };
    if (old.size() * fresh.size() > mostPairs) {
        for (qsizetype j = 0; j < fresh.size(); ++j)
            changes.changed.insert(line(j));
        return changes;
    }
    CommonLines common(old, fresh);
    qsizetype i = 0;
    for (qsizetype j = 0; i < old.size() || j < fresh.size();) {
        const qsizetype firstOld = i;
        const qsizetype firstNew = j;
        while ((i < old.size() || j < fresh.size())
            && (i == old.size() || j == fresh.size() || old[i] != fresh[j])) {
            if (j < fresh.size() && (i == old.size() || common.at(i, j + 1) > common.at(i + 1, j)))
                changes.changed.insert(line(j++));
            else
                ++i;
        }
        if (i > firstOld && j == firstNew)
            changes.removedBefore.insert(line(j));
        while (i < old.size() && j < fresh.size() && old[i] == fresh[j]) {
            ++i;
            ++j;
        }
    }
    return changes;
}

} // namespace lockstep
