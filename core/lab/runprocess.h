#pragma once

#include "core/lab/clientlinks.h"
#include "core/lab/faults.h"

#include <map>
#include <set>

namespace lockstep {

// The process that a client runs at present, as its threads share it.
struct RunProcess
{
    RunStage &stage;
    ClientIdentity identity; // of the client, with the token of the process
    ClientLinks links;
    Faults faults;

    int number = -1; // of the program's; -1: none
    bool isRunning = false; // the client has neither finished nor crashed
    bool isPaused = false;
    bool isKeptBack = false; // what is sent waits for flush()
    quint32 lastOperation = none;
    std::multiset<QByteArray> inside = {}; // locks, each as often as it was entered
    std::map<QByteArray, std::deque<QByteArray>> messages = {}; // by channel

    // What a thread does to the others.
    std::function<void()> pause = {};
    std::function<void()> crash = {};
    std::function<void()> end = {}; // its main thread has ended, or it has failed

    [[nodiscard]] const Request &request(int thread) const
    {
        return stage.program.request(number, thread);
    }
    // An operation that has its reply.
    void record(Operation operation, const redisReply &reply, Moment returned)
    {
        operation.returned = returned;
        lastOperation = stage.record.add(operation, reply);
    }
};

} // namespace lockstep
