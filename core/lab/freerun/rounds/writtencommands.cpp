#include "core/lab/freerun/rounds/writtencommands.h"

#include "core/lab/lua/luatokens.h"

namespace lockstep {

std::vector<WrittenCommand> writtenCommands(const QByteArray &source)
{
    std::vector<WrittenCommand> commands;
    LuaTokens reader(source);
    bool isCall = false; // redis.call(…), and pcall(redis.call, …)
    for (LuaToken token = reader.next(); token.kind != LuaToken::Kind::End; token = reader.next()) {
        const bool isName = token.kind == LuaToken::Kind::Name;
        if (isCall && token.kind == LuaToken::Kind::Text)
            commands.push_back({token.text.toByteArray(), token.line});
        const bool goesOn = token.is('(') || token.is(',');
        isCall = isName ? token.text == "call" || token.text == "pcall" : isCall && goesOn;
    }
    return commands;
}

} // namespace lockstep
