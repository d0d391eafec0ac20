// Part of scenarioreader.h. The checks, always and finally.

#include "core/lab/loader/scenarioreader.h"
#include "core/lab/scenario/keypattern.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr qint64 longestWindow = 1'000'000'000'000; // ms

enum class Takes : quint8 { Name, Other, OptionalOther, Amount, Window };

struct Shape
{
    const char *name;
    Check::Kind kind;
    std::vector<Takes> takes;
    const char *usage;
};

const std::vector<Shape> &shapes()
{
    using Kind = Check::Kind;
    static const std::vector<Shape> all{
        {"holders_at_most", Kind::HoldersAtMost, {Takes::Name, Takes::Amount},
            "holders_at_most(lock, number)"},
        {"count_at_most", Kind::CountAtMost, {Takes::Name, Takes::Amount},
            "count_at_most(count, number)"},
        {"count_at_least", Kind::CountAtLeast, {Takes::Name, Takes::Amount},
            "count_at_least(count, number)"},
        {"sum_equals", Kind::SumEquals, {Takes::Name, Takes::Other, Takes::Amount},
            "sum_equals(count, key, number)"},
        {"value_at_least", Kind::ValueAtLeast, {Takes::Name, Takes::Amount},
            "value_at_least(key, number)"},
        {"value_at_most", Kind::ValueAtMost, {Takes::Name, Takes::Amount},
            "value_at_most(key, number)"},
        {"ttl_present", Kind::TtlPresent, {Takes::Name}, "ttl_present(key)"},
        {"released_by_owner", Kind::ReleasedByOwner, {Takes::Name}, "released_by_owner(key)"},
        {"renewed_by_owner", Kind::RenewedByOwner, {Takes::Name}, "renewed_by_owner(key)"},
        {"in_order", Kind::InOrder, {Takes::Name, Takes::OptionalOther},
            "in_order(event) or in_order(first, second)"},
        {"admitted_at_most", Kind::AdmittedAtMost, {Takes::Name, Takes::Amount, Takes::Window},
            "admitted_at_most(number, window) or admitted_at_most(name, number, window)"},
        {"nobody_waits", Kind::NobodyWaits, {}, "nobody_waits()"},
    };
    return all;
}

// A number or the name of a parameter.
bool readAmount(const LuaValue &value, const Scenario &scenario, Amount *amount, QByteArray *why)
{
    if (value.is(LuaValue::Kind::Whole)) {
        amount->number = value.whole;
        return true;
    }
    if (value.is(LuaValue::Kind::Text) && scenario.parameter(value.text)) {
        amount->parameter = value.text;
        return true;
    }
    *why = value.is(LuaValue::Kind::Text) ? "there is no parameter " + nameOf(value)
                                          : nameOf(value) + " is no whole number or parameter";
    return false;
}

bool readArguments(const LuaValue &table, const Shape &shape, const Scenario &scenario,
    Check *check, QByteArray *why)
{
    std::vector<LuaValue> given = table.items;
    if (shape.kind == Check::Kind::AdmittedAtMost && given.size() == 2) {
        LuaValue name;
        name.kind = LuaValue::Kind::Text;
        name.text = "admitted";
        given.insert(given.begin(), name);
    }
    size_t next = 0;
    for (const Takes takes : shape.takes) {
        if (next >= given.size()) {
            if (takes == Takes::OptionalOther)
                return true;
            *why = "something is missing";
            return false;
        }
        const LuaValue &value = given[next++];
        if (takes == Takes::Amount || takes == Takes::Window) {
            Amount *const amount = takes == Takes::Amount ? &check->amount : &check->window;
            if (!readAmount(value, scenario, amount, why))
                return false;
            if (takes == Takes::Window && (amount->number < 0 || amount->number > longestWindow)) {
                *why = nameOf(value) + " is no time in ms";
                return false;
            }
            continue;
        }
        if (!value.is(LuaValue::Kind::Text) || value.text.isEmpty()) {
            *why = nameOf(value) + " is no name";
            return false;
        }
        (takes == Takes::Name ? check->name : check->other) = value.text;
    }
    *why = "there is more than it takes";
    return next == given.size() && !table.hasOtherKeys;
}

QByteArray wordsOf(const LuaValue &table)
{
    QByteArray words = table.field("check").text + "(";
    for (size_t i = 0; i < table.items.size(); ++i) {
        const LuaValue &item = table.items[i];
        words += i == 0 ? "" : ", ";
        words += item.is(LuaValue::Kind::Text) ? "\"" + item.text + "\"" : nameOf(item);
    }
    return words + ")";
}

bool isAboutKey(Check::Kind kind)
{
    using Kind = Check::Kind;
    constexpr std::array kinds{Kind::SumEquals, Kind::ValueAtLeast, Kind::ValueAtMost,
        Kind::TtlPresent, Kind::ReleasedByOwner, Kind::RenewedByOwner};
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// A check may say "limit:*" of all keys of a pattern.
bool isKey(const QByteArray &name, const Scenario &scenario)
{
    return std::any_of(scenario.keys.begin(), scenario.keys.end(), [&](const QByteArray &each) {
        return each == name
            || matchesKeyPattern(
                {each.constData(), size_t(each.size())}, {name.constData(), size_t(name.size())});
    });
}

class CheckReader : private FieldReader
{
public:
    using FieldReader::FieldReader;

    bool read(Check::When when, int *functions)
    {
        const QByteArray list = when == Check::When::Always ? "always" : "finally";
        const LuaValue &checks = m_table.field(list);
        if (checks.is(LuaValue::Kind::Nil))
            return true;
        if (!checks.is(LuaValue::Kind::Table) || !checks.fields.empty() || checks.hasOtherKeys)
            return wrong(list + " is a list of checks, as in " + list
                + " = { holders_at_most(\"lock\", 1) }");
        for (const LuaValue &each : checks.items) {
            Check check;
            check.when = when;
            if (!readCheck(each, &check, functions))
                return false;
            if (m_scenario.checks.size() == Scenario::mostChecks)
                return wrong(list + ": there are more checks than the "
                        + QByteArray::number(Scenario::mostChecks)
                        + " that a scenario may have, always and finally together",
                    check.line);
            m_scenario.checks.push_back(std::move(check));
        }
        return true;
    }

private:
    bool readCheck(const LuaValue &value, Check *check, int *functions)
    {
        if (value.is(LuaValue::Kind::Function)) {
            check->line = value.line;
            check->lastLine = value.lastLine;
            check->function = (*functions)++;
            check->words = "function, line " + QByteArray::number(value.line);
            return true;
        }
        const QByteArray name = value.field("check").text;
        const auto shape = std::find_if(
            shapes().begin(), shapes().end(), [&](const Shape &each) { return name == each.name; });
        if (shape == shapes().end())
            return wrong(nameOf(value)
                + " is no check; a check is holders_at_most(…), nobody_waits(), …, or a function");
        check->kind = shape->kind;
        check->line = int(value.field("line").whole);
        check->words = wordsOf(value);
        QByteArray why;
        if (!readArguments(value, *shape, m_scenario, check, &why))
            return wrong(check->words + ": " + why + "; it is " + shape->usage
                    + (why.startsWith("there is no parameter") ? parameterNames() : QByteArray()),
                check->line);
        const QByteArray &key = check->kind == Check::Kind::SumEquals ? check->other : check->name;
        return !isAboutKey(check->kind) || isKey(key, m_scenario)
            || wrong(check->words + ": “" + key
                    + "” is not among the scenario's keys; add it to keys = { … }",
                check->line);
    }

    [[nodiscard]] QByteArray parameterNames() const
    {
        QByteArray names = ", and the parameters are";
        for (const Parameter &each : m_scenario.parameters)
            names += " " + each.name;
        return names;
    }
};

} // namespace

bool readChecks(const LuaValue &table, Check::When when, Scenario *scenario, int *functions,
    ScenarioMistake *mistake)
{
    return CheckReader(table, scenario, mistake).read(when, functions);
}

} // namespace lockstep
