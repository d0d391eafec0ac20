#include "core/lab/history/history.h"

#include <algorithm>

namespace lockstep {

namespace {

template <typename T> qint64 bytesOf(const std::vector<T> &records)
{
    return qint64(records.capacity() * sizeof(T));
}

} // namespace

Moment History::clockAt(Moment at) const
{
    if (orderKind != OrderKind::Stepped)
        return at;
    const auto after = std::upper_bound(timeSteps.begin(), timeSteps.end(), at,
        [](Moment moment, const TimeStep &each) { return moment < each.from; });
    if (after == timeSteps.begin())
        return 0;
    const TimeStep &last = *(after - 1);
    if (at >= last.until)
        return last.clock + last.length;
    const double part = double(at - last.from) / double(last.until - last.from);
    return last.clock + Moment(part * double(last.length));
}

Moment History::timeLeft(const KeyChange &change, Moment at) const
{
    return change.deadline == never ? never : std::max<Moment>(change.deadline - clockAt(at), 0);
}

bool History::isLost(const KeyChange &before, const KeyChange &gone) const
{
    // In a free run, moments are measured by another clock than the one by which keys expire, so a
    // key that goes up to 5 ms before its deadline is taken to have expired.
    constexpr Moment clockTolerance = 5'000'000; // ns
    if (gone.operation != none)
        return false;
    return timeLeft(before, gone.at) > (orderKind == OrderKind::Stepped ? 0 : clockTolerance);
}

qint64 History::memory() const
{
    return texts.memory() + bytesOf(clients) + bytesOf(rounds) + bytesOf(operations)
        + bytesOf(marks) + bytesOf(waits) + bytesOf(changes) + bytesOf(incidents)
        + bytesOf(messages) + bytesOf(receipts) + bytesOf(replicaReadings) + bytesOf(processes)
        + bytesOf(timeSteps);
}

} // namespace lockstep
