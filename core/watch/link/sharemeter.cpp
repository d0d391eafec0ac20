#include "core/watch/link/sharemeter.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto longestValid = std::chrono::seconds(15);
// With fewer commands a second, what a server does besides them is mostly its own housekeeping.
constexpr double quiet = 20;

using Seconds = std::chrono::duration<double>;

// How often one kind of command was called from one sample to the next, and how long that took.
struct Calls
{
    double all = 0;
    double ours = 0;
    double seconds = 0; // time of all these calls together
};

} // namespace

void ShareMeter::update(
    Instant now, const ServerFigures &server, const Counts &ours, qint64 announcements)
{
    Sample sample{now, server, ours, announcements};
    m_load = m_last ? between(*m_last, sample) : std::nullopt;
    m_last = std::move(sample);
}

const ShareMeter::Load *ShareMeter::load(Instant now) const
{
    return m_load && now - m_last->at <= longestValid ? &*m_load : nullptr;
}

std::optional<double> ShareMeter::serverTimeShare(Instant now) const
{
    const auto *known = load(now);
    return known ? std::optional(known->serverTimeShare) : std::nullopt;
}

std::optional<double> ShareMeter::othersPerSecond(Instant now) const
{
    const auto *known = load(now);
    return known ? std::optional(known->othersPerSecond) : std::nullopt;
}

std::optional<ShareMeter::Load> ShareMeter::between(const Sample &from, const Sample &to)
{
    const double elapsed = Seconds(to.at - from.at).count();
    if (elapsed <= 0 || to.server.commands().empty())
        return {};
    Calls sum;
    double executing = 0; // seconds spent on our commands
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
    // An announcement is made within the command that changes its key, which is charged for that:
    // about as much as for a small command. It is written as a reply is, and mostly alone.
    const auto announcements = double(to.announcements - from.announcements);
    if (sum.all > 0)
        executing += announcements * sum.seconds / sum.all;
    double around = 0; // reading and writing
    if (from.server.processorTime() && to.server.processorTime() && sum.all > 0) {
        const double used =
            Seconds(*to.server.processorTime() - *from.server.processorTime()).count();
        const double beside = std::max(used - sum.seconds, 0.0) / elapsed;
        if (sum.all / elapsed <= quiet)
            m_housekeeping = std::min(m_housekeeping.value_or(beside), beside);
        around = std::max(beside - m_housekeeping.value_or(0), 0.0) * elapsed
            * (sum.ours + announcements) / (sum.all + announcements);
    }
    return Load{std::clamp((executing + around) / elapsed, 0.0, 1.0),
        std::max(sum.all - sum.ours, 0.0) / elapsed};
}

} // namespace lockstep
