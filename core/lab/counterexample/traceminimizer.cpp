// Delta debugging: what is left out is a stretch of half the steps, of a quarter, at last of one.
// Clients and faults go first, each as a whole, since that is what a reader is glad to be rid of.
// Numbers of steps need no care: a step says only who goes next.

#include "core/lab/counterexample/traceminimizer.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

using Steps = std::vector<PackedStep>;

constexpr int mostPlays = 20'000;

class Minimizer
{
public:
    Minimizer(TracePlayer &player, PlayedTrace play)
        : m_player(player)
        , m_play(std::move(play))
        , m_end(player.plays() + mostPlays)
    {
    }

    Result<PlayedTrace> reduce()
    {
        for (bool isSmaller = true; isSmaller;) {
            const auto before = m_play.measure();
            for (const auto pass : {&Minimizer::dropClients, &Minimizer::dropEnvironment,
                     &Minimizer::dropStretches, &Minimizer::joinRuns}) {
                if (const auto done = (this->*pass)(); !done)
                    return tl::unexpected(done.error());
            }
            isSmaller = m_play.measure() < before;
        }
        return std::move(m_play);
    }

private:
    // Keeps what is smaller and violates. A mistake of the file that only other steps meet is none
    // of this violation's.
    Result<bool> attempt(const Steps &steps)
    {
        if (m_player.plays() >= m_end)
            return false;
        auto play = m_player.play(steps);
        if (!play && play.error().code != ErrorCode::BadInput)
            return tl::unexpected(play.error());
        if (!play || !play->violates || play->measure() >= m_play.measure())
            return false;
        m_play = std::move(*play);
        return true;
    }

    Result<void> dropClients()
    {
        std::set<quint8> clients;
        for (const PackedStep step : m_play.steps) {
            if (step.kind == TraceStep::Kind::Client)
                clients.insert(step.client);
        }
        for (const quint8 client : clients) {
            Steps rest;
            std::copy_if(m_play.steps.begin(), m_play.steps.end(), std::back_inserter(rest),
                [&](PackedStep step) { return isOfNobody(step) || step.client != client; });
            if (const auto done = attempt(rest); !done)
                return tl::unexpected(done.error());
        }
        return {};
    }

    static bool isOfNobody(PackedStep step)
    {
        return step.kind == TraceStep::Kind::Time || step.kind == TraceStep::Kind::Restart
            || step.kind == TraceStep::Kind::Failover;
    }

    Result<void> dropEnvironment()
    {
        for (size_t i = m_play.steps.size(); i-- > 0;) {
            if (i >= m_play.steps.size() || !m_play.steps[i].isEnvironment())
                continue;
            if (const auto done = attempt(without(i, 1)); !done)
                return tl::unexpected(done.error());
        }
        return {};
    }

    Result<void> dropStretches()
    {
        for (size_t length = m_play.steps.size() / 2; length > 0; length /= 2) {
            for (size_t end = m_play.steps.size(); end >= length;) {
                const auto done = attempt(without(end - length, length));
                if (!done)
                    return tl::unexpected(done.error());
                end = std::min(end - (*done ? length : 1), m_play.steps.size());
            }
        }
        return {};
    }

    [[nodiscard]] Steps without(size_t from, size_t length) const
    {
        Steps rest = m_play.steps;
        const auto begin = rest.begin() + std::ptrdiff_t(from);
        rest.erase(begin, begin + std::ptrdiff_t(length));
        return rest;
    }

    // Each run of one thread is put to the next one of the same thread, and that one to it.
    Result<void> joinRuns()
    {
        for (size_t begin = 0; begin < m_play.steps.size(); ++begin) {
            const PackedStep who = m_play.steps[begin];
            const bool isBegin = begin == 0 || m_play.steps[begin - 1] != who;
            if (who.isEnvironment() || !isBegin)
                continue;
            for (const bool forward : {true, false}) {
                const auto done = attempt(joined(begin, forward));
                if (!done)
                    return tl::unexpected(done.error());
            }
        }
        return {};
    }

    // The run that begins there, and the next one of its thread, in one place.
    [[nodiscard]] Steps joined(size_t begin, bool forward) const
    {
        const Steps &all = m_play.steps;
        const auto first = all.begin() + std::ptrdiff_t(std::min(begin, all.size()));
        const auto isOther = [&](PackedStep step) { return first == all.end() || step != *first; };
        const auto middle = std::find_if(first, all.end(), isOther);
        const auto second = std::find_if_not(middle, all.end(), isOther);
        const auto end = std::find_if(second, all.end(), isOther);
        Steps result(all.begin(), first);
        if (forward)
            result.insert(result.end(), middle, second);
        result.insert(result.end(), first, middle);
        result.insert(result.end(), second, end);
        if (!forward)
            result.insert(result.end(), middle, second);
        result.insert(result.end(), end, all.end());
        return result;
    }

    TracePlayer &m_player;
    PlayedTrace m_play;
    const int m_end;
};

} // namespace

Result<PlayedTrace> minimized(TracePlayer &player, PlayedTrace play)
{
    return Minimizer(player, std::move(play)).reduce();
}

} // namespace lockstep
