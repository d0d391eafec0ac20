// An error reply is told apart by its first word, which Redis keeps stable ("errors are
// structured", https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors). Only
// replies that begin with the general ERR have to be looked at more closely: by the start of their
// sentence, in every wording that servers from 4.0 on use (src/networking.c, src/server.c,
// src/acl.c, src/script.c, src/script_lua.c). A word that is not known here is a ServerError with
// the server's words, never a guess.
//
// A command that fails within a script: from 7.0 on the reply begins with that command's error;
// before, it stands behind "ERR Error running script (call to f_<sha1>): @user_script:3: ", where
// the place may come twice and a dash may follow it, or, caught by the script and returned, behind
// the place alone (src/scripting.c).
//
// The server repeats the arguments of a command that it does not know. That may be a password (AUTH
// renamed away), so that part of the sentence is cut off.

#include "core/redis/values/error.h"

#include <QByteArrayView>

#include <array>
#include <utility>

namespace lockstep {

namespace {

using Row = std::pair<QByteArrayView, ErrorCode>;

constexpr std::array<Row, 18> byFirstWord{{
    {"NOAUTH", ErrorCode::NoAuth},
    {"WRONGPASS", ErrorCode::WrongPass},
    {"NOPERM", ErrorCode::NoPerm},
    {"DENIED", ErrorCode::ProtectedMode},
    {"LOADING", ErrorCode::Loading},
    {"MASTERDOWN", ErrorCode::MasterDown},
    {"READONLY", ErrorCode::ReadOnly},
    {"OOM", ErrorCode::OutOfMemory},
    {"BUSY", ErrorCode::Busy},
    {"MISCONF", ErrorCode::Misconf},
    {"WRONGTYPE", ErrorCode::WrongType},
    {"NOSCRIPT", ErrorCode::NoScript},
    {"MOVED", ErrorCode::Moved},
    {"ASK", ErrorCode::Ask},
    {"TRYAGAIN", ErrorCode::TryAgain},
    {"CROSSSLOT", ErrorCode::CrossSlot},
    {"CLUSTERDOWN", ErrorCode::ClusterDown},
    {"EXECABORT", ErrorCode::ExecAbort},
}};

constexpr std::array<Row, 13> bySentence{{
    {"max number of clients", ErrorCode::MaxClients},
    {"invalid password", ErrorCode::WrongPass},
    {"AUTH <password> called without any password configured", ErrorCode::NoPasswordSet},
    {"Client sent AUTH, but no password is set", ErrorCode::NoPasswordSet},
    {"This instance has cluster support disabled", ErrorCode::NoCluster},
    {"unknown command", ErrorCode::UnknownCommand},
    {"unknown subcommand", ErrorCode::UnknownCommand},
    {"syntax error", ErrorCode::UnknownCommand},
    {"unknown option", ErrorCode::UnknownCommand},
    {"unrecognized option", ErrorCode::UnknownCommand},
    {"unsupported option", ErrorCode::UnknownCommand},
    {"The user executing the script", ErrorCode::NoPerm},
    {"ACL failure in script", ErrorCode::NoPerm},
}};

// If the words report a command that failed within a script, the error of that command; else the
// words themselves.
QByteArrayView causeOf(QByteArrayView words)
{
    constexpr QByteArrayView failed = "ERR Error running script";
    constexpr QByteArrayView place = "@user_script:";
    if (!words.startsWith(failed) && !words.startsWith(place))
        return words;
    const qsizetype last = words.lastIndexOf(place);
    const qsizetype end = last < 0 ? -1 : words.indexOf(": ", last + place.size() + 1);
    if (end < 0)
        return words;
    const QByteArrayView cause = words.sliced(end + 2);
    return cause.startsWith('-') ? cause.sliced(1) : cause;
}

ErrorCode codeOf(QByteArrayView words)
{
    const qsizetype space = words.indexOf(' ');
    const QByteArrayView first = space < 0 ? words : words.first(space);
    for (const auto &[word, code] : byFirstWord) {
        if (first == word)
            return code;
    }
    const QByteArrayView sentence =
        first == "ERR" ? words.sliced(qMin(words.size(), first.size() + 1)) : words;
    for (const auto &[start, code] : bySentence) {
        if (sentence.size() >= start.size()
            && sentence.first(start.size()).compare(start, Qt::CaseInsensitive) == 0)
            return code;
    }
    return ErrorCode::ServerError;
}

} // namespace

Error errorFromReply(const QByteArray &words)
{
    const ErrorCode code = codeOf(causeOf(words));
    QByteArrayView shown = words;
    if (code == ErrorCode::UnknownCommand) {
        const qsizetype arguments = shown.indexOf(", with args beginning with");
        if (arguments >= 0)
            shown = shown.first(arguments);
    }
    constexpr qsizetype longest = 1000;
    return {code, QString::fromUtf8(shown.first(qMin(shown.size(), longest)))};
}

} // namespace lockstep
