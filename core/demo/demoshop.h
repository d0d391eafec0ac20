#pragma once

#include "core/redis/values/endpoint.h"

#include <QObject>

#include <memory>

namespace lockstep {

// A small shop that keeps a private server busy: two hundred customers, of whom about a hundred are
// online, and rate limits and locks in the formats of several libraries. Among the locks are one
// that is renewed, one whose holder has crashed, one without a TTL, and an orphan that is renewed
// for ever. It writes, so it must only be given a private server. It works on a thread of its own,
// which the destructor stops and joins.
class DemoShop : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        double speed = 1.0; // with 10 everything happens ten times as often
        quint32 seed = 1; // of the random choices
    };

    DemoShop(Endpoint endpoint, Options options, QObject *parent = nullptr);
    ~DemoShop() override;

    void start();

    // The path of a rules file for those who watch the shop's server. It has the limits that no key
    // shows.
    static QString rulesFile();

Q_SIGNALS:
    void stopped(const lockstep::Error &error); // the server is gone

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
