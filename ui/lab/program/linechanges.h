#pragma once

#include <QString>

#include <set>

namespace lockstep {

// The lines of a text that differ from an older version, by number, counted from 1.
struct LineChanges
{
    std::set<int> changed; // new lines, or lines in place of others
    std::set<int> removedBefore; // lines were removed between this one and the one before it

    [[nodiscard]] bool isEmpty() const { return changed.empty() && removedBefore.empty(); }
    bool operator==(const LineChanges &) const = default;
};

// The smallest set of differences. If the texts differ in so many lines that it would take too
// long, it is all lines between the first and the last difference.
LineChanges changesOf(const QString &before, const QString &now);

} // namespace lockstep
