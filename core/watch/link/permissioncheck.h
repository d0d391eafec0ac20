#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QTimer>

#include <cstddef>
#include <vector>

namespace lockstep {

// Notices when an administrator permits commands that were refused. Servers do not announce that,
// so one of the refused commands is sent again now and then.
class PermissionCheck : public QObject
{
    Q_OBJECT

public:
    // firstPause: the time from the refusal to the first try. The pauses become longer, up to a
    // minute.
    PermissionCheck(
        Connection *scanner, Connection *subscriber, Milliseconds firstPause, QObject *parent);

    void note(const MissingPermission &missing); // the command was refused; remembered until stop()
    void stop();

Q_SIGNALS:
    void permitted(); // one of them is not refused any more; no more are tried until stop()

private:
    void tryNext();
    void take(const Result<Reply> &reply);

    Connection *m_scanner;
    Connection *m_subscriber;
    Milliseconds m_firstPause;
    QTimer m_timer;
    std::vector<QByteArrayList> m_refused;
    std::size_t m_next = 0;
    std::size_t m_run = 0; // an answer to what was sent before stop() tells nothing
};

} // namespace lockstep
