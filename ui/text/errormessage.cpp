// The sentence for each error code. A sentence says what was found and what can be done, in that
// order, and blames nobody. The server's own words are added if they help to search for the cause.
// They are foreign text, so they are cut, because a hostile server may send any amount, and cleaned
// of control characters and direction marks, which would act on a terminal or reverse the sentence.
//
// The sentences are a table in the order of ErrorCode, and the compiler checks the order, so a new
// code without a sentence does not build. A switch was rejected, because it would be one function
// of two hundred lines.

#include "ui/text/errormessage.h"

#include <QCoreApplication>

#include <array>

namespace lockstep {

namespace {

class ErrorWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Words)
};

// How the detail of an error is used.
enum class Detail : quint8 {
    Unused,
    Sentence, // our own whole sentence, which follows the colon
    Quoted, // words that are no sentence, mostly the server's or the system's
};

struct Sentence
{
    ErrorCode code;
    const char *text; // %1: where
    Detail detail;
};

using enum ErrorCode;

constexpr std::array sentences{
    Sentence{BadUri, QT_TRANSLATE_NOOP("lockstep::Words", "This address cannot be used:"),
        Detail::Sentence},
    Sentence{BadInput, "", Detail::Sentence}, // the detail says everything
    Sentence{FileUnreadable, QT_TRANSLATE_NOOP("lockstep::Words", "Cannot read"), Detail::Sentence},
    Sentence{ServerProgramMissing,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "Neither redis-server nor valkey-server was found on this machine, so no private "
            "server can be started. Install the package redis-server, or connect to a server of "
            "your own."),
        Detail::Unused},
    Sentence{PrivateServerFailed,
        QT_TRANSLATE_NOOP("lockstep::Words", "The private server did not start."), Detail::Quoted},
    Sentence{HostNotFound,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The host name in %1 is not known to this machine. Check its spelling, or use an IP "
            "address."),
        Detail::Unused},
    Sentence{ConnectionRefused,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "Nothing accepts connections at %1. The server may be stopped, or listen somewhere "
            "else."),
        Detail::Unused},
    Sentence{Unreachable,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "There is no route to %1. The network may be down, or the host may be in another one."),
        Detail::Quoted},
    Sentence{SocketMissing,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "There is no socket file at %1. The server may be stopped, or have its socket "
            "elsewhere: its setting unixsocket says where."),
        Detail::Unused},
    Sentence{SocketDenied,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The socket file at %1 may not be opened by this user of the machine. Its permissions "
            "(the server's setting unixsocketperm) or those of a folder above it do not allow it."),
        Detail::Unused},
    Sentence{NoSocket,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The file at %1 is not a socket. The server's setting unixsocket names the right one."),
        Detail::Unused},
    Sentence{NoSentinel,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "None of the Sentinels of %1 says where the primary is. Check their addresses (the "
            "usual port is 26379), and whether they want a password of their own "
            "(sentinel-password)."),
        Detail::Quoted},
    Sentence{PrimaryUnknown,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The Sentinels of %1 know no primary of this name. SENTINEL MASTERS, asked of one of "
            "them, lists the names."),
        Detail::Quoted},
    Sentence{NotPrimary,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The server that the Sentinels of %1 name is a replica at the moment. A failover may "
            "be under way; it is tried again."),
        Detail::Quoted},
    Sentence{PrimaryUnreachable,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The server that the Sentinels of %1 name cannot be reached from here. It may be "
            "stopped. If only the servers know this address (Docker, NAT), say where it is reached "
            "from here: --map HOST:PORT=HOST:PORT, or map= in the address."),
        Detail::Quoted},
    Sentence{PrimaryReplaced,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "The Sentinels of %1 name another primary, which is followed."),
        Detail::Quoted},
    Sentence{NoClusterNode,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "None of the nodes in %1 can be reached. Their addresses may be wrong, or all of them "
            "are stopped."),
        Detail::Quoted},
    Sentence{NodeUnreachable,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "A node of the cluster cannot be reached from here. It may be stopped. If only the "
            "nodes know its address (Docker, NAT), say where it is reached from here: --map "
            "HOST:PORT=HOST:PORT, or map= in the address, which then begins with "
            "redis+cluster://."),
        Detail::Quoted},
    Sentence{ConnectTimeout,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 did not answer in time while connecting. A firewall may drop the packets, or the "
            "server is stopped or very busy."),
        Detail::Unused},
    Sentence{CommandTimeout,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is connected but did not answer in time. It may be paused or busy with a long "
            "command."),
        Detail::Quoted},
    Sentence{ConnectionLost,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The connection to %1 was closed by the other side or by the network."),
        Detail::Quoted},
    Sentence{NotConnected,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "There is no connection to %1 at the moment; nothing was sent."),
        Detail::Unused},
    Sentence{Cancelled,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "The connection to %1 was closed here, before a reply came."),
        Detail::Unused},
    Sentence{TlsToPlainPort,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 does not speak TLS on this port. Use redis:// instead of rediss://, or the "
            "server's TLS port."),
        Detail::Unused},
    Sentence{PlainToTlsPort,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "%1 expects TLS on this port. Use rediss:// instead of redis://."),
        Detail::Unused},
    Sentence{TlsHostMismatch,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The certificate of %1 was issued for another name. Connect by the name in the "
            "certificate, or give that name as the TLS server name."),
        Detail::Quoted},
    Sentence{TlsExpired,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The certificate of %1 has expired or is not valid yet. Renew it, or check the clocks "
            "of both machines."),
        Detail::Quoted},
    Sentence{TlsUntrusted,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The certificate of %1 was issued by an authority that is not trusted here. Name the "
            "authority's file (CA) for this connection."),
        Detail::Quoted},
    Sentence{TlsFailed,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "No secure connection to %1 could be agreed on. The server may ask for a client "
            "certificate."),
        Detail::Quoted},
    Sentence{IsSentinel,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is a Sentinel, which has no keys. The address "
            "redis-sentinel://HOST:PORT?master=NAME leads to the primary of a group; SENTINEL "
            "MASTERS, asked of it, lists the names."),
        Detail::Unused},
    Sentence{ProtocolError,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "What %1 sends is not Redis' protocol. Another program may listen on this port."),
        Detail::Quoted},
    Sentence{ReplyTooLarge,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 sent a reply that is larger than what is accepted here, so the connection was "
            "closed."),
        Detail::Quoted},
    Sentence{NoSuchDatabase,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 has no database with this number. Without a setting of its own (databases) a "
            "server has 0 to 15, a cluster only 0."),
        Detail::Quoted},
    Sentence{
        NoAuth, QT_TRANSLATE_NOOP("lockstep::Words", "%1 requires a password."), Detail::Unused},
    Sentence{WrongPass,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "%1: wrong user name or password, or the user is disabled."),
        Detail::Unused},
    Sentence{NoPasswordSet,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "A password was given, but none is set on %1. Connect without one."),
        Detail::Unused},
    Sentence{NoPerm,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The user lacks a permission on %1. An administrator can add it by ACL SETUSER."),
        Detail::Quoted},
    Sentence{ProtectedMode,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is in protected mode and only talks to programs on its own machine. Connect from "
            "there, or set a password on the server."),
        Detail::Unused},
    Sentence{MaxClients,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 has as many clients as it allows. Close some of them or raise maxclients on the "
            "server."),
        Detail::Unused},
    Sentence{Loading,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is still loading its data. It will answer when it has finished; nothing needs to "
            "be done."),
        Detail::Unused},
    Sentence{MasterDown,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is a replica without a connection to its primary. If it answers, then with old "
            "data. Wait, or connect to the primary."),
        Detail::Unused},
    Sentence{ReadOnly,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "%1 is a read-only replica. Connect to the primary to write."),
        Detail::Unused},
    Sentence{OutOfMemory,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 has reached its memory limit and refuses commands that need more. Free memory or "
            "raise maxmemory."),
        Detail::Unused},
    Sentence{Busy,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is busy with a script that does not end. It answers again when the script ends or "
            "is stopped by SCRIPT KILL."),
        Detail::Unused},
    Sentence{Misconf,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 cannot save its data to disk and therefore refuses commands. Its log names the "
            "cause."),
        Detail::Unused},
    Sentence{WrongType,
        QT_TRANSLATE_NOOP(
            "lockstep::Words", "A key on %1 holds another type of value than expected."),
        Detail::Quoted},
    Sentence{NoScript,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 does not know the script any more; it was restarted or its scripts were flushed."),
        Detail::Unused},
    Sentence{Moved,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The key lives on another node of the cluster than %1. Connect to that node."),
        Detail::Quoted},
    Sentence{Ask,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The key is just being moved from %1 to another node of the cluster. Try again in a "
            "moment."),
        Detail::Quoted},
    Sentence{TryAgain,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "Keys on %1 are being moved between the cluster's nodes. Try again when that is done."),
        Detail::Unused},
    Sentence{CrossSlot,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The keys of one command live in different slots of the cluster at %1. Give them the "
            "same {tag} in their names."),
        Detail::Unused},
    Sentence{ClusterDown,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "The cluster of %1 is down: some slots have no node, or the nodes do not agree."),
        Detail::Quoted},
    Sentence{NoCluster,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "A server that %1 names is no node of a cluster: cluster mode is switched off there. "
            "The address of a single server begins with redis://."),
        Detail::Quoted},
    Sentence{ExecAbort,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 dropped a transaction because one of its commands was not accepted. Nothing of it "
            "was done."),
        Detail::Unused},
    Sentence{UnknownCommand,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 does not know a command that is needed here. It may be an older version, or a "
            "proxy that forwards only some commands."),
        Detail::Quoted},
    Sentence{ServerError, QT_TRANSLATE_NOOP("lockstep::Words", "%1 answered with an error."),
        Detail::Quoted},
    Sentence{NotAllowed,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "This program only reads, and the command is not on its list of harmless ones. It was "
            "not sent to %1."),
        Detail::Quoted},
    Sentence{ProductionServer,
        QT_TRANSLATE_NOOP("lockstep::Words",
            "%1 is marked as production: the lab never plays there. It can play on servers of its "
            "own."),
        Detail::Unused},
};

constexpr bool inOrderAndComplete()
{
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        if (sentences[i].code != static_cast<ErrorCode>(i))
            return false;
    }
    return sentences.size() == static_cast<std::size_t>(ErrorCode::ProductionServer) + 1;
}
static_assert(inOrderAndComplete(), "every ErrorCode has its sentence, in the order of the enum");

// Capitalises a sentence that begins with "the server" in place of an address.
QString capitalised(QString sentence)
{
    if (!sentence.isEmpty() && sentence.startsWith(ErrorWords::tr("the server")))
        sentence[0] = sentence[0].toUpper();
    return sentence;
}

} // namespace

QString foreignWords(const QString &words)
{
    constexpr qsizetype most = 240;
    QString text;
    for (const QChar c : words.left(most)) {
        const bool acts = c.category() == QChar::Other_Control
            || c.category() == QChar::Other_Format || c == QChar::LineSeparator
            || c == QChar::ParagraphSeparator;
        text += acts ? QLatin1Char(' ') : c;
    }
    text = text.simplified();
    return words.size() > most ? text + QChar(0x2026) : text;
}

QString errorMessage(const Error &error, const QString &where)
{
    const Sentence &sentence = sentences.at(static_cast<std::size_t>(error.code));
    QString text = *sentence.text ? ErrorWords::tr(sentence.text) : QString();
    if (text.contains(QStringLiteral("%1")))
        text = text.arg(where.isEmpty() ? ErrorWords::tr("the server") : foreignWords(where));
    text = capitalised(text);
    const QString detail = foreignWords(error.detail);
    if (sentence.detail == Detail::Sentence) {
        if (text.isEmpty())
            return detail.isEmpty() ? ErrorWords::tr("The input is not valid.") : detail;
        //: An introduction, and what follows it
        text = ErrorWords::tr("%1 %2").arg(
            text, detail.isEmpty() ? ErrorWords::tr("no reason is known") : detail);
    } else if (sentence.detail == Detail::Quoted && !detail.isEmpty()) {
        //: A sentence, and the server's own words
        text = ErrorWords::tr("%1 (“%2”)").arg(text, detail);
    }
    if (error.mayHaveRun)
        text =
            ErrorWords::tr("%1 The command may have been executed; it is not repeated.").arg(text);
    return text;
}

} // namespace lockstep
