#pragma once

#include "core/redis/threads/workerthread.h"
#include "core/redis/values/command.h"
#include "core/redis/values/endpoint.h"

#include <chrono>
#include <memory>

namespace lockstep {

// A unix socket between clients and a real server that passes on what both say, and breaks where a
// test wants it to. It works on a thread of its own, so a test may block; its functions are called
// on the test's thread and have taken effect when they return. The server has to be there when a
// client connects. Requests and replies are told apart by their bytes, so a cut lies exactly
// between two of them. A SUBSCRIBE has to name one channel.
class FaultyRelay
{
public:
    enum class Cut : quint8 {
        BeforeRequest, // the server never sees it
        AfterRequest, // the server has executed it; nothing of the reply is passed back
        AfterReply // the client has the whole reply, and nothing that follows it
    };
    enum class Way : quint8 { Requests, Replies };

    explicit FaultyRelay(QString serverSocketPath);
    ~FaultyRelay(); // cuts every connection

    [[nodiscard]] Endpoint endpoint() const;

    // Cuts the connection of the nth request from now on, of all connections together, or of the
    // nth whose name that is. Once; replaces what was asked for before. Others stay.
    void cutAt(Cut point, int nth = 1, const QByteArray &name = {});
    void cutAllNow();
    // While it refuses, a client is cut off as soon as it has connected.
    void refuse(bool refusing);

    // From now on every request of that name cuts its connection and does not reach the server.
    // Empty: none does.
    void cutAtEvery(const QByteArray &name);
    // The next request of that name is passed on as this one.
    void replaceNext(const QByteArray &name, const Command &by);
    // From now on new connections lead to these servers in turn.
    void balance(const QStringList &serverSocketPaths);

    // What arrives is kept, in order. A connection that ends meanwhile takes it along.
    void hold(Way way);
    void resume(); // both

    // From now on each connection passes on so many bytes a second, each way for itself: a request
    // when all of it is there, a reply piece by piece. 0: as fast as it goes.
    void limitRate(qint64 bytesPerSecond);

    // From now on what the server says in one go is passed on after some time between 0 and that,
    // drawn anew each time; the same draws for the same seed.
    void jitter(std::chrono::milliseconds most, quint32 seed);
    // The same, after exactly so long: as over a long way.
    void delay(std::chrono::milliseconds each);

    [[nodiscard]] int connections() const; // that exist now
    [[nodiscard]] int accepted() const; // connections so far
    [[nodiscard]] int cuts() const; // connections cut so far
    [[nodiscard]] qint64 requests() const; // passed on so far
    [[nodiscard]] int held() const; // requests and replies that are kept now

private:
    class Switchboard;

    QString m_path;
    mutable WorkerThread m_thread{QStringLiteral("relay")};
    std::unique_ptr<Switchboard> m_board; // lives on the thread
};

} // namespace lockstep
