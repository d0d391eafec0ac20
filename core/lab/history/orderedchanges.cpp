#include "core/lab/history/orderedchanges.h"

#include <algorithm>

namespace lockstep {

void OrderedChanges::add(const KeyChange &change, const ExecutionInterval &range)
{
    m_changes.push_back(&change);
    m_ranges.push_back(range);
    const Moment before = m_latestSoFar.empty() ? range.latest : m_latestSoFar.back();
    m_latestSoFar.push_back(std::max(before, range.latest));
}

size_t OrderedChanges::firstFrom(Moment moment) const
{
    return size_t(std::lower_bound(m_latestSoFar.begin(), m_latestSoFar.end(), moment)
        - m_latestSoFar.begin());
}

// Whether the key may have expired by that moment after change i, though no change tells it.
bool OrderedChanges::mayHaveExpired(size_t i, Moment by, Moment deadlineError) const
{
    const KeyChange &held = *m_changes[i];
    if (!held.exists || held.deadline == never)
        return false;
    const bool isLast = i + 1 == size();
    if (!isLast && m_changes[i + 1]->operation == none)
        return false; // the next change tells it
    const Moment end = isLast ? by : std::min(by, m_ranges[i + 1].latest);
    return deadlineError == never || held.deadline - deadlineError <= end;
}

// Whether the change certainly left the value as it was. Only of a string the records have all.
bool OrderedChanges::isRenewal(size_t i) const
{
    if (i == 0)
        return false;
    const KeyChange &before = *m_changes[i - 1], &after = *m_changes[i];
    return before.exists && after.exists && before.isString && after.isString
        && before.value == after.value && before.number == after.number
        && before.deadline != after.deadline;
}

OrderedChanges::End OrderedChanges::firstAbsence(const WaitRecord &wait, Moment deadlineError) const
{
    const size_t first = firstFrom(wait.from);
    if (first == 0)
        return {End::Kind::Beginning, 0};
    for (size_t i = first - 1; i < size() && m_ranges[i].earliest <= wait.until; ++i) {
        if (!m_changes[i]->exists)
            return {End::Kind::Change, i};
        if (mayHaveExpired(i, wait.until, deadlineError))
            return {End::Kind::Expiry, i};
    }
    return {};
}

OrderedChanges::End OrderedChanges::firstChange(const WaitRecord &wait, Moment deadlineError) const
{
    for (size_t i = firstFrom(wait.from);; ++i) {
        if (i > 0 && mayHaveExpired(i - 1, wait.until, deadlineError))
            return {End::Kind::Expiry, i - 1};
        if (i == size() || m_ranges[i].earliest > wait.until)
            return {};
        if (!isRenewal(i))
            return {End::Kind::Change, i};
    }
}

} // namespace lockstep
