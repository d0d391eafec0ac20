#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lockstep {

struct ScriptWord
{
    QByteArrayView constant; // the text or number that it is; empty if it is computed
    // The expression as written, if it cannot be the name of a key or a channel of the run
    // (ForeignNames); else empty.
    QByteArrayView foreign;
};

struct ScriptCall
{
    QByteArrayView command; // as written
    int line = 0; // of the script, from 1
    std::vector<ScriptWord> words; // those behind the command
    bool mayHaveMore = false; // the last of them may stand for several: unpack(ARGV)
};

// The commands that a script calls within the server, found from its text alone, because what it
// may see has to be known before it is executed. That is possible where each name stands in the
// text, directly behind redis.call, redis.pcall or a local name for one of them; everything else by
// which a command could be called is refused. So is what no state of a server holds: chance, the
// time of the process, the memory of Lua, the settings of cjson.
struct ScriptCalls
{
    // Some SET or GETEX may have an option that the text does not name, so it may set a deadline by
    // the server's clock: SET k v ARGV[1] ARGV[2].
    bool hidesOptions = false;
    std::vector<ScriptCall> calls; // in the order of the text
    // It calls redis.set_repl(), so its writes may not reach a replica.
    bool choosesReplication = false;
    // Why its commands are not all known, without a full stop; empty if they are.
    QByteArray refusal;

    // The source must outlive the result.
    static ScriptCalls of(QByteArrayView source);
};

} // namespace lockstep
