#pragma once

#include "core/lab/node/dataset.h"

namespace lockstep {

// A subscription that is open on a server. Processes, threads, channels, replies and datasets are
// referred to by number throughout this file.
struct Subscription
{
    int process = 0;
    quint32 channel = 0;

    friend auto operator<=>(const Subscription &, const Subscription &) = default;
};

// A message of a channel on its way to one subscriber.
struct Message
{
    int process = 0; // the process that receives it
    quint32 channel = 0;
    quint32 payload = 0; // the number of its text among the replies

    friend bool operator==(const Message &, const Message &) = default;
};

// A connection, identified by its process and the thread that uses it.
using Link = std::pair<int, int>;

// An open WATCH of a thread.
struct OpenWatch
{
    int process = 0;
    int thread = 0;
    std::vector<quint32> keys;
    bool dirty = false; // its EXEC will fail

    [[nodiscard]] Link link() const { return {process, thread}; }
};

// A command to be executed, and the state of the server that it is executed on.
struct Execution
{
    quint32 dataset = 0;
    std::vector<Subscription> subscriptions; // sorted
    std::vector<OpenWatch> watches; // of all connections
    int process = 0; // whose command it is
    int thread = 0;
    std::string_view wire; // the command in the protocol, or a whole transaction
    QByteArray scriptWire; // where the wire is an EVALSHA: the EVAL with the script's source
    int replies = 1; // how many the wire gets
    bool subscribes = false; // instead of sending the wire, it subscribes to the channel
    quint32 channel = 0;
    qint64 clock = 0; // ms since the beginning of the run; always 0 where the state has no clock
};

// A deadline that a key has taken over from another one, or from itself, by RENAME.
struct MovedDeadline
{
    quint32 key = 0;
    quint32 from = 0; // the key that had it before the command

    friend bool operator==(const MovedDeadline &, const MovedDeadline &) = default;
};

// The reply to a command, and the state in which the command leaves the server.
struct Answer
{
    quint32 reply = 0; // the last one, where the wire gets several
    quint32 dataset = 0;
    std::vector<Message> messages;
    // Keys that exist and whose deadline was changed or removed, sorted. A key whose deadline was
    // set to the instant that it had before is among them if SteppedServer::Options::renewals is
    // set, or if another key has or had its deadline at that instant.
    std::vector<quint32> deadlines;
    // Only those at an instant at which a key had its deadline before the command.
    std::vector<MovedDeadline> moved;
    std::vector<bool> dirty; // whether each of Execution::watches is dirty now, in their order

    friend bool operator==(const Answer &, const Answer &) = default;
};

} // namespace lockstep
