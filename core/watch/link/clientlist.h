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
    qint64 connected = 0; // as many were there
    bool tooMany = false; // to be asked for: the list is empty
    std::optional<Error> trouble; // the list is empty
    QByteArray refused; // "CLIENT LIST": the command that the trouble is about
};

// The text that CLIENT LIST answers with. Fields that it does not know are passed over.
std::vector<ClientEntry> clientsFrom(const QByteArray &text);

// Why a connection is a holder's: what of it stands in the token.
enum class ClientGround : quint8 { Name, Address, Id };

struct ClientMatch
{
    ClientEntry client;
    ClientGround ground = ClientGround::Name;
};

// The connections that the holder's token names for certain; see the .cpp for what that is. Mostly
// there are none: few libraries write anything about the connection into their tokens.
std::vector<ClientMatch> clientsOf(const Holder &holder, const std::vector<ClientEntry> &clients);

} // namespace lockstep
