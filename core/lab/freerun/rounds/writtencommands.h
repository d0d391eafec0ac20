#pragma once

#include <QByteArray>

#include <vector>

namespace lockstep {

// A command whose name stands in the text of a file: redis.call("GET", key).
struct WrittenCommand
{
    QByteArray name; // as written
    int line = 0;
};

// Those of a Lua text, in its order, comments and texts left out. A name that is put together when
// the program runs is not among them, nor one in a script, which is a text: forEachQuotedName()
// (quotednames.h) finds those, and more than there are.
std::vector<WrittenCommand> writtenCommands(const QByteArray &source);

} // namespace lockstep
