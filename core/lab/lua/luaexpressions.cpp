#include "core/lab/lua/luaexpressions.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lockstep {

namespace {

using TokenKind = LuaToken::Kind;

constexpr std::array<QByteArrayView, 22> keywords{"and", "break", "do", "else", "elseif", "end",
    "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or", "repeat", "return",
    "then", "true", "until", "while"};
constexpr std::array<QByteArrayView, 3> constants{"false", "nil", "true"};

template <size_t size>
bool isOneOf(QByteArrayView word, const std::array<QByteArrayView, size> &words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

LuaExpressions::LuaExpressions(QByteArrayView source)
{
    LuaTokens reader(source);
    for (LuaToken token = reader.next(); token.kind != TokenKind::End; token = reader.next())
        m_tokens.push_back(token);
}

bool LuaExpressions::opens(size_t i) const
{
    return at(i).is('(') || at(i).is('[') || at(i).is('{');
}

bool LuaExpressions::closes(size_t i) const
{
    return at(i).is(')') || at(i).is(']') || at(i).is('}');
}

bool LuaExpressions::isKeyword(size_t i) const
{
    return at(i).kind == TokenKind::Name && isOneOf(at(i).text, keywords);
}

bool LuaExpressions::isConstant(const LuaToken &token)
{
    return token.kind == TokenKind::Name && isOneOf(token.text, constants);
}

bool LuaExpressions::isNumber(const LuaToken &token)
{
    return token.kind == TokenKind::Name && token.text[0] >= '0' && token.text[0] <= '9';
}

bool LuaExpressions::isAssignment(size_t i) const
{
    if (!at(i).is('=') || at(i + 1).is('=') || i == 0)
        return false;
    const LuaToken before = at(i - 1);
    return !before.is('=') && !before.is('<') && !before.is('>') && !before.is('~');
}

bool LuaExpressions::isRelation(size_t i) const
{
    const LuaToken token = at(i);
    if (token.is('<') || token.is('>'))
        return at(i + 1).text != token.text && (i == 0 || at(i - 1).text != token.text);
    return (token.is('=') || token.is('~')) && at(i + 1).is('=');
}

bool LuaExpressions::isConcatenation(size_t i) const
{
    return at(i).is('.') && at(i + 1).is('.') && !at(i + 2).is('.')
        && (i == 0 || !at(i - 1).is('.'));
}

bool LuaExpressions::isArithmetic(size_t i) const
{
    constexpr QByteArrayView signs = "+-*/%^&|~#<>";
    const LuaToken token = at(i);
    const bool isShift = token.is('<') || token.is('>');
    return token.kind == TokenKind::Other && token.text.size() == 1
        && signs.contains(token.text.front()) && !(token.is('~') && at(i + 1).is('='))
        && (!isShift || !isRelation(i));
}

bool LuaExpressions::isBlockBegin(size_t i) const
{
    return at(i).isName("function") || at(i).isName("if") || at(i).isName("do")
        || at(i).isName("repeat");
}

bool LuaExpressions::isBlockEnd(size_t i) const
{
    return at(i).isName("end") || at(i).isName("until");
}

bool LuaExpressions::endsAnOperand(size_t i) const
{
    const LuaToken token = at(i);
    if (token.kind == TokenKind::Name)
        return !isKeyword(i) || isConstant(token) || token.text == "end";
    return token.kind == TokenKind::Text || closes(i);
}

// Whether the token begins a statement: nothing joins it to what stands before it.
bool LuaExpressions::beginsAStatement(size_t i) const
{
    return i > 0 && endsAnOperand(i - 1) && at(i).kind == TokenKind::Name && !isKeyword(i);
}

// Whether an expression, or an operand of a relation, ends before the token.
bool LuaExpressions::isBoundary(size_t i, bool isOfOperands) const
{
    const LuaToken token = at(i);
    if (token.kind == TokenKind::End || token.is(';') || isAssignment(i))
        return true;
    if (isKeyword(i) && !isConstant(token) && token.text != "not")
        return isOfOperands || (token.text != "and" && token.text != "or");
    return isOfOperands && (token.is(',') || isRelation(i));
}

size_t LuaExpressions::endOf(size_t from, bool isOperand) const
{
    int depth = 0;
    for (size_t i = from; i < size(); ++i) {
        if (depth == 0 && isAssignment(i)) // of the next field of a table: "1, name = 2"
            return std::max(from, i - std::min<size_t>(i, 2));
        const bool isNext = i > from && beginsAStatement(i);
        if (at(i).isName("function")
            || (depth == 0 && (isBoundary(i, isOperand) || isNext || closes(i))))
            return i;
        depth += opens(i) ? 1 : closes(i) ? -1 : 0;
    }
    return size();
}

size_t LuaExpressions::beginOfOperand(size_t last) const
{
    int depth = 0;
    for (size_t i = last + 1; i-- > 0;) {
        const bool isBeforeNext = i < last && beginsAStatement(i + 1);
        if (depth == 0 && (isBoundary(i, true) || isBeforeNext || opens(i)))
            return i + 1;
        depth += closes(i) ? 1 : opens(i) ? -1 : 0;
    }
    return 0;
}

size_t LuaExpressions::beginOfLoop(size_t i) const
{
    int depth = 0; // of the blocks of functions in the head
    for (; i < size(); ++i) {
        if (depth == 0 && at(i).isName("do"))
            break;
        depth += isBlockBegin(i) ? 1 : isBlockEnd(i) ? -1 : 0;
    }
    return i;
}

TokenRange LuaExpressions::insideBracketsAround(size_t i) const
{
    size_t from = i;
    for (int depth = 0; from > 0; --from) {
        depth += closes(from - 1) ? 1 : opens(from - 1) ? -1 : 0;
        if (depth < 0)
            break;
    }
    size_t to = i;
    for (int depth = 0; to < size(); ++to) {
        depth += opens(to) ? 1 : closes(to) ? -1 : 0;
        if (depth < 0)
            break;
    }
    return {from, to};
}

std::vector<TokenRange> LuaExpressions::elements(TokenRange list) const
{
    std::vector<TokenRange> found;
    int depth = 0; // of brackets and blocks
    size_t from = list.from;
    std::optional<size_t> function;
    for (size_t i = list.from; i <= list.to; ++i) {
        if (i == list.to || (depth == 0 && at(i).is(','))) {
            if (from < i)
                found.push_back({from, function.value_or(i)});
            from = i + 1;
            function.reset();
            continue;
        }
        if (!function && at(i).isName("function"))
            function = i;
        depth += opens(i) || isBlockBegin(i) ? 1 : closes(i) || isBlockEnd(i) ? -1 : 0;
    }
    return found;
}

QByteArrayView LuaExpressions::written(TokenRange argument) const
{
    if (argument.from == 0 || argument.to >= size())
        return {};
    return QByteArrayView(at(argument.from - 1).text.end(), at(argument.to).text.begin()).trimmed();
}

QByteArrayView LuaExpressions::functionName(size_t i) const
{
    if (i > 1 && isAssignment(i - 1))
        return at(i - 2).kind == TokenKind::Name ? at(i - 2).text : QByteArrayView();
    QByteArrayView name;
    for (size_t each = i + 1; each < size() && !at(each).is('('); ++each) {
        if (at(each).kind == TokenKind::Name)
            name = at(each).text;
    }
    return name;
}

std::vector<QByteArrayView> LuaExpressions::parameters(size_t function) const
{
    std::vector<QByteArrayView> names;
    size_t i = function + 1;
    while (i < size() && !at(i).is('('))
        ++i;
    for (++i; i < size() && !at(i).is(')'); ++i) {
        if (at(i).kind == TokenKind::Name)
            names.push_back(at(i).text);
    }
    return names;
}

} // namespace lockstep
