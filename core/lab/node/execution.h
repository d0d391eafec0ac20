#pragma once

#include "core/lab/node/dataset.h"

namespace lockstep {

// A process and a channel that it has subscribed to, both by number.
struct Subscription
{
    int process = 0;
    quint32 channel = 0;

    friend auto operator<=>(const Subscription &, const Subscription &) = default;
};

struct Message
{
    int process = 0; // the process that receives it
    quint32 channel = 0;
    quint32 text = 0; // its number among the replies

    friend bool operator==(const Message &, const Message &) = default;
};

// Names a connection by whose it is: a process and one of its threads.
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
    std::vector<OpenWatch> watches;
    int process = 0;
    int thread = 0;
    std::string_view wire;
    QByteArray scriptWire; // with the source, where the wire is an EVALSHA
    int replies = 1;
    bool subscribes = false; // to channel
    quint32 channel = 0;
    qint64 clock = 0; // ms since the beginning of the run; always 0 where the state has no clock
};

struct Answer
{
    quint32 reply = 0;
    quint32 dataset = 0;
    std::vector<Message> messages;
    // Keys whose deadline was set or taken off; to the instant that it had before, too, where
    // SteppedServer::Options::renewals says so or another key is due at the same one. Sorted.
    std::vector<quint32> deadlines;
    std::vector<bool> dirty; // of the watches that came in, in their order

    friend bool operator==(const Answer &, const Answer &) = default;
};

} // namespace lockstep
