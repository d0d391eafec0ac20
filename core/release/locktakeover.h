#pragma once

#include "core/redis/values/endpoint.h"
#include "core/release/release.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Looks at locks of one server and releases them, on a thread and over a connection of its own,
// which is opened when it is first needed. Production marks come from the application's settings,
// and the audit is written to its usual file. All functions are called, and all signals emitted, on
// the thread of this object. The destructor does not wait: the thread ends in the background, and
// pending answers are dropped.
class LockTakeover : public QObject
{
    Q_OBJECT

public:
    LockTakeover(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
        QObject *parent = nullptr);
    ~LockTakeover() override;

    void look(const QByteArray &key); // answered by known()
    void take(const QByteArray &key, const StandingLock &lock); // answered by ended()

Q_SIGNALS:
    // The result of lookBeforeRelease(); errors of connecting are possible as well.
    void known(const QByteArray &key, const lockstep::Result<lockstep::ReleaseLook> &look);
    // The result of releaseLock(); errors of connecting are possible as well.
    void ended(const QByteArray &key, const lockstep::ReleaseReport &report);

private:
    struct Shared;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
