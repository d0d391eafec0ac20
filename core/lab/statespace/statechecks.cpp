// The same rules as those of a free run (keychecks.cpp, clientchecks.cpp), over a state that is
// known exactly.

#include "core/lab/statespace/statechecks.h"

#include "core/lab/history/valuenumber.h"
#include "core/lab/program/stateview.h"
#include "core/lab/scenario/keypattern.h"

#include <QtNumeric>

#include <algorithm>
#include <functional>

namespace lockstep {

namespace {

using Admissions = std::vector<std::pair<qint64, qint64>>; // when (ms), and how many

// Whether there are more than `most` within a window.
bool areTooMany(Admissions all, qint64 most, qint64 windowMs)
{
    std::sort(all.begin(), all.end()); // one may be told after a later one
    qint64 admitted = 0; // from `first` on, within one window
    auto first = all.begin();
    for (const auto &[moment, times] : all) {
        admitted += times;
        for (; admitted > 0 && first->first <= moment - windowMs; ++first)
            admitted -= first->second;
        if (admitted > most)
            return true;
    }
    return false;
}

using CheckedKind = Check::Kind;

class StateSpaceView final : public StateView
{
public:
    StateSpaceView(const StateSpace &space, const quint32 *state)
        : m_space(space)
        , m_state(state)
    {
    }

    [[nodiscard]] std::optional<QByteArray> get(const QByteArray &key, int node) const override
    {
        const QByteArrayView value = valueOf(key, node);
        if (value.isEmpty() || canonical::typeOf(value) != canonical::String)
            return std::nullopt;
        return value.sliced(1).toByteArray();
    }
    [[nodiscard]] std::optional<qint64> ttl(const QByteArray &key, int node) const override
    {
        const KeyHeld *const held = find(key, node);
        return held ? std::optional(held->ttl) : std::nullopt;
    }
    [[nodiscard]] qint64 size(const QByteArray &key, int node) const override
    {
        return canonical::size(valueOf(key, node));
    }
    [[nodiscard]] std::vector<int> inside(const QByteArray &lock) const override
    {
        return m_space.inside(m_state, lock);
    }
    [[nodiscard]] qint64 count(const QByteArray &name) const override
    {
        qint64 sum = 0;
        for (int client = 0; client < m_space.clients(); ++client) {
            const auto &counts = m_space.history(m_state, client).counts;
            const auto found = counts.find(name);
            sum += found == counts.end() ? 0 : found->second;
        }
        return sum;
    }
    [[nodiscard]] std::vector<EventSeen> events(const QByteArray &name) const override
    {
        std::vector<EventSeen> seen;
        for (quint32 at = m_space.lastEvent(m_state); at != 0; at = m_space.event(at).before) {
            const StateEvent &event = m_space.event(at);
            if (!event.isCount && event.name == name)
                seen.push_back({event.name, event.value, event.text, event.client, event.at,
                    event.inside, {}});
        }
        std::reverse(seen.begin(), seen.end());
        return seen;
    }
    [[nodiscard]] QByteArray clientName(int client) const override
    {
        return m_space.identity(client).name;
    }

private:
    [[nodiscard]] const KeyHeld *find(const QByteArray &key, int node) const
    {
        const quint32 number = m_space.datasets().findKey(m_space.prefixed(key));
        return number == none ? nullptr
                              : m_space.datasets().find(m_space.datasetOf(m_state, node), number);
    }
    [[nodiscard]] QByteArrayView valueOf(const QByteArray &key, int node) const
    {
        const KeyHeld *const held = find(key, node);
        return held ? m_space.datasets().value(held->value) : QByteArrayView();
    }

    const StateSpace &m_space;
    const quint32 *m_state;
};

std::optional<WholeNumbers> numbersIn(QByteArrayView value)
{
    return canonical::typeOf(value) == canonical::String && !value.isEmpty()
        ? wholeNumbersAround(value.sliced(1))
        : std::nullopt;
}

std::optional<qint64> numberIn(QByteArrayView value)
{
    return !value.isEmpty() && canonical::typeOf(value) == canonical::String
        ? wholeNumber(value.sliced(1))
        : std::nullopt;
}

bool isNoSum(qint64 counted, qint64 held, qint64 amount)
{
    qint64 sum = 0;
    return qAddOverflow(counted, held, &sum) || sum != amount;
}

} // namespace

StateChecks::StateChecks(StateSpace &space)
    : m_space(space)
    , m_checks(space.scenario()->checks)
    , m_values(m_checks.size())
    , m_missing(m_checks.size())
{
    for (const Check &check : m_checks)
        m_amounts.push_back(check.amount.in(space.options().settings));
}

Result<StateChecks::Judgement> StateChecks::judge(const quint32 *state, Ending ending)
{
    Judgement judgement;
    const bool isOver = isDecided(ending);
    for (size_t i = 0; i < m_checks.size(); ++i) {
        if (m_checks[i].when == Check::When::Finally && !isOver)
            continue;
        const auto found = outcome(state, i, ending);
        if (!found)
            return tl::unexpected(found.error());
        judgement.violated |= quint32(*found == Outcome::Violated) << i;
        judgement.noNumber |= quint32(*found == Outcome::NoNumber) << i;
    }
    return judgement;
}

Result<StateChecks::Outcome> StateChecks::outcome(const quint32 *state, size_t place, Ending ending)
{
    const Check &check = m_checks[place];
    const qint64 amount = m_amounts[place];
    const auto violatedIf = [](bool isViolated) {
        return isViolated ? Outcome::Violated : Outcome::Holds;
    };
    switch (check.kind) {
    case CheckedKind::HoldersAtMost: {
        qint64 holders = 0;
        for (int client = 0; client < m_space.clients(); ++client) {
            const auto &inside = m_space.history(state, client).inside;
            holders += !inside.empty() && inside.count(check.name) != 0
                && !m_space.process(state, client).crashed;
        }
        return violatedIf(holders > amount);
    }
    case CheckedKind::CountAtMost:
        return violatedIf(count(state, check.name) > amount);
    case CheckedKind::CountAtLeast:
        return violatedIf(count(state, check.name) < amount);
    case CheckedKind::SumEquals:
        return outcomeOfSum(state, check, amount);
    case CheckedKind::ValueAtLeast:
    case CheckedKind::ValueAtMost:
    case CheckedKind::TtlPresent: {
        const Outcome found = outcomeOfValues(state, place);
        return found == Outcome::Missing ? outcomeOfMissingKey(place) : found;
    }
    case CheckedKind::ReleasedByOwner:
    case CheckedKind::RenewedByOwner:
        return Outcome::Holds; // StateSpace::Effect tells it of the step
    case CheckedKind::InOrder:
        return violatedIf(isOutOfOrder(state, check));
    case CheckedKind::AdmittedAtMost:
        return violatedIf(admitsTooMany(state, check));
    case CheckedKind::NobodyWaits:
        return violatedIf(ending == Ending::Stuck);
    case CheckedKind::Function: {
        const auto words = sentence(state, int(place));
        if (!words)
            return tl::unexpected(words.error());
        return violatedIf(!words->en.isEmpty());
    }
    }
    return Outcome::Holds;
}

Result<LocalText> StateChecks::sentence(const quint32 *state, int check)
{
    const StateSpaceView view(m_space, state);
    const auto words = m_space.program().evaluate(m_checks[size_t(check)], view);
    if (!words)
        return tl::unexpected(words.error());
    if (!words->has_value())
        return LocalText();
    return (*words)->en.isEmpty() ? LocalText{QStringLiteral("…"), {}} : **words;
}

bool StateChecks::isAbout(const QByteArray &pattern, const KeyHeld &key) const
{
    const QByteArray name = m_space.plainKey(m_space.datasets().keyName(key.key));
    return matchesKeyPattern(
        {pattern.constData(), size_t(pattern.size())}, {name.constData(), size_t(name.size())});
}

StateChecks::Outcome StateChecks::outcomeOfValue(
    const Check &check, qint64 amount, const KeyHeld &key) const
{
    if (check.kind == CheckedKind::TtlPresent)
        return key.ttl < 0 ? Outcome::Violated : Outcome::Holds;
    const auto numbers = numbersIn(m_space.datasets().value(key.value));
    if (!numbers)
        return Outcome::NoNumber;
    const bool isViolated =
        check.kind == CheckedKind::ValueAtLeast ? numbers->least < amount : numbers->most > amount;
    return isViolated ? Outcome::Violated : Outcome::Holds;
}

// What the values of a check's key say; Missing, where no server has it.
StateChecks::Outcome StateChecks::outcomeOfValues(const quint32 *state, size_t place)
{
    const Check &check = m_checks[place];
    Outcome outcome = Outcome::Missing;
    for (int node = 0; node < m_space.nodes(); ++node) {
        const quint32 dataset = m_space.datasetOf(state, node);
        auto &known = m_values[place];
        if (known.size() <= dataset)
            known.resize(dataset + 1);
        if (!known[dataset]) {
            known[dataset] = Outcome::Missing;
            for (const KeyHeld &key : m_space.datasets()[dataset]) {
                if (isAbout(check.name, key))
                    known[dataset] =
                        std::max(*known[dataset], outcomeOfValue(check, m_amounts[place], key));
            }
        }
        outcome = std::max(outcome, *known[dataset]);
    }
    return outcome;
}

StateChecks::Outcome StateChecks::outcomeOfMissingKey(size_t place)
{
    std::optional<Outcome> &known = m_missing[place];
    if (known)
        return *known;
    const Check &check = m_checks[place];
    const bool wasMadeBySetup =
        outcomeOfValues(m_space.beginning().data(), place) != Outcome::Missing;
    const bool isTooLittle = check.kind == CheckedKind::ValueAtLeast && m_amounts[place] > 0;
    const bool isTooMuch = check.kind == CheckedKind::ValueAtMost && m_amounts[place] < 0;
    known = check.takesMissingKeyForZero(wasMadeBySetup) && (isTooLittle || isTooMuch)
        ? Outcome::Violated
        : Outcome::Holds;
    return *known;
}

// Each server that has the key has to hold what is missing; if no server has it, nothing may be
// missing.
StateChecks::Outcome StateChecks::outcomeOfSum(
    const quint32 *state, const Check &check, qint64 amount) const
{
    const qint64 counted = count(state, check.name);
    bool isThere = false;
    Outcome outcome = Outcome::Holds;
    for (int node = 0; node < m_space.nodes(); ++node) {
        for (const KeyHeld &key : m_space.datasets()[m_space.datasetOf(state, node)]) {
            if (!isAbout(check.other, key))
                continue;
            isThere = true;
            const auto number = numberIn(m_space.datasets().value(key.value));
            if (!number)
                outcome = Outcome::NoNumber;
            else if (isNoSum(counted, *number, amount))
                return Outcome::Violated;
        }
    }
    return !isThere && counted != amount ? Outcome::Violated : outcome;
}

qint64 StateChecks::count(const quint32 *state, const QByteArray &name) const
{
    return StateSpaceView(m_space, state).count(name);
}

// Goes from the last event to the first: none may be above one that came after it.
bool StateChecks::isOutOfOrder(const quint32 *state, const Check &check) const
{
    qint64 above = 0;
    bool isFirst = true;
    for (quint32 at = m_space.lastOrderedEvent(state); at != 0; at = m_space.event(at).before) {
        const StateEvent &event = m_space.event(at);
        const bool isOfCheck = event.name == check.name || event.name == check.other;
        if (event.awaitedBy != StateEvent::told || !isOfCheck)
            continue;
        if (!isFirst && event.value > above)
            return true;
        above = isFirst ? event.value : std::min(above, event.value);
        isFirst = false;
    }
    return false;
}

bool StateChecks::admitsTooMany(const quint32 *state, const Check &check) const
{
    const qint64 most = check.amount.in(m_space.options().settings);
    const qint64 window = check.window.in(m_space.options().settings);
    if (window <= 0) // nothing happens within it
        return false;
    Admissions events, counts;
    for (quint32 at = m_space.lastEvent(state); at != 0; at = m_space.event(at).before) {
        const StateEvent &event = m_space.event(at);
        if (event.name != check.name)
            continue;
        if (!event.isCount)
            events.emplace_back(event.executed, 1);
        else if (event.value > 0)
            counts.emplace_back(event.executed, event.value);
    }
    // A file may have both for one admission, so events and counts are not added up.
    return areTooMany(std::move(events), most, window)
        || areTooMany(std::move(counts), most, window);
}

} // namespace lockstep
