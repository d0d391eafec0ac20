#pragma once

#include "core/coordination/standinglock.h"
#include "core/redis/endpoint.h"
#include "core/redis/error.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Reads locks of one server and takes them away, on a thread and over a connection of its own,
// which is opened when it is first needed. Everything is called and told on the thread the object
// lives on. The destructor joins the thread; what was not answered by then is not told.
class LockTakeover : public QObject
{
    Q_OBJECT

public:
    explicit LockTakeover(const Endpoint &endpoint, QObject *parent = nullptr);
    ~LockTakeover() override;

    void read(const QByteArray &key); // told by known()
    void take(const QByteArray &key, const StandingLock &lock); // told by ended()

Q_SIGNALS:
    // See readLock(); errors of connecting as well.
    void known(
        const QByteArray &key, const lockstep::Result<std::optional<lockstep::StandingLock>> &lock);
    // See takeLockAway().
    void ended(const QByteArray &key, const lockstep::Result<lockstep::Takeover> &outcome);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
