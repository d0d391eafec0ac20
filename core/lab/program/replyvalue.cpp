// Implements pushReply() of luaapi.h.

#include "core/lab/program/luaapi.h"

#include <hiredis/hiredis.h>
#include <lua.hpp>

#include <cstring>
#include <string>
#include <string_view>

namespace lockstep {

namespace {

// The words of an error name keys anywhere; on a server without the lab they have no prefix.
void pushError(lua_State *lua, std::string_view words, std::string_view prefix)
{
    std::string plain(words);
    for (size_t at = 0; !prefix.empty() && (at = plain.find(prefix, at)) != std::string::npos;)
        plain.erase(at, prefix.size());
    lua_pushlstring(lua, plain.data(), plain.size());
}

} // namespace

void pushReply(lua_State *lua, const redisReply *reply, const char *prefix, size_t prefixLength)
{
    if (!reply) {
        lua_pushboolean(lua, 0);
        return;
    }
    luaL_checkstack(lua, 4, "a reply of too many levels");
    switch (reply->type) {
    case REDIS_REPLY_INTEGER:
        lua_pushinteger(lua, reply->integer);
        return;
    case REDIS_REPLY_STATUS:
        lua_pushlstring(lua, reply->str, reply->len);
        return;
    case REDIS_REPLY_STRING: {
        // Replies name keys here and there (LMPOP, XREAD); a program knows them without prefix.
        const bool isOurs = prefixLength > 0 && reply->len >= prefixLength
            && std::memcmp(reply->str, prefix, prefixLength) == 0;
        const size_t skipped = isOurs ? prefixLength : 0;
        lua_pushlstring(lua, reply->str + skipped, reply->len - skipped);
        return;
    }
    case REDIS_REPLY_ERROR:
        lua_createtable(lua, 0, 1);
        pushError(lua, {reply->str, reply->len}, {prefix, prefixLength});
        lua_setfield(lua, -2, "err");
        return;
    case REDIS_REPLY_ARRAY:
        lua_createtable(lua, int(reply->elements), 0);
        for (size_t i = 0; i < reply->elements; ++i) {
            pushReply(lua, reply->element[i], prefix, prefixLength);
            lua_rawseti(lua, -2, lua_Integer(i + 1));
        }
        return;
    default: // nil; a connection of the lab never asks for RESP3
        lua_pushboolean(lua, 0);
    }
}

} // namespace lockstep
