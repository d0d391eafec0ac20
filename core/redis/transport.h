#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/error.h"

#include <QObject>

#include <memory>

class QIODevice;

namespace lockstep {

// A stream of bytes to one server, used once: start(), then ready() or failed(); after ready(),
// readable() and drained() until failed(). Nothing is emitted after failed(). Do not delete it
// inside one of its signals.
class Transport : public QObject
{
    Q_OBJECT

public:
    static std::unique_ptr<Transport> create(const Endpoint &endpoint);

    virtual void start() = 0;
    virtual void abort() = 0;

    // What has arrived, up to size bytes.
    [[nodiscard]] qint64 read(char *bytes, qint64 size);
    void write(const QByteArray &bytes);
    // Bytes given to write() that the system has not taken yet.
    [[nodiscard]] virtual qint64 unwritten() const = 0;

Q_SIGNALS:
    void ready();
    void readable();
    void drained(); // unwritten() is 0 again
    void failed(const lockstep::Error &error);

protected:
    [[nodiscard]] virtual QIODevice &device() = 0;
    // Of a socket that carries our bytes as they are; -1: there is none.
    [[nodiscard]] virtual qintptr descriptor() const { return -1; }
    virtual void flush() = 0;

    // Of the server, ever.
    [[nodiscard]] qint64 bytesRead() const { return m_bytesRead; }
    [[nodiscard]] bool hasFailed() const { return m_failed; }
    void fail(const Error &error); // emits once

private:
    qint64 sendNow(const QByteArray &bytes); // how many need no further care

    qint64 m_bytesRead = 0;
    bool m_failed = false;
};

} // namespace lockstep
