// A run's violation rarely needs what the run had: a stock of a hundred, leases of 200 ms and fifty
// clients are there to make a race probable. So a few of its clients are stepped in the order in
// which their commands were executed, first with the values of the lesson, then with those of the
// run; first under the lesson's assumptions, then without those that a run does not keep to.
//
// What is tried is remembered by a StateSpace, so a try costs microseconds. What is found is
// executed once more, every step, before it is told.

#include "core/lab/counterexample/violationtrace.h"

#include "core/lab/counterexample/clientsubset.h"
#include "core/lab/counterexample/subsetsteps.h"
#include "core/lab/counterexample/traceminimizer.h"
#include "core/lab/counterexample/traceverification.h"
#include "core/redis/privateserver/privateserver.h"
#include "core/redis/values/coretext.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

constexpr int many = 200; // of what an environment may do while it is found out what it must

tl::unexpected<Error> refusal(const QString &reason)
{
    return failure(ErrorCode::BadInput, reason);
}

class Tracing
{
public:
    Tracing(const Run &run, size_t check, const std::function<bool()> &shouldContinue,
        std::chrono::seconds limit)
        : m_run(run)
        , m_check(check)
        , m_limit(limit)
        , m_shouldContinue([this, shouldContinue] {
            return (!shouldContinue || shouldContinue()) && !isTooLate();
        })
        , m_order(roundOrder(run, run.results[check].first->round))
        , m_firstOperation(
              run.history.rounds[size_t(run.results[check].first->round)].firstOperation)
    {
    }

    Result<TracedViolation> trace(std::vector<Endpoint> servers)
    {
        auto traced = search(std::move(servers));
        if (!traced && traced.error().code == ErrorCode::Cancelled && isTooLate())
            return refusal(
                CoreText::tr("No short trace was found within %1 s.").arg(m_limit.count()));
        return traced;
    }

private:
    [[nodiscard]] bool isTooLate() const
    {
        return std::chrono::steady_clock::now() - m_begun > m_limit;
    }

    Result<TracedViolation> search(std::vector<Endpoint> servers)
    {
        m_servers = std::move(servers);
        if (const auto ready = startServers(); !ready)
            return tl::unexpected(ready.error());
        const Violation &violation = *m_run.results[m_check].first;
        const auto all = clientSubsets(m_order, violation, m_firstOperation);
        for (const Variant &variant : variants()) {
            m_tooFew.clear();
            for (const ClientSubset &subset : all) {
                const auto found = tried(subset, variant);
                if (!found)
                    return tl::unexpected(found.error());
                if (*found)
                    return conclude(variant);
            }
        }
        if (m_mistake && !m_isPlayed)
            return tl::unexpected(*m_mistake);
        return refusal(notFoundWords());
    }

    // What was tried in vain, and why that may be.
    [[nodiscard]] QString notFoundWords() const
    {
        return m_hasChosen || (m_player && m_player->hasChosen())
            ? CoreText::tr(
                "It was not found step by step: of random(), only its first choice, 1, is tried. "
                "It may need another one, more clients, or replies that arrive at other times.")
            : CoreText::tr(
                "No small group of clients was found that reproduces it step by step; it may need "
                "more clients, other choices of random(), or replies and faults at other times.");
    }

    struct Variant
    {
        Settings settings;
        std::vector<Assumption> assumptions;
    };

    // The scenario's own values, those with the times of the run, for what comes first may depend
    // on them, and the run's. Without what is assumed only where all that is not enough.
    [[nodiscard]] std::vector<Variant> variants() const
    {
        const Scenario &scenario = *m_run.scenario;
        const Settings &ran = m_run.options.settings;
        Settings timed = scenario.defaults();
        for (const Parameter &each : scenario.parameters) {
            if (!each.unit.isEmpty() && ran.contains(each.name))
                timed[each.name] = ran.at(each.name);
        }
        std::vector<Variant> all;
        for (const auto &assumptions : {scenario.assumptions, std::vector<Assumption>()}) {
            for (const Settings &settings : {scenario.defaults(), timed, ran}) {
                const auto isIt = [&](const Variant &each) {
                    return each.settings == settings && each.assumptions == assumptions;
                };
                if (std::none_of(all.begin(), all.end(), isIt))
                    all.push_back({settings, assumptions});
            }
        }
        return all;
    }

    Result<void> startServers()
    {
        if (!m_servers.empty())
            return {};
        for (int node = 0; node < m_run.scenario->nodes; ++node) {
            auto server = PrivateServer::launch({.clock = PrivateServer::Clock::StandsStill});
            if (!server)
                return tl::unexpected(server.error());
            m_privateServers.push_back(std::move(*server));
        }
        for (const auto &each : m_privateServers) {
            if (const auto ready = each->waitUntilReady(); !ready)
                return ready;
            m_servers.push_back(each->endpoint());
        }
        return {};
    }

    Result<void> makePlayer(const Settings &settings, const std::vector<Assumption> &assumptions)
    {
        if (m_player && m_player->options().settings == settings
            && m_player->options().assumptions == assumptions)
            return {};
        ExploreOptions options;
        options.settings = settings;
        options.assumptions = assumptions;
        const int failovers = m_run.scenario->replica ? many : 0;
        options.bounds = {many, many, many, many, failovers, 0};
        m_plays += m_player ? m_player->plays() : 0;
        m_hasChosen |= m_player && m_player->hasChosen();
        m_player.reset(); // one player at a time: it has the servers for itself
        auto made =
            TracePlayer::make(m_run.scenario, options, m_servers, m_check, m_shouldContinue);
        if (!made)
            return tl::unexpected(made.error());
        m_player = std::move(*made);
        return {};
    }

    // What cannot be stepped does not violate anything; errors of the server are fatal.
    Result<bool> excused(const Error &error)
    {
        if (error.code != ErrorCode::BadInput)
            return tl::unexpected(error);
        m_mistake = error;
        return false;
    }

    // Whether the subset violates the check; then it is in m_subset and what was played in m_play.
    Result<bool> tried(const ClientSubset &subset, const Variant &variant)
    {
        if (!m_shouldContinue()) // not every try comes to a step, which asks that too
            return failure(ErrorCode::Cancelled);
        const auto numbers =
            clientNumbersFor(subset.processes, m_order, *m_run.scenario, variant.settings);
        if (!numbers)
            return false;
        if (const auto ready = makePlayer(numbers->settings, variant.assumptions); !ready)
            return excused(ready.error());
        std::vector<RanStep> steps = stepsOf(subset, m_order);
        do {
            auto play = m_player->follow(steps, numbers->ofProcess);
            if (!play) {
                if (const auto goesOn = excused(play.error()); !goesOn)
                    return goesOn;
                continue;
            }
            m_isPlayed = true;
            if (!play->violates)
                continue;
            const auto tooFew = areTooFew(numbers->settings, variant);
            if (!tooFew || *tooFew)
                return tooFew ? Result<bool>(false) : tooFew;
            m_subset = subset.processes;
            m_numbers = *numbers;
            m_play = std::move(*play);
            return true;
        } while (putThreadsInTurn(steps, operations()));
        return false;
    }

    // Whether so few clients violate the check even one after the other, while as many as the
    // values are made for do not: then no race is shown, only that clients are missing, as wherever
    // a fixed number is a lower bound.
    Result<bool> areTooFew(const Settings &few, const Variant &variant)
    {
        const bool areFewer = few != variant.settings
            && std::all_of(few.begin(), few.end(),
                [&](const auto &each) { return each.second <= variant.settings.at(each.first); });
        if (m_run.scenario->checks[m_check].when != Check::When::Finally || !areFewer)
            return false;
        if (const auto known = m_tooFew.find(few); known != m_tooFew.end())
            return known->second;
        const auto fewDo = violateInTurn(few, variant.assumptions);
        if (!fewDo)
            return fewDo;
        const auto allDo =
            *fewDo ? violateInTurn(variant.settings, variant.assumptions) : Result<bool>(true);
        if (!allDo)
            return allDo;
        if (const auto back = makePlayer(few, variant.assumptions); !back)
            return tl::unexpected(back.error());
        return m_tooFew[few] = *fewDo && !*allDo;
    }

    // Whether these clients violate the check one after the other, without faults. What cannot be
    // stepped does not.
    Result<bool> violateInTurn(const Settings &settings, const std::vector<Assumption> &assumptions)
    {
        const auto ready = makePlayer(settings, assumptions);
        const auto play = ready ? m_player->play({}) : tl::unexpected(ready.error());
        if (!play && play.error().code != ErrorCode::BadInput)
            return tl::unexpected(play.error());
        return play && play->violates;
    }

    // The operations of the round.
    [[nodiscard]] const Operation *operations() const
    {
        return m_run.history.operations.data() + m_firstOperation;
    }

    Result<TracedViolation> conclude(const Variant &variant)
    {
        auto smaller = minimized(*m_player, m_play);
        if (!smaller)
            return tl::unexpected(smaller.error());
        m_play = std::move(*smaller);
        if (const auto done = dropTheRest(variant); !done)
            return tl::unexpected(done.error());
        TracedViolation traced;
        traced.scenario = m_run.scenario;
        traced.options.settings = m_numbers.settings;
        traced.options.assumptions = variant.assumptions;
        traced.trace = m_play.trace;
        traced.check = m_check;
        traced.plays = m_plays + m_player->plays();
        m_player.reset();
        return verifyTrace(std::move(traced), m_servers);
    }

    // Leaves out clients that the violation does not need: first those that take no step, then,
    // where the end counts, one after the other.
    Result<void> dropTheRest(const Variant &variant)
    {
        std::vector<size_t> subset;
        for (const PackedStep step : m_play.steps) {
            const auto found =
                std::find(m_numbers.ofProcess.begin(), m_numbers.ofProcess.end(), int(step.client));
            const auto process = size_t(found - m_numbers.ofProcess.begin());
            if (step.kind == Kind::Client && found != m_numbers.ofProcess.end()
                && std::find(subset.begin(), subset.end(), process) == subset.end())
                subset.push_back(process);
        }
        if (const auto done = replayWith(subset, variant); !done)
            return done;
        // Where it is the end that counts, everybody has to come to it.
        if (m_run.scenario->checks[m_check].when == Check::When::Always)
            return {};
        for (size_t i = m_subset.size(); i-- > 0 && m_subset.size() > 1;) {
            std::vector<size_t> fewer = m_subset;
            fewer.erase(fewer.begin() + std::ptrdiff_t(std::min(i, fewer.size() - 1)));
            if (const auto done = replayWith(fewer, variant); !done)
                return done;
        }
        return {};
    }

    // Plays the same steps with other clients, and keeps them if they still violate the check.
    Result<void> replayWith(const std::vector<size_t> &processes, const Variant &variant)
    {
        const auto numbers =
            clientNumbersFor(processes, m_order, *m_run.scenario, variant.settings);
        if (processes.empty() || !numbers)
            return {};
        std::vector<PackedStep> steps;
        for (PackedStep step : m_play.steps) {
            const auto found =
                std::find(m_numbers.ofProcess.begin(), m_numbers.ofProcess.end(), int(step.client));
            if (isOfProcess(step.kind)) {
                if (found == m_numbers.ofProcess.end())
                    continue; // played to the end anyway
                const int client = numbers->ofProcess[size_t(found - m_numbers.ofProcess.begin())];
                if (client < 0)
                    continue;
                step.client = quint8(client);
            }
            steps.push_back(step);
        }
        const auto ready = makePlayer(numbers->settings, variant.assumptions);
        auto play = ready ? m_player->play(steps) : tl::unexpected(ready.error());
        if (!play && play.error().code != ErrorCode::BadInput)
            return tl::unexpected(play.error());
        const auto tooFew =
            play && play->violates ? areTooFew(numbers->settings, variant) : Result<bool>(true);
        if (!tooFew)
            return tl::unexpected(tooFew.error());
        if (*tooFew)
            return makePlayer(m_numbers.settings, variant.assumptions);
        auto smaller = minimized(*m_player, std::move(*play));
        if (!smaller)
            return tl::unexpected(smaller.error());
        m_play = std::move(*smaller);
        m_subset = processes;
        m_numbers = *numbers;
        return {};
    }

    const Run &m_run;
    const size_t m_check;
    const std::chrono::seconds m_limit;
    const std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::now();
    const std::function<bool()> m_shouldContinue;
    const RoundOrder m_order;
    const quint32 m_firstOperation; // of the round
    std::vector<std::unique_ptr<PrivateServer>> m_privateServers;
    std::vector<Endpoint> m_servers;
    std::unique_ptr<TracePlayer> m_player;
    int m_plays = 0; // of those before
    bool m_hasChosen = false; // likewise: whether random() was called
    bool m_isPlayed = false; // at least one
    std::optional<Error> m_mistake; // of the last that could not be
    std::map<Settings, bool> m_tooFew; // by what was asked of areTooFew(), of this variant
    std::vector<size_t> m_subset; // of what was found
    ClientNumbers m_numbers;
    PlayedTrace m_play;
};

} // namespace

Result<void> canBeTraced(const Run &run, size_t check)
{
    if (check >= run.results.size() || !run.results[check].first
        || run.results[check].outcome != CheckOutcome::Violated)
        return refusal(CoreText::tr("The run does not violate this check for certain."));
    if (run.history.orderKind != OrderKind::Exact || run.history.processes.empty())
        return refusal(CoreText::tr(
            "The order in which the server executed the commands is not known: it is found out on "
            "private servers only, not where a replica takes over, and not with "
            "“Exact order” off (--no-exact-order)."));
    if (run.scenario->clock)
        return refusal(CoreText::tr("The programs look at the clock: what they did at the real "
                                    "time of the run cannot be told in virtual time."));
    return {};
}

Result<TracedViolation> traceViolation(const Run &run, size_t check,
    const std::function<bool()> &shouldContinue, std::vector<Endpoint> servers,
    std::chrono::seconds limit)
{
    if (const auto possible = canBeTraced(run, check); !possible)
        return tl::unexpected(possible.error());
    return Tracing(run, check, shouldContinue, limit).trace(std::move(servers));
}

} // namespace lockstep
