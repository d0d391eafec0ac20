#pragma once

#include "core/release/locktakeover.h"
#include "core/watch/snapshot/snapshot.h"

#include <QPointer>
#include <QWidget>

namespace lockstep {

// Releases a lock from the window: looks up what the key is and who holds it now, asks the user,
// and deletes it.
class LockRelease : public QObject
{
    Q_OBJECT

public:
    // snapshot: of the watch; if the given server does not answer, the nodes of the Cluster in it
    // are asked. window: the parent of the questions; must outlive this.
    LockRelease(const Endpoint &endpoint, const Snapshot &snapshot,
        std::shared_ptr<const Catalogue> catalogue, QWidget *window);

    // lock: a held lock, as it was shown. If somebody else holds it by now, a message says so
    // instead.
    void ask(const ItemPtr &lock);

Q_SIGNALS:
    // The lock is about to be taken from the holder with that token, so what is seen of it from now
    // on may be our doing.
    void releasing(const QByteArray &key, const QByteArray &token);
    // The release did not happen: somebody else had the lock by then, or it was refused. Neither
    // this nor released() follows where the answer was lost, so that nobody knows.
    void notReleased(const QByteArray &key);
    void released(const QByteArray &key); // the lock is free
    // The server is marked as production under another name than the one it was reached by.
    void refusedAsProduction();

private:
    void onKnown(const QByteArray &key, const Result<ReleaseLook> &look);
    [[nodiscard]] QString warning(ReleaseLook look) const;
    void confirm(const ReleaseLook &look);
    void confirmByWord(const ReleaseLook &look);
    void take(const QByteArray &key, const StandingLock &lock);
    void onEnded(const QByteArray &key, const ReleaseReport &report);
    void showWarning(const QString &sentence);
    void showWarning(const Error &error);

    Endpoint m_server;
    QWidget *m_window;
    ItemPtr m_lock; // the one that the user asked to release
    LockTakeover m_takeover;
};

} // namespace lockstep
