// Where a client stands before something that has not come yet, the server shows it later than it
// happened. So a wait for a key can have been over since the first absence or change that there may
// have been after it began, and a wait for a message since that was published. Which wait it was is
// told by WaitRecord::proves; by its name alone a mutex, a channel and the keys of several servers
// could not be told apart. A mutex is handed on at once, and a moment is known.

#include "core/lab/history/waitends.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

WaitEnds::WaitEnds(const RoundRecords &records)
    : m_records(records)
{
}

Moment WaitEnds::earliestBefore(const MarkRecord &mark)
{
    const Moment replied =
        mark.operation == none ? 0 : m_records.history.operations[mark.operation].returned;
    const auto &waits = m_records.waits;
    const auto behind = std::upper_bound(waits.begin(), waits.end(), mark.at,
        [](Moment at, const WaitRecord &each) { return at < each.until; });
    const auto wait =
        std::find_if(std::make_reverse_iterator(behind), waits.rend(), [&](const WaitRecord &each) {
            return each.client == mark.client && each.thread == mark.thread;
        });
    if (wait == waits.rend() || wait->until < replied)
        return mark.at;
    const Moment earliest = isOfKey(*wait)        ? ofKey(*wait)
        : wait->proves == WaitRecord::Proof::Told ? ofMessage(*wait)
                                                  : never;
    return std::min(mark.at, std::max(wait->from, earliest));
}

Moment WaitEnds::ofKey(const WaitRecord &wait)
{
    if (!m_records.knowsValues())
        return wait.from;
    using Kind = OrderedChanges::End::Kind;
    const OrderedChanges &key = changesOf(wait.name, wait.node);
    const Moment error = m_records.round.deadlineError;
    const auto end = wait.proves == WaitRecord::Proof::Gone ? key.firstAbsence(wait, error)
                                                            : key.firstChange(wait, error);
    switch (end.kind) {
    case Kind::None:
        return never;
    case Kind::Beginning:
        return wait.from;
    case Kind::Change:
        return key.range(end.change).earliest;
    case Kind::Expiry:
        return error == never ? wait.from : key.change(end.change).deadline - error;
    }
    return never;
}

// The client had got all messages of the channel that it was sent before, or it would not have
// waited.
Moment WaitEnds::ofMessage(const WaitRecord &wait) const
{
    qint64 received = std::count_if(
        m_records.receipts.begin(), m_records.receipts.end(), [&](const ReceiptRecord &each) {
            return each.client == wait.client && each.channel == wait.name && each.node == wait.node
                && each.at < wait.from;
        });
    for (const MessageRecord &each : m_records.messages) {
        if (each.channel != wait.name || each.node != wait.node)
            continue;
        const ExecutionInterval range = each.operation == none
            ? ExecutionInterval{each.at, each.at}
            : m_records.executions()[each.operation - m_records.firstOperation];
        const bool wasReceived = received-- > 0;
        if (!wasReceived && range.latest >= wait.from)
            return range.earliest <= wait.until ? range.earliest : never;
    }
    return never;
}

const OrderedChanges &WaitEnds::changesOf(quint32 key, quint8 node)
{
    const auto [known, isNew] = m_changes.try_emplace({key, node});
    if (!isNew)
        return known->second;
    for (const KeyChange &each : m_records.changes) {
        if (each.key == key && each.node == node)
            known->second.add(each, m_records.rangeOf(each));
    }
    return known->second;
}

} // namespace lockstep
