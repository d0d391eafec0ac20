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
// follows only as much of the grammar as that takes and accepts any text: ranges in what is not Lua
// are arbitrary. The body of a function is no part of the expression that the function stands in.
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
    // Whether it is a number, or its digits before the point.
    [[nodiscard]] static bool isNumber(const LuaToken &token);
    // Whether it is the "=" of an assignment or of a field of a table.
    [[nodiscard]] bool isAssignment(size_t i) const;
    // Whether it is the first sign of "<", "<=", ">", ">=", "==" or "~=".
    [[nodiscard]] bool isRelation(size_t i) const;
    // Whether it is the first sign of "..".
    [[nodiscard]] bool isConcatenation(size_t i) const;
    // Whether it is an operator that reckons, or a sign of one: "+", "//", "<<", "~", "#" …
    [[nodiscard]] bool isArithmetic(size_t i) const;
    // Whether it is "function", "if", "do" or "repeat". Every such token has one for which
    // isBlockEnd() is true.
    [[nodiscard]] bool isBlockBegin(size_t i) const;
    [[nodiscard]] bool isBlockEnd(size_t i) const;

    // The end of what begins with the token `from`: an expression or a list of them, or an operand.
    [[nodiscard]] size_t endOfExpressions(size_t from) const { return endOf(from, false); }
    [[nodiscard]] size_t endOfOperand(size_t from) const { return endOf(from, true); }
    // The first token of the operand that ends with the token `last`.
    [[nodiscard]] size_t beginOfOperand(size_t last) const;
    // The "do" of the loop in whose head the token stands, between "in" or "=" and that.
    [[nodiscard]] size_t beginOfLoop(size_t i) const;
    // The tokens inside the innermost brackets around the token.
    [[nodiscard]] TokenRange insideBracketsAround(size_t i) const;
    // The elements of a list that are separated by commas. One that contains a function ends where
    // the function begins.
    [[nodiscard]] std::vector<TokenRange> elements(TokenRange list) const;

    // The text of an argument as it is written, with the quotes: all between the signs around it.
    [[nodiscard]] QByteArrayView written(TokenRange argument) const;

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
