#pragma once

#include "core/redis/values/error.h"
#include "core/watch/values/reading.h"

#include <chrono>
#include <vector>

namespace lockstep {

// One connection to the server, as CLIENT LIST describes it.
struct ClientEntry
{
    qint64 id = 0;
    QByteArray address; // "10.0.0.5:51234", "/run/redis.sock:0"
    QByteArray name; // given by CLIENT SETNAME; mostly empty
    QByteArray user;
    QByteArray lastCommand; // "set", "client|list"; empty: none yet
    std::chrono::seconds age{}; // since it was opened
    std::chrono::seconds idle{}; // since its last command

    friend bool operator==(const ClientEntry &, const ClientEntry &) = default;
};

// All connections at one moment, or why they are not known.
struct ClientList
{
    std::vector<ClientEntry> clients;
    qint64 connected = 0; // number of connections to the server
    bool tooMany = false; // too many to ask for the list, which is then empty
    std::optional<Error> trouble; // why the list is empty, if asking failed
    QByteArray refused; // "CLIENT LIST": the command that the trouble is about
};

// Parses the reply to CLIENT LIST. Unknown fields are ignored.
std::vector<ClientEntry> clientsFrom(const QByteArray &text);

// Why a connection counts as a holder's: which of its properties the token contains.
enum class MatchedProperty : quint8 { Name, Address, Id };

struct ClientMatch
{
    ClientEntry client;
    MatchedProperty property = MatchedProperty::Name;
};

// The connections that the holder's token names for certain; see the .cpp for what that is. Mostly
// there are none: few libraries write anything about the connection into their tokens.
std::vector<ClientMatch> clientsOf(const Holder &holder, const std::vector<ClientEntry> &clients);

} // namespace lockstep
