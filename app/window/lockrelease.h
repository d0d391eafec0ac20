#pragma once

#include "core/release/locktakeover.h"
#include "core/watch/snapshot/snapshot.h"

#include <QPointer>
#include <QWidget>

namespace lockstep {

// Releasing locks from the window: looks what the key is and who holds it now, asks, and takes it
// away.
class LockRelease : public QObject
{
    Q_OBJECT

public:
    // snapshot: of the watch, whose nodes of a Cluster are asked where the given one does not
    // answer. window: over which the questions stand; outlives this.
    LockRelease(const Endpoint &endpoint, const Snapshot &snapshot,
        std::shared_ptr<const Catalogue> catalogue, QWidget *window);

    // lock: as it was shown, held. If it is held by another one by now, that is said instead.
    void ask(const ItemPtr &lock);

Q_SIGNALS:
    // It is about to be taken from the holder with that token: what is seen of it from now on may
    // be our doing.
    void releasing(const QByteArray &key, const QByteArray &token);
    // It was not: somebody else had it by then, or it was refused.
    void notReleased(const QByteArray &key);
    // It is free. sentence: that it is, and whom it was taken from.
    void released(const QByteArray &key, const QString &sentence);
    // The server is marked as production, under another name than the one that is connected to.
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
    ItemPtr m_lock; // that is asked for
    LockTakeover m_takeover;
};

} // namespace lockstep
