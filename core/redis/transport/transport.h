#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QObject>

#include <memory>

namespace lockstep {

// A stream of bytes to one server, used once: start(), then ready() or failed(); after ready(),
// readable() until failed(). Nothing is emitted after failed(). Do not delete it
// inside one of its signals.
class Transport : public QObject
{
    Q_OBJECT

public:
    static std::unique_ptr<Transport> create(const Endpoint &endpoint);

    virtual void start() = 0;
    virtual void abort() = 0;

    // What has arrived, up to size bytes. 0 before ready(), and when there is nothing more.
    [[nodiscard]] qint64 read(char *bytes, qint64 size);
    virtual void write(const QByteArray &bytes) = 0;
    // Bytes given to write() that the system has not taken yet.
    [[nodiscard]] virtual qint64 unwritten() const = 0;
    // The server that it has led to, if the endpoint does not name it; else empty.
    [[nodiscard]] virtual QString peer() const { return {}; }
    // The error if ready() was not emitted in time.
    [[nodiscard]] virtual Error timeout() const;

Q_SIGNALS:
    void ready();
    void readable(); // again as long as something is left
    void failed(const lockstep::Error &error);

protected:
    [[nodiscard]] virtual qint64 receive(char *bytes, qint64 size) = 0;

    // The number of bytes read from the server so far.
    [[nodiscard]] qint64 bytesRead() const { return m_bytesRead; }
    [[nodiscard]] bool hasFailed() const { return m_failed; }
    void fail(const Error &error); // emits failed(), only once

private:
    qint64 m_bytesRead = 0;
    bool m_failed = false;
};

} // namespace lockstep
