#pragma once

#include "core/lab/lua/luaexpressions.h"

namespace lockstep {

// Which expressions of a server script give exactly one value, so that one that stands last among
// the arguments of a call is one word of a command. Known functions of Lua and of the servers do
// (math.max(…), tostring(…), redis.call(…)), but not what the script itself calls so. The source
// must outlive this.
class SingleValues
{
public:
    explicit SingleValues(const LuaExpressions &source)
        : m_source(source)
    {
    }

    // Whether it certainly does. Where that cannot be seen it may give several, or none.
    [[nodiscard]] bool contains(TokenRange expression) const;

private:
    [[nodiscard]] bool isField(size_t i) const;
    [[nodiscard]] bool isCalled(size_t i) const;
    [[nodiscard]] bool isDefined(size_t i) const;
    [[nodiscard]] bool isMemberOfLibrary(size_t i) const;
    [[nodiscard]] bool isHandedOver(size_t i) const;
    [[nodiscard]] bool isLibraryFunction(size_t i) const;
    [[nodiscard]] bool isMethodOfText(size_t i) const;
    [[nodiscard]] bool isOwnNameOfOne(size_t i) const;
    [[nodiscard]] bool isOperator(size_t i) const;
    [[nodiscard]] bool hasOperator(TokenRange expression) const;

    const LuaExpressions &m_source;
};

} // namespace lockstep
