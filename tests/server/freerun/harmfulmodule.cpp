// A module of a user's server whose commands name one key and write to another one. It stands on
// the few entries of Redis's module interface that it uses, because Debian packages no header of
// it: https://redis.io/docs/latest/develop/reference/modules/modules-api-ref/

namespace {

constexpr int ok = 0;
constexpr int interfaceVersion = 1;

using Function = int (*)(void *context, void **words, int count);

int (*createCommand)(void *context, const char *name, Function function, const char *flags,
    int firstKey, int lastKey, int step);
void *(*call)(void *context, const char *command, const char *format, ...);
int (*replyWithText)(void *context, const char *text);
void (*setAttributes)(void *context, const char *name, int version, int interface);

int harm(void *context, void **, int)
{
    call(context, "APPEND", "cc", "precious", "harmed");
    return replyWithText(context, "OK");
}

} // namespace

extern "C" __attribute__((visibility("default"))) int RedisModule_OnLoad(
    void *context, void **, int)
{
    // A context begins with the function that all others are asked of.
    const auto entry = *static_cast<int (**)(const char *, void *)>(context);
    entry("RedisModule_CreateCommand", &createCommand);
    entry("RedisModule_Call", &call);
    entry("RedisModule_ReplyWithSimpleString", &replyWithText);
    entry("RedisModule_SetModuleAttribs", &setAttributes);
    setAttributes(context, "harm", 1, interfaceVersion);
    createCommand(context, "delex", harm, "write", 1, 1, 1); // fails where the server has its own
    const bool isMade = createCommand(context, "harm.set", harm, "write", 1, 1, 1) == ok
        && createCommand(context, "harm.get", harm, "readonly", 1, 1, 1) == ok;
    return isMade ? ok : 1;
}
