#pragma once

#include <QString>

#include <set>

namespace lockstep {

// What differs in a text from another one, by its line numbers, counted from 1.
struct LineChanges
{
    std::set<int> changed; // new, or in place of others
    std::set<int> removedBefore; // lines are missing between this one and the one before it

    [[nodiscard]] bool isEmpty() const { return changed.empty() && removedBefore.empty(); }
    bool operator==(const LineChanges &) const = default;
};

// The smallest such set; where the texts differ in so many lines that it would take long, all lines
// between the first and the last difference.
LineChanges changesOf(const QString &before, const QString &now);

} // namespace lockstep
