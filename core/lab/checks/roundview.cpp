// A state is what the happenings up to a place have made of keys, marks and clients. What of it is
// not known is open: it is answered by what is likely, or by the choices of a trial. Whether there
// was such a state StateMoments tells, and who may have been inside WhoWasInside.

#include "core/lab/checks/roundview.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

constexpr qint64 millisecond = 1'000'000; // as a Moment
constexpr qint64 mostOptions = 1000; // of one question

} // namespace

RoundView::RoundView(const RoundRecords &records)
    : m_records(records)
    , m_happenings(happeningsOf(records))
    , m_whoWasInside(m_happenings)
    , m_events(records, m_happenings, m_whoWasInside)
    , m_moments(records, m_happenings)
    , m_deadlines(records.history, m_happenings)
    , m_now(records.round.begin)
{
    for (const Happening &each : m_happenings) {
        if (each.change != nullptr)
            m_lastChanges[{each.change->key, each.change->node}] = each.change;
    }
    while (m_next < m_happenings.size() && isOfSetup(m_happenings[m_next], records.round))
        take(m_next++);
}

void RoundView::beginState(Moment now, quint32 operation)
{
    m_moments.forget();
    m_hasGuessed = false;
    m_hasOpen = false;
    m_asksTtl = false;
    m_asksInside = false;
    m_uncertainFrom = never;
    m_now = now;
    m_operation = operation;
}

bool RoundView::advance()
{
    if (m_next == m_happenings.size())
        return false;
    beginState(m_happenings[m_next].at, m_happenings[m_next].operation());
    do {
        take(m_next++);
    } while (
        m_next < m_happenings.size() && isOneState(m_happenings[m_next - 1], m_happenings[m_next]));
    return true;
}

void RoundView::goToEnd()
{
    while (advance()) { }
    beginState(std::max(m_records.round.begin, m_records.round.end), none);
    m_isAtEnd = true;
}

qsizetype RoundView::stateCount() const
{
    return qsizetype(m_happenings.size() - m_next);
}

void RoundView::take(size_t place)
{
    const Happening &happening = m_happenings[place];
    if (happening.change != nullptr) {
        KeyKnown &known = m_keys[{happening.change->key, happening.change->node}];
        known = {happening.change, known.state};
    } else if (happening.mark != nullptr) {
        takeMark(place);
    } else {
        for (auto &[lock, clients] : m_inside)
            clients.erase(int(happening.crash->client));
    }
}

void RoundView::takeMark(size_t place)
{
    const MarkRecord &mark = *m_happenings[place].mark;
    const int client = int(mark.client);
    switch (mark.kind) {
    case MarkRecord::Kind::Enter:
        ++m_inside[mark.name][client];
        break;
    case MarkRecord::Kind::Leave:
        if (--m_inside[mark.name][client] <= 0)
            m_inside[mark.name].erase(client);
        break;
    case MarkRecord::Kind::Count:
        m_counts[mark.name] += mark.value;
        break;
    case MarkRecord::Kind::Event: {
        // The event is inside the lock of its name or, if nobody is in that, inside any, as in
        // steps.
        const quint32 lock = insideOf(mark.name).empty() ? none : mark.name;
        m_events.add(place, insideOf(lock), lock);
        break;
    }
    }
}

std::optional<StateMoments::Span> RoundView::span(bool areEntersOpen) const
{
    if (m_isAtEnd)
        return StateMoments::Span{m_now, m_now};
    auto known = m_moments.spanAt(m_next, !areEntersOpen);
    // The key has to be there at a moment of the span, and at each if it is not known which.
    if (!known || (known->isAllOf ? known->from : known->until) > m_uncertainFrom)
        return std::nullopt;
    known->until = std::min(known->until, m_uncertainFrom);
    return known;
}

std::vector<ProvingMoment> RoundView::provingMoments() const
{
    const auto known = span(false);
    if (!known)
        return m_asksInside ? momentsWithOpenEnters() : std::vector<ProvingMoment>();
    const auto [from, until, isAllOf] = *known;
    if (!isAllOf)
        return {{{from, until}}};
    if (m_now < from || m_now > until)
        return {{{from, from}}};
    return m_asksTtl ? std::vector<ProvingMoment>{{{m_now, m_now}}, {{from, from}}}
                     : std::vector<ProvingMoment>{{{m_now, m_now}}};
}

// The longer one waits, the more of those who enter are certainly inside, until somebody leaves.
std::vector<ProvingMoment> RoundView::momentsWithOpenEnters() const
{
    const auto known = span(true);
    if (!known || !known->isAllOf)
        return {};
    std::vector<ProvingMoment> moments;
    for (const Moment each : {known->until, m_now, m_happenings[m_next - 1].latest, known->from}) {
        const Moment moment = std::clamp(each, known->from, known->until);
        const bool isNew = std::none_of(moments.begin(), moments.end(),
            [moment](const ProvingMoment &other) { return other.from == moment; });
        if (isNew)
            moments.push_back({{moment, moment}, true});
    }
    return moments;
}

bool RoundView::isProvedBy(const ProvingMoment &moment) const
{
    const auto known = span(moment.areEntersOpen);
    if (!known || (!m_asksTtl && !moment.areEntersOpen))
        return known.has_value();
    const auto [from, until, isAllOf] = *known;
    return isAllOf ? from <= moment.from && moment.until <= until
                   : moment.from <= from && until <= moment.until;
}

const KeyChange *RoundView::state(const QByteArray &key, int node) const
{
    const bool isSampled = m_records.history.orderKind == OrderKind::Sampled;
    const Moment valuesUntil = m_records.round.valuesUntil;
    m_hasGuessed |= (m_isAtEnd ? valuesUntil != never : m_now >= valuesUntil)
        || (isSampled && (!m_isAtEnd || !m_records.wereKeysRead(key)));
    const quint32 text = m_records.history.texts.find(key);
    m_moments.askForKey(text, node);
    const auto found = m_keys.find({text, node});
    if (found == m_keys.end())
        return nullptr;
    const KeyChange &known = *found->second.state;
    // What came of any other state than the last is among the happenings.
    if (m_lastChanges.at({text, node}) == &known
        && m_records.isDeadlineTooClose(known, found->second.before))
        return closeToDeadline(found->second, text, node);
    return known.exists ? &known : nullptr;
}

// At the end the key may be gone or may still be there. Before that it is there up to some moment.
const KeyChange *RoundView::closeToDeadline(const KeyKnown &known, quint32 text, int node) const
{
    const KeyChange *likely = known.state->exists ? known.state : nullptr;
    const Moment error = m_records.round.deadlineError;
    if (!m_isAtEnd) {
        if (error == never)
            m_uncertainFrom = std::numeric_limits<Moment>::min();
        else if (likely != nullptr)
            m_uncertainFrom = std::min(m_uncertainFrom, likely->deadline - error);
        return likely;
    }
    m_hasOpen = true;
    if (m_trial == nullptr
        || m_trial->choices.choose({Choices::Kind::Existence, text, node}, 2) == 0)
        return likely;
    return likely == nullptr ? known.before : nullptr;
}

std::optional<QByteArray> RoundView::get(const QByteArray &key, int node) const
{
    const KeyChange *known = state(key, node);
    if (known == nullptr || !known->isString)
        return std::nullopt;
    return m_records.history.texts[known->value].toByteArray();
}

std::optional<qint64> RoundView::ttl(const QByteArray &key, int node) const
{
    const KeyChange *known = state(key, node);
    if (known == nullptr)
        return std::nullopt;
    // A TTL is never more than the key was given. A look only sees what it has left.
    const Moment now = known->operation != none ? std::max(m_now, known->at) : m_now;
    const Moment left = m_records.history.timeLeft(*known, now);
    if (left == never)
        return -1;
    if (m_records.history.orderKind == OrderKind::Stepped)
        return left / millisecond;
    m_asksTtl = m_hasOpen = true;
    return m_trial == nullptr ? left / millisecond : possibleTtl(*known, node);
}

// The moment of the trial and the clock of the deadlines are known within bounds only. Deadlines
// that one operation has set have the same error, whoever took them over, and as many options: all
// are whole milliseconds of one clock. But a TTL is never longer than it was when it was
// set, and that is known from the server's clock alone: both moments are on the run's clock, each
// with the error of the servers'.
qint64 RoundView::possibleTtl(const KeyChange &known, int node) const
{
    const Moment error = m_records.round.deadlineError;
    if (error == never) {
        const Moment longest = m_records.history.timeLeft(known, m_records.round.begin);
        return chooseTtl({Choices::Kind::Ttl, known.key, node}, 0, longest / millisecond);
    }
    const auto inMs = [](Moment span) { // rounded down, where it is over for long, too
        return (span - (span < 0 ? millisecond - 1 : 0)) / millisecond;
    };
    const MomentInterval &moment = m_trial->moment;
    const qint64 least = inMs(known.deadline - moment.until - error);
    const qint64 longest = inMs(known.deadline - moment.from + error);
    if (known.operation == none)
        return std::max<qint64>(
            0, chooseTtl({Choices::Kind::Ttl, known.key, node}, least, longest));
    const qint64 given = inMs(known.deadline - known.at + 2 * error);
    const qint64 left = chooseTtl(
        {Choices::Kind::TtlOfOperation, m_deadlines.setterOf(known), node}, least, longest);
    return std::clamp<qint64>(left, 0, std::max<qint64>(0, given));
}

// Chooses a TTL in ms, from least to longest. The ends decide most often, so they come first.
qint64 RoundView::chooseTtl(const Choices::Question &question, qint64 least, qint64 longest) const
{
    const qint64 options = std::max<qint64>(0, longest - least) + 1;
    m_trial->isTooMany |= options > mostOptions;
    const auto chosen =
        qint64(m_trial->choices.choose(question, size_t(std::min(options, mostOptions))));
    return chosen == 0 ? least + options - 1 : least + chosen - 1;
}

qint64 RoundView::size(const QByteArray &key, int node) const
{
    const KeyChange *known = state(key, node);
    if (known == nullptr)
        return 0;
    return known->isNumber ? m_records.history.texts[known->value].size() : known->number;
}

std::vector<int> RoundView::inside(const QByteArray &lock) const
{
    const quint32 number = m_records.history.texts.find(lock);
    m_moments.askForLock(number);
    m_asksInside = true;
    if (number == none)
        return {};
    if (m_trial == nullptr || !m_trial->moment.areEntersOpen)
        return insideOf(number);
    return WhoWasInside::choose(m_whoWasInside.at(m_next, m_trial->moment.from, number),
        {Choices::Kind::Inside, number, 0}, *m_trial);
}

std::vector<int> RoundView::insideOf(quint32 lock) const
{
    std::vector<int> result;
    for (const auto &[name, clients] : m_inside) {
        if (lock != none && name != lock)
            continue;
        for (const auto &[client, times] : clients)
            result.push_back(client);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

qint64 RoundView::count(const QByteArray &name) const
{
    const quint32 number = m_records.history.texts.find(name);
    m_moments.askForName(number);
    const auto found = m_counts.find(number);
    return found == m_counts.end() ? 0 : found->second;
}

std::vector<StateView::EventSeen> RoundView::events(const QByteArray &name) const
{
    const quint32 number = m_records.history.texts.find(name);
    m_moments.askForName(number);
    const ToldEvents::Told told = m_events.of(number, m_trial);
    m_hasOpen |= !told.isInsideCertain;
    return told.events;
}

void RoundView::noteInsideAsked(size_t event) const
{
    if (m_trial != nullptr)
        m_trial->asked = event;
}

bool RoundView::isHiding() const
{
    return m_trial != nullptr && !m_trial->hidden.empty();
}

QByteArray RoundView::clientName(int client) const
{
    return client >= 0 && size_t(client) < m_records.clientCount()
        ? m_records.history.clients[size_t(client)].name
        : QByteArray();
}

} // namespace lockstep
