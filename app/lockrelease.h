#pragma once

#include "core/coordination/locktakeover.h"

#include <QPointer>
#include <QWidget>

namespace lockstep {

// Releasing locks from the window: looks who holds the lock now, asks, and takes it away.
class LockRelease : public QObject
{
    Q_OBJECT

public:
    // window: over which the questions stand; outlives this.
    LockRelease(const Endpoint &endpoint, QWidget *window);

    // token: the holder that was shown; if it is another one by now, that is said instead.
    void ask(const QByteArray &key, const QByteArray &token);

private:
    void onKnown(const QByteArray &key, const Result<std::optional<StandingLock>> &lock);
    void confirm(const QByteArray &key, const StandingLock &lock);
    void onEnded(const QByteArray &key, const Result<Takeover> &outcome);
    void tell(const QString &sentence);
    void tell(const Error &error);

    QString m_server;
    QWidget *m_window;
    QByteArray m_key; // that is asked for
    QByteArray m_token;
    LockTakeover m_takeover;
};

} // namespace lockstep
