#pragma once

#include "core/redis/transport/socketstream.h"
#include "core/redis/transport/transport.h"

namespace lockstep {

// A Transport over a SocketStream. Subclasses connect it and say what its end means.
class StreamTransport : public Transport
{
    Q_OBJECT

public:
    void write(const QByteArray &bytes) final { m_stream.write(bytes); }
    [[nodiscard]] qint64 unwritten() const final { return m_stream.unwritten(); }

protected:
    [[nodiscard]] qint64 receive(char *bytes, qint64 size) final
    {
        return m_stream.read(bytes, size);
    }

    SocketStream m_stream; // open from ready() on
};

} // namespace lockstep
