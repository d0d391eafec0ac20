#include "core/lab/loader/tableorder.h"

#include "core/lab/lua/luatokens.h"
#include "core/lab/program/serverscript.h"
#include "core/lab/wire/requestwire.h"

namespace lockstep {

namespace {

bool hasTableLoop(QByteArrayView script)
{
    LuaTokens tokens(script);
    for (LuaToken token = tokens.next(); token.kind != LuaToken::Kind::End; token = tokens.next()) {
        if (token.isName("pairs") || token.isName("next"))
            return true;
    }
    return false;
}

} // namespace

bool goesThroughTables(const Scenario &scenario)
{
    for (const auto &[name, source] : scenario.scripts) {
        if (hasTableLoop(source))
            return true;
    }
    LuaTokens tokens(scenario.source);
    for (LuaToken token = tokens.next(); token.kind != LuaToken::Kind::End; token = tokens.next()) {
        if (token.kind != LuaToken::Kind::Text)
            continue;
        if (const ServerScript *const shipped = serverScript(viewOf(token.text), ScriptGuard::None);
            shipped && hasTableLoop(shipped->source))
            return true;
        const bool isScript =
            token.text.contains("redis.call") || token.text.contains("redis.pcall");
        if (isScript && hasTableLoop(token.text))
            return true;
    }
    return false;
}

} // namespace lockstep
