#pragma once

#include "core/lab/freerun/clients/clientfaults.h"
#include "core/lab/freerun/clients/clientlinks.h"

#include <map>
#include <set>
#include <utility>

namespace lockstep {

// A message that its client's program has not received yet. As long as it exists, its bytes count
// in the account, which is RunLoop::messageBytes.
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

// A channel of one node: channels of the same name on two nodes are different ones.
using NodeChannel = std::pair<int, QByteArray>;

// The process that a client runs at present: what its threads share. The connections and the faults
// are the client's, and stay when the next process begins.
struct ActiveProcess
{
    RunContext &context;
    ClientIdentity identity; // of the client, and which of its processes this is
    ClientLinks links;
    ClientFaults faults;

    int number = -1; // the number of the process in the Program; -1: there is none
    bool isRunning = false; // the client has neither finished nor crashed
    bool isPaused = false;
    bool isKeptBack = false; // commands are sent only when flush() is called
    bool crashesWhenFlushed = false; // right after that
    quint32 lastOperation = none; // the client's last one in the history
    std::multiset<QByteArray> inside = {}; // locks, each as often as it was entered and not left
    std::map<NodeChannel, std::deque<HeldMessage>> messages = {};

    // Set by RunClient. A thread calls them when the whole process is to be paused, or to crash, or
    // to end because its main thread has ended or it has failed.
    std::function<void()> pause = {};
    std::function<void()> crash = {};
    std::function<void()> end = {};

    [[nodiscard]] const Request &request(int thread) const
    {
        return context.program.request(number, thread);
    }
    // Adds an operation whose reply has come to the history.
    void record(Operation operation, const redisReply &reply, Moment returned)
    {
        operation.returned = returned;
        lastOperation = context.record.add(operation, reply);
    }
};

} // namespace lockstep
