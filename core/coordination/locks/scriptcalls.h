#pragma once

#include "core/redis/connection/script.h"

#include <QPointer>

namespace lockstep {

// Like run(), for a connection that may have been destroyed; then NotConnected.
QCoro::Task<Result<Reply>> runOn(QPointer<Connection> connection, const Script *script,
    QByteArrayList keys, QByteArrayList arguments);

// The same for a script that answers 0 for no, and any larger number for yes.
QCoro::Task<Result<bool>> succeedsOn(QPointer<Connection> connection, const Script *script,
    QByteArrayList keys, QByteArrayList arguments);

// The same without waiting for the answer. Without an open connection nothing is sent.
void runUnattended(const QPointer<Connection> &connection, const Script &script,
    const QByteArrayList &keys, const QByteArrayList &arguments);

} // namespace lockstep
