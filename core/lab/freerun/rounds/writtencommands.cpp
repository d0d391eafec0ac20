#include "core/lab/freerun/rounds/writtencommands.h"

#include "core/lab/lua/luatokens.h"
#include "core/lab/program/commandwords.h"
#include "core/lab/program/programstate.h"

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

Result<void> checkWrittenCommands(const Scenario &scenario, const CommandTable &commands)
{
    for (const WrittenCommand &each : writtenCommands(scenario.source)) {
        const std::string_view name(each.name.constData(), size_t(each.name.size()));
        if (const char *const refusal = commands.place(name).refusal)
            return failure(ErrorCode::BadInput,
                placed(scenario.path, each.line, refusedCommand(name, refusal)));
    }
    return {};
}

} // namespace lockstep
