// Checks when something happened in a round: how many were admitted within a window, and whether
// the values of an event never go back.
//
// An admission happened when its command was executed, which is known within bounds
// (executionintervals.h). One that was said after a wait happened when it was said. Too many are
// certain only if all of them must have been executed within one window. The same goes for the
// order of two events, unless one client made both, or one server executed the commands of both and
// its order is known.

#include "core/lab/checks/eventchecks.h"

#include "core/lab/history/executionintervals.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace lockstep {

namespace {

// When that which a mark speaks of can have happened.
struct Admission
{
    Moment earliest = 0;
    Moment latest = 0;
    const MarkRecord *mark = nullptr;
    qint64 times = 1;
};

// executions: of each operation of the round.
Admission admissionOf(const MarkRecord &mark, const RoundRecords &records,
    const std::vector<ExecutionInterval> &executions)
{
    if (mark.operation == none || mark.isLater)
        return {mark.at, mark.at, &mark};
    const ExecutionInterval &execution = executions[mark.operation - records.firstOperation];
    return {execution.earliest, std::min(mark.at, execution.latest), &mark};
}

void blame(Violation &violation, const RoundRecords &records, const MarkRecord &mark)
{
    blame(violation, records, mark.operation);
    if (mark.client != none && !violation.clients.contains(mark.client))
        violation.clients.push_back(mark.client);
}

// kind: by its events or by its counts.
std::vector<Admission> admissions(
    const Check &check, MarkRecord::Kind kind, const RoundRecords &records)
{
    std::vector<Admission> result;
    const std::vector<ExecutionInterval> &executions = records.executions();
    const quint32 name = records.history.texts.find(check.name);
    const bool counts = kind == MarkRecord::Kind::Count;
    for (const MarkRecord &mark : records.marks) {
        if (mark.name != name || mark.kind != kind)
            continue;
        if (counts && mark.value <= 0)
            continue;
        const qint64 times = counts ? mark.value : 1; // a count of three is three admissions
        // What one reply led to is of one moment.
        if (!result.empty() && mark.operation != none && isOneState(*result.back().mark, mark)) {
            result.back().times += times;
            continue;
        }
        result.push_back(admissionOf(mark, records, executions));
        result.back().times = times;
    }
    return result;
}

// The first of them that are more than `most`, and whose span is shorter than the window: at its
// widest, if that is to be certain, else at its narrowest.
std::optional<Violation> firstExcess(std::vector<Admission> all, qint64 most, Moment window,
    bool certain, const RoundRecords &records)
{
    const auto first = certain ? &Admission::earliest : &Admission::latest;
    const auto last = certain ? &Admission::latest : &Admission::earliest;
    std::sort(all.begin(), all.end(),
        [&](const Admission &a, const Admission &b) { return a.*last < b.*last; });
    // Those that are less than a window before the present one.
    std::multiset<std::pair<Moment, size_t>> inside;
    qint64 admitted = 0; // by these
    std::optional<Violation> excess;
    for (size_t i = 0; i < all.size(); ++i) {
        inside.insert({all[i].*first, i});
        admitted += all[i].times;
        while (!inside.empty() && all[i].*last - inside.begin()->first >= window) {
            admitted -= all[inside.begin()->second].times;
            inside.erase(inside.begin());
        }
        // Those of one moment are within any window, whenever it was.
        const qint64 atOnce = std::max(admitted, all[i].times);
        if (atOnce <= most)
            continue;
        if (!excess) {
            excess = violationAt(records, all[i].*last);
            excess->actual = atOnce;
            excess->allowed = most;
            for (const auto &[moment, which] : inside)
                blame(*excess, records, *all[which].mark);
            if (inside.empty())
                blame(*excess, records, *all[i].mark);
        }
        excess->worst = std::max(excess->worst, atOnce);
    }
    return excess;
}

// An event with what is known of its place among the others.
struct OrderedEvent
{
    Admission when;
    size_t made = 0; // its place in the order in which they were made, which one client's keep
    int server = 0; // that executed its command, 1 for the first; 0: its order is not known
    quint32 order = 0; // in which that server executed it

    [[nodiscard]] qint64 value() const { return when.mark->value; }
};

std::vector<OrderedEvent> orderedEvents(const Check &check, const RoundRecords &records)
{
    const quint32 first = records.history.texts.find(check.name);
    const quint32 other = check.other.isEmpty() ? first : records.history.texts.find(check.other);
    std::vector<OrderedEvent> events;
    const std::vector<ExecutionInterval> &executions = records.executions();
    std::map<std::pair<quint32, quint8>, quint32> lastOf; // client and node: the latest so far
    for (const MarkRecord &mark : records.marks) {
        if (mark.kind != MarkRecord::Kind::Event || (mark.name != first && mark.name != other))
            continue;
        OrderedEvent event{admissionOf(mark, records, executions), events.size()};
        if (mark.operation != none && !mark.isLater) {
            const Operation &operation = records.history.operations[mark.operation];
            if (operation.order != none) {
                quint32 &last = lastOf[{mark.client, operation.node}];
                event.order = last = std::max(last, operation.order);
                event.server = operation.node + 1;
            }
        }
        events.push_back(event);
    }
    return events;
}

// An event with a lower value than one that came before it.
struct Fall
{
    const OrderedEvent *higher = nullptr;
    const OrderedEvent *lower = nullptr;
};

using Events = std::vector<const OrderedEvent *>;

// The first in these events, which are in their order.
std::optional<Fall> fallIn(const Events &events)
{
    const OrderedEvent *highest = nullptr;
    for (const OrderedEvent *event : events) {
        if (highest != nullptr && event->value() < highest->value())
            return Fall{highest, event};
        if (highest == nullptr || event->value() > highest->value())
            highest = event;
    }
    return std::nullopt;
}

template <typename Number> Events sortedBy(const std::vector<OrderedEvent> &events, Number number)
{
    Events sorted;
    for (const OrderedEvent &event : events)
        sorted.push_back(&event);
    std::stable_sort(sorted.begin(), sorted.end(),
        [&](const OrderedEvent *a, const OrderedEvent *b) { return number(*a) < number(*b); });
    return sorted;
}

// Within what one client said, and within what one server executed, the order is known.
std::optional<Fall> fallInKnownOrder(const std::vector<OrderedEvent> &events)
{
    std::map<quint32, Events> byClient;
    std::map<int, Events> byServer;
    for (const OrderedEvent &event : events)
        byClient[event.when.mark->client].push_back(&event);
    for (const OrderedEvent *event :
        sortedBy(events, [](const OrderedEvent &each) { return each.order; })) {
        if (event->server > 0)
            byServer[event->server].push_back(event);
    }
    std::optional<Fall> first;
    const auto add = [&](const std::optional<Fall> &fall) {
        if (fall && (!first || fall->lower->made < first->lower->made))
            first = fall;
    };
    for (const auto &[client, ofClient] : byClient)
        add(fallIn(ofClient));
    for (const auto &[server, ofServer] : byServer)
        add(fallIn(ofServer));
    return first;
}

// The two highest events so far that are not of one client.
class HighestOfTwoClients
{
public:
    void add(const OrderedEvent *event)
    {
        if (m_first == nullptr || event->value() > m_first->value()) {
            if (m_first != nullptr && clientOf(m_first) != clientOf(event))
                m_second = m_first;
            m_first = event;
        } else if (clientOf(event) != clientOf(m_first)
            && (m_second == nullptr || event->value() > m_second->value())) {
            m_second = event;
        }
    }

    // nullptr: there is none of another client.
    [[nodiscard]] const OrderedEvent *ofOthersThan(quint32 client) const
    {
        return m_first == nullptr || clientOf(m_first) != client ? m_first : m_second;
    }

private:
    static quint32 clientOf(const OrderedEvent *event) { return event->when.mark->client; }

    const OrderedEvent *m_first = nullptr;
    const OrderedEvent *m_second = nullptr;
};

// Of two events whose order is not known, the higher may have happened, or must have happened,
// before the lower.
std::optional<Fall> fallInTime(const std::vector<OrderedEvent> &events, bool certain)
{
    const auto earliest = [](const OrderedEvent &each) { return each.when.earliest; };
    const auto latest = [](const OrderedEvent &each) { return each.when.latest; };
    const Events before = certain ? sortedBy(events, latest) : sortedBy(events, earliest);
    const Events after = certain ? sortedBy(events, earliest) : sortedBy(events, latest);
    std::map<int, HighestOfTwoClients> highest; // by server
    size_t next = 0;
    for (const OrderedEvent *event : after) {
        for (; next < before.size()
             && (certain ? latest(*before[next]) < earliest(*event)
                         : earliest(*before[next]) < latest(*event));
             ++next)
            highest[before[next]->server].add(before[next]);
        for (const auto &[server, ofServer] : highest) {
            if (server > 0 && server == event->server)
                continue;
            const OrderedEvent *higher = ofServer.ofOthersThan(event->when.mark->client);
            if (higher != nullptr && event->value() < higher->value())
                return Fall{higher, event};
        }
    }
    return std::nullopt;
}

RoundFinding found(CheckOutcome outcome, const Fall &fall, const RoundRecords &records)
{
    const MarkRecord &higher = *fall.higher->when.mark;
    const MarkRecord &lower = *fall.lower->when.mark;
    Violation violation = violationAt(records, std::max(higher.at, lower.at));
    violation.key = records.history.texts[lower.name].toByteArray();
    violation.actual = violation.worst = lower.value;
    violation.allowed = higher.value;
    blame(violation, records, higher);
    blame(violation, records, lower);
    return found(outcome, std::move(violation));
}

} // namespace

RoundFinding checkOrder(const Check &check, const RoundRecords &records)
{
    const std::vector<OrderedEvent> events = orderedEvents(check, records);
    if (const auto fall = fallInKnownOrder(events))
        return found(CheckOutcome::Violated, *fall, records);
    if (const auto fall = fallInTime(events, true))
        return found(CheckOutcome::Violated, *fall, records);
    if (const auto fall = fallInTime(events, false))
        return found(CheckOutcome::Possible, *fall, records);
    return {};
}

RoundFinding checkAdmitted(
    const Check &check, qint64 most, qint64 windowMs, const RoundRecords &records)
{
    if (windowMs <= 0) // nothing happens within it
        return {};
    // A file may have both for one admission, so events and counts are not added up.
    const std::array told{admissions(check, MarkRecord::Kind::Event, records),
        admissions(check, MarkRecord::Kind::Count, records)};
    const Moment window = windowMs * 1'000'000;
    for (const bool certain : {true, false}) {
        for (const std::vector<Admission> &all : told) {
            auto violation = firstExcess(all, most, window, certain, records);
            if (!violation)
                continue;
            violation->key = check.name;
            return found(certain ? CheckOutcome::Violated : CheckOutcome::Possible, *violation);
        }
    }
    return {};
}

} // namespace lockstep
