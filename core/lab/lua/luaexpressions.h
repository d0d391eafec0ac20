#pragma once

#include "core/lab/lua/luatokens.h"

#include <vector>

namespace lockstep {

// Tokens by number: `from` is the first of them, `to` the one behind the last.
struct TokenRange
{
    size_t from = 0;
    size_t to = 0;
};

// The tokens of a Lua source, and where its expressions, operands and arguments begin and end. It
// follows as little of the grammar as that takes, and takes any text: what is no Lua has some
// ranges, too. What a function does within it is no part of the expression that it stands in.
// The source must outlive it.
class LuaExpressions
{
public:
    explicit LuaExpressions(QByteArrayView source);

    [[nodiscard]] size_t size() const { return m_tokens.size(); }
    // The i-th token; past the end one of the kind End.
    [[nodiscard]] LuaToken at(size_t i) const
    {
        return i < m_tokens.size() ? m_tokens[i] : LuaToken();
    }

    [[nodiscard]] bool isKeyword(size_t i) const;
    // Whether it is a keyword that is a value: nil, true, false.
    [[nodiscard]] static bool isConstant(const LuaToken &token);
    // Whether it is the "=" of an assignment or of a field of a table.
    [[nodiscard]] bool isAssignment(size_t i) const;
    // Whether it is the first sign of "<", "<=", ">", ">=", "==" or "~=".
    [[nodiscard]] bool isRelation(size_t i) const;
    // Whether it is the first sign of "..".
    [[nodiscard]] bool isConcatenation(size_t i) const;
    // "function", "if", "do" or "repeat": as many blocks begin so as isBlockEnd() tells to end.
    [[nodiscard]] bool isBlockBegin(size_t i) const;
    [[nodiscard]] bool isBlockEnd(size_t i) const;

    // Where that ends which begins with the token: an expression or a list of them; an operand.
    [[nodiscard]] size_t endOfExpressions(size_t from) const { return endOf(from, false); }
    [[nodiscard]] size_t endOfOperand(size_t from) const { return endOf(from, true); }
    // Where the operand begins whose last token that is.
    [[nodiscard]] size_t beginOfOperand(size_t last) const;
    // What stands in the brackets that the token is in.
    [[nodiscard]] TokenRange insideBracketsAround(size_t i) const;
    // What stands between the commas of such a list, each up to a function that begins in it.
    [[nodiscard]] std::vector<TokenRange> elements(TokenRange list) const;

    // The name of the function at whose "function" that is: the last one (old of m.old), or that
    // of the variable or field that it is assigned to; empty where it has none.
    [[nodiscard]] QByteArrayView functionName(size_t i) const;
    // The names of its parameters, without "...".
    [[nodiscard]] std::vector<QByteArrayView> parameters(size_t function) const;

private:
    [[nodiscard]] bool opens(size_t i) const;
    [[nodiscard]] bool closes(size_t i) const;
    [[nodiscard]] bool endsAnOperand(size_t i) const;
    [[nodiscard]] bool beginsAStatement(size_t i) const;
    [[nodiscard]] bool isBoundary(size_t i, bool isOfOperands) const;
    [[nodiscard]] size_t endOf(size_t from, bool isOperand) const;

    std::vector<LuaToken> m_tokens;
};

} // namespace lockstep
