// Calls the check functions of a scenario's file with the state after each mark and each key change
// of a round, in the order of their times. A long round has more states than a function can look at
// in reasonable time: then only its end is checked, and the result says so.
//
// A function sees only states that a stepped run may have, too: happenings.h decides which marks
// belong to one state with a command. Some states existed only if commands were executed at
// particular moments between being sent and answered. A violation in such a state is only possible.
//
// Some values are known only within bounds, such as a TTL, or whether a client that is entering is
// inside already. The function is called with each combination of them, and a violation is certain
// if all combinations violate. At the end of a round there is one state only. If the function holds
// there, the other combinations are tried as well: if one of them violates, or not all could be
// tried, a violation is possible. Who was inside at an event is often unknown, and most functions
// do not ask. So that is hidden from them until they ask, and combinations are made only of what
// was asked for.
//
// All that may take longer than there is time for. What was found by then is reported; that nothing
// was found says nothing then.

#include "core/lab/checks/functioncheck.h"

#include "core/lab/checks/roundview.h"
#include "core/lab/program/program.h"

namespace lockstep {

namespace {

constexpr qsizetype mostEvaluations = 20'000; // in one round
constexpr int mostTrials = 1000; // of one state; there are no more options of one question
constexpr int mostTrialsOfRound = 100'000;

class Function
{
public:
    Function(const Check &check, Program &program, RoundView &view,
        const std::function<bool()> &shouldContinue)
        : m_check(check)
        , m_program(program)
        , m_view(view)
        , m_shouldContinue(shouldContinue)
    {
    }

    [[nodiscard]] bool isCutShort() const { return m_isCutShort; }

    RoundFinding evaluate()
    {
        if (!hasTime())
            return {};
        const auto sentence = m_program.evaluate(m_check, m_view);
        if (m_view.hasGuessed())
            return {CheckOutcome::NotChecked, std::nullopt, false};
        // A function that fails has decided nothing; its mistake takes the place of the sentence.
        if (!sentence)
            return finding(CheckOutcome::Undecided, LocalText{sentence.error().detail, {}});
        if (*sentence) {
            const LocalText said = **sentence;
            return finding(isProven() ? CheckOutcome::Violated : CheckOutcome::Possible, said);
        }
        if (!m_view.isAtEnd() || !m_view.hasOpen())
            return {};
        Trial trial(ProvingMoment{{m_view.now(), m_view.now()}});
        const Tried tried = tryAll(trial, false);
        if (tried.sentence && !m_view.hasGuessed())
            return finding(CheckOutcome::Possible, *tried.sentence);
        if (tried.wereAllTried || m_isCutShort)
            return {};
        RoundFinding open = finding(CheckOutcome::Possible, {});
        open.violation->isNotTriedInFull = true;
        return open;
    }

private:
    struct Tried
    {
        bool areAllViolated = false;
        bool wereAllTried = false;
        std::optional<LocalText> sentence; // of one that is violated
    };

    bool hasTime()
    {
        m_isCutShort |= !m_shouldContinue();
        return !m_isCutShort;
    }

    RoundFinding finding(CheckOutcome outcome, const LocalText &sentence) const
    {
        Violation violation = violationAt(m_view.records(), m_view.now());
        violation.sentence = sentence;
        blame(violation, m_view.records(), m_view.lastOperation());
        return found(outcome, std::move(violation));
    }

    bool isProven()
    {
        for (const ProvingMoment &moment : m_view.provingMoments()) {
            if (!m_view.hasOpen() && !moment.areEntersOpen)
                return true;
            Trial trial(moment);
            // By another combination it may ask for more than before: all that has to be certain.
            if (tryAll(trial, true).areAllViolated && !m_view.hasGuessed()
                && m_view.isProvedBy(moment))
                return true;
        }
        return false;
    }

    // Up to the first combination that violates, or, if all are to, the first that does not.
    Tried tryAll(Trial &trial, bool isToBeAll)
    {
        Tried tried;
        m_view.answerBy(&trial);
        for (int left = mostTrials; !trial.isTooMany && left > 0 && m_trialsLeft > 0; --left) {
            if (!hasTime())
                break;
            --m_trialsLeft;
            trial.asked.reset();
            trial.hidden.clear();
            const auto sentence = m_program.evaluate(m_check, m_view);
            if (!sentence && !trial.hidden.empty()) { // it is told, and all is tried from the start
                if (trial.asked)
                    trial.told.insert(*trial.asked);
                else
                    trial.told.insert(trial.hidden.begin(), trial.hidden.end());
                trial.choices = {};
                continue;
            }
            const bool isViolated = sentence && *sentence;
            if (isViolated)
                tried.sentence = **sentence;
            if (isViolated != isToBeAll)
                break;
            if (!trial.choices.next()) {
                tried.wereAllTried = !trial.isTooMany;
                tried.areAllViolated = isToBeAll && tried.wereAllTried;
                break;
            }
        }
        m_view.answerBy(nullptr);
        return tried;
    }

    const Check &m_check;
    Program &m_program;
    RoundView &m_view;
    const std::function<bool()> &m_shouldContinue;
    int m_trialsLeft = mostTrialsOfRound;
    bool m_isCutShort = false;
};

// A function that is asked in all states, one after the other.
RoundFinding evaluateAll(Function &function, RoundView &view)
{
    // What is certain, also at a later state, says more than what is possible or not known.
    RoundFinding result;
    do {
        RoundFinding finding = function.evaluate();
        if (finding.outcome == CheckOutcome::Violated || finding.outcome == CheckOutcome::Undecided)
            return finding;
        if (finding.outcome != CheckOutcome::Holds && result.outcome != CheckOutcome::Possible)
            result = std::move(finding);
    } while (!function.isCutShort() && view.advance());
    return result;
}

} // namespace

RoundFinding checkFunction(const Check &check, Program &program, const RoundRecords &records,
    const std::function<bool()> &shouldContinue)
{
    const bool finally = check.when == Check::When::Finally;
    if (finally && records.round.cutOff)
        return {CheckOutcome::Undecided, std::nullopt, false};
    RoundView view(records);
    Function function(check, program, view, shouldContinue);
    RoundFinding result;
    result.atEndOnly = !finally && view.stateCount() > mostEvaluations;
    const bool isOfAll = !finally && !result.atEndOnly;
    if (isOfAll)
        result = evaluateAll(function, view);
    const bool isDecided =
        result.outcome == CheckOutcome::Violated || result.outcome == CheckOutcome::Undecided;
    const bool wasNeverExact = records.history.orderKind == OrderKind::Sampled;
    if (!isOfAll || (!isDecided && wasNeverExact && !function.isCutShort())) {
        view.goToEnd();
        RoundFinding atEnd = function.evaluate();
        atEnd.atEndOnly = result.atEndOnly;
        if (!isOfAll || atEnd.violation || result.outcome == CheckOutcome::Holds)
            result = std::move(atEnd);
    }
    result.isCutShort = function.isCutShort();
    if (result.isCutShort && !result.violation)
        result.outcome = CheckOutcome::Undecided;
    return result;
}

} // namespace lockstep
