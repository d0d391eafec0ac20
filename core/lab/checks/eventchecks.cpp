// Part of roundfinding.h. When something happened: admissions and events.
//
// An admission happened somewhere between its command being sent and the reply; one that was told
// after a wait, when it was told. Too many are certain only if the earliest of them was sent, and
// the last one answered, within one window. The same goes for the order of events, unless the order
// of execution is known: that of one server, or that of one client.

#include "core/lab/checks/roundfinding.h"

#include <algorithm>
#include <map>
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

Admission admissionOf(const MarkRecord &mark, const RoundRecords &records)
{
    if (mark.operation == none || mark.isLater)
        return {mark.at, mark.at, &mark};
    const Operation &operation = records.history.operations[mark.operation];
    return {operation.called, std::min(mark.at, operation.returned), &mark};
}

void blame(Violation &violation, const RoundRecords &records, const MarkRecord &mark)
{
    blame(violation, records, mark.operation);
    if (mark.client != none && !violation.clients.contains(mark.client))
        violation.clients.push_back(mark.client);
}

// By its events, or where there is none by its counts: a file may have both for one admission.
std::vector<Admission> admissions(const Check &check, const RoundRecords &records)
{
    std::vector<Admission> result;
    const quint32 name = records.history.texts.find(check.name);
    const bool counts =
        std::none_of(records.marks.begin(), records.marks.end(), [&](const auto &mark) {
            return mark.name == name && mark.kind == MarkRecord::Kind::Event;
        });
    const auto kind = counts ? MarkRecord::Kind::Count : MarkRecord::Kind::Event;
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
        result.push_back(admissionOf(mark, records));
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

// events: in the order in which they were made, which those of one client keep.
std::vector<Admission> executionOrder(
    const std::vector<Admission> &events, const RoundRecords &records)
{
    std::map<quint32, quint32> lastOf; // client: the latest place so far
    std::vector<std::pair<quint32, Admission>> placed;
    for (const Admission &each : events) {
        quint32 &last = lastOf[each.mark->client];
        last = std::max(last, records.history.operations[each.mark->operation].order);
        placed.emplace_back(last, each);
    }
    std::stable_sort(placed.begin(), placed.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<Admission> ordered;
    for (const auto &[place, each] : placed)
        ordered.push_back(each);
    return ordered;
}

// The first event with a lower value than one before it. apart: only one that had happened before
// this one can have counts as before it.
RoundFinding firstFall(std::vector<Admission> events, bool apart, const RoundRecords &records)
{
    std::vector<Admission> before = events;
    if (apart) {
        std::sort(events.begin(), events.end(),
            [](const Admission &a, const Admission &b) { return a.earliest < b.earliest; });
        std::sort(before.begin(), before.end(),
            [](const Admission &a, const Admission &b) { return a.latest < b.latest; });
    }
    const MarkRecord *highest = nullptr;
    size_t next = 0;
    for (size_t i = 0; i < events.size(); ++i) {
        const MarkRecord &mark = *events[i].mark;
        for (;
             next < before.size() && (apart ? before[next].latest < events[i].earliest : next < i);
             ++next) {
            if (highest == nullptr || before[next].mark->value > highest->value)
                highest = before[next].mark;
        }
        if (highest == nullptr || mark.value >= highest->value)
            continue;
        Violation violation = violationAt(records, mark.at);
        violation.key = records.history.texts[mark.name].toByteArray();
        violation.actual = mark.value;
        violation.worst = mark.value;
        violation.allowed = highest->value;
        blame(violation, records, *highest);
        blame(violation, records, mark);
        return found(CheckOutcome::Violated, violation);
    }
    return {};
}

} // namespace

RoundFinding checkOrder(const Check &check, const RoundRecords &records)
{
    const quint32 first = records.history.texts.find(check.name);
    const quint32 other = check.other.isEmpty() ? first : records.history.texts.find(check.other);
    std::vector<Admission> events;
    std::set<quint8> nodes;
    std::set<quint32> clients;
    bool isOrdered = true;
    for (const MarkRecord &mark : records.marks) {
        if (mark.kind != MarkRecord::Kind::Event || (mark.name != first && mark.name != other))
            continue;
        events.push_back(admissionOf(mark, records));
        clients.insert(mark.client);
        if (mark.operation == none || mark.isLater) {
            isOrdered = false;
            continue;
        }
        const Operation &operation = records.history.operations[mark.operation];
        isOrdered &= operation.order != none;
        nodes.insert(operation.node);
    }
    if (isOrdered && (nodes.size() <= 1 || clients.size() <= 1))
        return firstFall(executionOrder(events, records), false, records);
    const RoundFinding certain = firstFall(events, true, records);
    if (certain.violation)
        return certain;
    RoundFinding possible = firstFall(std::move(events), false, records);
    if (possible.violation)
        possible.outcome = CheckOutcome::Possible;
    return possible;
}

RoundFinding checkAdmitted(
    const Check &check, qint64 most, qint64 windowMs, const RoundRecords &records)
{
    if (windowMs <= 0) // nothing happens within it
        return {};
    const std::vector<Admission> all = admissions(check, records);
    const Moment window = windowMs * 1'000'000;
    for (const bool certain : {true, false}) {
        if (auto violation = firstExcess(all, most, window, certain, records)) {
            violation->key = check.name;
            return found(certain ? CheckOutcome::Violated : CheckOutcome::Possible, *violation);
        }
    }
    return {};
}

} // namespace lockstep
