// Reads the checks of a scenario's file, and says what is wrong with one.

#include "core/lab/loader/checkreader.h"

#include "core/lab/loader/checkremark.h"
#include "core/lab/scenario/checkkinds.h"
#include "core/lab/scenario/keypattern.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 longestWindow = 1'000'000'000'000; // ms

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

bool readAmount(const LuaValue &value, CheckArgument as, const Scenario &scenario, Check *check,
    QByteArray *why)
{
    const bool isWindow = as == CheckArgument::Window;
    Amount *const amount = isWindow ? &check->window : &check->amount;
    if (!readAmount(value, scenario, amount, why))
        return false;
    if (!isWindow || (amount->number >= 0 && amount->number <= longestWindow))
        return true;
    *why = nameOf(value) + " is no time in ms";
    return false;
}

bool readName(const LuaValue &value, QByteArray *name, QByteArray *why)
{
    if (value.is(LuaValue::Kind::Text) && !value.text.isEmpty()) {
        *name = value.text;
        return true;
    }
    *why = nameOf(value) + " is no name";
    return false;
}

bool readArguments(const LuaValue &table, const CheckKind &kind, const Scenario &scenario,
    Check *check, QByteArray *why)
{
    using enum CheckArgument;
    const std::vector<LuaValue> &given = table.items;
    size_t next = 0;
    for (const CheckArgument argument : kind.arguments) {
        if (argument == None)
            break;
        if (argument == AdmittedName && given.size() == 2) {
            check->name = "admitted";
            continue;
        }
        if (next >= given.size()) {
            *why = "something is missing";
            return argument == OptionalName;
        }
        const LuaValue &value = given[next++];
        const bool isOther = argument == OptionalName || argument == OtherKey;
        const bool isRead = argument == Amount || argument == Window
            ? readAmount(value, argument, scenario, check, why)
            : readName(value, isOther ? &check->other : &check->name, why);
        if (!isRead)
            return false;
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

// The key that the check is about; nullptr if it is about none.
const QByteArray *keyOf(const CheckKind &kind, const Check &check)
{
    for (const CheckArgument argument : kind.arguments) {
        if (argument == CheckArgument::Key)
            return &check.name;
        if (argument == CheckArgument::OtherKey)
            return &check.other;
    }
    return nullptr;
}

// Whether the scenario has this key, or this pattern: a check may name "limit:*" for all keys that
// match.
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

    bool read(const QByteArray &list, Check::When when, int *functions)
    {
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
            readFunction(value, check, functions);
            check->remark = remarkOfFunction(m_scenario.source, value.line);
            check->words = "function, line " + QByteArray::number(value.line);
            return true;
        }
        const QByteArray name = value.field("check").text;
        if (name == namedFunction)
            return readNamedFunction(value, check, functions);
        const auto *const kind = std::find_if(allCheckKinds.begin(), allCheckKinds.end(),
            [&](const CheckKind &each) { return name == each.name; });
        if (kind == allCheckKinds.end())
            return wrong(nameOf(value)
                + " is no check; a check is holders_at_most(…), nobody_waits(), …, a function, or "
                  "check(\"its name\", function(v, p) … end)");
        check->kind = kind->kind;
        check->line = int(value.field("line").whole);
        check->words = wordsOf(value);
        QByteArray why;
        if (!readArguments(value, *kind, m_scenario, check, &why))
            return wrong(check->words + ": " + why + "; it is " + kind->usage
                    + (why.startsWith("there is no parameter") ? parameterNames() : QByteArray()),
                check->line);
        const QByteArray *const key = keyOf(*kind, *check);
        return !key || isKey(*key, m_scenario)
            || wrong(check->words + ": “" + *key
                    + "” is not among the scenario's keys; add it to keys = { … }",
                check->line);
    }

    static void readFunction(const LuaValue &value, Check *check, int *functions)
    {
        check->line = value.line;
        check->lastLine = value.lastLine;
        check->function = (*functions)++;
    }

    // check("nothing is lost", function(v, p) … end), or with { en = "…", zh_CN = "…" }.
    bool readNamedFunction(const LuaValue &value, Check *check, int *functions)
    {
        const int line = int(value.field("line").whole);
        if (value.items.size() != 2 || !value.items[1].is(LuaValue::Kind::Function))
            return wrong("check takes a name and a function, as in "
                         "check(\"nothing is lost\", function(v, p) … end)",
                line);
        const LuaValue &name = value.items[0];
        if (name.is(LuaValue::Kind::Text)) {
            check->title.en = QString::fromUtf8(name.text).simplified();
            if (check->title.en.isEmpty())
                return wrong("check: its name is empty", line);
        } else if (!readLocal(name, "check", &check->title)) {
            m_mistake->line = line;
            return false;
        }
        if (!isOnlyOne(*check, line))
            return false;
        readFunction(value.items[1], check, functions);
        check->words = "check(\"" + check->title.en.toUtf8() + "\")";
        return true;
    }

    // Two check functions may not have the same name: verdicts call them by it.
    bool isOnlyOne(const Check &check, int line)
    {
        const auto other = std::find_if(m_scenario.checks.begin(), m_scenario.checks.end(),
            [&](const Check &each) { return each.title.en == check.title.en; });
        return other == m_scenario.checks.end()
            || wrong("check: “" + check.title.en.toUtf8() + "” is the name of the check at line "
                    + QByteArray::number(other->line) + " too; each needs one of its own",
                line);
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

bool readChecks(const LuaValue &table, const QByteArray &list, Check::When when, Scenario *scenario,
    int *functions, ScenarioMistake *mistake)
{
    return CheckReader(table, scenario, mistake).read(list, when, functions);
}

} // namespace lockstep
