#pragma once

#include "core/lab/freerun/clients/clientfaults.h"
#include "core/lab/freerun/clients/clientlinks.h"

#include <map>
#include <set>
#include <utility>

namespace lockstep {

// A message that its client has not received yet. Its bytes count in the account, which is one for
// all messages of the run.
class HeldMessage
{
public:
    HeldMessage(QByteArray bytes, qint64 &account)
        : m_bytes(std::move(bytes))
        , m_account(account)
    {
        m_account += m_bytes.size();
    }
    ~HeldMessage() { m_account -= m_bytes.size(); }
    Q_DISABLE_COPY_MOVE(HeldMessage)

    operator QByteArray() const { return m_bytes; } // NOLINT(google-explicit-constructor)

private:
    const QByteArray m_bytes;
    qint64 &m_account;
};

// Servers do not share their channels.
using NodeChannel = std::pair<int, QByteArray>; // node, channel

// The process that a client runs at present, as its threads share it.
struct ActiveProcess
{
    RunContext &context;
    ClientIdentity identity; // of the client, with the token of the process
    ClientLinks links;
    ClientFaults faults;

    int number = -1; // of the program's; -1: none
    bool isRunning = false; // the client has neither finished nor crashed
    bool isPaused = false;
    bool isKeptBack = false; // what is sent waits for flush()
    quint32 lastOperation = none;
    std::multiset<QByteArray> inside = {}; // locks, each as often as it was entered
    std::map<NodeChannel, std::deque<HeldMessage>> messages = {};

    // What a thread calls when it affects the others.
    std::function<void()> pause = {};
    std::function<void()> crash = {};
    std::function<void()> end = {}; // its main thread has ended, or it has failed

    [[nodiscard]] const Request &request(int thread) const
    {
        return context.program.request(number, thread);
    }
    // Writes down an operation that has its reply.
    void record(Operation operation, const redisReply &reply, Moment returned)
    {
        operation.returned = returned;
        lastOperation = context.record.add(operation, reply);
    }
};

} // namespace lockstep
