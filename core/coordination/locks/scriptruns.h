#pragma once

#include "core/redis/connection/script.h"

#include <QPointer>

namespace lockstep {

// Like run(), for a connection that may have been destroyed; then NotConnected.
QCoro::Task<Result<Reply>> runOn(QPointer<Connection> connection, const Script *script,
    QByteArrayList keys, QByteArrayList arguments);

// Does the same with a script whose answer is yes or no: 0 is no, and any larger number is yes.
QCoro::Task<Result<bool>> succeedsOn(QPointer<Connection> connection, const Script *script,
    QByteArrayList keys, QByteArrayList arguments);

// Sends the script without waiting for its answer. Does nothing if the connection is not open.
void runUnattended(const QPointer<Connection> &connection, const Script &script,
    const QByteArrayList &keys, const QByteArrayList &arguments);

} // namespace lockstep
