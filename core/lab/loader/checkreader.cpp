// Reads the checks of a scenario's file, and says what is wrong with one.

#include "core/lab/loader/checkreader.h"

#include "core/lab/loader/checkremark.h"
#include "core/lab/scenario/checkkinds.h"
#include "core/lab/scenario/keypattern.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 longestWindow = 1'000'000'000'000; // ms

// What is wrong with the arguments of a check.
struct ArgumentMistake
{
    QByteArray sentence;
    bool isUnknownParameter = false;
};

// A number or the name of a parameter.
bool readAmount(
    const LuaValue &value, const Scenario &scenario, Amount *amount, ArgumentMistake *mistake)
{
    if (value.is(LuaValue::Kind::Whole)) {
        amount->number = value.whole;
        return true;
    }
    if (value.is(LuaValue::Kind::Text) && scenario.parameter(value.text)) {
        amount->parameter = value.text;
        return true;
    }
    mistake->isUnknownParameter = value.is(LuaValue::Kind::Text);
    mistake->sentence = CoreText::bytes(mistake->isUnknownParameter
            ? CoreText::tr("there is no parameter %1")
            : CoreText::tr("%1 is no whole number or parameter"),
        nameOf(value));
    return false;
}

bool readAmount(const LuaValue &value, CheckArgument as, const Scenario &scenario, Check *check,
    ArgumentMistake *mistake)
{
    const bool isWindow = as == CheckArgument::Window;
    Amount *const amount = isWindow ? &check->window : &check->amount;
    if (!readAmount(value, scenario, amount, mistake))
        return false;
    if (!isWindow || (amount->number >= 0 && amount->number <= longestWindow))
        return true;
    mistake->sentence = CoreText::bytes(CoreText::tr("%1 is no time in ms"), nameOf(value));
    return false;
}

bool readName(const LuaValue &value, QByteArray *name, ArgumentMistake *mistake)
{
    if (value.is(LuaValue::Kind::Text) && !value.text.isEmpty()) {
        *name = value.text;
        return true;
    }
    mistake->sentence = CoreText::bytes(CoreText::tr("%1 is no name"), nameOf(value));
    return false;
}

bool readArguments(const LuaValue &table, const CheckKind &kind, const Scenario &scenario,
    Check *check, ArgumentMistake *mistake)
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
            mistake->sentence = CoreText::tr("something is missing").toUtf8();
            return argument == OptionalName;
        }
        const LuaValue &value = given[next++];
        const bool isOther = argument == OptionalName || argument == OtherKey;
        const bool isRead = argument == Amount || argument == Window
            ? readAmount(value, argument, scenario, check, mistake)
            : readName(value, isOther ? &check->other : &check->name, mistake);
        if (!isRead)
            return false;
    }
    mistake->sentence = CoreText::tr("there is more than it takes").toUtf8();
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
            return wrong(CoreText::bytes(
                CoreText::tr("%1 is a list of checks, as in %2 = { holders_at_most(\"lock\", 1) }"),
                list, list));
        for (const LuaValue &each : checks.items) {
            Check check;
            check.when = when;
            if (!readCheck(each, &check, functions))
                return false;
            if (m_scenario.checks.size() == Scenario::mostChecks)
                return wrong(
                    CoreText::bytes(
                        CoreText::tr(
                            "%1: there are more checks than the %2 that a scenario may have, "
                            "always and finally together"),
                        list, QByteArray::number(Scenario::mostChecks)),
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
            return wrong(CoreText::bytes(
                CoreText::tr("%1 is no check; a check is holders_at_most(…), nobody_waits(), …, a "
                             "function, or check(\"its name\", function(v, p) … end)"),
                nameOf(value)));
        check->kind = kind->kind;
        check->line = int(value.field("line").whole);
        check->words = wordsOf(value);
        ArgumentMistake mistake;
        if (!readArguments(value, *kind, m_scenario, check, &mistake))
            return wrong(mistake.isUnknownParameter
                    ? CoreText::bytes(CoreText::tr("%1: %2; it is %3, and the parameters are %4"),
                        check->words, mistake.sentence, kind->usage, parameterNames())
                    : CoreText::bytes(CoreText::tr("%1: %2; it is %3"), check->words,
                        mistake.sentence, kind->usage),
                check->line);
        const QByteArray *const key = keyOf(*kind, *check);
        return !key || isKey(*key, m_scenario)
            || wrong(CoreText::bytes(
                         CoreText::tr(
                             "%1: “%2” is not among the scenario's keys; add it to keys = { … }"),
                         check->words, *key),
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
            return wrong(
                CoreText::tr("check takes a name and a function, as in check(\"nothing is lost\", "
                             "function(v, p) … end)")
                    .toUtf8(),
                line);
        const LuaValue &name = value.items[0];
        if (name.is(LuaValue::Kind::Text)) {
            check->title.en = QString::fromUtf8(name.text).simplified();
            if (check->title.en.isEmpty())
                return wrong(CoreText::tr("check: its name is empty").toUtf8(), line);
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
            || wrong(CoreText::bytes(
                         CoreText::tr(
                             "check: “%1” is the name of the check at line %2 too; each needs one "
                             "of its own"),
                         check.title.en.toUtf8(), QByteArray::number(other->line)),
                line);
    }

    [[nodiscard]] QByteArray parameterNames() const
    {
        QByteArrayList names;
        for (const Parameter &each : m_scenario.parameters)
            names << each.name;
        return names.join(' ');
    }
};

} // namespace

bool readChecks(const LuaValue &table, const QByteArray &list, Check::When when, Scenario *scenario,
    int *functions, ScenarioMistake *mistake)
{
    return CheckReader(table, scenario, mistake).read(list, when, functions);
}

} // namespace lockstep
