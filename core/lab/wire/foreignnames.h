#pragma once

#include "core/lab/lua/luaexpressions.h"

#include <map>
#include <vector>

namespace lockstep {

// Which expressions of a server script cannot be the name of a key or a channel of the run. Such a
// name begins with the run's prefix, and a script has that from KEYS alone: what is made of its own
// texts and of ARGV has none, and what begins with a text of its own begins with something else.
// The source must outlive this.
class ForeignNames
{
public:
    explicit ForeignNames(const LuaExpressions &source);

    // Whether the expression certainly is no such name. Where it cannot be seen, it may be one.
    [[nodiscard]] bool contains(TokenRange expression) const
    {
        return formOf(expression, 0) != Form::Unknown;
    }

private:
    // Text begins with a text of the script, whatever follows; OfArguments has nothing but
    // arguments and texts, and may be empty, so what it is joined with counts as well.
    enum class Form : quint8 { Unknown, OfArguments, Text };

    struct Value
    {
        QByteArrayView variable; // to which it is assigned
        TokenRange expression;
    };
    void readVariables();
    void readAssignment(size_t i);
    void followVariables();
    [[nodiscard]] Form formOf(TokenRange expression, int depth) const;
    [[nodiscard]] Form formOfJoined(TokenRange expression, int depth) const;
    [[nodiscard]] Form formOfPart(TokenRange part, int depth) const;
    [[nodiscard]] int bracketsOpenedBy(size_t i) const;

    const LuaExpressions &m_source;
    std::vector<Value> m_values;
    std::map<QByteArrayView, Form> m_forms; // of variables; the others are unknown
};

} // namespace lockstep
