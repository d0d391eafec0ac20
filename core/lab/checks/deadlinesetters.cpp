#include "core/lab/checks/deadlinesetters.h"

#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

DeadlineSetters::DeadlineSetters(const History &history, const std::vector<Happening> &happenings)
    : m_history(history)
    , m_happenings(happenings)
{
}

// Which key a COPY copies; none: the operation is another command, or a COPY in a transaction or a
// script, whose keys its words do not tell.
quint32 DeadlineSetters::copiedBy(quint32 operation) const
{
    const QByteArrayView words = m_history.texts[m_history.operations[operation].command];
    const qsizetype name = words.indexOf(' ');
    const qsizetype key = words.indexOf(' ', name + 1);
    if (name < 0 || key < 0 || !isSameWord(viewOf(words.first(name)), "COPY"))
        return none;
    return m_history.texts.find(words.sliced(name + 1, key - name - 1));
}

quint32 DeadlineSetters::setterOf(const KeyChange &change) const
{
    if (!m_takenOver)
        findTakenOver();
    const auto known = m_takenOver->find(&change);
    return known == m_takenOver->end() ? change.operation : known->second;
}

void DeadlineSetters::findTakenOver() const
{
    auto &takenOver = m_takenOver.emplace();
    std::map<std::pair<quint32, int>, const KeyChange *> last; // key, node
    std::vector<const KeyChange *> removed; // as they were before, by the operation that was last
    quint32 removing = none;
    for (const Happening &each : m_happenings) {
        if (each.change == nullptr)
            continue;
        const KeyChange &change = *each.change;
        const KeyChange *before = std::exchange(last[{change.key, change.node}], each.change);
        if (std::exchange(removing, change.operation) != change.operation)
            removed.clear();
        if (change.operation == none)
            continue;
        if (before != nullptr && before->exists && !change.exists)
            removed.push_back(before);
        const auto hasItsDeadline = [&change](const KeyChange *other) {
            return change.deadline != never && other->exists && other->node == change.node
                && other->deadline == change.deadline;
        };
        if (before == nullptr || !hasItsDeadline(before)) {
            const auto source = std::find_if(removed.begin(), removed.end(), hasItsDeadline);
            const auto copied = last.find({copiedBy(change.operation), change.node});
            const bool isCopy = copied != last.end() && hasItsDeadline(copied->second);
            before = source != removed.end() ? *source : isCopy ? copied->second : nullptr;
        }
        if (before == nullptr || before->operation == none)
            continue;
        const auto known = takenOver.find(before);
        takenOver[each.change] = known == takenOver.end() ? before->operation : known->second;
    }
}

} // namespace lockstep
