// A name of a function means that function only as long as the script gives it no other meaning. A
// function is therefore known by its library (math.max) where every mention of it in the script is
// a call, or declares a local name for it; such a local name is known where every mention of it is
// that declaration or a call. So no value can have been assigned to either of them. What hands a
// whole library on, so that its members can be replaced under another name, is no member of it.

#include "core/lab/wire/singlevalues.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

struct LibraryFunction
{
    QByteArrayView library; // empty: it is called by its name alone
    QByteArrayView name;
};
constexpr std::array<LibraryFunction, 19> singleValued{{
    {"", "tonumber"},
    {"", "tostring"},
    {"cjson", "decode"},
    {"cjson", "encode"},
    {"cmsgpack", "pack"},
    {"math", "abs"},
    {"math", "ceil"},
    {"math", "floor"},
    {"math", "max"},
    {"math", "min"},
    {"redis", "call"},
    {"server", "call"}, // in Valkey
    {"string", "char"},
    {"string", "format"},
    {"string", "lower"},
    {"string", "sub"},
    {"string", "upper"},
    {"struct", "pack"},
    {"table", "concat"},
}};
// By these a text may get other methods, and an object methods of these names.
constexpr std::array<QByteArrayView, 3> givingMethods{"getmetatable", "rawset", "setmetatable"};

bool isSingleValued(QByteArrayView library, QByteArrayView name)
{
    return std::any_of(singleValued.begin(), singleValued.end(),
        [&](const LibraryFunction &each) { return each.library == library && each.name == name; });
}

} // namespace

// "x.name", and not "x..name".
bool SingleValues::isField(size_t i) const
{
    return i > 1 && m_source.at(i - 1).is('.') && !m_source.at(i - 2).is('.');
}

bool SingleValues::isCalled(size_t i) const
{
    const LuaToken behind = m_source.at(i + 1);
    return behind.is('(') || behind.is('{') || behind.kind == LuaToken::Kind::Text;
}

// Whether a function of the script gets the name at i: function max(…), function object:max(…).
bool SingleValues::isDefined(size_t i) const
{
    while (i > 2 && (m_source.at(i - 1).is('.') || m_source.at(i - 1).is(':')))
        i -= 2;
    return i > 0 && m_source.at(i - 1).isName("function");
}

// Whether the name at i stands behind that of a library: math.max.
bool SingleValues::isMemberOfLibrary(size_t i) const
{
    return isField(i) && m_source.at(i - 2).kind == LuaToken::Kind::Name && !isField(i - 2)
        && isSingleValued(m_source.at(i - 2).text, m_source.at(i).text);
}

// Whether the name at i is all that a local name is declared to be: local max = math.max.
bool SingleValues::isHandedOver(size_t i) const
{
    const LuaToken behind = m_source.at(i + 1);
    const bool ends = behind.kind == LuaToken::Kind::End || behind.is(';')
        || (behind.kind == LuaToken::Kind::Name && behind.text != "and" && behind.text != "or");
    return i > 4 && m_source.at(i - 3).is('=') && m_source.at(i - 4).kind == LuaToken::Kind::Name
        && m_source.at(i - 5).isName("local") && ends;
}

// Whether the name at i is that of a function of a library everywhere in the script.
bool SingleValues::isLibraryFunction(size_t i) const
{
    if (!isMemberOfLibrary(i))
        return false;
    const QByteArrayView library = m_source.at(i - 2).text;
    for (size_t each = 0; each < m_source.size(); ++each) {
        if (!m_source.at(each).isName(library) || isField(each))
            continue;
        const size_t member = each + 2;
        const bool isMember =
            m_source.at(each + 1).is('.') && m_source.at(member).kind == LuaToken::Kind::Name;
        if (!isMember || isDefined(each)
            || (m_source.at(member).text == m_source.at(i).text && !isCalled(member)
                && !isHandedOver(member)))
            return false;
    }
    return true;
}

// text:sub(1, 3), where no table of the script has a function of this name.
bool SingleValues::isMethodOfText(size_t i) const
{
    if (!isSingleValued("string", m_source.at(i).text))
        return false;
    for (size_t each = 0; each < m_source.size(); ++each) {
        const LuaToken token = m_source.at(each);
        const bool isSame = token.text == m_source.at(i).text;
        const bool isIndexed = token.is(']') && m_source.isAssignment(each + 1);
        const bool givesMethods = token.kind == LuaToken::Kind::Name
            && std::find(givingMethods.begin(), givingMethods.end(), token.text)
                != givingMethods.end();
        const bool isCall =
            token.kind == LuaToken::Kind::Name && isCalled(each) && !isDefined(each);
        if (isIndexed || givesMethods || (isSame && !isCall))
            return false;
    }
    return true;
}

// Whether the name at i, which stands alone, is a function of Lua or a local name for one of a
// library.
bool SingleValues::isOwnNameOfOne(size_t i) const
{
    bool isKnown = isSingleValued("", m_source.at(i).text);
    for (size_t each = 0; each < m_source.size(); ++each) {
        if (!m_source.at(each).isName(m_source.at(i).text) || isField(each))
            continue;
        const size_t function = each + 4;
        const bool isDeclared = m_source.at(each + 1).is('=') && isHandedOver(function)
            && m_source.at(function - 4).text == m_source.at(i).text && isLibraryFunction(function);
        if (isDefined(each) || (!isDeclared && !isCalled(each)))
            return false;
        isKnown |= isDeclared;
    }
    return isKnown;
}

// Whether it is an operator, or a sign of one. Whatever stands beside an operator, the result is
// one value.
bool SingleValues::isOperator(size_t i) const
{
    constexpr QByteArrayView signs = "+-*/%^#<>=~";
    const LuaToken token = m_source.at(i);
    return token.isName("and") || token.isName("or") || token.isName("not")
        || m_source.isConcatenation(i)
        || (token.kind == LuaToken::Kind::Other && token.text.size() == 1
            && signs.contains(token.text.front()));
}

bool SingleValues::hasOperator(TokenRange expression) const
{
    int depth = 0;
    for (size_t i = expression.from; i < expression.to; ++i) {
        const LuaToken token = m_source.at(i);
        if (depth == 0 && isOperator(i))
            return true;
        depth += token.is('(') || token.is('[') || token.is('{') ? 1 : 0;
        depth -= token.is(')') || token.is(']') || token.is('}') ? 1 : 0;
    }
    return false;
}

bool SingleValues::contains(TokenRange expression) const
{
    // What has a function in it ends where the function begins (LuaExpressions::elements()).
    if (expression.to <= expression.from || m_source.at(expression.to).isName("function"))
        return false;
    if (hasOperator(expression))
        return true;
    const size_t last = expression.to - 1;
    const LuaToken end = m_source.at(last);
    if (end.kind == LuaToken::Kind::Text)
        return last == expression.from; // not f"text"
    if (end.is('.') || end.is('}')) // of "...", f{…}
        return false;
    if (!end.is(')'))
        return true;
    const size_t open = m_source.insideBracketsAround(last).from - 1;
    if (open == expression.from) // (f())
        return true;
    const size_t function = open - 1;
    if (m_source.at(function).kind != LuaToken::Kind::Name)
        return false;
    if (isField(function))
        return isLibraryFunction(function);
    const bool isMethod = function > expression.from && m_source.at(function - 1).is(':');
    return isMethod ? isMethodOfText(function) : isOwnNameOfOne(function);
}

} // namespace lockstep
