#pragma once

#include "core/lab/lua/luatokens.h"

#include <vector>

namespace lockstep {

// From the first token to before the last.
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
    // Past the end: a token of the kind End.
    [[nodiscard]] LuaToken at(size_t i) const
    {
        return i < m_tokens.size() ? m_tokens[i] : LuaToken();
    }

    [[nodiscard]] bool isKeyword(size_t i) const;
    // Keywords that are values.
    [[nodiscard]] static bool isConstant(const LuaToken &token);
    // At the "=" of an assignment or of a field of a table.
    [[nodiscard]] bool isAssignment(size_t i) const;
    // "<", "<=", ">", ">=", "==", "~="; at the first of its signs.
    [[nodiscard]] bool isRelation(size_t i) const;
    // "..", at the first of its signs.
    [[nodiscard]] bool isConcatenation(size_t i) const;
    // "function", "if", "do" or "repeat": as many blocks begin as isBlockEnd() ends.
    [[nodiscard]] bool isBlockBegin(size_t i) const;
    [[nodiscard]] bool isBlockEnd(size_t i) const;

    // Of what begins with the token: an expression, or a list of them; one operand of a relation.
    [[nodiscard]] size_t endOfExpressions(size_t from) const { return endOf(from, false); }
    [[nodiscard]] size_t endOfOperand(size_t from) const { return endOf(from, true); }
    // Of the operand whose last token that is.
    [[nodiscard]] size_t beginOfOperand(size_t last) const;
    // What stands in the brackets that the token is in.
    [[nodiscard]] TokenRange insideBracketsAround(size_t i) const;
    // What stands between the commas of such a list, each up to a function that begins in it.
    [[nodiscard]] std::vector<TokenRange> elements(TokenRange list) const;

    // At a "function": its last name (old of m.old), or that of the variable or the field that it
    // is assigned to; empty where it has none.
    [[nodiscard]] QByteArrayView functionName(size_t i) const;
    // Without "...".
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
