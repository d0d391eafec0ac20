#pragma once

#include "core/redis/values/endpoint.h"

#include <QObject>

#include <memory>

namespace lockstep {

// A small shop that keeps a private server busy: two hundred customers of whom about a hundred are
// online, and rate limits and locks in the formats of several libraries; among the locks are a
// renewed one, a crashed holder's, one without TTL and an orphan that renews for ever. Writes;
// never point it at a server that is not a private server. Works on a thread of its own, which the
// destructor stops and joins.
class DemoShop : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        double speed = 1.0; // 10: everything happens ten times as often
        quint32 seed = 1;
    };

    DemoShop(Endpoint endpoint, Options options, QObject *parent = nullptr);
    ~DemoShop() override;

    void start();

    // The path of a file of rules with the limits that no key of the shop shows, for whoever
    // watches its server.
    static QString rulesFile();

Q_SIGNALS:
    void stopped(const lockstep::Error &error); // the server is gone

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
