#include "core/watch/sharemeter.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto longestValid = std::chrono::seconds(15);

using Seconds = std::chrono::duration<double>;

// Of one kind of command, from one sample to the next.
struct Calls
{
    double all = 0;
    double ours = 0;
    double seconds = 0; // of all
};

} // namespace

void ShareMeter::update(Instant now, const ServerFigures &server, const Counts &ours)
{
    Sample sample{now, server, ours};
    m_share = m_last ? between(*m_last, sample) : std::nullopt;
    m_last = std::move(sample);
}

std::optional<double> ShareMeter::share(Instant now) const
{
    return m_last && now - m_last->at <= longestValid ? m_share : std::nullopt;
}

std::optional<double> ShareMeter::between(const Sample &from, const Sample &to)
{
    const double elapsed = Seconds(to.at - from.at).count();
    if (elapsed <= 0 || to.server.commands().empty())
        return {};
    Calls sum;
    double executing = 0; // ours
    for (const auto &[name, stats] : to.server.commands()) {
        const auto before = from.server.commands().find(name);
        const bool isNew = before == from.server.commands().end();
        const auto sent = to.ours.find(name);
        const auto sentBefore = from.ours.find(name);
        Calls calls;
        calls.all = double(stats.calls - (isNew ? 0 : before->second.calls));
        calls.seconds =
            Seconds(stats.time - (isNew ? stats.time * 0 : before->second.time)).count();
        calls.ours = sent == to.ours.end()
            ? 0
            : double(sent->second - (sentBefore == from.ours.end() ? 0 : sentBefore->second));
        calls.ours = std::min(calls.ours, calls.all);
        if (calls.all <= 0)
            continue; // or its statistics were reset
        executing += calls.seconds * calls.ours / calls.all;
        sum.all += calls.all;
        sum.ours += calls.ours;
        sum.seconds += calls.seconds;
    }
    double around = 0; // reading and writing
    if (from.server.processorTime() && to.server.processorTime() && sum.all > 0) {
        const double used =
            Seconds(*to.server.processorTime() - *from.server.processorTime()).count();
        around = std::max(used - sum.seconds, 0.0) * sum.ours / sum.all;
    }
    return std::clamp((executing + around) / elapsed, 0.0, 1.0);
}

} // namespace lockstep
