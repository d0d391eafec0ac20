// Whether a check is violated, and by which step, is known exactly from the states. The details
// that prove the violation come from the Checker of free runs, applied to the run's history; if it
// finds none or a later one (it checks sums only at the end of a round), it is applied to the
// history up to that step. Admissions are examined here, because they depend on the virtual clock,
// which the Checker does not know.

#include "core/lab/step/steppedresults.h"

#include "core/lab/checks/checker.h"
#include "core/lab/step/stepper.h"

#include <algorithm>

namespace lockstep {

namespace {

class Results
{
public:
    Results(const Stepper &stepper, const History &history)
        : m_stepper(stepper)
        , m_space(stepper.space())
        , m_history(history)
    {
    }

    std::vector<CheckResult> all()
    {
        const auto &checks = m_space.scenario()->checks;
        const Ending ending = m_stepper.ending();
        const bool isOver = isDecided(ending);
        std::vector<CheckResult> results(checks.size());
        for (size_t i = 0; i < checks.size(); ++i) {
            results[i].check = checks[i];
            const int step = firstViolation(i);
            results[i].noNumberRounds = wasNoNumber(i) ? 1 : 0;
            if (step >= 0) {
                results[i].outcome = CheckOutcome::Violated;
                results[i].violatedRounds = 1;
                results[i].first = violation(i, step);
            } else if (checks[i].when == Check::When::Finally && !isOver) {
                results[i].outcome = CheckOutcome::Undecided;
            } else if (results[i].noNumberRounds > 0) {
                results[i].outcome = CheckOutcome::NotChecked;
            }
        }
        return results;
    }

private:
    [[nodiscard]] int firstViolation(size_t check) const // number of the step; -1 if there is none
    {
        for (int step = 0; step <= m_stepper.steps(); ++step) {
            if ((m_stepper.violated(step) >> check & 1) != 0)
                return step;
        }
        return -1;
    }

    [[nodiscard]] bool wasNoNumber(size_t check) const
    {
        for (int step = 0; step <= m_stepper.steps(); ++step) {
            if ((m_stepper.noNumber(step) >> check & 1) != 0)
                return true;
        }
        return false;
    }

    std::optional<Violation> foundIn(const History &history, size_t check) const
    {
        Checker checker(*m_space.scenario(), m_space.options().settings, nullptr);
        checker.check(history, 0);
        const CheckResult &result = checker.results()[check];
        return result.outcome == CheckOutcome::Violated ? result.first : std::nullopt;
    }

    Violation violation(size_t check, int step) const
    {
        const Check::Kind kind = m_space.scenario()->checks[check].kind;
        if (kind == Check::Kind::AdmittedAtMost)
            return admission(check, step);
        const Moment begin = stepLength * std::max(step - 1, 0);
        const Moment end = stepLength * step;
        auto found = foundIn(m_history, check);
        if (found && found->at >= begin && found->at <= end)
            return *found;
        History until = m_stepper.fork(step).history();
        until.rounds.front().cutOff = false;
        found = foundIn(until, check);
        if (!found)
            return plain(check, step);
        found->at = std::clamp(found->at, begin, end);
        return *found;
    }

    [[nodiscard]] Violation plain(size_t number, int step) const
    {
        const Check &check = m_space.scenario()->checks[number];
        Violation violation;
        violation.at = stepLength * step;
        violation.key = check.name;
        violation.allowed = check.amount.in(m_space.options().settings);
        if (check.kind == Check::Kind::Function)
            violation.sentence = m_stepper.sentence(step, int(number));
        const Moment middle = violation.at - stepLength / 2;
        const auto operation = std::find_if(m_history.operations.begin(),
            m_history.operations.end(),
            [&](const Operation &each) { return each.called < middle && each.returned > middle; });
        if (operation != m_history.operations.end()) {
            violation.operations.push_back(quint32(operation - m_history.operations.begin()));
            violation.clients.push_back(operation->client);
            if (check.kind == Check::Kind::RenewedByOwner)
                addOwner(violation, operation->called);
        }
        return violation;
    }

    // Adds to the violation who owned the check's key at that moment. A renewal to the same
    // deadline changes nothing, so the history has no record of it.
    void addOwner(Violation &violation, Moment at) const
    {
        quint32 maker = none;
        bool exists = false;
        for (const KeyChange &change : m_history.changes) {
            if (change.at > at || m_history.texts[change.key] != violation.key)
                continue;
            if (change.exists && (!exists || change.isOverwritten))
                maker = change.operation;
            exists = change.exists;
        }
        if (!exists || maker == none)
            return;
        violation.operations.push_front(maker);
        violation.clients.push_front(m_history.operations[maker].client);
    }

    struct Admitted
    {
        qint64 at = 0; // virtual ms
        quint32 client = 0;
    };

    // What had been admitted when the step was over, the latest first.
    [[nodiscard]] std::vector<Admitted> admissions(const Check &check, int step) const
    {
        std::vector<Admitted> events;
        std::vector<Admitted> counts;
        quint32 at = m_space.lastEvent(m_stepper.state(step).data());
        for (; at != 0; at = m_space.event(at).before) {
            const StateEvent &event = m_space.event(at);
            if (event.name != check.name)
                continue;
            const Admitted each{event.executed, quint32(event.client)};
            if (event.isCount)
                counts.insert(
                    counts.end(), size_t(std::clamp<qint64>(event.value, 0, 10'000)), each);
            else
                events.push_back(each);
        }
        return events.empty() ? counts : events;
    }

    [[nodiscard]] Violation admission(size_t number, int step) const
    {
        const Check &check = m_space.scenario()->checks[number];
        const qint64 window = check.window.in(m_space.options().settings);
        Violation violation = plain(number, step);
        violation.clients.clear();
        const auto atThatTime = admissions(check, step);
        for (const Admitted &each : atThatTime) {
            if (atThatTime.front().at - each.at >= window)
                break;
            ++violation.actual;
            if (!violation.clients.contains(each.client))
                violation.clients.push_front(each.client);
        }
        const auto all = admissions(check, m_stepper.steps());
        for (size_t first = 0, last = 0; last < all.size(); ++last) {
            while (all[first].at - all[last].at >= window)
                ++first;
            violation.worst = std::max(violation.worst, qint64(last - first + 1));
        }
        return violation;
    }

    const Stepper &m_stepper;
    const StateSpace &m_space;
    const History &m_history;
};

} // namespace

std::vector<CheckResult> steppedResults(const Stepper &stepper, const History &history)
{
    return Results(stepper, history).all();
}

} // namespace lockstep
