#pragma once

#include "core/redis/values/endpoint.h"
#include "core/release/release.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Looks at locks of one server and releases them, on a thread and over a connection of its own,
// which is opened when it is first needed. The marks of production are those of the application's
// settings, the audit is written to its usual file. Everything is called and told on the thread the
// object lives on. The destructor waits for nothing: the thread ends in the background, and what
// was not answered by then is not told.
class LockTakeover : public QObject
{
    Q_OBJECT

public:
    LockTakeover(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
        QObject *parent = nullptr);
    ~LockTakeover() override;

    void look(const QByteArray &key); // told by known()
    void take(const QByteArray &key, const StandingLock &lock); // told by ended()

Q_SIGNALS:
    // See lookBeforeRelease(); errors of connecting as well.
    void known(const QByteArray &key, const lockstep::Result<lockstep::ReleaseLook> &look);
    // See releaseLock(); errors of connecting as well.
    void ended(const QByteArray &key, const lockstep::ReleaseReport &report);

private:
    struct Shared;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
