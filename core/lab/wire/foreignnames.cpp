// A variable is followed by its name: it is foreign where all that is assigned to this name is,
// wherever that stands. So a variable that shares its name with another one may be missed, and no
// script is refused for what another variable holds.

#include "core/lab/wire/foreignnames.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int deepest = 20; // brackets within one another
constexpr int mostPasses = 20; // through all assignments

} // namespace

ForeignNames::ForeignNames(const LuaExpressions &source)
    : m_source(source)
{
    readVariables();
    followVariables();
}

void ForeignNames::readVariables()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (m_source.isAssignment(i))
            readAssignment(i);
    }
    for (const Value &each : m_values)
        m_forms[each.variable] = Form::Text;
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (m_source.at(i).isName("function")) {
            for (const QByteArrayView parameter : m_source.parameters(i))
                m_forms[parameter] = Form::Unknown;
        } else if (m_source.at(i).isName("for")) {
            for (size_t name = i + 1; m_source.at(name).kind == LuaToken::Kind::Name; name += 2)
                m_forms[m_source.at(name).text] = Form::Unknown;
        }
    }
}

// Reads an assignment a, b = x, y. The one to which no expression belongs gets what the last one
// gives besides: an empty range, whose form is unknown.
void ForeignNames::readAssignment(size_t i)
{
    std::vector<QByteArrayView> names; // the last one first
    for (size_t end = i; end > 0 && m_source.at(end - 1).kind == LuaToken::Kind::Name; end -= 2) {
        names.push_back(m_source.at(end - 1).text);
        if (end < 2 || !m_source.at(end - 2).is(','))
            break;
    }
    const auto values = m_source.elements({i + 1, m_source.endOfExpressions(i + 1)});
    for (size_t value = 0; value < names.size(); ++value)
        m_values.push_back({names[names.size() - 1 - value],
            value < values.size() ? values[value] : TokenRange()});
}

// Takes each variable for foreign until something else is assigned to it.
void ForeignNames::followVariables()
{
    bool hasChanged = true;
    for (int pass = 0; hasChanged; ++pass) {
        if (pass == mostPasses)
            return m_forms.clear();
        hasChanged = false;
        for (const Value &each : m_values) {
            Form &known = m_forms[each.variable];
            const Form form = std::min(known, formOf(each.expression, 0));
            hasChanged |= std::exchange(known, form) != form;
        }
    }
}

// 1, or -1 if it closes one.
int ForeignNames::bracketsOpenedBy(size_t i) const
{
    const LuaToken token = m_source.at(i);
    if (token.is('(') || token.is('[') || token.is('{'))
        return 1;
    return token.is(')') || token.is(']') || token.is('}') ? -1 : 0;
}

// Tells the form of an expression such as x or y.
ForeignNames::Form ForeignNames::formOf(TokenRange expression, int depth) const
{
    Form form = depth > deepest ? Form::Unknown : Form::Text;
    size_t from = expression.from;
    int brackets = 0;
    for (size_t i = expression.from; i <= expression.to && form != Form::Unknown; ++i) {
        if (i == expression.to || (brackets == 0 && m_source.at(i).isName("or"))) {
            form = std::min(form, formOfJoined({from, i}, depth));
            from = i + 1;
        }
        brackets += bracketsOpenedBy(i);
    }
    return form;
}

// x .. y: the first part that is not made of arguments decides.
ForeignNames::Form ForeignNames::formOfJoined(TokenRange expression, int depth) const
{
    size_t from = expression.from;
    int brackets = 0;
    for (size_t i = expression.from; i < expression.to; ++i) {
        if (brackets == 0 && m_source.isConcatenation(i)) {
            const Form form = formOfPart({from, i}, depth);
            if (form != Form::OfArguments)
                return form;
            from = i + 2;
        }
        brackets += bracketsOpenedBy(i);
    }
    return formOfPart({from, expression.to}, depth);
}

ForeignNames::Form ForeignNames::formOfPart(TokenRange part, int depth) const
{
    const size_t count = part.to - part.from;
    const LuaToken first = m_source.at(part.from);
    if (count == 1 && first.kind == LuaToken::Kind::Text)
        return first.text.isEmpty() ? Form::OfArguments : Form::Text;
    if (count == 1 && LuaExpressions::isNumber(first))
        return Form::Text;
    if (const auto variable = m_forms.find(first.text);
        count == 1 && first.kind == LuaToken::Kind::Name && variable != m_forms.end())
        return variable->second;
    const auto isWhole = [&](size_t opening) { // nothing stands behind these brackets
        return opening + 1 < part.to
            && m_source.insideBracketsAround(opening + 1).to + 1 == part.to;
    };
    if (first.is('(') && isWhole(part.from))
        return formOf({part.from + 1, part.to - 1}, depth + 1);
    if (first.isName("ARGV") && m_source.at(part.from + 1).is('[') && isWhole(part.from + 1))
        return Form::OfArguments;
    if (first.isName("tostring") && m_source.at(part.from + 1).is('(') && isWhole(part.from + 1))
        return formOf({part.from + 2, part.to - 1}, depth + 1);
    return Form::Unknown;
}

} // namespace lockstep
